// The host's dialog of the room: its name, who may join, who may see past games, and closing it.
import { ask, closeDialogs } from "../../lib/dialogs.js";
import { $ } from "../../lib/dom.js";
import { commas, fill, gettext, ngettext } from "../../lib/i18n.js";
import { toast } from "../../lib/toast.js";
import { wantedSettings } from "../settings-text.js";

const MOST_NAMES = 8; // in the question before newcomers are removed

export class RoomDialog {
  listed = $("input#room-listed");
  past = $("input#room-past");
  name = $("input#room-name-input");

  /** @param {Store} store @param {Connection} connection */
  constructor(store, connection) {
    this.store = store;
    this.connection = connection;
    const { path } = document.documentElement.dataset;
    $("a#room-chat").href = `${path}standings/#chat-title`;
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
    $("#room-new-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.removeNew(Number($("select#room-new").value));
    });
  }

  draw() {
    const { room } = this.store;
    const { listed, past } = wantedSettings(this.store, this.connection);
    this.listed.checked = listed;
    this.past.checked = past === "players";
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
      $("dialog#room-sheet").close();
      toast(gettext("Room renamed."));
    }
  }

  async removeNew(/** @type {number} */ minutes) {
    const { store } = this;
    const names = store.newcomers(minutes).map(({ name }) => name);
    if (!names.length) {
      toast(gettext("Nobody joined in that time."));
      return;
    }
    const named = commas(names.slice(0, MOST_NAMES));
    const words = fill(
      ngettext(
        "Remove {count} player: {names}? They can't rejoin with this link.",
        "Remove {count} players: {names}? They can't rejoin with this link.",
        names.length,
      ),
      { count: names.length, names: names.length > MOST_NAMES ? `${named}…` : named },
    );
    if (!(await ask(words, gettext("Remove")))) return;
    if (store.hosting === null) return;
    this.connection.command({ type: "remove_new", player: store.hosting, minutes });
    closeDialogs();
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
