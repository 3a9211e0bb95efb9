// The turns of a game, for the log. The server sends the last finished ones; the events add to
// them.
import { setAside } from "../lib/named-dice.js";
import { handle } from "./events.js";

const MOST_KEPT = 500;

/** Whether none of the dice scored, which brought points.
    @param {Pick<Wire.Roll, "keep" | "points">} roll */
export const isBlank = ({ keep, points }) => keep === "" && points > 0;

/** Whether a roll in the middle of a turn brought hot dice: the last of six have scored.
    @param {Wire.Roll} roll */
export const isHot = (roll) => roll.keep.length === roll.dice.length || isBlank(roll);

/** Returns the points of an unfinished turn at its newest hot dice.
    @param {Wire.CurrentTurn} turn */
export function hotPoints(turn) {
  const hot = turn.rolls.findLastIndex(isHot);
  return turn.rolls.slice(0, hot + 1).reduce((sum, { points }) => sum + points, turn.built ?? 0);
}

/** Returns how many of the dice set aside come from each roll of an unfinished turn.
    @param {Wire.CurrentTurn} turn @param {number[]} aside */
export function asideRolls(turn, aside) {
  const hot = turn.rolls.findLastIndex(isHot);
  const kept = turn.rolls.slice(hot + 1).map(({ keep }) => keep.length);
  const sizes = kept.filter((size) => size > 0);
  const built = sizes.reduce((left, size) => left - size, aside.length);
  return built > 0 ? [built, ...sizes] : sizes;
}

/** Returns the letters of the dice set aside in an unfinished turn, which begins with `letters`.
    @param {Wire.CurrentTurn} turn @param {string} letters */
export function asideLetters(turn, letters) {
  let [cup, found] = [letters, ""];
  for (const { dice, keep } of turn.rolls.slice(turn.rolls.findLastIndex(isHot) + 1)) {
    const { aside, left } = setAside(cup, dice, [...keep].map(Number));
    [cup, found] = [left, found + aside];
  }
  return found;
}

/** How the events of a game change its turns; the others do not.
    @typedef {"rolled_off" | "second_chance" | "entered" | "joined" | "final_round" | "playoff" |
      "to_beat" | "outcome"} Elsewhere
    @type {import("./events.js").Handlers<Exclude<keyof Wire.GameEvents, Elsewhere> | "ended",
      TurnLog>} */
const FOLD = {
  started: (log) => log.reset([], null, 0),
  round: (log, number) => (log.round = number),
  turn: (log, seat) => (log.current = { seat, round: log.round, rolls: [] }),
  rolled: (log, dice) => log.current?.rolls.push({ dice, keep: "", points: 0 }),
  kept: ({ lastRoll }, dice, points) => {
    if (lastRoll) Object.assign(lastRoll, { keep: dice.join(""), points });
  },
  hot_dice: ({ lastRoll }, bonus) => {
    if (lastRoll) lastRoll.points += bonus;
  },
  blank: ({ lastRoll }, points) => {
    if (lastRoll) lastRoll.points = points;
  },
  built: ({ current }, points) => {
    if (current) current.built = points;
  },
  banked: (log, seat, points) => log.finish(seat, "banked", points),
  farkled: (log, seat) => log.finish(seat, "farkled", 0),
  penalised: ({ finished }, seat, points) => {
    const turn = finished.at(-1);
    if (turn?.seat === seat) turn.penalty = points;
  },
  ran_out: (log, seat) => log.finish(seat, "ran_out", 0),
  skipped: (log, seat) => log.finish(seat, "skipped", 0),
  left: (log, seat) => {
    if (log.current?.seat === seat) log.finish(seat, "left", 0);
  },
  over: (log) => log.cut(),
  ended: (log) => log.cut(),
};

export class TurnLog {
  /** @type {Wire.Turn[]} */ finished = []; // oldest first
  /** @type {Wire.CurrentTurn | null} */ current = null; // the turn under way
  round = 0;

  /** @param {Wire.Turn[]} finished @param {Wire.CurrentTurn | null} current
      @param {number} round */
  reset(finished, current, round) {
    this.finished = finished;
    this.current = current;
    this.round = round;
  }

  /** @param {Wire.Event[]} events @param {number[]} scores after the events */
  fold(events, scores) {
    const before = this.finished.length;
    for (const event of events) handle(FOLD, this, event);
    for (const turn of this.finished.slice(before)) turn.total = scores[turn.seat];
    if (this.finished.length > MOST_KEPT) this.finished.splice(0, this.finished.length - MOST_KEPT);
  }

  get lastRoll() {
    return this.current?.rolls.at(-1);
  }

  /** @param {number} seat @param {Wire.Turn["outcome"]} outcome @param {number} points */
  finish(seat, outcome, points) {
    const turn = this.current ?? { seat, round: this.round, rolls: [] };
    this.finished.push({ ...turn, seat, outcome, points, penalty: 0, total: 0 });
    this.current = null;
  }

  /** Ends a turn in the middle, because the game has ended. */
  cut() {
    if (this.current?.rolls.length) this.finish(this.current.seat, "cut", 0);
    this.current = null;
  }
}
