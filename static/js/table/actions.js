// The slip with the sum, and the buttons. A button that is off says why; a rule is never worked out here,
// only looked up in what the server says may be done.
import { $, attr, h, shown, text } from "../lib/dom.js";
import { fill, gettext } from "../lib/i18n.js";
import { pencilled } from "../lib/pencil.js";
import { short, values } from "./refusals.js";
import { sameSide, sideName, sideTotal } from "./sides.js";
import { diceWords, odds } from "./narration.js";

/** What the buttons say and whether they are on: {roll, bank, build}, each {on, label, small, code?, given?}. */
export function buttons(model) {
  const { may, choice, rules } = model;
  const row = choice.rows.get("") ?? choice.row;
  const off = (label, code, given) => ({
    on: false,
    label,
    small: short(code, given),
    code,
    given,
  });
  const out = { build: null };
  if (!row) {
    out.roll = off(gettext("Roll"), "nothing_kept");
    out.bank = off(gettext("Bank"), "nothing_kept");
  } else {
    out.roll = row.roll
      ? off(gettext("Roll"), row.roll, values(row, rules))
      : rollButton(row, model.chances);
    out.bank = row.bank
      ? off(gettext("Bank"), row.bank, values(row, rules))
      : {
          on: true,
          label: fill(gettext("Bank {points}"), { points: row.total }),
          small: after(model, row.total),
        };
  }
  if (may?.build) {
    const [points, dice] = may.offer;
    const small = [fill(gettext("throws {dice}"), { dice }), odds(model.chances[dice - 1])].join(
      ", ",
    );
    out.build = { on: true, label: fill(gettext("Build on {points}"), { points }), small };
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
  const label = next === 6 ? gettext("Roll all 6") : fill(gettext("Roll {dice}"), { dice: next });
  return { on: true, label, small: odds(chances[next - 1]), chance: chances[next - 1] };
}

/** What banking would make, and how that stands to the one to beat. */
function after({ state, nameOf }, points) {
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
      return fill(gettext("{points} short of {name}"), { points: best - total, name });
    }
    if (total > best) {
      return fill(gettext("{points} ahead of {name}"), { points: total - best, name });
    }
    return fill(gettext("level with {name}"), { name });
  }
  return fill(gettext("makes {total}"), { total });
}

export class Hand {
  constructor(press) {
    this.slip = $("#slip");
    this.nodes = { roll: $("#roll"), bank: $("#bank"), build: $("#build") };
    this.key = null;
    for (const [name, node] of Object.entries(this.nodes)) {
      node.addEventListener("click", () => press(name));
    }
  }

  draw(model) {
    this.drawSlip(model);
    const acting = (model.canAct || model.farkledMine) && !model.passing;
    const hadFocus = $("#acts").contains(document.activeElement) && !acting;
    shown($("#acts"), acting);
    shown($("#react"), !acting && !model.passing);
    shown($("#pass"), model.passing);
    if (model.passing) {
      text($("#pass-on b"), fill(gettext("Pass it to {name}"), { name: model.name }));
      text($("#pass-on small"), fill(gettext("{name} has it: go on"), { name: model.name }));
    }
    // Hiding what is focused would lose the reader's place.
    if (hadFocus) $("#heading").focus({ preventScroll: true });
    if (!acting) {
      text($("#react-words"), model.waitWords());
      return;
    }
    const wanted = model.canAct ? buttons(model) : this.overWords(model);
    for (const [name, node] of Object.entries(this.nodes)) {
      const button = wanted[name];
      shown(node, Boolean(button));
      if (!button) continue;
      const asked = name === "roll" && model.asking;
      text($("b", node), asked ? gettext("Sure?") : button.label);
      text(
        $("small", node),
        asked ? fill(gettext("{odds}, press again"), { odds: button.small }) : button.small,
      );
      attr(node, "aria-disabled", !button.on || model.pending ? "true" : null);
      node.classList.toggle("sent", model.pending && button.on);
    }
    // At the start of a turn nothing can be banked: the place is for building, where there is any.
    if (wanted.build) shown(this.nodes.bank, false);
    if (model.canAct && document.activeElement === $("#heading")) {
      this.nodes.roll.focus({ preventScroll: true });
    }
  }

  overWords({ nextName }) {
    return {
      roll: {
        on: false,
        label: gettext("Roll"),
        small: nextName ? fill(gettext("{name} throws next"), { name: nextName }) : "",
      },
      bank: { on: false, label: gettext("Bank"), small: gettext("nothing to bank") },
      build: null,
    };
  }

  drawSlip(model) {
    const { state, scene, choice, live, mine, name } = model;
    const row = live ? choice.row : null;
    const lost = scene?.kind === "farkle" ? scene.lost : null;
    const key = JSON.stringify([
      scene?.kind === "bank",
      lost,
      state.turn_points,
      row?.keep,
      row?.points,
      state.current,
      model.slipWords(),
      mine,
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
    if (lost !== null) {
      const words = model.lostWords();
      parts = [
        h(
          "div",
          { class: "term" },
          lost ? h("span", { class: "struck" }, pencilled(lost)) : null,
          h("small", null, words),
        ),
      ];
    } else if (scene?.kind === "bank") {
      parts = [term(scene.points, gettext("written on the pad"), "sum")];
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
        : fill(gettext("{dice}, selected by {name}"), { dice: diceWords(row.keep), name });
      parts = [term(row.total, label, "sum")];
    } else if (state.turn_points) {
      parts = [term(state.turn_points, gettext("at risk"), "sum")];
    } else parts = [h("p", { class: "slip-words" }, model.slipWords())];
    this.slip.replaceChildren(...parts);
  }
}
