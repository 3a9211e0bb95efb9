// A list of any length with a search field. Of a long list only the rows in view are in the page.
import { $, attr, h, keyed, keyedChildren, shown } from "./dom.js";
import { fill, gettext } from "./i18n.js";
import { note } from "./toast.js";

const LONG = 40; // up to this many rows, all are in the page
const SEARCHABLE = 12; // from this many rows on there is a search field
const MARGIN = 6; // rows kept above and below those in view, so that scrolling shows no gap

const plain = (words) => words.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** Returns the items whose name contains what was typed, without regard to case and accents. */
function matches(items, typed, nameOf) {
  const wanted = plain(typed.trim());
  return wanted ? items.filter((item) => plain(nameOf(item)).includes(wanted)) : items;
}

export class VirtualList {
  /** `scroller` scrolls and `body` holds the rows; they may be the same node. `rows` is {key(item),
      make(item), update(row, item), nameOf(item)}. `finder` is the search field of
      templates/partials/finder.html, or null. All rows have the same height. */
  constructor(scroller, body, rows, finder = null) {
    this.scroller = scroller;
    this.body = body;
    this.rows = rows;
    this.finder = finder;
    this.items = [];
    this.height = 0;
    this.view = { top: 0, size: 0 };
    scroller.addEventListener("scroll", () => this.scrolled(), { passive: true });
    new ResizeObserver(() => this.resized()).observe(scroller);
    finder?.addEventListener("input", () => {
      scroller.scrollTop = 0;
      this.view.top = 0;
      this.draw();
      note(this.resultNode, this.resultText());
    });
  }

  /** Whether only the rows in view are in the page. */
  get isLong() {
    return this.items.length > LONG;
  }

  get resultNode() {
    return $("[data-found]", this.finder.closest("[data-finder]"));
  }

  /** Shows these items, in this order. */
  show(items) {
    this.items = items;
    if (this.finder) {
      const place = this.finder.closest("[data-finder]");
      shown(place, items.length >= SEARCHABLE || this.finder.value !== "");
    }
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
    return this.finder ? matches(this.items, this.finder.value, this.rows.nameOf) : this.items;
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
    const entries = all.slice(from, to).map((item, at) => ({ item, at: from + at }));
    if (long) {
      entries.unshift({ space: from, id: "above" });
      entries.push({ space: all.length - to, id: "below" });
    }
    keyed(
      this.body,
      entries,
      ({ id, item }) => id ?? this.rows.key(item),
      ({ id, item }) => (id ? this.makeSpacer() : this.rows.make(item)),
      (row, { space, item, at }) => {
        if (space !== undefined) row.style.blockSize = `${space * this.height}px`;
        else {
          this.setPosition(row, at, long ? all.length : null);
          this.rows.update(row, item);
        }
      },
    );
    this.measure();
  }

  /** Tells screen readers the row's place in the whole list, of which the page has only a part. */
  setPosition(row, at, size) {
    const inTable = row.localName === "tr";
    attr(row, inTable ? "aria-rowindex" : "aria-posinset", size && at + 1);
    if (!inTable) attr(row, "aria-setsize", size);
    else attr(row.closest("table"), "aria-rowcount", size && size + 1);
  }

  makeSpacer() {
    return this.body.localName === "tbody"
      ? h("tr", { class: "space", "aria-hidden": "true" }, h("td"))
      : h("li", { class: "space", "aria-hidden": "true" });
  }

  /** If the focused row leaves the page, the list itself takes the focus. */
  keepFocus(staying) {
    const focused = document.activeElement;
    if (focused === this.body || focused === this.scroller || !this.body.contains(focused)) return;
    const ids = new Set(staying.map((item) => this.rows.key(item)));
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

  /** Scrolls the item with this key into view. */
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
