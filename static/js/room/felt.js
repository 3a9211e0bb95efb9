// The felt of the lobby: everybody's die lies on it. Who arrives throws theirs, and who waits may
// roll it again, for nothing. With teams there is a tray for each, and dice are put into them.
import { $, closest, h, keyed, shown, text } from "../lib/dom.js";
import { fill, gettext, num } from "../lib/i18n.js";
import { play } from "../lib/sound.js";
import { unseenHits } from "../lib/hits.js";
import { announce } from "../lib/toast.js";
import { teamName } from "../client/sides.js";
import { staticDie } from "../table/dice.js";

const FACES = [1, 5, 3, 6, 2, 4]; // of dice that were not rolled yet, by seat
const MOST = 24; // dice on the felt
const FRESH = 5000; // ms for which a player counts as arriving
const TOSS_EVERY = 600; // ms between two rolls of mine
const A_TAP = 8; // px a finger moves during a tap, at most
const KNOCK = 0.5; // s in which a die rolls to a stop

/** Returns the face of the die beside a player's name. */
export function faceOf(/** @type {Wire.Player} */ player) {
  return FACES[(player.id - 1) % FACES.length];
}

/** Returns a die; `thrown`: it is seen to roll to its place. @param {number} face
    @param {boolean} thrown */
export function dieOnFelt(face, thrown) {
  const die = staticDie(face);
  die.classList.toggle("tossed", thrown);
  return die;
}

/** @typedef {{ lot: HTMLElement | null, from: [x: number, y: number], dragged: boolean }} Held
    @typedef {{ id: number | "more", player?: Wire.Player, more: number }} Lot on the felt */

export class Felt {
  /** @type {Map<number, number>} */ faces = new Map(); // of dice that were rolled, by player
  drawn = false;
  next = 0; // of my players, who rolls next on a shared device
  tossed = 0; // ms since 1970; when I rolled last
  /** @type {Held | null} */ held = null; // what the finger touches
  /** @type {number | null} */ picked = null; // the player whose die goes where I tap next

  /** @param {Store} store @param {Connection} connection
      @param {import("./teams.js").Teams} teams */
  constructor(store, connection, teams) {
    this.store = store;
    this.connection = connection;
    this.teams = teams;
    this.node = $("#lots");
    $("#toss").addEventListener("click", () => this.toss());
    this.node.addEventListener("pointerdown", (event) => this.take(event));
    this.node.addEventListener("pointermove", (event) => this.drag(event));
    this.node.addEventListener("pointerup", (event) => this.release(event));
    this.node.addEventListener("pointercancel", () => this.drop());
  }

  draw() {
    const { store } = this;
    const { teams } = store.room;
    if (!this.drawn) this.node.replaceChildren(); // what the server has drawn
    shown($("#toss"), store.me !== null);
    const all = store.lineUp;
    const shownHere = all.length > MOST ? all.slice(0, MOST - 1) : all;
    const more = all.length - shownHere.length;
    /** @type {Lot[]} */
    const lots = shownHere.map((player) => ({ id: player.id, player, more: 0 }));
    if (more) lots.push({ id: "more", more });
    /** @type {(number | null)[]} */
    const trays = teams ? Array.from({ length: teams }, (_, team) => team) : [null];
    keyed(
      this.node,
      trays,
      (team) => team ?? "all",
      (team) => this.makeTray(team),
      (tray, team) => {
        const inside = lots.filter(({ player }) => team === null || (player?.team ?? 0) === team);
        keyed(
          $("div", tray),
          inside,
          ({ id }) => id,
          (lot) => this.makeLot(lot),
          (node, lot) => this.updateLot(node, lot),
        );
      },
    );
    this.drawn = true;
  }

  makeTray(/** @type {number | null} */ team) {
    const label = team === null ? null : h("b", null, teamName(team));
    return h("div", { class: "lots", "data-team": team }, label, h("div"));
  }

  makeLot(/** @type {Lot} */ { id, player, more }) {
    if (!player) return h("span", { class: "lot" }, `+${num(more)}`);
    const thrown = this.drawn || this.store.now - player.since < FRESH;
    const face = this.faces.get(player.id) ?? faceOf(player);
    return h("span", { class: "lot", "data-lot": id }, dieOnFelt(face, thrown), h("span"));
  }

  /** @param {HTMLElement} node @param {Lot} lot */
  updateLot(node, { player, more }) {
    if (!player) {
      text(node, `+${num(more)}`);
      return;
    }
    node.dataset.dice = String(player.colour + 1);
    node.dataset.material = player.material;
    text($("span:last-child", node), player.name);
    node.toggleAttribute("data-movable", this.teams.mayMove(player));
    node.toggleAttribute("data-picked", this.picked === player.id);
  }

  /** Rolls my die; on a shared device those of my players in turn. */
  toss() {
    const { mine, now } = this.store;
    if (!mine.length || now - this.tossed < TOSS_EVERY) return;
    this.tossed = now;
    const player = mine[this.next % mine.length];
    this.next += 1;
    this.connection.command({ type: "toss", player });
  }

  /** Shows how a die fell that its player has rolled; the television shows it, too.
      @param {Wire.Frames["tossed"]} frame */
  receive({ player, face }) {
    this.faces.set(player, face);
    if (document.documentElement.dataset.stage !== "lobby") return;
    for (const die of document.querySelectorAll(`[data-lot="${player}"] .die`)) {
      die.replaceWith(dieOnFelt(face, true));
    }
    const mine = this.store.mine.includes(player);
    if (mine || "screen" in document.documentElement.dataset) play("throw", unseenHits(1, KNOCK));
    if (mine) announce(fill(gettext("You rolled {face}."), { face }), { now: true });
  }

  /** A finger comes down. @param {PointerEvent} event */
  take(event) {
    if (!event.isPrimary || event.button) return;
    const lot = closest(event, ".lot[data-movable]");
    this.held = { lot, from: [event.clientX, event.clientY], dragged: false };
    if (lot) this.node.setPointerCapture(event.pointerId);
  }

  drag(/** @type {PointerEvent} */ event) {
    const { held } = this;
    if (!held?.lot) return;
    const [x, y] = [event.clientX - held.from[0], event.clientY - held.from[1]];
    held.dragged ||= Math.hypot(x, y) > A_TAP;
    if (held.dragged) held.lot.style.translate = `${x}px ${y}px`;
  }

  /** A finger goes up: it has dragged a die into a tray, tapped one to pick it up, or tapped the
      tray into which the picked die goes, or else my own. Without teams a tap rolls.
      @param {PointerEvent} event */
  release(event) {
    const { held } = this;
    this.drop();
    if (!held) return;
    if (!this.store.room.teams) {
      this.toss();
      return;
    }
    const id = held.lot ? Number(held.lot.dataset.lot) : (this.picked ?? this.store.me);
    if (held.lot && !held.dragged) this.picked = this.picked === id ? null : id;
    else {
      this.picked = null;
      const under = document.elementsFromPoint(event.clientX, event.clientY);
      const tray = under.find((node) => node.matches("#lots > .lots"));
      const team = Number(/** @type {HTMLElement | undefined} */ (tray)?.dataset.team);
      if (tray && id !== null) this.teams.move(id, team);
    }
    this.draw();
  }

  drop() {
    if (this.held?.lot) this.held.lot.style.translate = "";
    this.held = null;
  }
}
