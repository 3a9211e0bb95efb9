import { test } from "node:test";
import assert from "node:assert/strict";
import { setPage } from "../../../tests/support/fake-dom.js";
import { startClock, stopClock } from "../../../tests/support/fake-page.js";
import { $, h } from "../lib/dom.js";
import { legalMoves } from "../client/legal-moves.js";
import { Hand } from "./hand.js";
import { Selection } from "./selection.js";

test("when my turn begins or ends, a tap meant for what stood there before does nothing", () => {
  const pass = stopClock();
  const button = (id) => h("button", { id }, h("b"), h("small"));
  setPage("");
  document.body.append(
    h("h2", { id: "heading" }),
    h(
      "div",
      { class: "hand" },
      h("div", { id: "acts", hidden: true }, button("roll"), button("bank"), button("build")),
      h("div", { id: "react" }, h("p", { id: "react-words" })),
      h("div", { id: "pass", hidden: true }),
    ),
  );
  const selection = new Selection();
  selection.set([1], legalMoves({ keeps: { 1: [100, 100, 5, 0, 0] } }));
  const model = { selection, chances: [], myFarkle: false, passing: false };
  model.waitingText = () => "Ines rolls";
  const actions = new Hand(() => {});
  const dead = (canAct) => {
    Object.assign(model, { canAct });
    actions.draw(model);
    const is = $(".hand").classList.contains("dead");
    pass(700);
    assert.equal($(".hand").classList.contains("dead"), false);
    return is;
  };
  const turns = [false, true, true, false, false];
  assert.deepEqual(turns.map(dead), [false, true, false, true, false]);
  // The turn before mine is still on show.
  actions.draw({ ...model, canAct: true, mine: false });
  assert.equal($("#roll small").textContent, "skips to your turn");
  startClock();
});
