// The board of a race: how far everybody has come. In the room itself it is a view of its own; in
// the room of a try it stands on the score pad, below the player's own row.
import { ask } from "../../lib/dialogs.js";
import { $, attr, clone, h, keyed, shown, text } from "../../lib/dom.js";
import { fill, gettext, num, together } from "../../lib/i18n.js";
import { pencil } from "../../lib/pencil.js";
import { announce } from "../../lib/toast.js";
import { drawPlayer, phone } from "../../table/scorepad.js";
import { computerText } from "../levels.js";
import { byPlace, clockText, LIGHTS, ownLanes, progressText, waitingText } from "./lanes.js";
/** @import { Placed } from "./lanes.js" */

const BESIDE = 8; // rows below the player's own on the pad
const BESIDE_ON_PHONE = 3;

const FEW = 3; // players who still play: every change is announced
const QUIET = 10_000; // ms, between announcements while more do

const SIGNS = { hot: "●", farkled: "✕", ended: "✓", "": "" };

export class Board {
  /** @type {Map<number, Wire.Lane>} */ lanes = new Map();
  /** @type {HTMLElement | null} */ view = null;
  /** @type {HTMLElement | null} */ beside = null; // rows on the pad of a try
  /** @type {HTMLElement | undefined} */ lesson; // the way to the page for a class
  home = document.documentElement.dataset.race; // the room of the race, if a try is played here
  own = Number(document.documentElement.dataset.runner);
  told = ""; // what of the board was announced last
  toldAt = -Infinity; // by `performance.now()`
  standing = ""; // what would be announced now

  /** @param {Store} store @param {Connection} connection @param {{ isScreen: boolean }} options */
  constructor(store, connection, { isScreen }) {
    this.store = store;
    this.connection = connection;
    this.isScreen = isScreen;
  }

  receive(/** @type {Wire.Frames["lanes"]} */ { rows, all }) {
    if (all) this.lanes.clear();
    for (const row of rows) this.lanes.set(row[0], row);
  }

  /** A race has just begun: my first player plays at once. */
  begin() {
    this.lanes.clear();
    const [first] = this.store.mine;
    if (first !== undefined && !this.isScreen) this.play(first);
  }

  /** Leads to the room in which this player of mine plays. @param {number} player */
  play(player) {
    const token = document.querySelector("input[name=csrfmiddlewaretoken]");
    const form = h(
      "form",
      { method: "post", action: `${location.pathname}race/`, hidden: true },
      h("input", { name: "player", value: player }),
      token && h("input", { name: "csrfmiddlewaretoken", value: token.getAttribute("value") }),
    );
    document.body.append(form);
    form.submit();
  }

  /** Makes the view, once. */
  make() {
    if (this.view) return;
    const rows = h("tbody");
    const head = h(
      "tr",
      null,
      h("th", { scope: "col" }, h("span", { class: "vh" }, gettext("Place"))),
      h("th", { scope: "col" }, gettext("Player")),
      h("th", { hidden: true }),
      h("th", { scope: "col", class: "num farkles" }, gettext("Turn")),
      h("th", { scope: "col", class: "num" }, gettext("Total")),
    );
    this.view = h(
      "div",
      { class: "wrap stack race", id: "race", "data-view": "race", hidden: true },
      h("h1", { tabindex: "-1", "data-start": true }, gettext("All at once")),
      h("p", { id: "race-words" }),
      h("p", { id: "race-clock", role: "timer", hidden: true }),
      h("div", { class: "row", id: "race-play" }),
      h(
        "section",
        { class: "pad", "aria-label": gettext("All players") },
        h("table", { class: "final" }, h("thead", null, head), rows),
      ),
      h(
        "button",
        { class: "btn", type: "button", id: "race-end", onclick: () => this.end() },
        gettext("End for everyone"),
      ),
    );
    $("main").append(this.view);
    setInterval(() => this.tick(), 250);
  }

  async end() {
    const words = gettext("End now? Everyone keeps what is banked.");
    const { owner: player } = this.store;
    if (player !== null && (await ask(words, gettext("End for everyone")))) {
      this.connection.command({ type: "end_race", player });
    }
  }

  draw(/** @type {string | null} */ stage) {
    if (stage === "table" && this.home) this.drawBeside();
    else if (stage === "race" && this.view) this.drawView(this.view);
    else if (stage === "result" && this.store.room.settings.together) this.drawClass();
  }

  /** After a race its host can go through the choices with everybody, on a projector. */
  drawClass() {
    const href = `${location.pathname}class/`;
    this.lesson ??= h("a", { class: "btn grow", href }, gettext("Show to a class"));
    if (!this.lesson.parentNode) $("#share-result").after(this.lesson);
    shown(this.lesson, this.store.owner !== null);
  }

  /** Announces how the race stands, once for each `key`: the newest when it is read.
      @param {string} key @param {string} words */
  tell(key, words) {
    this.standing = words;
    if (key === this.told) return;
    [this.told, this.toldAt] = [key, performance.now()];
    announce(this.sayStanding);
  }

  sayStanding = () => this.standing;

