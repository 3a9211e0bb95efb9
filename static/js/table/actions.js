// The buttons to roll, bank and build. A disabled button says why.
import { $, attr, shown, text } from "../lib/dom.js";
import { DEAD_AFTER, deaden } from "./stray-taps.js";
/** @import { Press, buttons } from "./text/buttons.js" */

export class Actions {
  /** `press(name)` runs when a button is pressed. @param {(name: Press) => void} press */
  constructor(press) {
    this.nodes = { roll: $("#roll"), bank: $("#bank"), build: $("#build") };
    this.kind = ""; // of what the buttons do
    for (const [name, node] of this.named) {
      node.addEventListener("click", () => press(name));
    }
  }

  get named() {
    const { roll, bank, build } = this.nodes;
    return /** @type {const} */ ([
      ["roll", roll],
      ["bank", bank],
      ["build", build],
    ]);
  }

  /** Shows what the buttons do now.
      @param {ReturnType<typeof buttons>} wanted @param {Pick<Model, "asking" | "pending">} model */
  show(wanted, model) {
    const kind = [model.asking, Boolean(wanted.roll.keep)].join();
    if (kind !== this.kind) deaden($("#acts"), DEAD_AFTER.press);
    this.kind = kind;
    for (const [name, node] of this.named) {
      const button = wanted[name];
      shown(node, Boolean(button));
      if (!button) continue;
      text($("b", node), button.label);
      text($("small", node), button.small);
      attr(node, "aria-disabled", !button.on || model.pending ? "true" : null);
      node.classList.toggle("asks", Boolean(button.asks));
      node.classList.toggle("keep", Boolean(button.keep));
      node.classList.toggle("sent", model.pending && button.on);
    }
    // At the start of a turn there is nothing to bank, so Build takes the place of Bank.
    if (wanted.build) shown(this.nodes.bank, false);
  }
}
