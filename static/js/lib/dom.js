// Small helpers for making and updating elements in place, so that focus is never lost.

const SVG = "http://www.w3.org/2000/svg";

function put(node, props, children) {
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return node;
}

/** An HTML element: h("p", {class: "small"}, "text", otherNode). */
export function h(name, props, ...children) {
  return put(document.createElement(name), props, children);
}

/** The same for SVG. */
export function s(name, props, ...children) {
  return put(document.createElementNS(SVG, name), props, children);
}

/** An icon of the page's sprite; decoration, the words stand beside it. */
export function icon(name) {
  return s("svg", { class: "ico", "aria-hidden": "true" }, s("use", { href: `#i-${name}` }));
}

/** Sets an attribute, or takes it away, and touches the page only where something changed. */
export function attr(node, name, value) {
  if (value === null || value === undefined || value === false) node.removeAttribute(name);
  else {
    const wanted = value === true ? "" : String(value);
    if (node.getAttribute(name) !== wanted) node.setAttribute(name, wanted);
  }
}

/** Sets the text of a node that holds nothing else. */
export function text(node, value) {
  if (node.textContent !== value) node.textContent = value;
}

/** Sets a sentence about `name` so that a long name gives way to the words round it. */
export function about(node, sentence, name) {
  if (node.textContent === sentence) return;
  const [before, ...after] = sentence.split(name);
  const parts =
    name && after.length
      ? [before, h("span", { class: "name" }, name), after.join(name)]
      : [sentence];
  node.replaceChildren(...parts);
}

/** Shows or hides; by the attribute, since drawings know no `hidden` property. */
export function shown(node, yes) {
  if (node.hasAttribute("hidden") === Boolean(yes)) node.toggleAttribute("hidden", !yes);
}

/** One child for each item, found again by key, moved only where the order changed. */
export function keyed(parent, items, key, make, update) {
  const old = parent.farkleKeyed ?? new Map();
  const next = new Map(items.map((item) => [key(item), item]));
  // First of all, or those that stay would have to be moved past them.
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
