// A list of any length: only the rows in view are in the page, and a field finds anybody in it.
import { $, attr, h, keyed, shown, text } from "./dom.js";
import { fill, gettext } from "./i18n.js";

const ALL_DRAWN = 40; // up to so many rows there is nothing to gain
const SEARCHED_FROM = 12;
const BEYOND = 6; // rows drawn above and below those in view, so that scrolling shows no gap

const plain = (words) => words.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** The items whose name holds what was typed; case and accents do not matter. */
function found(items, typed, nameOf) {
  const wanted = plain(typed.trim());
  return wanted ? items.filter((item) => plain(nameOf(item)).includes(wanted)) : items;
}

export class Crowd {
  /** `scroller` scrolls, `body` holds the rows (both may be one). `rows`: {key(item), make(item), update(row, item),
      nameOf(item)}. `finder`: a field of templates/finder.html, or null. All rows are of one height. */
  constructor(scroller, body, rows, finder = null) {
    Object.assign(this, { scroller, body, rows, finder });
    this.items = [];
    this.height = 0;
    this.seen = { top: 0, size: 0 };
    scroller.addEventListener("scroll", () => this.scrolled(), { passive: true });
    new ResizeObserver(() => this.resized()).observe(scroller);
    finder?.addEventListener("input", () => {
      scroller.scrollTop = 0;
      this.seen.top = 0;
      this.draw();
      text(this.said, this.foundWords());
    });
  }

  /** So many that only those in view are drawn. */
  get many() {
    return this.items.length > ALL_DRAWN;
  }

  get said() {
    return $("[data-found]", this.finder.closest("[data-finder]"));
  }

  /** These and no others, in this order. */
  show(items) {
    this.items = items;
    if (this.finder) {
      const place = this.finder.closest("[data-finder]");
      shown(place, items.length >= SEARCHED_FROM || this.finder.value !== "");
    }
    this.draw();
  }

  foundWords() {
    if (!this.finder.value.trim()) return "";
    const count = this.matching().length;
    return count
      ? fill(gettext("{count} of {all}"), { count, all: this.items.length })
      : gettext("Nobody of that name.");
  }

  matching() {
    return this.finder ? found(this.items, this.finder.value, this.rows.nameOf) : this.items;
  }

  draw() {
    const all = this.matching();
    const many = all.length > ALL_DRAWN;
    this.scroller.classList.toggle("crowd", this.many);
    attr(this.scroller, "tabindex", many ? "0" : null);
    let [from, to] = [0, all.length];
    if (many) {
      const height = this.height || 44;
      from = Math.max(0, Math.min(Math.floor(this.seen.top / height), all.length - 1) - BEYOND);
      to = Math.min(all.length, from + Math.ceil((this.seen.size || 600) / height) + 2 * BEYOND);
    }
    this.keepFocus(all.slice(from, to));
    const entries = all.slice(from, to).map((item, at) => ({ item, at: from + at }));
    if (many) {
      entries.unshift({ space: from, id: "above" });
      entries.push({ space: all.length - to, id: "below" });
    }
    keyed(
      this.body,
      entries,
      ({ id, item }) => id ?? this.rows.key(item),
      ({ id, item }) => (id ? this.makeSpace() : this.rows.make(item)),
      (row, { space, item, at }) => {
        if (space !== undefined) row.style.blockSize = `${space * this.height}px`;
        else {
          this.number(row, at, many ? all.length : null);
          this.rows.update(row, item);
        }
      },
    );
    this.measure();
  }

  /** A reader is told the place in the whole list, of which only a part is there. */
  number(row, at, size) {
    const inTable = row.localName === "tr";
    attr(row, inTable ? "aria-rowindex" : "aria-posinset", size && at + 1);
    if (!inTable) attr(row, "aria-setsize", size);
    else attr(row.closest("table"), "aria-rowcount", size && size + 1);
  }

  makeSpace() {
    return this.body.localName === "tbody"
      ? h("tr", { class: "space", "aria-hidden": "true" }, h("td"))
      : h("li", { class: "space", "aria-hidden": "true" });
  }

  /** The row that holds the focus is about to scroll away: the list itself takes it. */
  keepFocus(staying) {
    const focused = document.activeElement;
    if (focused === this.body || focused === this.scroller || !this.body.contains(focused)) return;
    const ids = new Set(staying.map((item) => this.rows.key(item)));
    for (const [id, row] of this.body.farkleKeyed ?? []) {
      if (row.contains(focused) && !ids.has(id)) this.scroller.focus({ preventScroll: true });
    }
  }

  measure() {
    if (this.height || !this.scroller.checkVisibility()) return;
    const row = [...(this.body.farkleKeyed ?? [])].find(
      ([id]) => id !== "above" && id !== "below",
    )?.[1];
    this.height = row?.offsetHeight ?? 0;
    this.seen.size = this.scroller.clientHeight;
    if (this.height && this.many) this.draw();
  }

  scrolled() {
    if (this.frame) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      this.seen.top = this.scroller.scrollTop;
      if (this.many) this.draw();
    });
  }

  resized() {
    const size = this.scroller.clientHeight;
    if (size === this.seen.size) return;
    this.seen.size = size;
    this.height = 0;
    if (this.many) this.draw();
  }

  /** Scrolls to the item with this key. */
  reveal(key) {
    const at = this.matching().findIndex((item) => this.rows.key(item) === key);
    if (at < 0) return;
    if (this.many) {
      this.scroller.scrollTop = Math.max(0, (at - 2) * this.height);
      this.seen.top = this.scroller.scrollTop;
      this.draw();
    }
    this.body.farkleKeyed.get(key)?.scrollIntoView({ block: "nearest" });
  }
}
