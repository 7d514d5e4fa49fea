"""TEMPORARY"""

import os

import pytest

from tests.browser.notebook import *


@pytest.mark.browser
@pytest.mark.parametrize("theme", os.environ.get("THEMES", "Light").split(","))
@pytest.mark.parametrize("width", [int(w) for w in os.environ.get("WIDTHS", "1280").split(",")])
def test_look(browser, lab, theme, width):
    settle(lab, f"JupyterLab {theme}")
    context = browser.new_context(viewport={"width": width, "height": 3000}, reduced_motion="reduce")
    page = context.new_page()
    page.on("console", lambda m: print("console", m.type, m.text) if m.type == "error" else None)
    if width < 1000:
        page.add_init_script("localStorage.clear()")
    nb = Notebook(page, lab, [open("/tmp/look_code.py").read()])
    page.keyboard.press("Control+b")
    page.wait_for_timeout(300)
    try:
        nb.run(0)
    except Exception:
        page.screenshot(path="/tmp/fail.png")
        raise
    panel = nb.panel(0)
    try:
        exec(open("/tmp/look_steps.py").read())
    except Exception:
        page.screenshot(path="/tmp/fail.png")
        raise
    for v in serious(page, ".ml-panel"):
        print(v)
    print(picture(page, panel, f"look_{theme}_{width}"))
    context.close()
