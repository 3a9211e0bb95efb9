// Teams: how many, and who is in which. Made in the lobby, frozen in a game when it starts.
import { $, attr, h, keyed, shown, text } from "../lib/dom.js";
import { fill, gettext } from "../lib/i18n.js";
import { pencil } from "../lib/pencil.js";

const LETTERS = "ABCDEFGHIJKL";

export const letter = (team) => LETTERS[team] ?? String(team + 1);
export const teamName = (team) => fill(gettext("Team {letter}"), { letter: letter(team) }).replace(" ", "\u00a0");

/** The total that counts for the target: of a seat, or of its whole team. */
export function sideTotal(state, seat) {
  if (!state.teams) return state.scores[seat];
  return state.scores.reduce((sum, score, other) => sum + (state.teams[other] === state.teams[seat] ? score : 0), 0);
}

/** What the side of a seat is called: the team, or whoever sits there. */
export const sideName = (state, seat, nameOf) => (state.teams ? teamName(state.teams[seat]) : nameOf(seat));

export const sameSide = (state, one, other) => (state.teams ? state.teams[one] === state.teams[other] : one === other);

/** The teams of a game, [{team, total}], the best first; [] where there are none. */
export function sides(state) {
  const first = new Map((state.teams ?? []).map((team, seat) => [team, seat]));
  const found = [...first].map(([team, seat]) => ({ team, total: sideTotal(state, seat) }));
  return found.sort((a, b) => b.total - a.total || a.team - b.team);
}

/** A row for each team with its total, into the body of a table of scores, the columns of which are
    `columns`: "th" the name, "num" the total, others empty. */
export function drawSides(body, state, { most = Infinity, columns = ["th", "strikes", "num"] } = {}) {
  const cell = (kind) =>
    kind === "th" ? h("th", { scope: "row" }) : h("td", { class: kind }, kind === "num" ? h("span", { class: "pn" }) : null);
  const make = () => h("tr", { class: "side-row" }, columns.map(cell));
  keyed(
    body,
    sides(state).slice(0, most),
    ({ team }) => team,
    make,
    (row, { team, total }) => {
      text($("th", row), teamName(team));
      pencil($(".pn", row), total, { bold: true, write: true });
    },
  );
}

export class Teams {
  constructor(store, link) {
    this.store = store;
    this.link = link;
    this.selects = document.querySelectorAll("[data-teams]");
    for (const select of this.selects) {
      select.addEventListener("change", () => link.command({ type: "teams", player: store.hosting, count: Number(select.value) }));
    }
  }

  draw() {
    const { room, hosting } = this.store;
    for (const select of this.selects) {
      if (select.value !== String(room.teams)) select.value = String(room.teams);
      attr(select, "disabled", hosting === null);
    }
    for (const one of document.querySelectorAll("[data-teams-row]")) shown(one, hosting !== null || room.teams > 0);
  }

  /** The place for a team in a row of the lobby. */
  make(player) {
    const choose = (event) => {
      const { store } = this;
      const asker = store.hosting ?? player.id;
      this.link.command({ type: "team", player: asker, whom: player.id, team: Number(event.target.value) });
    };
    return h("span", { class: "team" }, h("select", { class: "input", onchange: choose }), h("span", { class: "letter" }));
  }

  update(slot, player) {
    const { store } = this;
    const count = store.room.teams;
    shown(slot, count > 0);
    if (!count) return;
    const may = store.hosting !== null || store.mine.includes(player.id);
    const [select, word] = slot.children;
    shown(select, may);
    shown(word, !may);
    text(word, player.team === null ? "" : teamName(player.team));
    if (select.length !== count) {
      select.replaceChildren(...Array.from({ length: count }, (_, team) => h("option", { value: team }, letter(team))));
    }
    attr(select, "aria-label", fill(gettext("Team of {name}"), { name: player.name }));
    if (player.team !== null && select.value !== String(player.team)) select.value = String(player.team);
  }
}
