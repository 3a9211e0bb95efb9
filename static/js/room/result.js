// The result of a game: who won and how, the scores, and the rematch. What the felt tells besides
// is loaded when a game ends (ending/story.js).
import { compare } from "../lib/dice-memory.js";
import { $, attr, clone, closest, h, shown, text } from "../lib/dom.js";
import { commas, fill, gettext, num } from "../lib/i18n.js";
import { pencil } from "../lib/pencil.js";
import { pace } from "../lib/prefs.js";
import { fromHex, sha256, toHex } from "../lib/sha256.js";
import { buzz, play, pulses } from "../lib/sound.js";
import { announce } from "../lib/toast.js";
import { VirtualList } from "../lib/virtual-list.js";
import { drawPlayer, drawSides, drawTeamLetter, seatTag } from "../table/scorepad.js";
import { isAlone, seatsByPlace, sideTotal } from "../client/sides.js";
import { computerText } from "./levels.js";
import { DetailsOfGame } from "./ending/details.js";
import {
  endText,
  howText,
  otherLevel,
  ownCheckText,
  rematchLabel,
  rematchText,
  sharedText,
  winText,
} from "./result-text.js";

const PATIENCE = 2000; // ms for which the scene waits for what it shows

export class Result {
  /** @type {Promise<void> | null} */ loading = null;
  /** @type {typeof import("./ending/story.js") | null} */ ending = null;
  /** @type {import("./ending/story.js").Story | null} */ story = null;
  /** @type {import("./ending/story.js").Scene | null} */ scene = null;
  /** @type {Model | null} */ drawn = null;

