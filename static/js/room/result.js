// The result of a game: who won and how, the scores, and the rematch.
import { compare } from "../lib/dice-memory.js";
import { $, attr, clone, shown, text } from "../lib/dom.js";
import { gettext, num } from "../lib/i18n.js";
import { pencil } from "../lib/pencil.js";
import { pace } from "../lib/prefs.js";
import { fromHex, sha256, toHex } from "../lib/sha256.js";
import { shareLink } from "../lib/share.js";
import { buzz, play } from "../lib/sound.js";
import { announce } from "../lib/toast.js";
import { VirtualList } from "../lib/virtual-list.js";
import { staticDie } from "../table/dice.js";
import { drawPlayer, drawSides, drawTeamLetter, seatTag } from "../table/scorepad.js";
import { seatsByPlace, sideTotal } from "../client/sides.js";
import {
  howText,
  lengthText,
  ownCheckText,
  rematchText,
  turnText,
  winText,
} from "./result-text.js";

const ACCURACY_WAIT = 9000; // ms between two requests for it
const STAGED = 2400; // ms: the staging of a win, at normal speed

export class Result {
  /** @type {import("./result-text.js").Details} */ details = { number: 0 };
  stageTimer = 0;
  /** @type {Model | null} */ drawn = null;

  /** `change` leads to the lobby. @param {Store} store @param {Connection} connection
      @param {{ change: () => void, memory: DiceMemory, model: () => Model }} parts */
  constructor(store, connection, { change, memory, model }) {
    this.store = store;
    this.memory = memory;
    this.connection = connection;
    this.newest = model;
    /** @type {import("../lib/virtual-list.js").Rows<{ seat: number, place: number }>} */
    const rows = {
      key: ({ seat }) => seat,
      make: () => clone("final-row"),
      update: (row, entry) => this.updateRow(row, entry),
      nameOf: ({ seat }) => this.model.nameOf(seat),
    };
    this.list = new VirtualList($("#final-scroll"), $("#final-rows"), rows, $("input#find-result"));
    $("#rematch").addEventListener("click", () => {
      if (store.me !== null) connection.command({ type: "rematch", player: store.me });
    });
    $("#to-lobby").addEventListener("click", change);
    $("#share-result").addEventListener("click", () => {
      const { state } = store.newestGame;
      const points = this.abandoned ? [] : [num(sideTotal(state, state.winners[0]))];
      shareLink($("a#go-through").href, [this.title(model()), ...points].join(" – "));
    });
    // A tap ends the staging. It presses nothing: the buttons were not there yet.
    document.addEventListener("click", (event) => this.staged && this.endStage(event), true);
    document.addEventListener("keydown", () => this.staged && this.endStage());
  }

  /** The model that is drawn. */
  get model() {
    return (this.drawn ??= this.newest());
  }

  get iWon() {
    return this.store.newestGame.state.winners.some((seat) => this.store.isMine(seat));
  }

  get abandoned() {
    const { status, state } = this.store.newestGame;
    return status === "abandoned" || !state.winners.length;
  }

  /** Returns who has won, or that nobody has. */
  title(/** @type {Model} */ model) {
    return this.abandoned ? gettext("Game abandoned") : winText(this.store, model);
  }

  get staged() {
    return $("#result").classList.contains("staged");
  }

  /** Stages the end of the game: the total, the dice, who has won, how, and the buttons at last. */
  stage() {
    const model = this.newest();
    if (!this.abandoned) announce(this.title(model)); // else the event was announced
    play(this.iWon ? "win" : "bank"); // a loser hears the pencil
    if (this.iWon) buzz(20);
    const { moment, tumble } = pace();
    if (!tumble || !model.state.winners.length) return;
    $("#result").classList.add("staged");
    $("#win-points").classList.add("write");
    this.stageTimer = setTimeout(() => this.endStage(), Math.min(STAGED, 1.5 * moment));
  }

  endStage(/** @type {MouseEvent | undefined} */ click = undefined) {
    click?.preventDefault();
    click?.stopPropagation();
    clearTimeout(this.stageTimer);
    $("#result").classList.remove("staged");
  }

