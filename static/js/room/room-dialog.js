// The host's dialog of the room: its name, who may join, who may see past games, and closing it.
import { ask, closeDialogs } from "../lib/dialogs.js";
import { $, shown, text } from "../lib/dom.js";
import { fill, gettext } from "../lib/i18n.js";
import { toast } from "../lib/toast.js";
import { leave } from "./leaving.js";

/** Returns what a host may do who stands in for the founder, and who decides the rest. */
function standInText(/** @type {string | undefined} */ name) {
  const words = [
    gettext("You're the host in {name}'s place."),
    gettext("You can start and pause games, let players in, and remove anyone new this hour."),
    gettext("Only {name} can change the rest."),
  ];
  return fill(words.join(" "), { name });
}

export class RoomDialog {
  listed = $("input#room-listed");
  past = $("input#room-past");
  name = $("input#room-name-input");

  /** @param {Store} store @param {Connection} connection */
  constructor(store, connection) {
    this.store = store;
    this.connection = connection;
    $("#room-name-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.rename();
    });
    this.listed.addEventListener("change", () => this.set({ listed: this.listed.checked }));
    this.past.addEventListener("change", () =>
      this.set({ past: this.past.checked ? "players" : "link" }),
    );
    $("#room-close").addEventListener("click", () => this.close());
    $("#room-new-link").addEventListener("click", () => this.newLink());
    $("#leave-open").addEventListener("click", () => leave(store, connection, store.mine));
  }

  draw() {
    const { store } = this;
    const { room, hosting, owner, me } = store;
    for (const one of document.querySelectorAll("[data-host]")) {
      shown(one, hosting !== null && room.status !== "closed");
    }
    for (const one of document.querySelectorAll("[data-owner]")) {
      shown(one, owner !== null && room.status !== "closed");
    }
    for (const one of document.querySelectorAll("[data-stand-in]")) {
      shown(one, hosting !== null && owner === null);
      text(one, standInText(store.keeper?.name));
    }
    for (const one of document.querySelectorAll("[data-seated]")) {
      shown(one, me !== null && room.status !== "closed");
    }
    for (const one of document.querySelectorAll("[data-take-seat]")) {
      shown(one, me === null && room.status !== "closed");
    }
    shown($("#leave-open"), me !== null && room.status !== "closed");
    this.listed.checked = room.settings.listed;
    this.past.checked = room.settings.past === "players";
    if (document.activeElement !== this.name) this.name.value = room.name;
  }

  /** Changes settings of the room. @param {Omit<Wire.Commands["settings"], "player">} settings */
  async set(settings) {
    const { owner } = this.store;
    if (owner === null) return null;
    return this.connection.command({ type: "settings", player: owner, ...settings });
  }

  async rename() {
    const answer = await this.set({ name: this.name.value.trim() });
    if (answer?.type === "ok") {
      closeDialogs();
      toast(gettext("Room renamed."));
    }
  }

  async close() {
    if (
      !(await ask(
        gettext("Close the room for good? A game in progress is abandoned."),
        gettext("Close room"),
      ))
    ) {
      return;
    }
    const { owner } = this.store;
    if (owner !== null) await this.connection.command({ type: "close", player: owner });
    closeDialogs();
  }

  async newLink() {
    const words = gettext(
      "Make a new link? The old link and its QR code stop working. Everyone with a seat stays.",
    );
    if (!(await ask(words, gettext("Make a new link")))) return;
    const { owner } = this.store;
    if (owner !== null) await this.connection.command({ type: "new_link", player: owner });
  }
}
