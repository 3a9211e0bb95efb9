// The sides of a game: its teams, or each seat for itself.
import { fill, gettext } from "../lib/i18n.js";

const LETTERS = "ABCDEFGHIJKL";

export const letter = (team) => LETTERS[team] ?? String(team + 1);
export const teamName = (team) =>
  fill(gettext("Team {letter}"), { letter: letter(team) }).replace(" ", "\u00a0");

/** The total that counts for the target: of a seat, or of its whole team. */
export function sideTotal(state, seat) {
  if (!state.teams) return state.scores[seat];
  return state.scores.reduce(
    (sum, score, other) => sum + (state.teams[other] === state.teams[seat] ? score : 0),
    0,
  );
}

/** What the side of a seat is called: the team, or whoever sits there. */
export const sideName = (state, seat, nameOf) =>
  state.teams ? teamName(state.teams[seat]) : nameOf(seat);

export const sameSide = (state, one, other) =>
  state.teams ? state.teams[one] === state.teams[other] : one === other;

/** The teams of a game, [{team, total}], the best first; [] where there are none. */
export function sides(state) {
  const first = new Map((state.teams ?? []).map((team, seat) => [team, seat]));
  const found = [...first].map(([team, seat]) => ({ team, total: sideTotal(state, seat) }));
  return found.sort((a, b) => b.total - a.total || a.team - b.team);
}
