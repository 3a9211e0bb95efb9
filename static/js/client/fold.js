// How the engine's events change a game's state (docs/develop/protocol.md, "The fold"). The events
// carry their results, so no rule of the game is here.

import { fitted, setAside } from "../lib/named-dice.js";
import { handle } from "./events.js";
import { sameSide } from "./sides.js";

/**
 * The state of a game: the server's but for what pages do not need, and four fields more.
 * @typedef {Omit<Wire.State, "version" | "offer" | "ply" | "reached" | "since" | "tied_at"> &
 *   { aside_rolls: number[], aside_letters: string, hot_points: number,
 *     row_ended: boolean }} GameState
 *
 * @typedef {Omit<Wire.Game, "state"> & { state: GameState }} Game
 */

/** @type {Pick<GameState, "throw" | "aside" | "aside_rolls" | "aside_letters" | "turn_points" |
 *   "rolls" | "blank" | "hot" | "hot_points" | "to_beat">} */
const noTurn = {
  throw: [],
  aside: [],
  aside_rolls: [], // how many of them come from each roll
  aside_letters: "", // if they are named
  turn_points: 0,
  rolls: 0,
  blank: false,
  hot: 0,
  hot_points: 0,
  to_beat: null, // in the last turns: the best total of the others, {seat, total}
};

/** Returns the state in which a game begins. @param {Wire.Rules} rules @param {number} players
    @param {number[] | null} teams @returns {GameState} */
export function newState(rules, players, teams) {
  const seats = Array.from({ length: players }, (_, seat) => seat);
  return {
    ...noTurn,
    phase: "turns",
    round: 0,
    current: -1,
    scores: seats.map(() => 0),
    // Without an opening score, every seat is in from the start.
    entered: seats.map(() => rules.entry_min === 0),
    streaks: seats.map(() => 0),
    left: seats.map(() => false),
    teams,
    order: seats, // of the turns
    queue: [], // seats that still have a turn in this round or tiebreaker
    waiting: [], // late joiners, who play from the next round
    leader: -1,
    playoff: [],
    winners: [],
    outcome: null, // how the game was won
    row_ended: false, // whether the last penalty was for farkles in a row
  };
}

/** Returns the seats in this order, beginning with `first`.
    @param {number[]} seats @param {number} first */
const from = (seats, first) => [
  ...seats.slice(seats.indexOf(first)),
  ...seats.slice(0, seats.indexOf(first)),
];

/** Several states are folded from the same events, so the lists of an event are never changed.
    Turns that end with nothing change nothing, and `fold` itself does what `started` tells.
    @typedef {Exclude<keyof Wire.GameEvents, "started" | "ran_out" | "skipped">} Folded
    @type {import("./events.js").Handlers<Folded, GameState>} */
