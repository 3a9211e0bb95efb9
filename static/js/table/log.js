// The log of turns, newest first: the turn under way throw by throw, each finished turn in one row.
import { $, h, keyed, text } from "../lib/dom.js";
import { fill, gettext } from "../lib/i18n.js";
import { isBlank, isHot } from "../client/turns.js";
import { inlineDice } from "./dice.js";
import { turnText } from "./text/narration.js";
/** @import { Child } from "../lib/dom.js" */
/** @import { TurnLog } from "../client/turns.js" */

/** A line of the log: of a throw, or of a finished `turn`.
    @typedef {{ what: Child[], result: string, quiet?: boolean, turn?: Wire.Turn }} Entry */

/** Returns the entries of the turn under way, one for each throw.
    @param {Wire.CurrentTurn} turn @param {string} name @param {GameState} state */
function throwEntries(turn, name, state) {
  /** @type {Entry[]} */ const entries = [];
  let total = turn.built ?? 0;
  turn.rolls.forEach((roll, at) => {
    const blank = isBlank(roll);
    const settled = roll.keep || blank;
    if (settled) {
      total += roll.points;
      const what = blank ? gettext("{name}, no score:") : gettext("{name} kept");
      entries.unshift({
        what: [
          fill(what, { name }),
          " ",
          inlineDice(roll.keep || roll.dice),
          isHot(roll) ? ` ${gettext("hot dice")}` : "",
        ],
        result: fill(gettext("{points} at risk"), { points: total }),
      });
    } else if (at === turn.rolls.length - 1 && state.throw.length) {
      entries.unshift({
        what: [fill(gettext("{name} rolled:"), { name }), " ", inlineDice(roll.dice)],
        result: gettext("selecting…"),
        quiet: true,
      });
    }
  });
  return entries;
}

/** Returns the newest entries, at most `most`: [{what: nodes, result, quiet?, turn?}].
    @param {TurnLog} turns @param {Model} model @param {number} most */
export function logEntries(turns, model, most) {
  const found =
    turns.current && turns.current.seat === model.state.current
      ? throwEntries(turns.current, model.nameOf(turns.current.seat), model.state)
      : [];
  for (let at = turns.finished.length - 1; at >= 0 && found.length < most; at--) {
    const turn = turns.finished[at];
    const [what, result] = turnText(turn, model.nameOf(turn.seat));
    found.push({ what: [what], result, turn });
  }
  return found.slice(0, most);
}

/** Creates what stands between the dice rolled and those kept of them. */
const arrow = () => [
  h("span", { "aria-hidden": "true" }, " → "),
  h("span", { class: "vh" }, ` ${gettext("kept:")} `),
];

const throwsOf = (/** @type {Wire.Turn} */ turn) =>
  turn.rolls.flatMap((roll) => [
    inlineDice(roll.dice),
    roll.keep ? h("span", { class: "quiet" }, arrow(), inlineDice(roll.keep)) : null,
    " ",
  ]);

/** @param {Entry} entry @param {boolean} detailed */
function makeRow({ what, result, quiet, turn }, detailed) {
  return h(
    "li",
    null,
    h("span", null, what),
    h(
      "span",
      { class: quiet ? "quiet" : null },
      turn?.outcome === "banked" ? h("span", { class: "vh" }, `${gettext("Total:")} `) : null,
      h("span", null, result),
    ),
    detailed && turn?.rolls.length ? h("span", { class: "throws" }, throwsOf(turn)) : null,
  );
}

/** Draws the entries into a list; `detailed` adds every throw of each turn.
    @param {HTMLElement} list @param {Entry[]} entries @param {{ detailed?: boolean }} [options] */
export function drawLog(list, entries, { detailed = false } = {}) {
  keyed(
    list,
    entries,
    (entry) => entry.turn ?? entry,
    (entry) => makeRow(entry, detailed),
    (row, { what, result, turn }) => {
      if (!turn) return;
      text(row.children[0], String(what[0]));
      text($(":scope > :nth-child(2) > :last-child", row), result);
    },
  );
}
