"""What axe finds on a page: nothing, it must be; and nothing may run over its edge."""

from typing import Any

from axe_playwright_python.base import AXE_SCRIPT, AxeResults
from playwright.sync_api import Page


def _run(page: Page, within: str | None, **options: Any) -> None:
    """Fails with axe's report."""
    # What fades in has other colours until it stands, or until something else takes its place.
    page.evaluate("Promise.allSettled(document.getAnimations().map((one) => one.finished))")
    if page.evaluate("!window.axe"):
        page.evaluate(AXE_SCRIPT)
    found = page.evaluate(
        "([within, options]) => axe.run(within ?? document, options)",
        [within, {"resultTypes": ["violations"], **options}],
    )
    report = AxeResults(found)
    assert report.violations_count == 0, report.generate_report()


def has_no_faults(page: Page, within: str | None = None) -> None:
    """The whole page, or what is `within` (a selector)."""
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, page.url
    _run(page, within)


def has_no_faults_in_any_light(page: Page, within: str | None = None) -> None:
    """The same, and its colours by daylight and by lamp. The page is left by daylight."""
    page.emulate_media(color_scheme="dark")
    _run(page, within, runOnly=["color-contrast"])
    page.emulate_media(color_scheme="light")
    has_no_faults(page, within)
