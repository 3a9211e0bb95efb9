"""`pytest -p tests.support.script_coverage tests/browser`: count what pages run of the scripts.

What V8 counts goes to build/coverage, in the form in which Node writes it (NODE_V8_COVERAGE). Only
scripts that pages load as they are count: with bundles there is nothing to write.
"""

import json
from itertools import count
from os import getpid
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, CDPSession, Error, Page, Request

from tests.support.services import ROOT

FOLDER = ROOT / "build" / "coverage"

_numbers = count()
_open_page = BrowserContext.new_page
_close_page = Page.close
_close_context = BrowserContext.close
_tools: dict[Page, CDPSession] = {}


def pytest_configure() -> None:
    """Count in each page that a test opens, until the page goes elsewhere or closes."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    BrowserContext.new_page = _new_page  # type: ignore[assignment, method-assign]
    BrowserContext.close = _close_all  # type: ignore[assignment, method-assign]
    Page.close = _close  # type: ignore[assignment, method-assign]


def _new_page(context: BrowserContext) -> Page:
    page = _open_page(context)
    tools = context.new_cdp_session(page)
    tools.send("Profiler.enable")
    tools.send("Profiler.startPreciseCoverage", {"callCount": True, "detailed": True})
    _tools[page] = tools
    page.on("request", _leave)
    return page


def _leave(request: Request) -> None:
    if request.is_navigation_request() and request.frame.page.main_frame == request.frame:
        _keep(request.frame.page)


def _close(page: Page, **options: Any) -> None:
    _keep(page)
    _close_page(page, **options)


def _close_all(context: BrowserContext, **options: Any) -> None:
    for page in context.pages:
        _keep(page)
    _close_context(context, **options)


def _keep(page: Page) -> None:
    """Write what has run since the last time."""
    try:
        scripts = _tools[page].send("Profiler.takePreciseCoverage")["result"]
    except (KeyError, Error):  # a window that the page opened, or a page that has crashed
        return
    ours = [
        {**script, "url": (ROOT / path[1:]).as_uri()}
        for script in scripts
        if (path := urlsplit(script["url"]).path).startswith("/static/js/")
    ]
    if ours:
        name = f"coverage-{getpid()}-{next(_numbers)}.json"
        (FOLDER / name).write_text(json.dumps({"result": ours}), encoding="utf-8")
