// Everybody's chance to win: a bar with a piece for each side in its colour, the best first, and
// below it who they are.
import { $, h, keyed, s, text } from "../lib/dom.js";
import { chanceText } from "../table/odds.js";
import { sideName } from "../client/sides.js";

const WIDTH = 592;
const HEIGHT = 52;
const GAP = 3;
const WIDE = 84; // from this width on, a piece shows its chance
const NAMED = 6;

/** Draws `model.odds` into the bar and the list.
    @param {SVGElement} svg @param {HTMLElement} list @param {Model} model */
export function drawBar(svg, list, model) {
  const { state, nameOf, playerAt } = model;
  const colourOf = (/** @type {number} */ seat) => ((playerAt(seat)?.colour ?? 0) % 6) + 1;
  const seatOf = (/** @type {number} */ side) => (state.teams ? state.teams.indexOf(side) : side);
  const sides = (model.odds ?? [])
    .map((chance, side) => ({ chance, side, seat: seatOf(side) }))
    .filter(({ seat }) => seat >= 0 && (state.teams || !state.left[seat]))
    .sort((one, other) => other.chance - one.chance);
  const pieces = sides.filter(({ chance }) => chance >= 0.005);
  const whole = pieces.reduce((sum, { chance }) => sum + chance, 0);
  const room = WIDTH - GAP * (pieces.length - 1);
  let x = 0;
  const drawn = pieces.flatMap(({ chance, seat }) => {
    const width = (room * chance) / whole;
    /** @type {SVGElement[]} */
    const piece = [s("rect", { x, width, height: HEIGHT, class: `p${colourOf(seat)}` })];
    if (width >= WIDE) piece.push(s("text", { x: x + 12, y: 36 }, chanceText(chance)));
    x += width + GAP;
    return piece;
  });
  svg.replaceChildren(...drawn);
  keyed(
    list,
    sides.slice(0, NAMED),
    ({ side }) => side,
    () => h("li", null, h("span", { class: "pen" }), h("span", { class: "name" }), h("b")),
    (row, { chance, seat }) => {
      $(".pen", row).className = `pen p${colourOf(seat)}`;
      text($(".name", row), sideName(state, seat, nameOf));
      text($("b", row), chanceText(chance));
    },
  );
}
