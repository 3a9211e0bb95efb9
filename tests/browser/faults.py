"""What axe finds on a page: nothing, it must be."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page


def has_no_faults(page: Page) -> None:
    """Fails with axe's report. What fades in has other colours until it stands."""
    page.evaluate("Promise.all(document.getAnimations().map((one) => one.finished))")
    report = Axe().run(page, options={"resultTypes": ["violations"]})
    assert report.violations_count == 0, report.generate_report()
