// The dialog with all players of the room: who is online, and a button that opens their seat.
import { closeDialogs, onOpen } from "../../lib/dialogs.js";
import { $, h, icon, shown, text } from "../../lib/dom.js";
import { commas, fill, gettext, ngettext } from "../../lib/i18n.js";
import { VirtualList } from "../../lib/virtual-list.js";
import { drawPlayer, playerLabel } from "../../table/scorepad.js";

export class PeopleDialog {
  /**
   * @param {Store} store
   * @param {{ openSeat: (id: number) => void, tagsOf: (player: Wire.Player) => string[] }} parts
   */
  constructor(store, { openSeat, tagsOf }) {
    this.store = store;
    this.openSeat = openSeat;
    this.tagsOf = tagsOf;
    /** @type {import("../../lib/virtual-list.js").Rows<Wire.Player>} */
    const rows = {
      key: ({ id }) => id,
      make: (player) => this.make(player),
      update: (row, player) => this.update(row, player),
      nameOf: ({ name }) => name,
    };
    this.list = new VirtualList($("#people-rows"), $("#people-rows"), rows, $("input#find-person"));
    onOpen($("dialog#people-sheet"), () => this.draw());
  }

  make(/** @type {Wire.Player} */ player) {
    const open = () => {
      closeDialogs();
      this.openSeat(player.id);
    };
    return h(
      "li",
      null,
      playerLabel(player),
      h(
        "button",
        { class: "tool", type: "button", onclick: open },
        icon("more"),
        h("span", { class: "vh" }),
      ),
    );
  }

  /** @param {HTMLElement} row @param {Wire.Player} player */
  update(row, player) {
    drawPlayer(row, player, commas(this.tagsOf(player)));
    text($(".vh", row), fill(gettext("{name}'s seat"), { name: player.name }));
  }

  draw() {
    if (!$("dialog#people-sheet").open) return;
    const { seated, online, spectators } = this.store;
    this.list.show(seated);
    const people = seated.filter(({ kind }) => kind === "person");
    const there = people.filter(({ id }) => online.has(id)).length;
    const words = [fill(gettext("{there} of {all} online"), { there, all: people.length })];
    if (spectators) {
      words.push(
        fill(ngettext("{count} watching", "{count} watching", spectators), { count: spectators }),
      );
    }
    text($("#people-words"), commas(words));
    shown($("#people-words"), people.length > 0);
  }
}