  /** `change` leads to the lobby. @param {Store} store @param {Connection} connection
      @param {{ change: () => void, memory: DiceMemory, model: () => Model,
        news: () => string }} parts */
  constructor(store, connection, { change, memory, model, news }) {
    this.store = store;
    this.news = news;
    this.memory = memory;
    this.connection = connection;
    this.newest = model;
    this.whole = new DetailsOfGame(() => this.drawStory());
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
    this.otherLevel = h("button", {
      class: "btn wide",
      type: "button",
      hidden: true,
      onclick: () => {
        const { level } = otherLevel(store, this.iWon) ?? {};
        if (level && store.me !== null) {
          connection.command({ type: "rematch", player: store.me, level });
        }
      },
    });
    this.changeRule = h(
      "button",
      { class: "btn wide", type: "button", hidden: true, "data-sheet": "choose-sheet" },
      gettext("Change a rule"),
    );
    $("#rematch").after(this.changeRule, this.otherLevel);
    $("#to-lobby").addEventListener("click", change);
    $("#share-result").addEventListener("click", () => {
      this.ending?.shareText(this.sharedText, $("a#go-through").href);
    });
    $("#send-picture").addEventListener("click", () => this.sendPicture());
    // A tap on the result ends the scene and presses nothing: the buttons were not there yet.
    document.addEventListener(
      "click",
      (event) => {
        if (!this.staged) return;
        this.endStage();
        if (!closest(event, "#result")) return;
        event.preventDefault();
        event.stopPropagation();
      },
      true,
    );
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

  /** Whether the scene is on show, or about to be. */
  get staged() {
    return this.scene !== null || $("#result").classList.contains("unplayed");
  }

  get sharedText() {
    return sharedText(this.newest(), gettext("Game abandoned"));
  }

  async sendPicture() {
    const { number } = this.store.newestGame;
    const button = $("#send-picture");
    if (!this.ending || button.hasAttribute("aria-busy")) return;
    attr(button, "aria-busy", "true");
    await this.ending.sharePicture(
      `${$("a#go-through").href}preview.png`,
      this.ending.pictureName(number),
      this.sharedText,
    );
    attr(button, "aria-busy", null);
  }

  /** Fetches what the end of the game needs, before it is shown. */
  prepare() {
    this.whole.want(this.store.newestGame.number);
    return this.loadStory();
  }

  /** Loads what tells the end, once. */
  loadStory() {
    return (this.loading ??= this.load());
  }

  async load() {
    try {
      this.ending = await import("./ending/story.js");
    } catch {
      this.loading = null; // no network: the next drawing tries again
      return;
    }
    this.story = new this.ending.Story($("#story"));
    if (this.ending.canSendPictures()) text($("#send-picture span"), gettext("Send picture"));
    this.drawStory();
  }

  /** Ends the game for those who were there: once, by a scene. */
  stage() {
    const model = this.newest();
    if (!this.abandoned) announce(endText(this.store, model));
    const given = pace();
    if (given.tumble && model.state.winners.length) this.playScene(given);
    else this.soundEnd();
  }

  /** @param {import("../lib/prefs.js").Pace} given */
  async playScene(given) {
    const { classList } = $("#result");
    classList.add("unplayed");
    const parts = this.prepare().then(() => this.whole.first);
    await Promise.race([parts, new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
    const skipped = !classList.contains("unplayed");
    classList.remove("unplayed");
    if (skipped || !this.ending) {
      this.soundEnd();
      return;
    }
    this.scene = new this.ending.Scene(given, {
      stage: () => import("../table/throw/stage.js"),
      hear: (hits) => {
        play("throw", hits);
        if (this.iWon) buzz(pulses(hits));
      },
      write: () => {
        $("#result").classList.add("writes");
        this.soundEnd();
      },
      ended: () => {
        this.scene = null;
        $("#result").classList.remove("writes");
      },
    });
    this.scene.play();
  }

  soundEnd() {
    play(this.iWon ? "win" : "bank"); // a loser hears the pencil
    if (this.iWon) buzz(20);
  }

  endStage() {
    $("#result").classList.remove("unplayed");
    this.scene?.finish();
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
    shown($("#send-picture"), !abandoned && !("screen" in document.documentElement.dataset));
    if (!abandoned) pencil($("#win-points"), sideTotal(state, winners[0]), { bold: true });
    text(
      $("#win-how"),
      abandoned
        ? gettext("No winner: this game doesn't count. Scores as they were.")
        : howText(this.store, model),
    );
    const me = store.player(store.me);
    const rematch = $("#rematch");
    const again = room.status === "over" && !isAlone(state);
    shown(rematch, Boolean(me) && again);
    const waiting = me?.ready && store.hosting === null;
    attr(rematch, "aria-disabled", waiting ? "true" : null);
    text($("span", rematch), rematchLabel(store));
    const other = otherLevel(store, this.iWon);
    shown(this.otherLevel, other);
    text(this.otherLevel, other?.words ?? "");
    const wish = rematchText(store, this.news());
    text($("#rematch-words"), wish);
    // Nothing moves when somebody else asks for a rematch.
    const others = store.seated.some(
      ({ id, kind }) => kind === "person" && !store.mine.includes(id),
    );
    shown($("#rematch-words"), wish || (me && again && others));
    shown(this.changeRule, store.owner !== null && again);
    shown($("#to-lobby"), Boolean(me) && again);
    shown($("#home-from-result"), room.status !== "over");
    for (const [id, value] of [
      ["commitment-was", game.commitment],
      ["fingerprint", game.fingerprint],
      ["seed", game.seed ?? ""],
      ["strings", commas(game.strings.filter(Boolean)) || gettext("none")],
    ]) {
      text($(`#${id}`), value);
    }
    for (const id of ["checked", "fair-dice"]) shown($(`#${id}`), Boolean(game.seed));
    if (game.seed) this.drawOwnCheck(game, game.seed);
    const past = `${location.pathname}game/${game.number}/`;
    attr($("#go-through"), "href", past);
    for (const id of ["check-dice", "fair-dice"]) attr($(`#${id}`), "href", `${past}dice/`);
    this.prepare();
    this.drawStory();
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

  /** Draws what the felt tells, once that is loaded. */
  drawStory() {
    // Before it is on show, the table may still be behind the end of the game.
    if ($("#result").hidden) return;
    const model = this.newest();
    this.drawScores(model);
    if (this.story?.draw(model, this.details) && pace().tumble) this.scene?.drawLines();
  }

  /** What is known of the whole game on show. */
  get details() {
    const { details } = this.whole;
    return details.number === this.store.newestGame.number ? details : { number: 0 };
  }

  drawScores(/** @type {Model} */ model) {
    const { state } = model;
    this.drawn = model;
    this.list.show(seatsByPlace(state));
    drawSides($("#final-sides"), state, { row: "final-side" });
    const { length = "", par } = this.details;
    const words = par ? fill(gettext("{length} · par {points}"), { length, points: par }) : length;
    text($("#final-length"), words);
  }

  /** Returns what stands beside a name: of a computer, how well it plays. @param {number} seat */
  tag(seat) {
    const { model } = this;
    const player = model.playerAt(seat);
    const isComputer = player?.level && !model.state.left[seat];
    return isComputer ? computerText(player.level) : seatTag(model, seat, player);
  }

  /** @param {HTMLElement} row @param {{ seat: number, place: number }} entry */
  updateRow(row, { seat, place }) {
    const { model } = this;
    const { state } = model;
    const player = model.playerAt(seat);
    const won = state.winners.includes(seat);
    row.classList.toggle("won", won);
    text($(".place", row), state.left[seat] ? "" : num(place));
    drawPlayer(row, player, this.tag(seat));
    drawTeamLetter(row, state, seat);
    const { rows } = this.details;
    const detail = rows?.[seat];
    text($(".best", row), detail ? num(detail.best) : "");
    text($(".farkles", row), detail ? num(detail.farkles) : "");
    pencil($(".pn", row), state.scores[seat], { bold: won });
  }
}
