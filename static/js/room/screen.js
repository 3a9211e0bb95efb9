// The television view: what stands beside the tray, and the lobby. Nobody touches it, and it is
// read from three metres away. The tray and the result are those of every page of a room.
import { $, attr, h, keyed, shown, text, textWithName } from "../lib/dom.js";
import { commas, fill, gettext, ngettext, num } from "../lib/i18n.js";
import { pencil } from "../lib/pencil.js";
import { diceOf } from "../client/legal-moves.js";
import { sideTotal } from "../client/sides.js";
import { chanceText } from "../table/odds.js";
import { diceCount } from "../table/text/dice.js";
import { turnText } from "../table/text/narration.js";
import {
  drawSides,
  goalText,
  makeRow,
  roundText,
  updateRow,
  visibleSeats,
} from "../table/scorepad.js";
import { dieOnFelt, faceOf } from "./felt.js";
import { playerTags } from "./lobby.js";
import { drawBar } from "./odds-bar.js";
import { byPlace, clockText, progressText, waitingText } from "./race/lanes.js";
/** @import { Board } from "./race/board.js" */
/** @import { Placed } from "./race/lanes.js" */

const ROWS = 8; // rows of the pad, those of teams included
const ROWS_WITH_ODDS = 6; // the same when the chances to win stand below
const TURNS = 8; // those that do not fit are left out
const SEATS = 40;
const RACERS = 24; // those of a race that fit
const LEADERS = 15; // those who stay when the others do not fit, and take turns
const PAGE_MS = 8000;
const ROOMY = 8; // up to this many seats, a name has room for two lines
const COLOURS = 6;

/** Returns ["who did what", name, "what it gave", whether that is a loss] for a finished turn.
    @param {Wire.Turn} turn @param {string} name @returns {[string, string, boolean]} */
function turnEntry(turn, name) {
  if (turn.outcome === "banked") {
    return [fill(gettext("{name} banked"), { name }), num(turn.points), false];
  }
  if (turn.outcome === "farkled" || turn.outcome === "ran_out") {
    const kept = turn.rolls.reduce((sum, roll) => sum + roll.points, turn.built ?? 0);
    const lost = turn.penalty || kept;
    return [fill(gettext("{name} farkled"), { name }), lost ? `−${num(lost)}` : num(0), lost > 0];
  }
  return [turnText(turn, name)[0], "", false];
}

/** @typedef {Wire.Player | { id: "free" } | { id: "more", more: number }} Place in the lobby */

export class Screen {
  knowsLobby = false; // whether it has drawn the players; from then on they arrive

  /** @type {Map<number, Placed>} */ placed = new Map(); // the players of a race who have begun

  /** @param {Store} store @param {Board} board */
  constructor(store, board) {
    this.store = store;
    this.board = board;
    setInterval(() => store.room?.race && this.drawLobby(), 1000); // its clock, and its pages
    // The dice are buttons elsewhere.
    for (const dice of ["#thrown", "#heap"]) {
      attr($(dice), "inert", true);
      attr($(dice), "aria-hidden", "true");
    }
  }

  drawLobby() {
    const { store } = this;
    const { room } = store;
    const { race } = room;
    const seated = race ? this.racers() : store.lineUp;
    const open = room.settings.door !== "locked" && seated.length < (race ? RACERS : SEATS);
    const drawn = seated.length > SEATS ? seated.slice(0, SEATS - 1) : seated;
    const more = seated.length - drawn.length;
    /** @type {Place[]} */
    const last = more ? [{ id: "more", more }] : open ? [{ id: "free" }] : [];
    text($("#tv-room"), room.name || gettext("Farkle"));
    const columns = drawn.length < 14 ? 2 : drawn.length < 27 || race ? 3 : 4;
    attr($("#tv-seats"), "data-columns", columns);
    attr($("#tv-seats"), "data-tight", columns > 2 || drawn.length + last.length > ROOMY);
    keyed(
      $("#tv-seats"),
      [...drawn, ...last],
      ({ id }) => id,
      (player) => this.makeSeat(player),
      (row, player) => this.updateSeat(row, player),
    );
    this.knowsLobby = true;
    if (race) {
      const waiting = store.seated.length - this.placed.size;
      const clock = clockText(race, store.now);
      text($("#tv-wait"), clock || waitingText(this.board.lanes, waiting));
      return;
    }
    const host = store.player(room.host);
    text(
      $("#tv-wait"),
      host ? fill(gettext("Waiting for {name} to start the game."), { name: host.name }) : "",
    );
  }

  /** Returns the players of a race, best first. Those who do not fit take turns at the end. */
  racers() {
    const { store } = this;
    const placed = byPlace(this.board.lanes);
    this.placed = new Map(placed.map((lane) => [lane.player, lane]));
    const players = [
      ...placed.flatMap(({ player }) => store.player(player) ?? []),
      ...store.seated.filter(({ id }) => !this.placed.has(id)),
    ];
    if (players.length <= RACERS) return players;
    const rest = players.splice(LEADERS);
    const size = RACERS - LEADERS;
    const page = Math.floor(store.now / PAGE_MS) % Math.ceil(rest.length / size);
    return [...players, ...rest.slice(page * size, (page + 1) * size)];
  }

