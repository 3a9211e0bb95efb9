// Parts of a page as tabs, where the page is narrow. Elsewhere, and on paper, they stand together.
import { $, attr, closest, shown } from "../lib/dom.js";

const NARROW = matchMedia("screen and (width < 56.25em)");

/** Makes tabs of the buttons of a tab list. Each controls a part. `changed(tab)` runs when the
    reader has chosen one. Returns a function that chooses one for the reader.
    @param {HTMLElement} list @param {(tab: HTMLElement) => void} changed */
export function bindTabs(list, changed) {
  const tabs = [.../** @type {NodeListOf<HTMLElement>} */ (list.querySelectorAll("[role=tab]"))];
  let chosen = tabs[0];

  function draw() {
    shown(list, NARROW.matches);
    for (const tab of tabs) {
      const part = partOf(tab);
      attr(tab, "aria-selected", String(tab === chosen));
      attr(tab, "tabindex", tab === chosen ? 0 : -1);
      attr(part, "role", NARROW.matches ? "tabpanel" : null);
      attr(part, "aria-labelledby", NARROW.matches ? tab.id : null);
      shown(part, tab === chosen || !NARROW.matches);
    }
  }

  /** @param {HTMLElement} tab */
  function choose(tab) {
    chosen = tab;
    draw();
    tab.focus({ preventScroll: true });
    // The list may stick above the parts: another part begins below it, not behind it.
    changed(tab);
    const behind = list.getBoundingClientRect().bottom - partOf(tab).getBoundingClientRect().top;
    if (behind > 0) scrollBy({ top: -behind, behavior: "instant" });
  }

  list.addEventListener("click", (event) => {
    const tab = closest(event, "[role=tab]");
    if (tab) choose(tab);
  });
  list.addEventListener("keydown", (event) => {
    const at = tabs.indexOf(chosen);
    /** @type {Record<string, number>} */
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: tabs.length - 1 };
    if (event.ctrlKey || event.metaKey || event.altKey || !(event.key in to)) return;
    event.preventDefault();
    choose(tabs[(to[event.key] + tabs.length) % tabs.length]);
  });
  NARROW.addEventListener("change", draw);
  draw();
  return (/** @type {HTMLElement} */ tab) => {
    chosen = tab;
    draw();
  };
}

const partOf = (/** @type {HTMLElement} */ tab) => $(`#${tab.getAttribute("aria-controls")}`);
