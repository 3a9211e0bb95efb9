// Handing over a seat: the host gives the seat of an absent person to one who is online, and its
// owner may object.
import { ask, closeDialogs } from "../lib/dialogs.js";
import { $, h, shown, text } from "../lib/dom.js";
import { fill, gettext, together } from "../lib/i18n.js";
import { announce, note, toast } from "../lib/toast.js";

export class SeatHandover {
  /** @type {number | null} */ seat = null; // whose seat the dialog is about

  /** @param {Store} store @param {Connection} connection */
  constructor(store, connection) {
    this.store = store;
    this.connection = connection;
    $("#object").addEventListener("click", () =>
      connection.command({ type: "object", player: store.lost[0] }),
    );
  }

  /** Draws the part of the seat's dialog: to whom it can be given. */
  drawFor(/** @type {number} */ id) {
    const { store } = this;
    const player = store.playerOf(id);
    const absent = player.kind === "person" && !store.mine.includes(id) && !store.online.has(id);
    const others = store.seated.filter(
      (one) => one.kind === "person" && one.id !== id && store.online.has(one.id),
    );
    shown($("#seat-give"), store.owner !== null && absent && others.length > 0);
    const select = $("#seat-give-to");
    const key = others.map((one) => `${one.id}:${one.name}`).join();
    if (this.seat !== id || select.dataset.key !== key) {
      select.dataset.key = key;
      select.replaceChildren(...others.map((one) => h("option", { value: one.id }, one.name)));
    }
    this.seat = id;
    text(
      $("#seat-give-words"),
      fill(gettext("Everyone will be notified, and {name} can undo it."), { name: player.name }),
    );
  }

  async give() {
    const { store, seat: whom } = this;
    const to = Number($("select#seat-give-to").value);
    const values = { name: store.playerOf(whom).name, to: store.player(to)?.name };
    if (
      !(await ask(
        fill(gettext("Give {name}'s seat and score to {to}?"), values),
        gettext("Give seat"),
      ))
    ) {
      return;
    }
    if (store.owner === null || whom === null) return;
    this.connection.command({ type: "give", player: store.owner, whom, to });
    closeDialogs();
  }

  /** Draws the note about a seat of mine that was given away. */
  draw() {
    const lost = this.store.lost.flatMap((id) => this.store.player(id) ?? []);
    shown($("#lost"), lost.length > 0);
    if (lost.length) {
      note(
        $("#lost span"),
        fill(gettext("The host gave {name}'s seat to someone else."), { name: lost[0].name }),
      );
    }
  }

  /** Says who took a seat back, and tells its temporary holder which seat they have now.
      @param {number} id @param {number | null} to @param {{ name: string }} values */
  objectedText(id, to, values) {
    const words = fill(gettext("{name} took their seat back."), values);
    if (!this.store.mine.includes(id)) return words;
    const now =
      to === null
        ? gettext("There's no free seat for you right now.")
        : gettext("You have your own seat again.");
    return together([words, now]);
  }

  /** Announces an event of the room. @param {Wire.Event} event */
  announceEvent(event) {
    const { store } = this;
    const [name, id, more] = event;
    if (name === "given") {
      const values = { name: store.playerOf(id).name, to: store.playerOf(more).name };
      toast(fill(gettext("{name}'s seat was given to {to}."), values));
    } else if (name === "objected") toast(this.objectedText(id, more, store.playerOf(id)));
    else if (name === "returned") {
      toast(fill(gettext("{name}'s seat waits for {name}."), store.playerOf(id)));
    } else if (name === "device" && store.mine.includes(id)) {
      announce(gettext("This seat is now open on another device."));
    }
  }
}
