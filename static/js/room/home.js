// The home of the room between two evenings: who is here, who is coming, and Play. The server has
// drawn the standings and the last evenings.
import { $, attr, h, keyed, optional, shown, text } from "../lib/dom.js";
import { fill, gettext, together } from "../lib/i18n.js";
import { dieOnFelt, faceOf } from "./felt.js";
import { sameText } from "./settings-text.js";

const MOST = 24; // dice on the felt

export class Home {
  node = optional("#room-home");
  left = false; // for the last result
  live = false;

  /** @param {Store} store @param {Connection} connection
      @param {{ editor: import("../rules/editor.js").Editor, toLobby: () => void,
        toResult: () => void }} parts */
  constructor(store, connection, { editor, toLobby, toResult }) {
    this.store = store;
    this.editor = editor;
    if (!this.node) return;
    $("#play").addEventListener("click", async () => {
      await editor.send(); // a number typed just now counts
      if (store.me !== null) connection.command({ type: "rematch", player: store.me });
    });
    $("#not-in").addEventListener("click", () => {
      if (store.me !== null) connection.command({ type: "ready", player: store.me, yes: false });
    });
    $("#home-to-lobby").addEventListener("click", toLobby);
    $("#last-result").addEventListener("click", () => {
      this.left = true;
      toResult();
    });
  }

  /** Whether it is shown between games: until the next one begins. */
  get fits() {
    const { room, game } = this.store;
    const last = this.node !== null && game?.number === Number(this.node.dataset.game);
    return last && room.status === "over" && !this.left;
  }

  draw() {
    const { store } = this;
    const { seated, hosting, me } = store;
    const list = $("#home-seats");
    if (!this.live) list.replaceChildren(); // what the server has drawn
    this.live = true;
    keyed(
      list,
      store.lineUp.slice(0, MOST),
      ({ id }) => id,
      (player) => {
        const die = dieOnFelt(faceOf(player), false);
        attr(die, "aria-hidden", "true");
        return h("li", { class: "lot" }, die, h("span", null, h("bdi"), h("small")));
      },
      (node, player) => this.drawSeat(node, player),
    );
    const people = seated.filter(({ kind }) => kind === "person");
    const here = people.filter(({ id }) => this.isHere(id));
    const count = { here: here.length, all: people.length };
    text(
      $("#home-here"),
      people.length > 1 ? fill(gettext("{here} of {all} are here."), count) : "",
    );
    const ready = hosting === null && Boolean(store.player(me)?.ready);
    const play = $("#play");
    attr(play, "aria-disabled", ready || seated.length < 2 ? "true" : null);
    text($("span", play), ready ? gettext("You're in") : gettext("Play"));
    shown($("#not-in"), ready);
    text($("#play-words"), this.words(ready));
  }

  isHere(/** @type {number} */ id) {
    return this.store.online.has(id) || this.store.mine.includes(id);
  }

  /** @param {HTMLElement} node @param {Wire.Player} player */
  drawSeat(node, { id, name, colour, kind, ready }) {
    const here = kind !== "person" || this.isHere(id);
    node.dataset.dice = String(colour + 1);
    node.dataset.state = here ? "here" : ready ? "in" : "away";
    text($("bdi", node), name);
    const words = ready ? gettext("ready") : gettext("here");
    const absent = ready ? gettext("coming") : gettext("away");
    text($("small", node), kind !== "person" ? gettext("computer") : here ? words : absent);
  }

  words(/** @type {boolean} */ ready) {
    const { seated, me, hosting, room } = this.store;
    if (me === null) return "";
    if (seated.length < 2) {
      return gettext(
        "You need two players. Invite a friend, add one on this device, or add a computer.",
      );
    }
    const { news } = this.editor.card.facts;
    if (hosting !== null) return sameText(news);
    const host = this.store.player(room.host);
    if (!host) return gettext("The game starts when everyone is in.");
    const words = ready
      ? gettext("Waiting for {name} to start the game.")
      : gettext("Tell the others you're in. {name} starts the game.");
    return together([fill(words, { name: host.name }), news]);
  }
}
