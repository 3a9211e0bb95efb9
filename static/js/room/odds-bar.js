// A bar of everybody's chance to win: a piece for each side in its colour, the best first.
import { s } from "../lib/dom.js";
import { fill, gettext, percent } from "../lib/i18n.js";
import { sideName } from "../table/sides.js";

const WIDTH = 592;
const HEIGHT = 52;
const GAP = 3;
const WIDE = 84; // a piece that has room for its chance

/** `sides` are chances by side: by team, or else by seat. */
export function drawBar(svg, sides, { state, nameOf, colourOf }) {
  const seatOf = (side) => (state.teams ? state.teams.indexOf(side) : side);
  const some = sides
    .map((chance, side) => ({ chance, seat: seatOf(side) }))
    .filter(({ chance, seat }) => chance >= 0.005 && seat >= 0)
    .sort((one, other) => other.chance - one.chance);
  const whole = some.reduce((sum, { chance }) => sum + chance, 0);
  const room = WIDTH - GAP * (some.length - 1);
  let x = 0;
  const pieces = some.flatMap(({ chance, seat }) => {
    const width = (room * chance) / whole;
    const colour = colourOf(seat);
    const piece = [s("rect", { x, width, height: HEIGHT, "data-win": colour })];
    if (width >= WIDE) piece.push(s("text", { x: x + 12, y: 36 }, percent(chance)));
    x += width + GAP;
    return piece;
  });
  svg.replaceChildren(...pieces);
  const said = some.map(({ chance, seat }) =>
    fill(gettext("{name} {chance}"), {
      name: sideName(state, seat, nameOf),
      chance: percent(chance),
    }),
  );
  svg.setAttribute("aria-label", said.join(", "));
}
