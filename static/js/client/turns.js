// The turns of a game as they go by: what the log shows. The server sends the last ones finished;
// this adds those seen live.

const KEPT = 500;

export class Turns {
  constructor() {
    this.reset([], null);
  }

  /** `done`: finished turns, oldest first; `state`: for the turn that is under way. */
  reset(done, state) {
    this.done = [...done];
    this.now = null;
    if (state && state.current >= 0) {
      this.now = { seat: state.current, round: state.round, rolls: [] };
      if (state.throw.length) {
        this.now.rolls.push({ dice: state.throw, keep: "", points: 0, total: state.turn_points });
      }
    }
  }

  /** `scores`: after these events. */
  fold(events, scores) {
    const before = this.done.length;
    for (const [name, ...fields] of events) this[`on_${name}`]?.(...fields);
    for (const turn of this.done.slice(before)) turn.total = scores[turn.seat];
    if (this.done.length > KEPT) this.done.splice(0, this.done.length - KEPT);
  }

  get last() {
    return this.now?.rolls.at(-1);
  }

  on_started() {
    this.done = [];
    this.now = null;
    this.round = 0;
  }

  on_round(number) {
    this.round = number;
  }

  on_turn(seat) {
    this.now = { seat, round: this.round, rolls: [], points: 0 };
  }

  on_rolled(dice) {
    this.now?.rolls.push({ dice, keep: "", points: 0 });
  }

  on_kept(dice, points) {
    if (this.last) Object.assign(this.last, { keep: dice.join(""), points });
  }

  on_hot_dice(bonus) {
    if (this.last) Object.assign(this.last, { points: this.last.points + bonus, hot: true });
  }

  on_blank(points) {
    if (this.last) Object.assign(this.last, { points, blank: true });
  }

  on_built(points) {
    if (this.now) this.now.built = points;
  }

  end(seat, outcome, points) {
    const turn = this.now ?? { seat, round: this.round, rolls: [] };
    this.done.push({ ...turn, seat, outcome, points, penalty: 0 });
    this.now = null;
  }

  on_banked(seat, points) {
    this.end(seat, "banked", points);
  }

  on_farkled(seat, lost, streak, toxic) {
    this.end(seat, "farkled", 0);
    Object.assign(this.done.at(-1), { lost, streak, toxic });
  }

  on_penalised(seat, points) {
    const turn = this.done.at(-1);
    if (turn?.seat === seat) turn.penalty = points;
  }

  on_ran_out(seat, lost) {
    this.end(seat, "ran_out", 0);
    this.done.at(-1).lost = lost;
  }

  on_skipped(seat, lost) {
    this.end(seat, "skipped", 0);
    this.done.at(-1).lost = lost;
  }

  on_left(seat) {
    if (this.now?.seat === seat) this.end(seat, "left", 0);
  }

  on_over() {
    this.cut();
  }

  on_ended() {
    this.cut();
  }

  /** The game has ended under a turn. */
  cut() {
    if (this.now?.rolls.length) this.end(this.now.seat, "cut", 0);
    this.now = null;
  }
}
