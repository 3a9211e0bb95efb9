// What the engine's events change in a game's state (docs/protocol.md, "The fold"). Results come with
// the events: there is no rule of the game here.

const list = (count, value) => Array.from({ length: count }, () => value);
const noTurn = {
  throw: [],
  aside: [],
  turn_points: 0,
  rolls: 0,
  blank: false,
  hot: 0,
  hot_points: 0,
};

function start(state, rules, players, teams) {
  Object.assign(state, noTurn, {
    phase: "turns",
    round: 0,
    current: -1,
    scores: list(players, 0),
    // Without an opening score to make, every seat is in from the start.
    entered: list(players, rules.entry_min === 0),
    streaks: list(players, 0),
    left: list(players, false),
    teams,
    leader: -1,
    playoff: [],
    winners: [],
  });
}

// Two states may be folded from the same events, so no list of an event is changed in place.
const FOLD = {
  round: (state, number) => (state.round = number),
  turn: (state, seat) => Object.assign(state, noTurn, { current: seat }),
  rolled: (state, dice) =>
    Object.assign(state, { throw: dice, rolls: state.rolls + 1, blank: false }),
  // Thrown once more: the farkle does not count as a throw.
  second_chance: (state) => (state.rolls -= 1),
  kept: (state, dice, points) =>
    Object.assign(state, {
      aside: [...state.aside, ...dice],
      throw: [],
      turn_points: state.turn_points + points,
    }),
  hot_dice: (state, bonus) => {
    state.aside = [];
    state.turn_points += bonus;
    state.hot += 1;
    state.hot_points = state.turn_points;
  },
  blank: (state, points) =>
    Object.assign(state, { turn_points: state.turn_points + points, blank: true }),
  built: (state, points, aside) => Object.assign(state, { turn_points: points, aside }),
  entered: (state, seat) => (state.entered[seat] = true),
  banked: (state, seat, _points, total) => {
    state.scores[seat] = total;
    state.streaks[seat] = 0;
    state.throw = [];
  },
  farkled: (state, seat, _lost, streak) => (state.streaks[seat] = streak),
  penalised: (state, seat, _points, total) => {
    state.scores[seat] = total;
    state.streaks[seat] = 0;
  },
  left: (state, seat) => {
    state.left[seat] = true;
    state.playoff = state.playoff.filter((one) => one !== seat);
  },
  joined: (state, _seat, score, entered, team) => {
    state.scores.push(score);
    state.entered.push(entered);
    state.streaks.push(0);
    state.left.push(false);
    if (state.teams) state.teams = [...state.teams, team];
  },
  final_round: (state, seat) => Object.assign(state, { phase: "final", leader: seat }),
  playoff: (state, seats) => Object.assign(state, { phase: "playoff", playoff: seats }),
  over: (state, winners) => Object.assign(state, noTurn, { phase: "over", winners, current: -1 }),
};

/** Changes `state` by `events`, each `[name, field, ...]`, of a game under `rules`. Events that
    are not the engine's change nothing. */
export function fold(state, events, rules) {
  for (const [name, ...fields] of events) {
    if (name === "started") start(state, rules, ...fields);
    else FOLD[name]?.(state, ...fields);
  }
  return state;
}

/** A state of its own with the same content. */
export function copied(state) {
  return state && JSON.parse(JSON.stringify(state));
}
