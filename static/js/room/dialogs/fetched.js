// The dialogs that are fetched with their scripts, because they are seldom opened, and the editor
// of rules with them.
import { openDialog } from "../../lib/dialogs.js";
import { $, data } from "../../lib/dom.js";
import { Fragment } from "./fragment.js";
/** @typedef {typeof import("./parts.js")["bindDialogs"]} Bind */

export class FetchedDialogs {
  /** @type {ReturnType<Bind> | null} */ bound = null;

  /** `redraw` runs when they have come. @param {Parameters<Bind>[0]} store
      @param {Parameters<Bind>[1]} connection @param {Parameters<Bind>[2]} parts
      @param {() => void} redraw */
  constructor(store, connection, parts, redraw) {
    this.fragment = new Fragment(data($("#loading"), "url"), async () => {
      const { bindDialogs } = await import("./parts.js");
      return () => {
        this.bound = bindDialogs(store, connection, parts, redraw);
        redraw();
      };
    });
  }

  draw() {
    for (const dialog of this.bound?.drawn ?? []) dialog.draw();
  }

  /** Opens a dialog without a button of its own. @param {string} id */
  async open(id) {
    if (await this.fragment.ready()) openDialog(id);
  }

  /** Opens the dialog of a player's seat. @param {number} player */
  async openSeat(player) {
    if (await this.fragment.ready()) this.bound?.seat.open(player);
  }
}
