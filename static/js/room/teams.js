// Teams: how many there are, and who is in which. A game keeps those it started with.
import { $, attr, closest, shown, text } from "../lib/dom.js";
import { fill, gettext } from "../lib/i18n.js";
import { announce } from "../lib/toast.js";
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
    const { count = room.teams } = this.connection.wanted("teams");
    for (const select of document.querySelectorAll("select[data-teams]")) {
      if (select.value !== String(count)) select.value = String(count);
      attr(select, "disabled", owner === null);
    }
    for (const one of document.querySelectorAll("[data-teams-row]")) {
      shown(one, owner !== null || room.teams > 0);
    }
  }

  /** Returns whether I may put this player into another team. @param {Wire.Player} player */
  mayMove({ id }) {
    const { room, owner, mine } = this.store;
    return room.teams > 0 && (owner !== null || mine.includes(id));
  }

  /** Puts a player into a team. @param {number} id @param {number} team */
  move(id, team) {
    const { owner } = this.store;
    if (this.store.playerOf(id).team === team) return;
    this.connection.command({ type: "team", player: owner ?? id, whom: id, team });
  }

  /** @param {number} id */
  nextTeam(id) {
    return ((this.store.playerOf(id).team ?? 0) + 1) % this.store.room.teams;
  }

  /** Makes a row's button move its player to the next team.
      @param {HTMLElement} button @param {number} id */
  bind(button, id) {
    button.addEventListener("click", () => {
      const team = this.nextTeam(id);
      const { name } = this.store.playerOf(id);
      this.move(id, team);
      announce(fill(gettext("{name}: {team}"), { name, team: teamName(team) }), { now: true });
    });
  }

  /** Draws a player's team in their row. @param {HTMLElement} row @param {Wire.Player} player */
  update(row, player) {
    const { teams } = this.store.room;
    const may = this.mayMove(player);
    const [button, word] = [$("button.team", row), $(".letter", row)];
    shown(button, may);
    shown(word, teams > 0 && !may);
    if (!teams) return;
    const [team, next] = [teamName(player.team ?? 0), teamName(this.nextTeam(player.id))];
    text(button, team);
    text(word, team);
    const words = gettext("{name}: {team}. Move to {next}");
    attr(button, "aria-label", fill(words, { name: player.name, team, next }));
  }
}
