// The sides of a game: its teams, or without teams its seats.
import { fill, gettext } from "../lib/i18n.js";

const LETTERS = "ABCDEFGHIJKL";

export const teamLetter = (team) => LETTERS[team] ?? String(team + 1);
export const teamName = (team) =>
  fill(gettext("Team {letter}"), { letter: teamLetter(team) }).replace(" ", "\u00a0");

/** Returns the total that counts towards the target: the seat's, or its team's. */
export function sideTotal(state, seat) {
  if (!state.teams) return state.scores[seat];
  return state.scores.reduce(
    (sum, score, other) => sum + (state.teams[other] === state.teams[seat] ? score : 0),
    0,
  );
}

/** Returns the name of a seat's side: the team's, or the player's. */
export const sideName = (state, seat, nameOf) =>
  state.teams ? teamName(state.teams[seat]) : nameOf(seat);

export const sameSide = (state, one, other) =>
  state.teams ? state.teams[one] === state.teams[other] : one === other;

/** Returns the teams of a game, [{team, total}], the best first. */
export function sides(state) {
  const first = new Map((state.teams ?? []).map((team, seat) => [team, seat]));
  const found = [...first].map(([team, seat]) => ({ team, total: sideTotal(state, seat) }));
  return found.sort((a, b) => b.total - a.total || a.team - b.team);
}
