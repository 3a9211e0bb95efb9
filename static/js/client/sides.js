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

/** Returns the sides of a game by their places, [{side, seats, total, here, won, place}]: the
    winners first, then the others by their totals, then those that have left. Equal totals share a
    place. (A test compares this with `places` of the engine.) */
export function ranking(state) {
  const bySide = new Map();
  state.scores.forEach((score, seat) => {
    const key = state.teams ? state.teams[seat] : seat;
    const side = bySide.get(key) ?? { side: key, seats: [], total: 0, here: false, won: false };
    side.seats.push(seat);
    side.total += score;
    side.here ||= !state.left[seat];
    side.won ||= state.winners.includes(seat);
    bySide.set(key, side);
  });
  const compare = (a, b) => b.won - a.won || b.here - a.here || b.total - a.total;
  const ranked = [...bySide.values()].sort((a, b) => compare(a, b) || a.side - b.side);
  ranked.forEach((side, at) => {
    const before = ranked[at - 1];
    side.place = before && compare(before, side) === 0 ? before.place : at + 1;
  });
  return ranked;
}

/** Returns [{seat, place}], the best first. The players of a team share its place and stand
    together. */
export const seatsByPlace = (state) =>
  ranking(state).flatMap(({ seats, place }) =>
    seats
      .toSorted(
        (a, b) => state.left[a] - state.left[b] || state.scores[b] - state.scores[a] || a - b,
      )
      .map((seat) => ({ seat, place })),
  );

/** Returns the teams of a game, [{team, total}], the best first. */
export const teamsByPlace = (state) =>
  state.teams ? ranking(state).map(({ side, total }) => ({ team: side, total })) : [];
