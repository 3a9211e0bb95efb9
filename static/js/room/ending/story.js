// What the felt tells of a game that has ended: the roll that decided it, the lines of everybody's
// chances, three tiles, and a sentence of praise. Loaded when a game ends. Each part has its place
// from the start, so that nothing moves when the chances to win have been worked out.
import { $, attr, h, shown, text } from "../../lib/dom.js";
import { gettext, num } from "../../lib/i18n.js";
import { pencil } from "../../lib/pencil.js";
import { inlineDice, staticDie } from "../../table/dice.js";
import { Lines } from "./lines.js";
import { aloneAt, missingText, mistakeOf, praiseText, rollText, tilesOf } from "./words.js";

export { Scene } from "./scene.js";
export * from "../../lib/picture.js";

/** @import { Details } from "./details.js" */
/** @import { Tile } from "./words.js" */

const MOST_DICE = 12; // of a best turn; there is no room for more

export class Story {
  lines = new Lines();
  tiles = [0, 1, 2].map(() => new TileNode());
  praise = h("p", { class: "praise" });
  cost = h("a", { hidden: true });
  costLine = h("p", { class: "cost" }, this.cost);

  /** @param {HTMLElement} place */
  constructor(place) {
    place.replaceChildren(
      this.lines.node,
      h(
        "ul",
        { class: "tiles" },
        this.tiles.map(({ node }) => node),
      ),
      this.praise,
      this.costLine,
    );
  }

  /** Returns whether the lines have just been drawn.
      @param {Model} model @param {Details} details */
  draw(model, details) {
    drawRoll(model, details);
    const tiles = tilesOf(model, model, details);
    this.tiles.forEach((tile, at) => tile.draw(tiles[at]));
    text(this.praise, praiseText(model, model, details));
    const mistake = mistakeOf(model, details);
    shown(this.costLine, aloneAt(model) >= 0);
    shown(this.cost, mistake);
    if (mistake) {
      text(this.cost, mistake.words);
      attr(this.cost, "href", mistake.url);
    }
    return this.lines.draw(model, details, missingText(details));
  }
}

/** Draws the deciding roll in its player's colour: what was kept, and what was not.
    @param {Model} model @param {Details} details */
function drawRoll(model, details) {
  const { deciding } = details;
  const winner = model.state.winners[0];
  const seat = deciding?.seat ?? winner;
  const player = seat === undefined ? null : model.playerAt(seat);
  attr($("#win-tray"), "data-dice", player ? (player.colour % 6) + 1 : null);
  attr($("#win-tray"), "data-many", (deciding?.dice.length ?? 0) > 6);
  attr($("#win-tray"), "data-material", player ? player.material : null);
  text($("#throw-words"), rollText(model, model, details));
  const dice = deciding?.dice ?? (details.rows && winner !== undefined ? [1, 2, 3, 4, 5, 6] : []);
  const node = $("#last-throw");
  const key = dice.join("");
  shown(node, dice.length > 0);
  if (node.dataset.faces === key) return;
  node.dataset.faces = key;
  node.replaceChildren(...dice.map((face) => staticDie(face)));
  // Without a deciding roll six dice lie there as they do before a game, and say nothing.
  attr(node, "aria-hidden", deciding ? null : "true");
  [...node.children].forEach((die, at) => {
    const kept = !deciding || deciding.kept.includes(at);
    attr(die, "data-can", deciding && kept);
    attr(die, "data-off", !kept);
  });
}

class TileNode {
  label = h("span", { class: "tile-label" });
  who = h("span", { class: "tile-who name" });
  sign = h("span", { class: "pn b" });
  figure = h("span", { class: "pn b" });
  unit = h("small");
  dice = h("span", { class: "tile-dice" });
  note = h("span", { class: "tile-note" });
  node = h(
    "li",
    { class: "tile" },
    this.label,
    this.who,
    h("span", { class: "tile-value" }, this.sign, this.figure, this.unit),
    this.dice,
    this.note,
  );

  /** @param {Tile | undefined} tile */
  draw(tile) {
    shown(this.node, tile);
    if (!tile) return;
    const { label, who, value, unit, note, dice } = tile;
    text(this.label, label);
    text(this.who, who ?? "");
    shown(this.who, who !== null);
    const known = value !== null;
    for (const node of [this.sign, this.figure, this.unit]) shown(node, known);
    if (known) {
      pencil(this.figure, value, { bold: true });
      shown(this.sign, unit === "%" && value > 0);
      if (unit === "%" && value > 0) pencil(this.sign, "+", { bold: true });
    }
    text(this.unit, unit === "of" ? gettext("of 100") : unit);
    text(this.note, note);
    shown(this.note, !dice.length);
    shown(this.dice, dice.length > 0);
    const key = dice.join("");
    if (this.dice.dataset.faces === key) return;
    this.dice.dataset.faces = key;
    const more = dice.length - MOST_DICE;
    this.dice.replaceChildren(
      inlineDice(dice.slice(0, MOST_DICE)),
      ...(more > 0 ? [h("small", null, `+${num(more)}`)] : []),
    );
  }
}
