"""What axe finds on a page: nothing, it must be; and nothing may run over its edge."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page


def has_no_faults(page: Page, within: str | None = None) -> None:
    """Fails with axe's report, on the whole page or on what is `within` (a selector)."""
    # What fades in has other colours until it stands.
    page.evaluate("Promise.all(document.getAnimations().map((one) => one.finished))")
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    report = Axe().run(page, within, options={"resultTypes": ["violations"]})
    assert report.violations_count == 0, report.generate_report()
