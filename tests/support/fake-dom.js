// A document without a browser, for tests of scripts that draw: import it before them. It has no
// layout and no styles. Compare its nodes by ===: to describe two that differ takes minutes.
import { readFileSync } from "node:fs";
import { DOMParser, parseHTML } from "linkedom";
import { define } from "./fake-page.js";

const {
  document: made,
  HTMLElement,
  Event,
  CustomEvent,
} = parseHTML('<!doctype html><html lang="en"><head></head><body></body></html>');
let focused = null;

Object.defineProperties(made, {
  hidden: { value: false, writable: true },
  activeElement: { get: () => (made.body.contains(focused) ? focused : made.body) },
});
Object.assign(HTMLElement.prototype, {
  focus() {
    focused = this;
  },
  checkVisibility() {
    return !this.closest("[hidden]");
  },
  scrollIntoView() {},
  showModal() {
    this.setAttribute("open", "");
  },
  close(value) {
    if (value !== undefined) this.returnValue = value;
    this.removeAttribute("open");
    this.dispatchEvent(new Event("close"));
  },
});
Object.defineProperty(HTMLElement.prototype, "open", {
  get() {
    return this.hasAttribute("open");
  },
  set(value) {
    this.toggleAttribute("open", value);
  },
});
Object.defineProperty(made.createElement("select").constructor.prototype, "value", {
  get() {
    return this.querySelector("[selected]")?.getAttribute("value") ?? "";
  },
  set(value) {
    for (const option of this.children) {
      option.toggleAttribute("selected", option.getAttribute("value") === value);
    }
  },
});
define({
  document: made,
  Event,
  CustomEvent,
  DOMParser,
  MutationObserver: class {
    observe() {}
  },
  ResizeObserver: class {
    observe() {}
  },
  requestAnimationFrame: (act) => setTimeout(act, 16),
});

/** Replaces the content of the page. */
export function setPage(html) {
  focused = null;
  made.body.innerHTML = html; // eslint-disable-line no-restricted-properties
}

/** Returns a template of the server with those it includes, but without its tags and values. */
export const readTemplate = (name) =>
  readFileSync(new URL(`../../templates/${name}`, import.meta.url), "utf8")
    .replace(/\{% include "([^"]+)".*?%\}/g, (_, part) => readTemplate(part))
    .replace(/\{% pencil .*?%\}/g, '<span class="pn"></span>')
    .replace(/\{% translate "(.*?)" %\}/g, "$1")
    .replace(/\{%.*?%\}|\{\{.*?\}\}|\{#.*?#\}/g, "");
