// The dialog of one seat: on mine the name, the pen and leaving; for the host order, role and
// removal.
import { ask, closeDialogs, openDialog } from "../../lib/dialogs.js";
import { $, attr, shown, text } from "../../lib/dom.js";
import { fill, gettext } from "../../lib/i18n.js";
import { leave } from "../leaving.js";

const COLOURS = 6;

export class SeatDialog {
  /** @type {number | null} */ id = null;

  /**
   * `muted(id)` and `mute(id)` tell and change whether a player is muted; `device(id)` opens the
   * dialog for another device; `handover` draws its part.
   * @param {Store} store
   * @param {Connection} connection
   * @param {{ muted: (id: number) => boolean, mute: (id: number) => void,
   *   device: (id: number) => void, handover: import("../seat-handover.js").SeatHandover }} parts
   */
  constructor(store, connection, { muted, mute, device, handover }) {
    this.store = store;
    this.connection = connection;
    this.muted = muted;
    this.handover = handover;
    $("#seat-name-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.rename();
    });
    for (const pen of document.querySelectorAll("[data-colour]")) {
      pen.addEventListener("click", () =>
        connection.command({
          type: "colour",
          player: this.player.id,
          colour: Number(pen.dataset.colour),
        }),
      );
    }
    for (const choice of document.querySelectorAll("button[data-material]")) {
      choice.addEventListener("click", () =>
        connection.command({
          type: "material",
          player: this.player.id,
          material: /** @type {Wire.Player["material"]} */ (choice.dataset.material),
        }),
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
        this.player.kind === "person"
          ? gettext("Remove {name}? They can't rejoin with the same link.")
          : gettext("Remove {name}?"),
        gettext("Remove"),
      ),
    );
    $("#seat-mute").addEventListener("click", () => {
      mute(this.player.id);
      this.draw();
    });
    $("#seat-device").addEventListener("click", () => {
      closeDialogs();
      device(this.player.id);
    });
    $("#seat-take-host").addEventListener("click", () => {
      closeDialogs();
      connection.command({ type: "take_host", player: store.room.founder });
    });
    $("#seat-give").addEventListener("submit", (event) => {
      event.preventDefault();
      handover.give();
    });
    $("#seat-leave").addEventListener("click", () => leave(store, connection, [this.player.id]));
  }

  /** The player whose seat it is. */
  get player() {
    return this.store.playerOf(this.id);
  }

  open(/** @type {number} */ id) {
    this.id = id;
    $("input#seat-name").value = this.player.name;
    this.draw();
    openDialog("seat-sheet");
  }

  draw() {
    const { store, id } = this;
    const player = store.player(id);
    if (id === null || !player) return;
    if (player.left && $("dialog#seat-sheet").open) closeDialogs();
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
    shown($("#seat-take-host"), store.hasStandIn);
    shown($("#seat-host"), player.kind === "person" && store.owner !== null);
    const isNew = store.newcomers().includes(player);
    shown($("#seat-remove"), store.owner !== null || isNew);
    for (const pen of document.querySelectorAll("[data-colour]")) {
      attr(pen, "aria-pressed", String(Number(pen.dataset.colour) === player.colour));
    }
    attr($("#seat-dice"), "data-dice", (player.colour % COLOURS) + 1);
    for (const choice of document.querySelectorAll("button[data-material]")) {
      attr(choice, "aria-pressed", String(choice.dataset.material === player.material));
    }
  }

  async rename() {
    const name = $("input#seat-name").value.trim();
    if (!name) return;
    const answer = await this.connection.command({ type: "rename", player: this.player.id, name });
    if (answer.type === "ok") $("dialog#seat-sheet").close();
  }

  /** Moves the seat in the order of turns. @param {number} by */
  move(by) {
    const { owner, lineUp } = this.store;
    const players = lineUp.map(({ id }) => id);
    const at = players.indexOf(this.player.id);
    const to = at + by;
    if (owner === null || to < 0 || to >= players.length) return;
    [players[at], players[to]] = [players[to], players[at]];
    this.connection.command({ type: "order", player: owner, players });
  }

  /** Sends a command of the host about this seat, after a confirmation.
      @param {"host" | "remove"} type @param {string} words @param {string} yes */
  async asHost(type, words, yes) {
    const { id: whom, name } = this.player;
    const yesSaid = await ask(fill(words, { name }), yes);
    const player = this.store.hosting;
    if (yesSaid && player !== null) this.connection.command({ type, player, whom });
    closeDialogs();
  }
}
