// A search field over a list that is all in the page: what does not match is hidden.
import { $, optional, shown, text } from "./dom.js";
import { fill, gettext } from "./i18n.js";

/** Returns words as they are compared: without case, accents and separators of thousands.
    @param {string} words */
export const plain = (words) =>
  words
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/(?<=\d)[.,'’\s](?=\d{3}(?!\d))/g, "");

export class Finder {
  /** `id` is of the search field, in templates/partials/finder.html. `items` returns what it finds:
      each by its `data-words` and what can be read in it. A part of the list, `[data-items]`, is
      hidden with all of its items. `drawn` runs after each search.
      @param {string} id @param {() => HTMLElement[]} items @param {() => void} [drawn] */
  constructor(id, items, drawn = () => {}) {
    this.field = $(`input#${id}`);
    this.place = /** @type {HTMLElement} */ (this.field.closest("[data-finder]"));
    this.items = items;
    this.drawn = drawn;
    shown(this.place, true);
    this.field.addEventListener("input", () => this.draw());
    this.field.addEventListener("keydown", (event) => {
      if (event.key === "Enter") this.focusFirst();
    });
  }

  draw() {
    const wanted = plain(this.field.value).split(/\s+/).filter(Boolean);
    const items = this.items();
    const hits = items.map((item) => {
      const parts = [...item.childNodes].filter((part) => !("hidden" in part && part.hidden));
      const words = plain([item.dataset.words, ...parts.map((part) => part.textContent)].join(" "));
      return wanted.filter((word) => words.includes(word)).length;
    });
    // Where nothing fits, what fits best is suggested, but never another person.
    const { none } = this.place.dataset;
    const most = none ? Math.max(...hits) || wanted.length : wanted.length;
    items.forEach((item, at) => shown(item, hits[at] >= most));
    const parts = new Set(items.map((item) => item.closest("[data-items]")));
    for (const part of parts) {
      if (part) shown(part, Boolean(items.find((item) => !item.hidden && part.contains(item))));
    }
    const count = hits.filter((hit) => hit >= most).length;
    const words =
      most < wanted.length ? gettext("Nothing exact. The nearest:") : gettext("{count} of {all}");
    const result = count ? fill(words, { count, all: items.length }) : none;
    text($("[data-found]", this.place), wanted.length ? (result ?? "") : "");
    this.drawn();
  }

  clear() {
    if (!this.field.value) return;
    this.field.value = "";
    this.draw();
  }

  focusFirst() {
    const first = this.items().find((item) => !item.hidden);
    if (!first) return;
    const control = first.matches("a, button") ? first : optional("a, button, input", first);
    control?.focus();
  }
}
