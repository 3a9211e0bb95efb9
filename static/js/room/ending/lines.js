// The lines across the felt: how everybody's chance to win went from turn to turn, or where it is
// not known, their scores.
import { attr, h, s, shown, text } from "../../lib/dom.js";
import { gettext } from "../../lib/i18n.js";
import { isAlone, sameSide, sideName } from "../../client/sides.js";
import { linesText } from "./words.js";
/** @import { Details, Lines as Ways } from "./details.js" */

const SIZE = 100; // of the drawing, which is stretched to the room there is
const HEADROOM = 3; // above the highest and below the lowest value, so that no line is cut in half

const round = (/** @type {number} */ value) => Math.round(value * 10) / 10;

/** Returns where a value is drawn. @param {number} at of `last` @param {number} last
    @param {number} value between 0 and 1 */
export function point(at, last, value) {
  const y = SIZE - HEADROOM - value * (SIZE - 2 * HEADROOM);
  return [round((SIZE * at) / Math.max(1, last)), round(y)];
}

/** Returns the path of values that stand at equal distances. @param {number[]} values */
export const path = (values) =>
  `M${values.map((value, at) => point(at, values.length - 1, value).join(" ")).join("L")}`;

/** Returns the value at a fraction of the way. @param {number[]} values @param {number} at */
export function valueAt(values, at) {
  const place = at * (values.length - 1);
  const before = Math.min(values.length - 1, Math.floor(place));
  const after = Math.min(values.length - 1, before + 1);
  return values[before] + (values[after] - values[before]) * (place - before);
}

export class Lines {
  svg = s("svg", {
    viewBox: `0 0 ${SIZE} ${SIZE}`,
    preserveAspectRatio: "none",
    role: "img",
    class: "ways",
  });
  title = h("p", { class: "ways-title" });
  missing = h("p", { class: "ways-missing" });
  legend = h("ul", { class: "ways-legend", "aria-hidden": "true" });
  node = h(
    "div",
    { class: "ways-part" },
    this.title,
    h("div", { class: "ways-field" }, this.svg, this.missing),
    this.legend,
  );
  /** @type {Ways | null | undefined} */ drawn = undefined;

  /** Draws them, or why they are `missing`. Returns whether they have just been drawn.
      @param {Model} model @param {Details} details @param {string} missing */
  draw(model, { lines, deciding, analysis }, missing) {
    // Alone nobody has a chance to win, with named dice it is not known; the scores are known.
    const chanceless = isAlone(model.state) || Boolean(model.state.chosen);
    const waiting = !chanceless && (analysis === undefined || analysis === "waiting");
    const ways = waiting ? null : lines;
    text(this.missing, ways ? "" : lines === null ? gettext("No turn was played.") : missing);
    const scores = chanceless || lines === null || (ways && ways.kind === "scores");
    text(
      this.title,
      scores ? gettext("Score, turn by turn") : gettext("Chance to win, turn by turn"),
    );
    shown(this.svg, ways);
    this.drawLegend(model, lines?.sides ?? []);
    if (!ways || ways === this.drawn) return false;
    this.drawn = ways;
    const { state, nameOf } = model;
    const sideOf = (/** @type {number} */ seat) => sideName(state, seat, nameOf);
    attr(this.svg, "aria-label", linesText(ways, sideOf));
    const last = (/** @type {number[]} */ values) => values[values.length - 1];
    const drawings = ways.sides.map(({ seats, values }) => {
      const line = s("path", { class: "way", d: path(values) });
      const end = point(1, 1, last(values));
      const dot = s("path", { class: "way-end", d: `M${end.join(" ")}h0` });
      return s("g", marks(model, seats[0]), line, dot);
    });
    if (deciding) {
      const side = ways.sides.find(({ seats }) => seats.includes(deciding.seat));
      if (side) {
        const at = point(deciding.at, 1, valueAt(side.values, deciding.at));
        drawings.push(s("path", { class: "way-ring", d: `M${at.join(" ")}h0` }));
      }
    }
    const middle = s("path", { class: "way-half", d: `M0 ${SIZE / 2}H${SIZE}` });
    this.svg.replaceChildren(...(scores ? [] : [middle]), ...drawings.reverse());
    return true;
  }

  /** Draws whose line is which. It is there before the lines, or they would make room for it.
      @param {Model} model @param {Ways["sides"]} sides */
  drawLegend(model, sides) {
    const { state, nameOf, mySeats } = model;
    const names = sides.map(({ seats }) => sideName(state, seats[0], nameOf));
    if (this.legend.dataset.names === names.join()) return;
    this.legend.dataset.names = names.join();
    const items = sides.map(({ seats }, at) =>
      h(
        "li",
        marks(model, seats[0]),
        s("svg", { viewBox: "0 0 22 6" }, s("path", { class: "way", d: "M2 3H20" })),
        h("span", { class: "name" }, names[at]),
        mySeats.length === 1 && seats.includes(mySeats[0])
          ? h("small", null, state.teams ? gettext("your team") : gettext("you"))
          : null,
      ),
    );
    this.legend.replaceChildren(...items);
  }
}

/** Returns the marks of the line of a seat's side: its colour, and whether it has won.
    @param {Model} model @param {number} seat */
function marks({ state, playerAt }, seat) {
  const won = state.winners.some((winner) => sameSide(state, seat, winner));
  return { class: `p${((playerAt(seat)?.colour ?? 0) % 6) + 1}`, "data-won": won };
}
