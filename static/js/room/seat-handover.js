// A lost seat: the host gives the seat of somebody absent to somebody present; who had it before may object.
import { $, h, shown, text } from "../lib/dom.js";
import { fill, gettext } from "../lib/i18n.js";
import { announce, toast } from "../lib/toast.js";
import { ask, closeDialogs } from "../lib/dialogs.js";

export class Handover {
  constructor(store, link) {
    Object.assign(this, { store, link, seat: null });
    $("#seat-give").addEventListener("submit", (event) => {
      event.preventDefault();
      this.give();
    });
    $("#object").addEventListener("click", () =>
      link.command({ type: "object", player: store.lost[0] }),
    );
  }

  /** The part of a seat's sheet: who could have this seat. */
  drawFor(id) {
    const { store } = this;
    const player = store.player(id);
    const absent = player.kind === "person" && !store.mine.includes(id) && !store.online.has(id);
    const others = store.seated.filter(
      (one) => one.kind === "person" && one.id !== id && store.online.has(one.id),
    );
    shown($("#seat-give"), store.hosting !== null && absent && others.length > 0);
    const select = $("#seat-give-to");
    const key = others.map((one) => `${one.id}:${one.name}`).join();
    if (this.seat !== id || select.dataset.key !== key) {
      select.dataset.key = key;
      select.replaceChildren(...others.map((one) => h("option", { value: one.id }, one.name)));
    }
    this.seat = id;
    text(
      $("#seat-give-words"),
      fill(gettext("Everybody is told, and {name} may object."), { name: player.name }),
    );
  }

  async give() {
    const { store, seat } = this;
    const to = Number($("#seat-give-to").value);
    const values = { name: store.player(seat).name, to: store.player(to)?.name };
    if (
      !(await ask(
        fill(gettext("Give {name}'s seat, with its score, to {to}?"), values),
        gettext("Give the seat"),
      ))
    ) {
      return;
    }
    this.link.command({ type: "give", player: store.hosting, whom: seat, to });
    closeDialogs();
  }

  /** Seats that were mine and are somebody else's now. */
  draw() {
    const lost = this.store.lost.map((id) => this.store.player(id)).filter(Boolean);
    shown($("#lost"), lost.length > 0);
    if (lost.length) {
      text(
        $("#lost span"),
        fill(gettext("The host gave the seat of {name} to somebody else."), { name: lost[0].name }),
      );
    }
  }

  tell([name, id, more]) {
    const player = this.store.player(id);
    const values = { name: player?.name, to: this.store.player(more)?.name };
    if (name === "given") toast(fill(gettext("{name}'s seat was given to {to}."), values));
    else if (name === "objected") {
      toast(fill(gettext("{name} objected and has the seat back."), values));
    } else if (name === "device" && this.store.mine.includes(id)) {
      announce(gettext("This seat is open on another device."));
    }
  }
}
