// What follows from the rows of a race's board.
import { fill, gettext, ngettext } from "../../lib/i18n.js";
import { clock } from "../../lib/time.js";

/** A row with its place; null before the player has begun.
    @typedef {{ player: number, place: number | null, name: string, level: string, colour: number,
      total: number, turn: number, light: Wire.Lane[6], ended: boolean }} Placed */

/** Returns the rows, best first. Equal totals share a place. @param {Map<number, Wire.Lane>} lanes
    @returns {Placed[]} */
export function byPlace(lanes) {
  const rows = [...lanes.values()].sort(
    ([one, , , , a, early], [other, , , , b, late]) => b - a || late - early || one - other,
  );
  let place = 0;
  return rows.map(([player, name, level, colour, total, turn, light, ended], at) => {
    if (at === 0 || rows[at - 1][4] !== total) place = at + 1;
    return { player, place, name, level, colour, total, turn, light, ended };
  });
}

/** Returns those of my players who have not ended. @param {number[]} mine
    @param {Map<number, Wire.Lane>} lanes */
export const ownLanes = (mine, lanes) => mine.filter((id) => !lanes.get(id)?.[7]);

export const LIGHTS = { hot: gettext("hot dice"), farkled: gettext("farkle"), "": "" };

/** Says where a player is: "turn 4, hot dice", or "done". @param {Pick<Placed, "turn" | "light" |
    "ended">} lane */
export function progressText({ turn, light, ended }) {
  if (ended) return gettext("done");
  const words = fill(gettext("turn {turn}"), { turn });
  return light ? `${words}, ${LIGHTS[light]}` : words;
}

/** Says when everybody's turn ends; "" without a clock.
    @param {NonNullable<Wire.Room["race"]>} race @param {number} now */
export function clockText(race, now) {
  const at = turnAt(race, now);
  const words = gettext("Turn {turn} of {turns} ends in {time}");
  return at ? fill(words, { turn: at.turn, turns: race.turns, time: clock(at.left) }) : "";
}

/** Returns the turn that everybody should be at by the clock of a race, and the ms that are left of
    it; null without a clock, and when it has run down. @param {NonNullable<Wire.Room["race"]>} race
    @param {number} now */
export function turnAt({ turns, until, began, seconds }, now) {
  const past = Math.max(0, now - began);
  const turn = Math.floor(past / (seconds * 1000)) + 1;
  if (!seconds || turn > turns || now >= until) return null;
  return { turn, left: turn * seconds * 1000 - past };
}

/** Says for how many everybody waits. `waiting` have not begun.
    @param {Map<number, Wire.Lane>} lanes @param {number} waiting */
export function waitingText(lanes, waiting) {
  const playing = [...lanes.values()].filter(([, , , , , , , ended]) => !ended).length;
  const count = playing + waiting;
  if (!count) return gettext("Everyone is done.");
  return fill(ngettext("{count} player still plays.", "{count} players still play.", count), {
    count,
  });
}