const FOLD = {
  rolled_off: (state, seats, dice) => {
    const best = Math.max(...dice);
    const first = dice.indexOf(best);
    if (first === dice.lastIndexOf(best)) state.order = from(state.order, seats[first]);
  },
  round: (state, number) => {
    const order = [...state.order, ...state.waiting];
    Object.assign(state, { round: number, order, queue: order, waiting: [] });
  },
  turn: (state, seat) =>
    Object.assign(
      state,
      noTurn,
      { current: seat, queue: state.queue.slice(1) },
      state.chosen && { cup: state.chosen[seat] },
    ),
  rolled: (state, dice) =>
    Object.assign(state, { throw: dice, rolls: state.rolls + 1, blank: false }),
  // The farkle is thrown again and does not count as a throw.
  second_chance: (state) => (state.rolls -= 1),
  kept: (state, dice, points) => {
    if (state.cup) {
      const { aside, left } = setAside(state.cup, state.throw, dice);
      Object.assign(state, { cup: left || undefined, aside_letters: state.aside_letters + aside });
    }
    Object.assign(state, {
      aside: [...state.aside, ...dice],
      aside_rolls: [...state.aside_rolls, dice.length],
      throw: [],
      turn_points: state.turn_points + points,
    });
  },
  hot_dice: (state, bonus) => {
    state.aside = [];
    state.aside_rolls = [];
    state.aside_letters = "";
    state.turn_points += bonus;
    state.hot += 1;
    state.hot_points = state.turn_points;
    if (state.chosen) state.cup = state.chosen[state.current];
  },
  blank: (state, points) =>
    Object.assign(state, { turn_points: state.turn_points + points, blank: true }),
  built: (state, points, aside) =>
    Object.assign(state, { turn_points: points, aside, aside_rolls: [aside.length] }),
  entered: (state, seat) => (state.entered[seat] = true),
  banked: (state, seat, _points, total) => {
    state.scores[seat] = total;
    state.streaks[seat] = 0;
    Object.assign(state, { throw: [], to_beat: null });
  },
  farkled: (state, seat, _lost, streak) => {
    state.streaks[seat] = streak;
    state.to_beat = null;
  },
  penalised: (state, seat, _points, total) => {
    state.scores[seat] = total;
  },
  left: (state, seat) => {
    state.left[seat] = true;
    for (const seats of /** @type {const} */ (["order", "queue", "waiting", "playoff"])) {
      state[seats] = state[seats].filter((other) => other !== seat);
    }
  },
  joined: (state, seat, score, entered, team) => {
    state.waiting = [...state.waiting, seat];
    state.scores.push(score);
    state.entered.push(entered);
    state.streaks.push(0);
    state.left.push(false);
    // Late joiners have ordinary dice.
    if (state.chosen) state.chosen = [...state.chosen, fitted("", state.chosen[0].length)];
    if (state.teams && team !== null) state.teams = [...state.teams, team];
  },
  final_round: (state, seat) => {
    const order = [...state.order, ...state.waiting];
    const [, ...others] = from(order, seat);
    const queue = others.filter((other) => !sameSide(state, other, seat));
    Object.assign(state, { phase: "final", leader: seat, order, queue, waiting: [] });
  },
  playoff: (state, seats) =>
    Object.assign(state, { phase: "playoff", playoff: seats, queue: seats }),
  over: (state, winners) =>
    Object.assign(state, noTurn, {
      phase: "over",
      winners,
      current: -1,
      queue: [],
      waiting: [],
      ...(state.chosen && { cup: undefined }),
    }),
  to_beat: (state, seat, total) => (state.to_beat = { seat, total }),
  outcome: (state, how, second, second_total, seconds, tied_at, gone, others_gone) =>
    (state.outcome = { how, second, second_total, seconds, tied_at, gone, others_gone }),
};

/** Returns how many farkles in a row may cost something. @param {Wire.Rules} rules */
export const streakOf = (rules) => rules.farkle_streak ?? 3; // in games of before it was a rule

/** Returns whether so many cost something. @param {Wire.Rules} rules */
export const punishesStreaks = ({ streak_cost: cost, farkle_penalty: points }) =>
  points > 0 || cost === "everything" || cost === "last_bank";

/** Returns what a bank must beat after this event, where it must beat the turn before; 0: nothing.
    @param {GameState} state @param {Wire.Event} event */
function toTop({ to_top: points, current }, event) {
  if (event[0] === "banked") return event[2];
  const over = ["farkled", "ran_out", "skipped", "playoff"].includes(event[0]);
  return over || (event[0] === "left" && event[1] === current) ? 0 : points;
}

/** Applies events to the state of a game with these rules. Events of the room change nothing.
    @param {GameState} state @param {Wire.Event[]} events @param {Wire.Rules} rules */
export function fold(state, events, rules) {
  for (const event of events) {
    const rest = state.queue;
    if (event[0] === "started") {
      Object.assign(state, newState(rules, event[1], event[2]));
      if (event[3]?.length) state.chosen = event[3];
    } else handle(FOLD, state, event);
    if (event[0] === "penalised") {
      state.row_ended = punishesStreaks(rules) && state.streaks[event[1]] >= streakOf(rules);
      if (state.row_ended) state.streaks[event[1]] = 0;
    }
    if (rules.beat_last) state.to_top = toTop(state, event) || undefined;
    if (event[0] === "final_round" && rules.ending === "finish_round") {
      state.queue = rest.filter((seat) => !sameSide(state, seat, event[1]));
    }
  }
  return state;
}

/** Returns a deep copy of data. @template Data @param {Data} data @returns {Data} */
export function copyOf(data) {
  return data && JSON.parse(JSON.stringify(data));
}
