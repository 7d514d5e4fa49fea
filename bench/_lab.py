"""A JupyterLab of its own and a page in Chromium, for benches that measure what a person sees. Both are ended after."""

from __future__ import annotations

import os
import secrets
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.browser.notebook import Notebook
    from tests.conftest import Lab

ROOT = Path(__file__).parent.parent
FOLDERS = ("CONFIG", "DATA", "RUNTIME")


class Missing(RuntimeError):
    """Say what is missing for the measurement."""


@contextmanager
def lab() -> Iterator[Lab]:
    """Start JupyterLab on a free port of 127.0.0.1, with a token and away from the person's own settings."""
    if str(ROOT) not in sys.path:
        sys.path.append(str(ROOT))
    from tests.conftest import Lab

    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        served = home / "notebooks"
        served.mkdir()
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        token = secrets.token_hex(16)
        own = {f"JUPYTER_{name}_DIR": str(home / name.lower()) for name in FOLDERS}
        own |= {
            "JUPYTERLAB_SETTINGS_DIR": str(home / "jupyterlab_settings_dir"),
            "JUPYTERLAB_WORKSPACES_DIR": str(home / "workspaces"),
            "IPYTHONDIR": str(home / "ipython"),
        }
        options = ["--no-browser", "--allow-root", "--ServerApp.ip=127.0.0.1", f"--ServerApp.port={port}"]
        options += ["--ServerApp.port_retries=0", f"--ServerApp.root_dir={served}", f"--IdentityProvider.token={token}"]
        options += ["--LabApp.news_url=", "--LabApp.extension_manager=readonly"]
        options += ["--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate"]
        server = subprocess.Popen(
            [sys.executable, "-P", "-m", "jupyterlab", *options],
            env=os.environ | own,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            address = f"http://127.0.0.1:{port}"
            wait_for(server, f"{address}/api/status?token={token}")
            yield Lab(address, token, served)
        finally:
            server.terminate()
            try:
                server.wait(20)
            except subprocess.TimeoutExpired:
                server.kill()
                server.wait()


def wait_for(server: subprocess.Popen[bytes], address: str) -> None:
    """Wait until the server answers."""
    until = time.monotonic() + 60
    while True:
        try:
            with urllib.request.urlopen(address, timeout=5):
                return
        except OSError:
            if server.poll() is not None or time.monotonic() > until:
                raise Missing("JupyterLab did not start.") from None
            time.sleep(0.2)


@contextmanager
def notebook_page(cells: Sequence[str]) -> Iterator[tuple[Page, Notebook]]:
    """Open a notebook with these cells in Chromium. Raises :class:`Missing` where that cannot be done."""
    program = shutil.which(os.environ.get("MAGISTER_CHROMIUM", "chromium"))
    if program is None:
        raise Missing("There is no Chromium on the PATH; name it in MAGISTER_CHROMIUM.")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        raise Missing("Playwright is not installed; it comes with the extra 'dev'.") from None
    with lab() as served, sync_playwright() as playwright:
        from tests.browser.notebook import Notebook, settle

        settle(served)
        browser = playwright.chromium.launch(
            executable_path=program, headless=True, args=["--no-sandbox", "--disable-dev-shm-usage", "--no-first-run"]
        )
        try:
            page = browser.new_context(viewport={"width": 1280, "height": 900}, reduced_motion="reduce").new_page()
            yield page, Notebook(page, served, cells)
        finally:
            browser.close()