  makeSeat(/** @type {Place} */ player) {
    const taken = "name" in player;
    return h(
      "li",
      { class: taken ? null : "free" },
      taken
        ? h("span", { "data-lot": player.id }, dieOnFelt(faceOf(player), this.knowsLobby))
        : h("span", { class: "ghost" }),
      h("span", null, h("span", { class: "name" }), h("small")),
    );
  }

  /** @param {HTMLElement} row @param {Place} player */
  updateSeat(row, player) {
    if (player.id === "free") text($(".name", row), gettext("Your seat?"));
    else if (player.id === "more") {
      const words = ngettext("and {count} more player", "and {count} more players", player.more);
      text($(".name", row), fill(words, { count: player.more }));
    } else {
      const lot = $("[data-lot]", row);
      attr(lot, "data-dice", (player.colour % COLOURS) + 1);
      attr(lot, "data-material", player.material);
      const lane = this.store.room.race ? this.placed.get(player.id) : undefined;
      const named = lane ? gettext("{place}. {name}") : "{name}";
      text($(".name", row), fill(named, { place: lane?.place, name: player.name }));
      const words = lane
        ? `${num(lane.total)} · ${progressText(lane)}`
        : commas(playerTags(this.store, player));
      text($("small", row), words);
    }
  }

  drawTable(/** @type {Model} */ model) {
    this.drawPad(model);
    this.drawRisk(model);
    this.drawOdds(model);
    // The last turns must not give away a throw before it has landed.
    if (!model.told) return;
    const turns = this.store.turns.finished.slice(-TURNS).reverse();
    shown($(".tv-last"), turns.length > 0);
    keyed(
      $("#tv-turns"),
      turns,
      (turn) => turn,
      (turn) => {
        const name = model.nameOf(turn.seat);
        const [what, gave, lost] = turnEntry(turn, name);
        const words = h("span");
        textWithName(words, what, name);
        return h("li", null, words, h("b", { class: lost ? "lost" : null }, gave));
      },
      () => {},
    );
  }

  /** Draws everybody's chance to win, if there is one, the best first. @param {Model} model */
  drawOdds(model) {
    shown($("#tv-odds"), model.odds !== null);
    if (model.odds) drawBar($("#tv-odds svg"), $("#tv-chances"), model);
  }

  drawPad(/** @type {Model} */ model) {
    const { state, rules } = model;
    const { odds } = this.store.room.settings;
    text($("#tv-target"), goalText(state, rules));
    text($("#tv-round"), roundText(state));
    const teams = state.teams ? Math.min(3, new Set(state.teams).size) : 0;
    const seats = visibleSeats(state, rules, [], (odds ? ROWS_WITH_ODDS : ROWS) - teams);
    const hidden = state.scores.length - seats.length;
    attr($(".tv-side"), "data-rows", seats.length + teams);
    const key = (/** @type {number} */ seat) => (hidden ? seats.indexOf(seat) : seat);
    keyed($("#tv-rows"), seats, key, makeRow, (row, seat) =>
      updateRow(row, seat, model, { tag: () => "" }),
    );
    drawSides($("#tv-sides"), state, { most: teams });
    shown($("#tv-others"), hidden > 0);
    const words = ngettext("and {count} more player", "and {count} more players", hidden);
    if (hidden > 0) text($("#tv-others"), fill(words, { count: hidden }));
  }

  /** Draws what is at risk, what banking it would give, and how likely the next roll loses it.
      @param {Model} model */
  drawRisk(model) {
    const { state, scene, selection, live } = model;
    const farkled = scene?.kind === "farkle";
    const row = live ? (selection.rows.get("") ?? selection.row) : null;
    const banked = scene?.kind === "bank" ? scene.points : null;
    const points = farkled ? (scene.lost ?? 0) : (banked ?? row?.total ?? state.turn_points);
    pencil($("#tv-points"), points ?? 0, { bold: true });
    $("#tv-points").classList.toggle("struck", farkled && points > 0);
    const total = state.current < 0 ? 0 : sideTotal(state, state.current) + (points ?? 0);
    text(
      $("#tv-points-words"),
      farkled
        ? model.lossText()
        : scene?.kind === "bank"
          ? gettext("banked")
          : points
            ? fill(gettext("at risk · makes {total}"), { total })
            : gettext("at risk"),
    );
    this.drawChance(model, row, farkled);
  }

  /** @param {Model} model @param {KeepRow | null} row @param {boolean} farkled */
  drawChance({ state, chances, scene, rules }, row, farkled) {
    const over = farkled || scene?.kind === "bank" || state.current < 0;
    const rolls = row ? !row.roll && !row.ends : !state.throw.length;
    const dice = row?.next ?? diceOf(rules) - state.aside.length;
    const chance = over || !rolls ? null : chances[dice - 1];
    const known = chance !== null && chance !== undefined;
    text($("#tv-chance"), known ? chanceText(chance) : "–");
    text(
      $("#tv-chance-words"),
      known
        ? fill(gettext("farkle risk with {dice}"), { dice: diceCount(dice) })
        : over || !state.throw.length
          ? gettext("farkle risk")
          : gettext("selecting…"),
    );
    attr($("#tv-bar"), "width", known ? Math.round(chance * 100) : 0);
  }
}
