"""What all tests share: settings of hypothesis, the switch that remakes golden files, Chromium and JupyterLab."""

from __future__ import annotations

import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

ROOT = Path(__file__).resolve().parent.parent

# The same examples every time: a failure on one machine is a failure on all. No deadline, for the cores are shared.
settings.register_profile(
    "house", derandomize=True, deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("house")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the switch that remakes golden files in place of comparing with them."""
    parser.addoption("--remake-golden", action="store_true", help="write the golden files anew (make golden)")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Take one worker more than there are cores (``-n auto``): the tests of the browser mostly wait."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(8, cores + 1)


def pytest_configure(config: pytest.Config) -> None:
    """Keep nobody's real progress in tests, notebooks and JupyterLab, and speak English whatever the system speaks."""
    if "MAGISTER_DATA" not in os.environ or hasattr(config, "workerinput"):
        # Each of the processes that share the tests has a folder of its own.
        os.environ["MAGISTER_DATA"] = folder = tempfile.mkdtemp(prefix="magister-test-")
        config.add_cleanup(lambda: shutil.rmtree(folder, ignore_errors=True))
    os.environ.setdefault("MAGISTER_LANGUAGE", "en")
    # A run in the background of a shell ignores interrupts, and so would every program that a test starts.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave browser tests out where the person has asked for it, and nowhere else; begin with the long files.

    Where several processes share the tests, whoever takes the last file keeps all the others waiting.
    """
    items.sort(key=haste)
    if os.environ.get("MAGISTER_NO_BROWSER") == "1":
        for item in items:
            if item.get_closest_marker("browser"):
                item.add_marker(pytest.mark.skip(reason="MAGISTER_NO_BROWSER=1 is set"))


def haste(item: pytest.Item) -> int:
    """Say how early a test is to be begun; the order of its file stays."""
    if item.get_closest_marker("browser"):
        return 0
    return 1 if item.get_closest_marker("wheel") or item.path.suffix == ".ipynb" else 2


@pytest.fixture(scope="session")
def remake_golden(request: pytest.FixtureRequest) -> bool:
    """Say whether golden files are to be written (`make golden`) and not compared."""
    return bool(request.config.getoption("--remake-golden"))


# ------------------------------------------------------------------------------------------------ Chromium


@pytest.fixture(scope="session")
def browsers() -> Iterator[Callable[[], Browser]]:
    """Give out one headless Chromium with a fresh profile that can reach this machine alone.

    It is started when it is first asked for, and again should it have come to its end: what ended it fails the test
    that used it, and no other.
    """
    program = shutil.which(os.environ.get("MAGISTER_CHROMIUM", "chromium"))
    if program is None:
        pytest.fail(
            "The browser tests need Chromium, and there is none on the PATH. Install it (Debian: apt-get install "
            "chromium), or name it in MAGISTER_CHROMIUM, or set MAGISTER_NO_BROWSER=1 to leave these tests out.",
            pytrace=False,
        )
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        running: list[Browser] = []

        def running_one() -> Browser:
            if not running or not running[-1].is_connected():
                running.append(
                    playwright.chromium.launch(
                        executable_path=program,
                        headless=True,
                        args=[
                            "--no-sandbox",
                            "--disable-background-networking",
                            "--disable-component-update",
                            "--disable-dev-shm-usage",
                            "--disable-gpu-watchdog",  # it takes a pause of the machine for a hung picture
                            "--no-first-run",
                            # Any other name resolves to nothing: a page that needs the network fails its test.
                            "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
                        ],
                    )
                )
            return running[-1]

        yield running_one
        for chromium in running:
            chromium.close()


@pytest.fixture
def browser(browsers: Callable[[], Browser]) -> Browser:
    """Return the Chromium of this session."""
    return browsers()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """Open an empty page in a context of its own; the test fails if the page asks any other machine for anything."""
    context = browser.new_context(viewport={"width": 1280, "height": 900}, reduced_motion="reduce")
    foreign: list[str] = []

    def note(address: str) -> None:
        scheme, _, rest = address.partition("://")
        if scheme in ("http", "https", "ws", "wss") and not rest.startswith("127.0.0.1"):
            foreign.append(address)

    context.on("request", lambda request: note(request.url))
    sheet = context.new_page()
    yield sheet
    context.close()
    assert not foreign, f"the page asked the network for {foreign[:5]}"


# ------------------------------------------------------------------------------------------------ JupyterLab


@dataclass(frozen=True)
class Lab:
    """A running JupyterLab: its address, its token and the folder it serves (a copy of `notebooks/`)."""

    address: str
    token: str
    folder: Path

    def url(self, notebook: str) -> str:
        """Give the address that opens `notebook` (a path below the folder) in an empty workspace of its own."""
        return f"{self.address}/lab/workspaces/w{secrets.token_hex(4)}/tree/{notebook}?token={self.token}"


@pytest.fixture(scope="session")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    """Start JupyterLab on a free port of 127.0.0.1 with a token, away from the person's own settings; end it after.

    It serves a copy of `notebooks/`, so that a test may write there.
    """
    home = tmp_path_factory.mktemp("lab")
    folder = home / "notebooks"
    shutil.copytree(ROOT / "notebooks", folder, ignore=shutil.ignore_patterns(".ipynb_checkpoints"))
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    token = secrets.token_hex(16)
    own = {
        name: str(home / name.lower())
        for name in (
            "JUPYTER_CONFIG_DIR",
            "JUPYTER_DATA_DIR",
            "JUPYTER_RUNTIME_DIR",
            "JUPYTERLAB_SETTINGS_DIR",
            "JUPYTERLAB_WORKSPACES_DIR",
            "IPYTHONDIR",
        )
    }
    log = home / "lab.log"
    with log.open("wb") as out:
        server = subprocess.Popen(
            [
                sys.executable,
                "-m",
                "jupyterlab",
                "--no-browser",
                "--allow-root",
                "--ServerApp.ip=127.0.0.1",
                f"--ServerApp.port={port}",
                "--ServerApp.port_retries=0",
                f"--ServerApp.root_dir={folder}",
                f"--IdentityProvider.token={token}",
                "--LabApp.news_url=",
                "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
                "--LabApp.extension_manager=readonly",
            ],
            env=os.environ | own,
            stdout=out,
            stderr=subprocess.STDOUT,
        )
    try:
        address = f"http://127.0.0.1:{port}"
        until = time.monotonic() + 60
        while True:
            try:
                with urllib.request.urlopen(f"{address}/api/status?token={token}", timeout=5):
                    break
            except OSError as error:
                if server.poll() is not None or time.monotonic() > until:
                    pytest.fail(f"JupyterLab did not start ({error}):\n{log.read_text()[-3000:]}", pytrace=False)
                time.sleep(0.2)
        yield Lab(address, token, folder)
    finally:
        server.terminate()  # it shuts its kernels down on the way out
        try:
            server.wait(20)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()
