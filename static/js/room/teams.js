// Teams: how many there are, and who is in which. A game keeps those it started with.
import { $, attr, closest, h, shown, text } from "../lib/dom.js";
import { fill, gettext } from "../lib/i18n.js";
import { teamName } from "../client/sides.js";

export class Teams {
  /** @param {Store} store @param {Connection} connection */
  constructor(store, connection) {
    this.store = store;
    this.connection = connection;
    // The editor's select comes later than the lobby's.
    document.addEventListener("change", (event) => {
      const select = closest(event, "select[data-teams]");
      const { owner } = store;
      if (!select || owner === null) return;
      connection.command({ type: "teams", player: owner, count: Number(select.value) });
    });
  }

  draw() {
    const { room, owner } = this.store;
    for (const select of document.querySelectorAll("select[data-teams]")) {
      if (select.value !== String(room.teams)) select.value = String(room.teams);
      attr(select, "disabled", owner === null);
    }
    for (const one of document.querySelectorAll("[data-teams-row]")) {
      shown(one, owner !== null || room.teams > 0);
    }
  }

  /** Sends the team that is chosen for a player. @param {HTMLSelectElement} select
      @param {Wire.Player} player */
  bind(select, player) {
    select.onchange = () =>
      this.connection.command({
        type: "team",
        player: this.store.owner ?? player.id,
        whom: player.id,
        team: Number(select.value),
      });
  }

  /** @param {HTMLElement} slot @param {Wire.Player} player */
  update(slot, player) {
    const { store } = this;
    const count = store.room.teams;
    shown(slot, count > 0);
    if (!count) return;
    const may = store.owner !== null || store.mine.includes(player.id);
    const [select, word] = [$("select", slot), $(".letter", slot)];
    shown(select, may);
    shown(word, !may);
    text(word, player.team === null ? "" : teamName(player.team));
    if (select.length !== count) {
      select.replaceChildren(
        ...Array.from({ length: count }, (_, team) => h("option", { value: team }, teamName(team))),
      );
    }
    attr(select, "aria-label", fill(gettext("{name}'s team"), { name: player.name }));
    if (player.team !== null && select.value !== String(player.team)) {
      select.value = String(player.team);
    }
  }
}
