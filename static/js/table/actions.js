// The sum at risk and the buttons to roll, bank and build. A disabled button says why. No rule is
// applied here: the server says what is allowed.
import { $, attr, h, shown, text } from "../lib/dom.js";
import { fill, gettext } from "../lib/i18n.js";
import { pencilled } from "../lib/pencil.js";
import { diceCount, diceText, oddsText } from "./narration.js";
import { refusalValues, shortRefusal } from "./refusals.js";
import { sameSide, sideName, sideTotal } from "./sides.js";

/** Returns the buttons {roll, bank, build}, each null or {on, label, small, code?, given?}. */
export function buttons(model) {
  const { may, selection, rules } = model;
  const row = selection.rows.get("") ?? selection.row;
  const off = (label, code, given) => ({
    on: false,
    label,
    small: shortRefusal(code, given),
    code,
    given,
  });
  const out = { build: null };
  if (!row) {
    out.roll = off(gettext("Roll"), "nothing_kept");
    out.bank = off(gettext("Bank"), "nothing_kept");
  } else {
    out.roll = row.roll
      ? off(gettext("Roll"), row.roll, refusalValues(row, rules))
      : rollButton(row, model.chances);
    out.bank = row.bank
      ? off(gettext("Bank"), row.bank, refusalValues(row, rules))
      : {
          on: true,
          label: fill(gettext("Bank {points}"), { points: row.total }),
          small: bankText(model, row.total),
        };
  }
  if (may?.build) {
    const [points, dice] = may.offer;
    const small = [diceCount(dice), oddsText(model.chances[dice - 1])].join(", ");
    out.build = { on: true, label: fill(gettext("Continue from {points}"), { points }), small };
  }
  return out;
}

function rollButton({ ends, next, points }, chances) {
  if (ends) {
    return {
      on: true,
      label: fill(gettext("Keep {points}"), { points }),
      small: gettext("ends your turn"),
    };
  }
  const label = fill(gettext("Roll {dice}"), { dice: diceCount(next) });
  return { on: true, label, small: oddsText(chances[next - 1]), chance: chances[next - 1] };
}

/** Returns the total that banking would give, and in a final round how it compares. */
function bankText({ state, nameOf }, points) {
  const total = sideTotal(state, state.current) + points;
  if (
    state.phase === "final" &&
    state.leader >= 0 &&
    !sameSide(state, state.leader, state.current)
  ) {
    const totals = state.scores.map((_, seat) =>
      sameSide(state, seat, state.current) ? -Infinity : sideTotal(state, seat),
    );
    const best = Math.max(...totals);
    const name = sideName(state, totals.indexOf(best), nameOf);
    if (total < best) {
      return fill(gettext("{points} behind {name}"), { points: best - total, name });
    }
    if (total > best) {
      return fill(gettext("{points} ahead of {name}"), { points: total - best, name });
    }
    return fill(gettext("tied with {name}"), { name });
  }
  return fill(gettext("new total {total}"), { total });
}

export class Actions {
  constructor(press) {
    this.slip = $("#slip");
    this.nodes = { roll: $("#roll"), bank: $("#bank"), build: $("#build") };
    this.key = null;
    for (const [name, node] of Object.entries(this.nodes)) {
      node.addEventListener("click", () => press(name));
    }
  }

  draw(model) {
    this.drawSum(model);
    const acting = (model.canAct || model.myFarkle) && !model.passing;
    const hadFocus = $("#acts").contains(document.activeElement) && !acting;
    shown($("#acts"), acting);
    shown($("#react"), !acting && !model.passing);
    shown($("#pass"), model.passing);
    if (model.passing) {
      text($("#pass-on b"), fill(gettext("Pass the device to {name}"), { name: model.name }));
      text($("#pass-on small"), fill(gettext("I'm {name}, continue"), { name: model.name }));
    }
    // The focus would be lost with the hidden button.
    if (hadFocus) $("#heading").focus({ preventScroll: true });
    if (!acting) {
      text($("#react-words"), model.waitingText());
      return;
    }
    const wanted = model.canAct ? buttons(model) : this.turnOverButtons(model);
    for (const [name, node] of Object.entries(this.nodes)) {
      const button = wanted[name];
      shown(node, Boolean(button));
      if (!button) continue;
      const asked = name === "roll" && model.asking;
      text($("b", node), asked ? gettext("Roll anyway?") : button.label);
      text(
        $("small", node),
        asked ? fill(gettext("{odds} – tap again"), { odds: button.small }) : button.small,
      );
      attr(node, "aria-disabled", !button.on || model.pending ? "true" : null);
      node.classList.toggle("asks", asked);
      node.classList.toggle("sent", model.pending && button.on);
    }
    // At the start of a turn there is nothing to bank, so Build takes the place of Bank.
    if (wanted.build) shown(this.nodes.bank, false);
    if (model.canAct && document.activeElement === $("#heading")) {
      this.nodes.roll.focus({ preventScroll: true });
    }
  }

  turnOverButtons({ nextName }) {
    return {
      roll: {
        on: false,
        label: gettext("Roll"),
        small: nextName ? fill(gettext("{name} is next"), { name: nextName }) : "",
      },
      bank: { on: false, label: gettext("Bank"), small: gettext("Nothing to bank") },
      build: null,
    };
  }

  drawSum(model) {
    const { state, scene, selection, live, mine, name } = model;
    const row = live ? selection.row : null;
    const lost = scene?.kind === "farkle" ? scene.lost : null;
    const key = JSON.stringify([
      scene?.kind === "bank",
      lost,
      state.turn_points,
      row?.keep,
      row?.points,
      state.current,
      model.slipText(),
      mine,
      model.waiting,
    ]);
    if (key === this.key) return;
    this.key = key;
    const term = (value, label, kind = "") =>
      h(
        "div",
        { class: `term ${kind}` },
        pencilled(value, { bold: kind === "sum" }),
        h("small", null, label),
      );
    const op = (sign) => h("div", { class: "op" }, pencilled(sign));
    let parts;
    if (model.waiting) {
      parts = [h("p", { class: "slip-words" }, gettext("Connecting…"))];
    } else if (lost !== null) {
      const words = model.lossText();
      parts = [
        h(
          "div",
          { class: "term" },
          lost ? h("span", { class: "struck" }, pencilled(lost)) : null,
          h("small", null, words),
        ),
      ];
    } else if (scene?.kind === "bank") {
      parts = [term(scene.points, gettext("added to your score"), "sum")];
    } else if (row?.keep && state.turn_points) {
      parts = [
        term(state.turn_points, gettext("set aside")),
        op("+"),
        term(row.points, gettext("selected")),
        op("="),
        term(row.total, gettext("at risk"), "sum"),
      ];
    } else if (row?.keep) {
      const label = mine
        ? gettext("at risk")
        : fill(gettext("{dice}, selected by {name}"), { dice: diceText(row.keep), name });
      parts = [term(row.total, label, "sum")];
    } else if (state.turn_points) {
      parts = [term(state.turn_points, gettext("at risk"), "sum")];
    } else parts = [h("p", { class: "slip-words" }, model.slipText())];
    this.slip.replaceChildren(...parts);
  }
}
