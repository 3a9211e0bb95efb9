import { test } from "node:test";
import assert from "node:assert/strict";
import { setPage } from "../../../tests/support/fake-dom.js";
import { pencil, pencilled } from "./pencil.js";

const shapes = (node) =>
  [...node.querySelectorAll("use")].map((use) => use.getAttribute("href").replace(/^.*#/, "#"));
const spoken = (node) => node.querySelector(".vh").textContent;

test("each digit is a symbol, of several shapes in turn", () => {
  setPage("");
  const node = pencilled(10_000);
  assert.deepEqual(shapes(node), ["#d1", "#d0", "#dc", "#d0b", "#d0c", "#d0"]);
  assert.equal(spoken(node), "10,000");
});

test("signs are drawn and spoken", () => {
  assert.deepEqual(shapes(pencilled(-50)), ["#dm", "#d5", "#d0"]);
  assert.equal(spoken(pencilled(-50)), "−50");
  assert.deepEqual([shapes(pencilled("+")), spoken(pencilled("+"))], [["#dp"], "plus"]);
  assert.deepEqual([shapes(pencilled("=")), spoken(pencilled("="))], [["#de"], "equals"]);
});

test("only a change is written, and not the first value", () => {
  const node = pencilled(50, { write: true });
  assert.equal(node.classList.contains("write"), false);
  const [first] = node.children;
  pencil(node, 50, { write: true });
  assert.ok(node.children[0] === first);
  pencil(node, 100, { write: true, bold: true });
  assert.deepEqual([node.classList.contains("write"), node.classList.contains("b")], [true, true]);
});
