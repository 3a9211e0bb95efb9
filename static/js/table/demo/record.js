// A turn as the server told it, for the demonstration. tests/scripts/test_demo.py plays it again.

/** What the parts of the table read of the rules. */
export const RULES = /** @type {Wire.Rules} */ ({
  entry_min: 0,
  farkle_penalty: 0,
  rounds: 0,
  target: 10_000,
});

/** What led to the turn. @type {Wire.Event[]} */
export const BEFORE = [
  ["started", 2, null, null],
  ["rolled_off", [0, 1], [6, 2]],
  ["round", 1],
  ["turn", 0],
  ["rolled", [1, 1, 1, 5, 5, 2]],
  ["kept", [1, 1, 1, 5], 1050],
  ["banked", 0, 1050, 1050],
  ["turn", 1],
  ["rolled", [3, 3, 3, 3, 3, 6]],
  ["kept", [3, 3, 3, 3, 3], 1200],
  ["banked", 1, 1200, 1200],
  ["round", 2],
  ["turn", 0],
];

/** The moves of the turn, what may be kept after each, and which dice the player taps.
    @type {{ events: Wire.Event[], may: Wire.May, taps: number[] }[]} */
export const MOVES = [
  {
    events: [["rolled", [1, 4, 4, 6, 4, 3]]],
    may: { keeps: { 1: [100, 100, 5], 444: [400, 400, 3], 1444: [500, 500, 2] } },
    taps: [0, 1],
  },
  {
    events: [
      ["kept", [1, 4, 4, 4], 500],
      ["rolled", [5, 1]],
    ],
    may: { keeps: { 1: [100, 600, 1], 5: [50, 550, 1], 15: [150, 650, 6] } },
    taps: [0, 1],
  },
  {
    events: [
      ["kept", [1, 5], 150],
      ["hot_dice", 0],
      ["rolled", [2, 5, 3, 6, 1, 2]],
    ],
    may: { keeps: { 1: [100, 750, 5], 5: [50, 700, 5], 15: [150, 800, 4] } },
    taps: [1, 4],
  },
  {
    events: [
      ["kept", [1, 5], 150],
      ["banked", 0, 800, 1850],
    ],
    may: {},
    taps: [],
  },
];
