// The sides of a game: its teams, or without teams its seats.
import { fill, gettext } from "../lib/i18n.js";

const LETTERS = "ABCDEFGHIJKL";

export const teamLetter = (/** @type {number} */ team) => LETTERS[team] ?? String(team + 1);
export const teamName = (/** @type {number} */ team) =>
  fill(gettext("Team {letter}"), { letter: teamLetter(team) }).replace(" ", "\u00a0");

/** Returns the total that counts towards the target: the seat's, or its team's.
    @param {Pick<GameState, "scores" | "teams">} state @param {number} seat */
export const sideTotal = (state, seat) =>
  state.scores
    .filter((_, other) => sameSide(state, seat, other))
    .reduce((sum, score) => sum + score, 0);

/** Returns the name of a seat's side: the team's, or the player's.
    @param {Pick<GameState, "teams">} state @param {number} seat
    @param {(seat: number) => string} nameOf */
export const sideName = (state, seat, nameOf) =>
  state.teams ? teamName(state.teams[seat]) : nameOf(seat);

/** Whether one player plays alone, whom nobody can beat.
    @param {Pick<GameState, "scores">} state */
export const isAlone = ({ scores }) => scores.length === 1;

/** @param {Pick<GameState, "teams">} state @param {number} one @param {number} other */
export const sameSide = (state, one, other) =>
  state.teams ? state.teams[one] === state.teams[other] : one === other;

/** Returns whether the current player ends the game by banking these points, won by its side alone:
    these reach what wins at once, or give the most points and nobody has a turn left. (A test
    compares this with the engine.) @param {GameState} state
    @param {Pick<Wire.Rules, "ending" | "rounds" | "target">} rules @param {number} points */
export function bankWins(state, rules, points) {
  const { current, phase, round, queue, playoff } = state;
  const total = sideTotal(state, current) + points;
  const here = [...state.order, ...state.waiting];
  const others = (/** @type {number[]} */ seats) =>
    seats.filter((seat) => !sameSide(state, seat, current));
  let toCome = queue;
  if (phase === "turns" && rules.rounds) {
    if (round < rules.rounds) return false;
  } else if (phase === "turns") {
    if (total < rules.target) return false;
    const exact = rules.ending === "exact" || rules.ending === "only_exact";
    if (rules.ending === "immediate" || (exact && total === rules.target)) return true;
    toCome = others(rules.ending === "finish_round" ? queue : here);
  }
  const rivals = others(phase === "playoff" ? playoff : here);
  return !toCome.length && rivals.every((seat) => sideTotal(state, seat) < total);
}

/** @typedef {object} Side
    @property {number} side the team, or without teams the seat
    @property {number[]} seats
    @property {number} total
    @property {boolean} here whether somebody of it has not left
    @property {boolean} won
    @property {number} place */

/** Returns the sides of a game by their places: the winners first, then the others by their totals,
    then those that have left. Equal totals share a place. (A test compares this with `places` of
    the engine.) @param {Pick<GameState, "scores" | "teams" | "left" | "winners">} state */
export function ranking(state) {
  /** @type {Map<number, Side>} */ const bySide = new Map();
  state.scores.forEach((score, seat) => {
    const key = state.teams ? state.teams[seat] : seat;
    const side = bySide.get(key) ?? {
      side: key,
      seats: [],
      total: 0,
      here: false,
      won: false,
      place: 0,
    };
    side.seats.push(seat);
    side.total += score;
    side.here ||= !state.left[seat];
    side.won ||= state.winners.includes(seat);
    bySide.set(key, side);
  });
  /** @type {(a: Side, b: Side) => number} */
  const compare = (a, b) =>
    Number(b.won) - Number(a.won) || Number(b.here) - Number(a.here) || b.total - a.total;
  const ranked = [...bySide.values()].sort((a, b) => compare(a, b) || a.side - b.side);
  ranked.forEach((side, at) => {
    const before = ranked[at - 1];
    side.place = before && compare(before, side) === 0 ? before.place : at + 1;
  });
  return ranked;
}

/** Returns [{seat, place}], the best first. The players of a team share its place and stand
    together. @param {Parameters<typeof ranking>[0]} state */
export const seatsByPlace = (state) =>
  ranking(state).flatMap(({ seats, place }) =>
    seats
      .toSorted(
        (a, b) =>
          Number(state.left[a]) - Number(state.left[b]) ||
          state.scores[b] - state.scores[a] ||
          a - b,
      )
      .map((seat) => ({ seat, place })),
  );

/** Returns the teams of a game, [{team, total}], the best first.
    @param {Parameters<typeof ranking>[0]} state */
export const teamsByPlace = (state) =>
  state.teams ? ranking(state).map(({ side, total }) => ({ team: side, total })) : [];
