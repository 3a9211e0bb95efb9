// The dialogs that are fetched, because they are seldom opened, and the editor of rules with them.
import { openDialog } from "../../lib/dialogs.js";
import { $, data } from "../../lib/dom.js";
import { Fragment } from "../../lib/fragment.js";
import { bindSettings } from "../../lib/settings.js";
import { SavedRules } from "../../rules/editor-saved.js";
import { DeviceDialog } from "./device.js";
import { RoomDialog } from "./room.js";
import { SeatDialog } from "./seat.js";
import { SettingsDialog } from "./settings.js";
/** @typedef {{ chat: import("../chat.js").Chat, editor: import("../../rules/editor.js").Editor,
 *   handover: import("../seat-handover.js").SeatHandover }} Parts of the page that they need */

export class FetchedDialogs {
  /** @type {SeatDialog | null} */
  seat = null;
  /** @type {{ draw: () => void }[]} */
  drawn = [];

  /** `redraw` runs when they have come. @param {Store} store @param {Connection} connection
      @param {Parts} parts @param {() => void} redraw */
  constructor(store, connection, parts, redraw) {
    this.fragment = new Fragment(data($("#loading"), "url"), () => {
      this.bind(store, connection, parts, redraw);
      redraw();
    });
  }

  /** @param {Store} store @param {Connection} connection @param {Parts} parts
      @param {() => void} redraw */
  bind(store, connection, { chat, editor, handover }, redraw) {
    const device = new DeviceDialog(store);
    this.seat = new SeatDialog(store, connection, {
      muted: (id) => chat.muted.has(id),
      mute: (id) => chat.toggleMute(id),
      device: (id) => device.open(id),
      handover,
    });
    this.drawn = [
      this.seat,
      new RoomDialog(store, connection),
      new SettingsDialog(store, connection),
      new SavedRules(store, connection, editor, redraw),
    ];
    bindSettings();
    editor.bind();
  }

  draw() {
    for (const dialog of this.drawn) dialog.draw();
  }

  /** Opens a dialog without a button of its own. @param {string} id */
  async open(id) {
    if (await this.fragment.ready()) openDialog(id);
  }

  /** Opens the dialog of a player's seat. @param {number} player */
  async openSeat(player) {
    if (await this.fragment.ready()) this.seat?.open(player);
  }
}