  /** Returns the places of my players, for screen readers. @param {Placed[]} placed */
  placesText(placed) {
    const words =
      this.store.mine.length > 1
        ? gettext("{name} is no. {place} of {count}.")
        : gettext("You're no. {place} of {count}.");
    return placed.map((lane) => fill(words, { ...lane, count: this.lanes.size }));
  }

  /** Shows the clock that everybody plays by, if there is one. */
  tick() {
    const { race } = this.store.room;
    const words = race ? clockText(race, this.store.now) : "";
    shown($("#race-clock"), words !== "");
    text($("#race-clock"), words);
  }

  drawView(/** @type {HTMLElement} */ view) {
    const { store } = this;
    this.tick();
    const waiting = store.seated.filter(({ id }) => !this.lanes.has(id));
    const words = waitingText(this.lanes, waiting.length);
    text($("#race-words", view), words);
    const placed = byPlace(this.lanes);
    const open = ownLanes(store.mine, this.lanes);
    const playing = waiting.length + placed.filter(({ ended }) => !ended).length;
    if (placed.length && (playing <= FEW || performance.now() > this.toldAt + QUIET)) {
      const own = placed.filter(({ player }) => store.mine.includes(player));
      const standing = together([...this.placesText(own), words]);
      this.tell(standing, standing);
    }
    keyed(
      $("#race-play", view),
      open,
      (id) => id,
      (id) =>
        h("button", { class: "btn main big grow", type: "button", onclick: () => this.play(id) }),
      (button, id) => text(button, this.playText(id)),
    );
    keyed(
      $("tbody", view),
      [...placed, ...waiting.map(notYet)],
      ({ player }) => player,
      () => clone("final-row"),
      (row, entry) => this.drawRow(row, entry),
    );
    shown($("#race-end", view), store.owner !== null);
  }

  /** Returns what a button says that leads to this player's dice. @param {number} id */
  playText(id) {
    const begun = this.lanes.has(id);
    if (this.store.mine.length < 2) return begun ? gettext("Play on") : gettext("Play");
    return fill(gettext("Play as {name}"), { name: this.store.player(id)?.name ?? "" });
  }

  /** @param {HTMLElement} row @param {Placed} entry */
  drawRow(row, { player, place, name, level, total, turn, light, ended }) {
    const known = this.store.player(player);
    attr(row, "class", this.store.mine.includes(player) ? "won" : null);
    text($(".place", row), place === null ? "" : num(place));
    drawPlayer(row, known, level ? computerText(level) : "");
    text($(".name", row), name || known?.name || "?");
    shown($(".best", row), false);
    drawTurn($(".farkles", row), place === null ? "–" : num(turn), ended ? "ended" : light);
    shown($(".pn", row), place !== null);
    pencil($(".pn", row), total, { write: true });
  }

  /** Draws the leading others below the player's own row. */
  drawBeside() {
    if (!this.beside) {
      this.beside = h("tbody");
      $("#pad-rows").after(this.beside);
      const home = this.home ?? "/";
      const open = () => this.connection.leaveFor(home);
      this.all = h("button", { class: "pad-more", type: "button", onclick: open });
      $("#pad-more").after(this.all);
    }
    const placed = byPlace(this.lanes);
    const own = placed.find(({ player }) => player === this.own);
    const others = placed.filter(({ player }) => player !== this.own);
    if (own && (own.turn > 1 || own.ended)) {
      this.tell(`${own.turn} ${own.ended}`, together(this.placesText([own])));
    }
    keyed(
      this.beside,
      others.slice(0, phone.matches ? BESIDE_ON_PHONE : BESIDE),
      ({ player }) => player,
      () => clone("pad-row"),
      (row, { name, colour, total, ...lane }) => {
        attr($(".pen", row), "class", `pen p${colour + 1}`);
        text($(".name", row), name);
        text($(".tag", row), progressText(lane));
        shown($(".strikes span", row), false);
        pencil($(".pn", row), total, { write: true });
      },
    );
    const count = this.lanes.size;
    const words = own
      ? fill(gettext("You're no. {place} of {count}"), { place: own.place, count })
      : gettext("All players");
    text(/** @type {HTMLElement} */ (this.all), words);
    shown(/** @type {HTMLElement} */ (this.all), count > 1);
  }
}

/** A player who has not begun. @param {Wire.Player} player @returns {Placed} */
const notYet = ({ id, name, level, colour }) => ({
  ...{ player: id, place: null, name, level: level ?? "", colour, total: 0, turn: 0 },
  ...{ light: "", ended: false },
});

/** Draws the turn of a player, and a light. @param {HTMLElement} node @param {string} turn
    @param {Wire.Lane[6] | "ended"} light */
function drawTurn(node, turn, light) {
  const key = `${turn} ${light}`;
  if (node.dataset.light === key) return;
  node.dataset.light = key;
  const words = light === "ended" ? gettext("done") : LIGHTS[light];
  node.replaceChildren(
    turn,
    ...(words
      ? [
          h("span", { "aria-hidden": "true", title: words }, ` ${SIGNS[light]}`),
          h("span", { class: "vh" }, `, ${words}`),
        ]
      : []),
  );
}
