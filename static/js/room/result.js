// The result of a game: who won and how, the scores, and the rematch.
import { compare } from "../lib/dice-memory.js";
import { $, attr, h, shown, text } from "../lib/dom.js";
import { gettext, num } from "../lib/i18n.js";
import { pencil } from "../lib/pencil.js";
import { pace } from "../lib/prefs.js";
import { fromHex, sha256, toHex } from "../lib/sha256.js";
import { shareLink } from "../lib/share.js";
import { buzz, play } from "../lib/sound.js";
import { announce } from "../lib/toast.js";
import { VirtualList } from "../lib/virtual-list.js";
import { staticDie } from "../table/dice.js";
import { drawSides, drawTeamLetter, playerLabel, seatTag } from "../table/scorepad.js";
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

const makeRow = () =>
  h(
    "tr",
    null,
    h("td", { class: "place" }),
    h("th", { scope: "row" }),
    h("td", { class: "num best" }),
    h("td", { class: "num farkles" }),
    h("td", { class: "num total" }, h("span", { class: "pn" })),
  );

export class Result {
  constructor(store, connection, { change, memory }) {
    this.store = store;
    this.memory = memory;
    this.connection = connection;
    this.details = { number: 0 };
    const rows = {
      key: ({ seat }) => seat,
      make: makeRow,
      update: (row, one) => this.updateRow(row, one),
      nameOf: ({ seat }) => this.model.nameOf(seat),
    };
    this.list = new VirtualList($("#final-scroll"), $("#final-rows"), rows, $("#find-result"));
    $("#rematch").addEventListener("click", () =>
      connection.command({ type: "rematch", player: store.me }),
    );
    $("#to-lobby").addEventListener("click", change);
    $("#share-result").addEventListener("click", () => {
      const { state } = this.model;
      const points = this.abandoned ? [] : [num(sideTotal(state, state.winners[0]))];
      shareLink($("#go-through").href, [this.title(this.model), ...points].join(" – "));
    });
    this.stageTimer = 0;
    // A tap ends the staging. It presses nothing: the buttons were not there yet.
    document.addEventListener("click", (event) => this.staged && this.endStage(event), true);
    document.addEventListener("keydown", () => this.staged && this.endStage());
  }

  get iWon() {
    return this.store.game.state.winners.some((seat) => this.store.isMine(seat));
  }

  get abandoned() {
    const { status, state } = this.store.game;
    return status === "abandoned" || !state.winners.length;
  }

  /** Returns who has won, or that nobody has. */
  title(model) {
    return this.abandoned ? gettext("Game abandoned") : winText(this.store, model);
  }

  get staged() {
    return $("#result").classList.contains("staged");
  }

  /** Stages the end of the game: the total, the dice, who has won, how, and the buttons at last. */
  stage(model) {
    if (!this.abandoned) announce(this.title(model)); // else the event was announced
    play(this.iWon ? "win" : "bank"); // a loser hears the pencil
    if (this.iWon) buzz(20);
    const { moment, tumble } = pace();
    if (!tumble || !this.store.game.state.winners.length) return;
    $("#result").classList.add("staged");
    $("#win-points").classList.add("write");
    this.stageTimer = setTimeout(() => this.endStage(), Math.min(STAGED, 1.5 * moment));
  }

  endStage(click) {
    click?.preventDefault();
    click?.stopPropagation();
    clearTimeout(this.stageTimer);
    $("#result").classList.remove("staged");
  }

  draw(model) {
    const { store } = this;
    const { game, room } = store;
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
    if (game.seed) this.drawOwnCheck(game);
    const past = `${location.pathname}game/${game.number}/`;
    attr($("#go-through"), "href", past);
    attr($("#check-dice"), "href", `${past}dice/`);
    if (this.details.number !== game.number) this.fetchDetails(game.number, model);
  }

  /** Checks the fingerprint and the texts by what this browser noted before the game. */
  drawOwnCheck({ number, seed, strings, players, fingerprint }) {
    const note = this.memory.of(number);
    shown($("#own-check"), Boolean(note));
    if (!note || $("#own-check").dataset.game === String(number)) return;
    $("#own-check").dataset.game = number;
    const commitment = toHex(sha256(fromHex(seed)));
    const { promise, text: added } = compare(note, {
      commitment,
      fingerprint,
      strings,
      seats: players,
    });
    $("#own-check").dataset.fits = promise && added !== false;
    if (!promise) $("#checked").open = true;
    text($("#own-check"), ownCheckText(promise, added));
  }

  /** Draws the winner's last throw, if the page has it. */
  drawLastThrow(winners) {
    const turn = this.store.turns.finished.findLast(
      (one) => winners.includes(one.seat) && one.rolls.length,
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

  drawScores(model) {
    const { state } = model;
    this.model = model;
    this.list.show(seatsByPlace(state));
    drawSides($("#final-sides"), state, {
      columns: ["place", "th", "best num", "farkles num", "num"],
    });
    text($("#final-length"), lengthText(this.store, this.details));
  }

  updateRow(row, { seat, place }) {
    const { state, playerAt } = this.model;
    const player = playerAt(seat);
    const won = state.winners.includes(seat);
    row.classList.toggle("won", won);
    text($(".place", row), state.left[seat] ? "" : num(place));
    $("th", row).replaceChildren(playerLabel(player, seatTag(this.model, seat, player)));
    drawTeamLetter(row, state, seat);
    const detail =
      this.details.number === this.store.game.number ? this.details.rows?.[seat] : null;
    text($(".best", row), detail ? num(detail.best) : "");
    text($(".farkles", row), detail ? num(detail.farkles) : "");
    pencil($(".pn", row), state.scores[seat], { bold: won });
  }

  /** Fetches best turns, farkles and accuracy of the whole game. The table does without them. */
  async fetchDetails(number, model, more = 3) {
    if (this.details.number !== number) this.details = { number };
    try {
      const answer = await fetch(`${document.documentElement.dataset.path}result/${number}/`);
      if (!answer.ok) return;
      this.details = { number, ...(await answer.json()) };
      this.drawScores(model);
      if (model.state.winners.length) {
        text($("#win-turn"), turnText(this.store, model, this.details));
      }
      const row = this.details.rows[this.store.mySeats[0]];
      if (more && row?.turns && row.accuracy === null) {
        // It is worked out in the background.
        setTimeout(() => {
          if (this.store.game.number === number) this.fetchDetails(number, model, more - 1);
        }, ACCURACY_WAIT);
      }
    } catch {
      this.details = { number: 0 }; // the next event tries again
    }
  }
}