  draw() {
    const { store } = this;
    const model = this.newest();
    const { newestGame: game, room } = store;
    const state = game.state;
    const { winners } = state;
    const { abandoned } = this;
    text($("#win-title"), this.title(model));
    shown($("#win-figure"), !abandoned);
    if (!abandoned) pencil($("#win-points"), sideTotal(state, winners[0]), { bold: true });
    text(
      $("#win-how"),
      abandoned
        ? gettext("No winner: this game doesn't count. Scores as they were.")
        : howText(this.store, model),
    );
    text($("#win-turn"), abandoned ? "" : turnText(this.store, model, this.details));
    this.drawLastThrow(winners);
    this.drawScores(model);
    const me = store.player(store.me);
    const rematch = $("#rematch");
    shown(rematch, Boolean(me) && room.status === "over");
    const waiting = me?.ready && store.hosting === null;
    attr(rematch, "aria-disabled", waiting ? "true" : null);
    text($("span", rematch), waiting ? gettext("Waiting for the host…") : gettext("Rematch"));
    text($("#rematch-words"), rematchText(store));
    shown($("#to-lobby"), Boolean(me) && room.status === "over");
    shown($("#home-from-result"), room.status !== "over");
    for (const [id, value] of [
      ["commitment-was", game.commitment],
      ["fingerprint", game.fingerprint],
      ["seed", game.seed ?? ""],
      ["strings", game.strings.filter(Boolean).join(", ") || gettext("none")],
    ]) {
      text($(`#${id}`), value);
    }
    shown($("#checked"), Boolean(game.seed));
    if (game.seed) this.drawOwnCheck(game, game.seed);
    const past = `${location.pathname}game/${game.number}/`;
    attr($("#go-through"), "href", past);
    attr($("#check-dice"), "href", `${past}dice/`);
    if (this.details.number !== game.number) this.fetchDetails(game.number);
  }

  /** Checks the fingerprint and the texts by what this browser noted before the game.
      @param {Game} game @param {string} seed */
  drawOwnCheck({ number, strings, players, fingerprint }, seed) {
    const note = this.memory.of(number);
    shown($("#own-check"), Boolean(note));
    if (!note || $("#own-check").dataset.game === String(number)) return;
    $("#own-check").dataset.game = String(number);
    const commitment = toHex(sha256(fromHex(seed)));
    const { promise, text: added } = compare(note, {
      commitment,
      fingerprint,
      strings,
      seats: players,
    });
    $("#own-check").dataset.fits = String(promise && added !== false);
    if (!promise) $("details#checked").open = true;
    text($("#own-check"), ownCheckText(promise, added));
  }

  /** Draws the winner's last throw, if the page has it. */
  drawLastThrow(/** @type {number[]} */ winners) {
    const turn = this.store.turns.finished.findLast(
      ({ seat, rolls }) => winners.includes(seat) && rolls.length,
    );
    // Who lost is spared the dice.
    const lost = this.store.mySeats.length > 0 && !this.iWon;
    const dice = lost ? [] : (turn?.rolls.at(-1)?.dice ?? []);
    const node = $("#last-throw");
    shown(node, dice.length > 0);
    if (node.dataset.dice !== dice.join("")) {
      node.dataset.dice = dice.join("");
      node.replaceChildren(...dice.map(staticDie));
    }
  }

  drawScores(/** @type {Model} */ model) {
    const { state } = model;
    this.drawn = model;
    this.list.show(seatsByPlace(state));
    drawSides($("#final-sides"), state, { row: "final-side" });
    text($("#final-length"), lengthText(this.store, this.details));
  }

  /** @param {HTMLElement} row @param {{ seat: number, place: number }} entry */
  updateRow(row, { seat, place }) {
    const { model } = this;
    const { state } = model;
    const player = model.playerAt(seat);
    const won = state.winners.includes(seat);
    row.classList.toggle("won", won);
    text($(".place", row), state.left[seat] ? "" : num(place));
    drawPlayer(row, player, seatTag(model, seat, player));
    drawTeamLetter(row, state, seat);
    const { number, rows } = this.details;
    const detail = number === this.store.newestGame.number ? rows?.[seat] : null;
    text($(".best", row), detail ? num(detail.best) : "");
    text($(".farkles", row), detail ? num(detail.farkles) : "");
    pencil($(".pn", row), state.scores[seat], { bold: won });
  }

  /** Fetches best turns, farkles and accuracy of the whole game. The table does without them. */
  async fetchDetails(/** @type {number} */ number, more = 3) {
    if (this.details.number !== number) this.details = { number };
    try {
      const answer = await fetch(`${document.documentElement.dataset.path}result/${number}/`);
      if (!answer.ok) return;
      this.details = { number, ...(await answer.json()) };
      const { model } = this;
      this.drawScores(model);
      if (model.state.winners.length) {
        text($("#win-turn"), turnText(this.store, model, this.details));
      }
      const row = this.details.rows?.[this.store.mySeats[0]];
      if (more && row?.turns && row.accuracy === null) {
        // It is worked out in the background.
        setTimeout(() => {
          if (this.store.game?.number === number) this.fetchDetails(number, more - 1);
        }, ACCURACY_WAIT);
      }
    } catch {
      this.details = { number: 0 }; // the next event tries again
    }
  }
}
