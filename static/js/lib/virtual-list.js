// A list of any length with a search field. Of a long list only the rows in view are in the page.
import { $, attr, h, keyed, keyedChildren, shown } from "./dom.js";
import { plain } from "./finder.js";
import { fill, gettext } from "./i18n.js";
import { note } from "./toast.js";

const LONG = 40; // up to this many rows, all are in the page
const SEARCHABLE = 13; // from this many rows on there is a search field
const MARGIN = 6; // rows kept above and below those in view, so that scrolling shows no gap

/** Returns the items whose name contains what was typed, without regard to case and accents.
    @template Item @param {Item[]} items @param {string} typed
    @param {(item: Item) => string} nameOf */
function matches(items, typed, nameOf) {
  const wanted = plain(typed.trim());
  return wanted ? items.filter((item) => plain(nameOf(item)).includes(wanted)) : items;
}

/** @template Item
    @typedef {object} Rows
    @property {(item: Item) => number} key
    @property {(item: Item) => HTMLElement} make
    @property {(row: HTMLElement, item: Item) => void} update
    @property {(item: Item) => string} nameOf */

/** @template Item */
export class VirtualList {
  /** @type {Item[]} */ items = [];
  height = 0;
  view = { top: 0, size: 0 };
  frame = 0;

  /** `scroller` scrolls and `body` holds the rows; they may be the same node. `finder` is the
      search field of templates/partials/finder.html. All rows have the same height.
      @param {HTMLElement} scroller @param {HTMLElement} body @param {Rows<Item>} rows
      @param {HTMLInputElement} finder */
  constructor(scroller, body, rows, finder) {
    this.scroller = scroller;
    this.body = body;
    this.rows = rows;
    this.finder = finder;
    this.place = /** @type {HTMLElement} */ (finder.closest("[data-finder]"));
    scroller.addEventListener("scroll", () => this.scrolled(), { passive: true });
    new ResizeObserver(() => this.resized()).observe(scroller);
    finder.addEventListener("input", () => {
      scroller.scrollTop = 0;
      this.view.top = 0;
      this.draw();
      note($("[data-found]", this.place), this.resultText());
    });
  }

  /** Whether only the rows in view are in the page. */
  get isLong() {
    return this.items.length > LONG;
  }

  /** Shows these items, in this order. @param {Item[]} items */
  show(items) {
    this.items = items;
    shown(this.place, items.length >= SEARCHABLE || this.finder.value !== "");
    this.draw();
  }

  resultText() {
    if (!this.finder.value.trim()) return "";
    const count = this.matching().length;
    return count
      ? fill(gettext("{count} of {all}"), { count, all: this.items.length })
      : gettext("No player by that name.");
  }

  matching() {
    return matches(this.items, this.finder.value, this.rows.nameOf);
  }

  draw() {
    const all = this.matching();
    const long = all.length > LONG;
    this.scroller.classList.toggle("crowd", this.isLong);
    attr(this.scroller, "tabindex", long ? "0" : null);
    let [from, to] = [0, all.length];
    if (long) {
      const height = this.height || 44;
      from = Math.max(0, Math.min(Math.floor(this.view.top / height), all.length - 1) - MARGIN);
      to = Math.min(all.length, from + Math.ceil((this.view.size || 600) / height) + 2 * MARGIN);
    }
    this.keepFocus(all.slice(from, to));
    /** @type {({ item: Item, at: number } | { space: number, id: string })[]} */
    const entries = all.slice(from, to).map((item, at) => ({ item, at: from + at }));
    if (long) {
      entries.unshift({ space: from, id: "above" });
      entries.push({ space: all.length - to, id: "below" });
    }
    keyed(
      this.body,
      entries,
      (entry) => ("item" in entry ? this.rows.key(entry.item) : entry.id),
      (entry) => ("item" in entry ? this.rows.make(entry.item) : this.makeSpacer()),
      (row, entry) => {
        if ("item" in entry) {
          this.setPosition(row, entry.at, long ? all.length : null);
          this.rows.update(row, entry.item);
        } else row.style.blockSize = `${entry.space * this.height}px`;
      },
    );
    this.measure();
  }

  /** Tells screen readers the row's place in the whole list, of which the page has only a part.
      @param {HTMLElement} row @param {number} at @param {number | null} size */
  setPosition(row, at, size) {
    const table = row.closest("table");
    // The first row of a table is its heading.
    if (table) attr(row, "aria-rowindex", size && at + 2);
    else attr(row, "aria-posinset", size && at + 1);
    if (table) attr(table, "aria-rowcount", size && size + 1);
    else attr(row, "aria-setsize", size);
  }

  makeSpacer() {
    return this.body.localName === "tbody"
      ? h("tr", { class: "space", "aria-hidden": "true" }, h("td"))
      : h("li", { class: "space", "aria-hidden": "true" });
  }

  /** If the focused row leaves the page, the list itself takes the focus.
      @param {Item[]} staying */
  keepFocus(staying) {
    const focused = document.activeElement;
    if (focused === this.body || focused === this.scroller || !this.body.contains(focused)) return;
    const ids = new Set(staying.map(this.rows.key));
    for (const [id, row] of keyedChildren(this.body)) {
      if (row.contains(focused) && !ids.has(id)) this.scroller.focus({ preventScroll: true });
    }
  }

  measure() {
    if (this.height || !this.scroller.checkVisibility()) return;
    const row = [...keyedChildren(this.body)].find(([id]) => id !== "above" && id !== "below")?.[1];
    this.height = row?.offsetHeight ?? 0;
    this.view.size = this.scroller.clientHeight;
    if (this.height && this.isLong) this.draw();
  }

  scrolled() {
    if (this.frame) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      this.view.top = this.scroller.scrollTop;
      if (this.isLong) this.draw();
    });
  }

  resized() {
    const size = this.scroller.clientHeight;
    if (size === this.view.size) return;
    this.view.size = size;
    this.height = 0;
    if (this.isLong) this.draw();
  }

  /** Scrolls the item with this key into view. @param {number} key */
  reveal(key) {
    const at = this.matching().findIndex((item) => this.rows.key(item) === key);
    if (at < 0) return;
    if (this.isLong) {
      this.scroller.scrollTop = Math.max(0, (at - 2) * this.height);
      this.view.top = this.scroller.scrollTop;
      this.draw();
    }
    keyedChildren(this.body).get(key)?.scrollIntoView({ block: "nearest" });
  }
}
