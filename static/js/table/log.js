// The log of turns, newest first: the turn under way throw by throw, the ones before in a line each.
import { h, keyed, text } from "../lib/dom.js";
import { dots } from "./dice.js";
import { fill, gettext } from "../lib/i18n.js";
import { turnLine } from "./narration.js";

function throwLines(turn, name, state) {
  const lines = [];
  let total = turn.built ?? 0;
  turn.rolls.forEach((roll, at) => {
    const nth = at + 1;
    const settled = roll.keep || roll.blank;
    if (settled) {
      total += roll.points;
      const what = roll.blank ? gettext("{name}, nothing scores:") : gettext("{name} kept");
      lines.unshift({
        what: [
          fill(what, { name }),
          " ",
          dots(roll.keep || roll.dice),
          roll.hot ? ` ${gettext("hot dice")}` : "",
        ],
        result: fill(gettext("{points} at risk"), { points: total }),
      });
    } else if (at === turn.rolls.length - 1 && state.throw.length) {
      lines.unshift({
        what: [
          fill(gettext("{name}, throw {nth}:"), { name, nth: state.rolls || nth }),
          " ",
          dots(roll.dice),
        ],
        result: gettext("choosing"),
        quiet: true,
      });
    }
  });
  return lines;
}

/** Lines for `turns`, at most `most`: [{what: nodes, result, quiet?, detail?}]. */
export function logLines(turns, model, most) {
  const found =
    turns.current && turns.current.seat === model.state.current
      ? throwLines(turns.current, model.nameOf(turns.current.seat), model.state)
      : [];
  for (let at = turns.finished.length - 1; at >= 0 && found.length < most; at--) {
    const turn = turns.finished[at];
    const [what, result] = turnLine(turn, model.nameOf(turn.seat));
    found.push({ what: [what], result, turn });
  }
  return found.slice(0, most);
}

const kept = (turn) =>
  turn.rolls.flatMap((roll) => [
    dots(roll.dice),
    roll.keep ? h("span", { class: "quiet" }, " → ", dots(roll.keep)) : null,
    " ",
  ]);

function line({ what, result, quiet, turn }, detailed) {
  return h(
    "li",
    null,
    h("span", null, what),
    h("span", { class: quiet ? "quiet" : null }, result),
    detailed && turn?.rolls.length ? h("span", { class: "throws" }, kept(turn)) : null,
  );
}

/** Writes the lines into a list; `detailed` adds every throw of every turn. The line of a turn that ended stays as it is. */
export function draw(list, entries, { detailed = false } = {}) {
  keyed(
    list,
    entries,
    (entry) => entry.turn ?? entry,
    (entry) => line(entry, detailed),
    (row, { what, result, turn }) => {
      if (!turn) return;
      text(row.children[0], what[0]);
      text(row.children[1], result);
    },
  );
}
