// Helpers that create elements and update them in place, so that the focus is never lost.

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Record<string, string | number | boolean | null | undefined | EventListener>} Props
    @typedef {string | Node | null | undefined} Child */

/** @template {Element} Built @param {Built} node @param {Props | null | undefined} props
    @param {(Child | Child[])[]} children */
function build(node, props, children) {
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return node;
}

/** Creates an HTML element: h("p", {class: "small"}, "text", otherNode).
    @template {keyof HTMLElementTagNameMap} Tag @param {Tag} name @param {Props | null} [props]
    @param {...(Child | Child[])} children */
export function h(name, props, ...children) {
  return build(document.createElement(name), props, children);
}

/** Creates an SVG element. @template {keyof SVGElementTagNameMap} Tag @param {Tag} name
    @param {Props | null} [props] @param {...(Child | Child[])} children */
export function s(name, props, ...children) {
  return build(document.createElementNS(SVG, name), props, children);
}

/** Creates an element from a template of the page. @param {string} id */
export const clone = (id) => document.importNode($("*", $(`template#${id}`).content), true);

/** Returns the address of a drawing in the sprite, the file of icons, pencil figures and dice.
    @param {string} name */
export const drawingUrl = (name) => `${document.documentElement.dataset.sprite}#${name}`;

/** Creates an icon of the sprite. It is decoration: the text stands beside it.
    @param {string} name */
export function icon(name) {
  const use = s("use", { href: drawingUrl(`i-${name}`) });
  return s("svg", { class: "ico", "aria-hidden": "true" }, use);
}

/** Sets or removes an attribute, and touches the page only if it changes. @param {Element} node
    @param {string} name @param {string | number | boolean | null | undefined} value */
export function attr(node, name, value) {
  if (value === null || value === undefined || value === false) node.removeAttribute(name);
  else {
    const wanted = value === true ? "" : String(value);
    if (node.getAttribute(name) !== wanted) node.setAttribute(name, wanted);
  }
}

/** Returns the words of a node on one line, without the line breaks of its template.
    @param {Element} node */
export const wordsOf = (node) => node.textContent.trim().replace(/[ \t\n]+/g, " ");

/** Sets the text of a node that has no other content.
    @param {Element} node @param {string} value */
export function text(node, value) {
  if (node.textContent !== value) node.textContent = value;
}

/** Sets a sentence that contains `name`. A long name is cut short, the words around it are not.
    @param {Element} node @param {string} sentence @param {string} name */
export function textWithName(node, sentence, name) {
  if (node.textContent === sentence) return;
  const [before, ...after] = sentence.split(name);
  const parts =
    name && after.length
      ? [before, h("span", { class: "name" }, name), after.join(name)]
      : [sentence];
  node.replaceChildren(...parts);
}

/** Shows or hides a node. Uses the attribute, because SVG elements have no `hidden` property.
    @param {Element} node @param {unknown} yes */
export function shown(node, yes) {
  if (node.hasAttribute("hidden") === Boolean(yes)) node.toggleAttribute("hidden", !yes);
}

/** @type {WeakMap<Element, Map<unknown, any>>} */ const kept = new WeakMap();

/** Returns the children that `keyed` has drawn, by their keys. @param {Element} parent */
export const keyedChildren = (parent) => kept.get(parent) ?? new Map();

/** Keeps one child per item, identified by its key. A child moves only if the order changed.
    @template Item @template {Element} Child @param {Element} parent @param {Iterable<Item>} items
    @param {(item: Item) => unknown} key @param {(item: Item) => Child} make
    @param {(child: Child, item: Item) => void} update */
export function keyed(parent, items, key, make, update) {
  /** @type {Map<unknown, Child>} */ const old = keyedChildren(parent);
  const next = new Map(Array.from(items, (item) => [key(item), item]));
  // First, or the children that stay would have to move past those that go.
  for (const [id, node] of old) if (!next.has(id)) node.remove();
  let at = parent.firstElementChild;
  const children = new Map();
  for (const [id, item] of next) {
    const node = old.get(id) ?? make(item);
    if (node === at) at = at.nextElementSibling;
    else parent.insertBefore(node, at);
    update(node, item);
    children.set(id, node);
  }
  kept.set(parent, children);
}

/** Returns the first element that fits, or null.
    @template {string} S @param {S} selector @param {ParentNode} [within] */
export const optional = (selector, within = document) => within.querySelector(selector);

/** Returns the first element that fits. Throws an error where there is none.
    @template {string} S @param {S} selector @param {ParentNode} [within] */
export function $(selector, within = document) {
  const node = within.querySelector(selector);
  if (!node) throw new Error(`No element of the page fits ${selector}`);
  return node;
}

/** Returns a data attribute, and throws an error where there is none.
    @param {HTMLElement | SVGElement} node @param {string} name */
export function data(node, name) {
  const value = node.dataset[name];
  if (value === undefined) throw new Error(`An element lacks the data attribute ${name}`);
  return value;
}

/** Returns where an event happened, or the next element around it that fits, or null.
    @template {string} S @param {Event} event @param {S} selector */
export const closest = ({ target }, selector) =>
  target instanceof Element ? target.closest(selector) : null;
