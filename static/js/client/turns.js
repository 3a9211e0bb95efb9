// The turns of a game, for the log. The server sends the last finished ones; the events add to
// them.

const MOST_KEPT = 500;

/** Whether none of the dice scored, which brought points. */
export const isBlank = ({ keep, points }) => keep === "" && points > 0;

/** Whether a roll in the middle of a turn brought hot dice: the last of six have scored. */
export const isHot = (roll) => roll.keep.length === roll.dice.length || isBlank(roll);

/** Returns the points of an unfinished turn at its newest hot dice. */
export function hotPoints(turn) {
  const hot = turn.rolls.findLastIndex(isHot);
  return turn.rolls.slice(0, hot + 1).reduce((sum, { points }) => sum + points, turn.built ?? 0);
}

/** Returns how many of the dice set aside come from each roll of an unfinished turn. */
export function asideRolls(turn, aside) {
  const hot = turn?.rolls.findLastIndex(isHot) ?? -1;
  const kept = (turn?.rolls ?? []).slice(hot + 1).map(({ keep }) => keep.length);
  const sizes = kept.filter((size) => size > 0);
  const built = sizes.reduce((left, size) => left - size, aside.length);
  return built > 0 ? [built, ...sizes] : sizes;
}

export class TurnLog {
  constructor() {
    this.reset([], null, 0);
  }

  /** `finished`: turns, oldest first; `current`: the turn under way, or null. */
  reset(finished, current, round) {
    this.finished = finished;
    this.current = current;
    this.round = round;
  }

  /** `scores`: after the events. */
  fold(events, scores) {
    const before = this.finished.length;
    for (const [name, ...fields] of events) this[`on_${name}`]?.(...fields);
    for (const turn of this.finished.slice(before)) turn.total = scores[turn.seat];
    if (this.finished.length > MOST_KEPT) this.finished.splice(0, this.finished.length - MOST_KEPT);
  }

  get lastRoll() {
    return this.current?.rolls.at(-1);
  }

  on_started() {
    this.finished = [];
    this.current = null;
    this.round = 0;
  }

  on_round(number) {
    this.round = number;
  }

  on_turn(seat) {
    this.current = { seat, round: this.round, rolls: [] };
  }

  on_rolled(dice) {
    this.current?.rolls.push({ dice, keep: "", points: 0 });
  }

  on_kept(dice, points) {
    if (this.lastRoll) Object.assign(this.lastRoll, { keep: dice.join(""), points });
  }

  on_hot_dice(bonus) {
    if (this.lastRoll) {
      Object.assign(this.lastRoll, { points: this.lastRoll.points + bonus });
    }
  }

  on_blank(points) {
    if (this.lastRoll) Object.assign(this.lastRoll, { points });
  }

  on_built(points) {
    if (this.current) this.current.built = points;
  }

  finish(seat, outcome, points) {
    const turn = this.current ?? { seat, round: this.round, rolls: [] };
    this.finished.push({ ...turn, seat, outcome, points, penalty: 0 });
    this.current = null;
  }

  on_banked(seat, points) {
    this.finish(seat, "banked", points);
  }

  on_farkled(seat) {
    this.finish(seat, "farkled", 0);
  }

  on_penalised(seat, points) {
    const turn = this.finished.at(-1);
    if (turn?.seat === seat) turn.penalty = points;
  }

  on_ran_out(seat) {
    this.finish(seat, "ran_out", 0);
  }

  on_skipped(seat) {
    this.finish(seat, "skipped", 0);
  }

  on_left(seat) {
    if (this.current?.seat === seat) this.finish(seat, "left", 0);
  }

  on_over() {
    this.cut();
  }

  on_ended() {
    this.cut();
  }

  /** Ends a turn in the middle, because the game has ended. */
  cut() {
    if (this.current?.rolls.length) this.finish(this.current.seat, "cut", 0);
    this.current = null;
  }
}
