// The dialog of one seat: on mine the name, the pen and leaving; for the host order, role and
// removal.
import { ask, closeDialogs, openDialog } from "../lib/dialogs.js";
import { $, attr, shown, text } from "../lib/dom.js";
import { fill, gettext } from "../lib/i18n.js";
import { leave } from "./leaving.js";

export class SeatDialog {
  /** `muted(id)` and `mute(id)` tell and change whether a player is muted; `device(id)` opens the
      dialog for another device; `handover` draws its part. */
  constructor(store, connection, { muted, mute, device, handover }) {
    this.store = store;
    this.connection = connection;
    this.muted = muted;
    this.handover = handover;
    this.id = null;
    $("#seat-name-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.rename();
    });
    for (const pen of document.querySelectorAll("[data-colour]")) {
      pen.addEventListener("click", () =>
        this.send({ type: "colour", colour: Number(pen.dataset.colour) }),
      );
    }
    $("#seat-up").addEventListener("click", () => this.move(-1));
    $("#seat-down").addEventListener("click", () => this.move(1));
    $("#seat-host").addEventListener("click", () =>
      this.asHost("host", gettext("Make {name} the host?"), gettext("Make host")),
    );
    $("#seat-remove").addEventListener("click", () =>
      this.asHost(
        "remove",
        store.player(this.id).kind === "person"
          ? gettext("Remove {name}? They can't rejoin with the same link.")
          : gettext("Remove {name}?"),
        gettext("Remove"),
      ),
    );
    $("#seat-mute").addEventListener("click", () => {
      mute(this.id);
      this.draw();
    });
    $("#seat-device").addEventListener("click", () => {
      closeDialogs();
      device(this.id);
    });
    $("#seat-leave").addEventListener("click", () => leave(store, connection, [this.id]));
  }

  open(id) {
    this.id = id;
    $("#seat-name").value = this.store.player(id).name;
    this.draw();
    openDialog("seat-sheet");
  }

  draw() {
    const { store, id } = this;
    const player = store.player(id);
    if (id === null || !player) return;
    if (player.left && $("#seat-sheet").open) closeDialogs();
    const mine = store.mine.includes(id);
    const host = store.hosting !== null;
    text($("#seat-title"), mine ? gettext("Your seat") : player.name);
    shown($("#seat-mine"), mine);
    shown($("#seat-leave"), mine);
    shown($("#seat-device"), mine);
    this.handover.drawFor(id);
    shown(
      $("#seat-order"),
      store.owner !== null && store.room.status !== "playing" && store.seated.length > 1,
    );
    shown($("#seat-of-other"), host && id !== store.hosting);
    shown($("#seat-mute"), !mine && player.kind === "person" && store.room.settings.talk);
    attr($("#seat-mute"), "aria-pressed", String(this.muted(id)));
    shown($("#seat-host"), player.kind === "person" && store.owner !== null);
    const isNew = store.newcomers().some((one) => one.id === id);
    shown($("#seat-remove"), store.owner !== null || isNew);
    for (const pen of document.querySelectorAll("[data-colour]")) {
      attr(pen, "aria-pressed", String(Number(pen.dataset.colour) === player.colour));
    }
  }

  send(frame) {
    return this.connection.command({ ...frame, player: this.id });
  }

  async rename() {
    const name = $("#seat-name").value.trim();
    const answer = name ? await this.send({ type: "rename", name }) : null;
    if (answer?.type === "ok") closeDialogs();
  }

  /** Moves the seat in the order of turns. */
  move(by) {
    const ids = this.store.seated.map(({ id }) => id);
    const at = ids.indexOf(this.id);
    const to = at + by;
    if (to < 0 || to >= ids.length) return;
    [ids[at], ids[to]] = [ids[to], ids[at]];
    this.connection.command({ type: "order", player: this.store.owner, players: ids });
  }

  /** Sends a command of the host about this seat, after a confirmation. */
  async asHost(type, words, yes) {
    const { id } = this;
    const { name } = this.store.player(id);
    if (await ask(fill(words, { name }), yes)) {
      this.connection.command({ type, player: this.store.hosting, whom: id });
    }
    closeDialogs();
  }
}
