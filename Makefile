# Everything a person or a machine does with this repository, by name. `make` alone says what there is.

SHELL := /bin/bash
.DEFAULT_GOAL := help
PYTHON ?= $(shell command -v python3.11 || command -v python3)
PY := .venv/bin/python
FLOORS := rules solver widgets tutor
# One worker more than there are cores (tests/conftest.py), for the browser's tests wait most of their time. A file stays
# with one worker, so that its kernel, wheel or class is made once.
WORKERS := -n auto --dist loadfile --no-loadscope-reorder

.PHONY: help setup demo lab test test-fast test-slow bench lint format golden pictures constraints chromium clean

help:  ## say what there is
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  make %-12s %s\n", $$1, $$2}' Makefile

setup: .venv/.ready  ## make .venv with everything but the bench's packages

# The stamp is newer than what it was made from, so the second time costs nothing.
.venv/.ready: pyproject.toml constraints.txt
	@test -n "$(PYTHON)" && $(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Python 3.11 or newer is needed. Install it, or say where it is: make $(MAKECMDGOALS) PYTHON=/path/to/python3.11"; exit 1; }
	@test -x $(PY) || $(PYTHON) -m venv .venv
	@echo "Installing the packages into .venv (about two minutes the first time)"
	@$(PY) -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev,cluster]'
	@touch $@

.venv/.ready-bench: .venv/.ready
	@$(PY) -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[bench]'
	@touch $@

demo: .venv/.ready  ## solve a real position in the terminal, then run the start notebook to demo/start.html
	@.venv/bin/magister demo --output demo
	@test -s demo/start.html
	@echo "To work in it yourself: make lab"

lab: .venv/.ready  ## open JupyterLab on the notebooks
	@.venv/bin/magister lab

lint: .venv/.ready  ## ruff, and mypy --strict on the four floors
	@.venv/bin/ruff check .
	@.venv/bin/mypy --strict -p magister_ludi $(FLOORS:%=-p %)

test: lint chromium  ## lint, tests, doctests, notebooks, browser (20 minutes at most on 2 cores)
	@$(PY) -m pytest $(WORKERS) -m 'not slow'

test-fast: lint  ## the same without browser, notebooks and wheel, and it stops at the first failure
	@MAGISTER_NO_BROWSER=1 $(PY) -m pytest $(WORKERS) -x -m 'not slow and not browser and not wheel' tests $(FLOORS)

test-slow: .venv/.ready chromium  ## only the long suites that `make test` leaves out
	@$(PY) -m pytest -m slow --durations=20

bench: .venv/.ready-bench  ## measure; the tables go to the terminal
	@set -e; for script in $(filter-out bench/_%,$(wildcard bench/*.py)); do \
	  echo "== $$script"; $(PY) -P $$script; done

format: .venv/.ready  ## put imports and spacing in order
	@.venv/bin/ruff check --fix-only .
	@.venv/bin/ruff format $(FLOORS) tests bench

golden: .venv/.ready  ## remake the golden files; read the difference before you commit it
	@$(PY) -m pytest --remake-golden -m golden tests
	@git --no-pager diff --stat -- tests || true

pictures: .venv/.ready chromium  ## remake the pictures of README.md; look at them before you commit them
	@MAGISTER_PICTURES=notebooks/pictures $(PY) -m pytest -q tests/browser/test_door.py -k 'not without'

constraints: .venv/.ready .venv/.ready-bench  ## take the newest versions the bounds allow, and write them down
	@$(PY) -m pip install --quiet --disable-pip-version-check --upgrade --upgrade-strategy eager -e '.[dev,cluster,bench]'
	@{ grep '^#' constraints.txt; $(PY) -m pip freeze --disable-pip-version-check --exclude-editable | grep -v '^#'; } > .venv/frozen
	@mv .venv/frozen constraints.txt
	@touch .venv/.ready .venv/.ready-bench

# Browser tests drive Debian's Chromium. Where it is missing and cannot be installed here, they fail and say so.
chromium:
	@if [ "$${MAGISTER_NO_BROWSER:-}" = 1 ] || command -v "$${MAGISTER_CHROMIUM:-chromium}" >/dev/null; then :; \
	elif [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	  echo "Installing Debian's Chromium for the browser tests"; \
	  { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium; } >/dev/null 2>&1 \
	  || echo "Chromium could not be installed: the browser tests will fail. MAGISTER_NO_BROWSER=1 leaves them out."; \
	else echo "There is no chromium on the PATH: the browser tests will fail. Install it, name it in MAGISTER_CHROMIUM, or set MAGISTER_NO_BROWSER=1."; fi

clean:  ## take away what was made here (the environment too)
	@rm -rf .venv demo build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +
