// Helpers that create elements and update them in place, so that the focus is never lost.

const SVG = "http://www.w3.org/2000/svg";

function build(node, props, children) {
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return node;
}

/** Creates an HTML element: h("p", {class: "small"}, "text", otherNode). */
export function h(name, props, ...children) {
  return build(document.createElement(name), props, children);
}

/** Creates an SVG element. */
export function s(name, props, ...children) {
  return build(document.createElementNS(SVG, name), props, children);
}

/** Creates an icon of the page's sprite. It is decoration: the text stands beside it. */
export function icon(name) {
  return s("svg", { class: "ico", "aria-hidden": "true" }, s("use", { href: `#i-${name}` }));
}

/** Sets or removes an attribute, and touches the page only if it changes. */
export function attr(node, name, value) {
  if (value === null || value === undefined || value === false) node.removeAttribute(name);
  else {
    const wanted = value === true ? "" : String(value);
    if (node.getAttribute(name) !== wanted) node.setAttribute(name, wanted);
  }
}

/** Returns the words of a node on one line, without the line breaks of its template. */
export const wordsOf = (node) => node.textContent.trim().replace(/[ \t\n]+/g, " ");

/** Sets the text of a node that has no other content. */
export function text(node, value) {
  if (node.textContent !== value) node.textContent = value;
}

/** Sets a sentence that contains `name`. A long name is cut short, the words around it are not. */
export function textWithName(node, sentence, name) {
  if (node.textContent === sentence) return;
  const [before, ...after] = sentence.split(name);
  const parts =
    name && after.length
      ? [before, h("span", { class: "name" }, name), after.join(name)]
      : [sentence];
  node.replaceChildren(...parts);
}

/** Shows or hides a node. Uses the attribute, because SVG elements have no `hidden` property. */
export function shown(node, yes) {
  if (node.hasAttribute("hidden") === Boolean(yes)) node.toggleAttribute("hidden", !yes);
}

/** Keeps one child per item, identified by its key. A child moves only if the order changed. */
export function keyed(parent, items, key, make, update) {
  const old = parent.farkleKeyed ?? new Map();
  const next = new Map(items.map((item) => [key(item), item]));
  // First, or the children that stay would have to move past those that go.
  for (const [id, node] of old) if (!next.has(id)) node.remove();
  let at = parent.firstElementChild;
  for (const [id, item] of next) {
    const node = old.get(id) ?? make(item);
    if (node === at) at = at.nextElementSibling;
    else parent.insertBefore(node, at);
    update(node, item);
    next.set(id, node);
  }
  parent.farkleKeyed = next;
}

export const $ = (selector, within = document) => within.querySelector(selector);
