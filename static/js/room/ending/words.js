// What is said of a whole game at its end: the roll that decided it, the tiles, and one sentence of
// praise. To a player who plays alone on this device it is said of them, to all others of whom it
// is true: with several players here, "you" would not say who.
import { fill, gettext, percent, together } from "../../lib/i18n.js";
import { isAlone, sameSide, sideName } from "../../client/sides.js";
/** @import { Computer, Details, Row } from "./details.js" */
/** @import { Shown } from "../result-text.js" */

const EVEN = 0.05; // luck below which the dice were neither good nor bad
const CLOSE = 2; // accuracies that differ by less are as good
const COMEBACK = 0.25;
const WITHIN_REACH = 0.6;
const NEARLY_PERFECT = 98;
const FAIR = 50; // an accuracy below is no reason for praise

/**
 * @typedef {object} Tile
 * @property {string} label
 * @property {string | null} who whom it is about, once that is known; null for the reader
 * @property {number | null} value null while it is unknown; the note then says why
 * @property {"" | "%" | "of"} unit
 * @property {string} note
 * @property {number[]} dice
 *
 * @typedef {{ mySeats: number[] }} Viewer
 */

/** Returns my seat, or -1 for anybody who is no player alone on this device.
    @param {Viewer} viewer */
export const aloneAt = ({ mySeats }) => (mySeats.length === 1 ? mySeats[0] : -1);

// Of a race, where all play the same dice at once, turns are counted, of other games rounds.
const isRace = (/** @type {Details} */ details) => details.par !== undefined;

/** Returns how the deciding roll came about. @param {Viewer} viewer @param {Shown} model
    @param {Details} details */
export function rollText(viewer, { nameOf }, details) {
  if (!details.deciding) return "";
  const { seat, how, playoff, ...values } = details.deciding;
  const ways = {
    best: [gettext("Your best turn: {points}."), gettext("{name}'s best turn: {points}.")],
    ahead: isRace(details)
      ? [
          gettext("You pulled away in turn {round}, with {points}."),
          gettext("{name} pulled away in turn {round}, with {points}."),
        ]
      : [
          gettext("You pulled away in round {round}, with {points}."),
          gettext("{name} pulled away in round {round}, with {points}."),
        ],
    lead: isRace(details)
      ? [
          gettext("You took the lead for good in turn {round}, with {points}."),
          gettext("{name} took the lead for good in turn {round}, with {points}."),
        ]
      : [
          gettext("You took the lead for good in round {round}, with {points}."),
          gettext("{name} took the lead for good in round {round}, with {points}."),
        ],
    playoff: [
      gettext("You took the lead for good in the tiebreaker, with {points}."),
      gettext("{name} took the lead for good in the tiebreaker, with {points}."),
    ],
  };
  const way = ways[how === "lead" && playoff ? "playoff" : how];
  return fill(way[seat === aloneAt(viewer) ? 0 : 1], { ...values, name: nameOf(seat) });
}

/** Returns the best turn, luck (with the same dice for all, their par) and
    accuracy: mine, or with their names the highest of those on this device, else of all.
    @param {Viewer} viewer
    @param {Shown & Pick<Model, "playerAt">} model @param {Details} details
    @returns {Tile[]} */
export function tilesOf(viewer, model, details) {
  const { rows = [], computers = [] } = details;
  const me = aloneAt(viewer);
  const seats = viewer.mySeats.length ? viewer.mySeats : [...rows.keys()];
  /** @param {(row: Row) => number | null | undefined} value
      @param {(seat: number) => string} name */
  const told = (value, name) => {
    const seat = highest(rows, value, seats);
    const row = rows[seat];
    return {
      row,
      seat,
      value: row ? (value(row) ?? null) : null,
      who: me >= 0 ? null : row ? name(seat) : "",
    };
  };
  const nameOfSide = (/** @type {number} */ seat) => sideName(model.state, seat, model.nameOf);
  const best = told((row) => row.best, model.nameOf);
  const luck = told((row) => row.luck, nameOfSide);
  const accuracy = told((row) => row.accuracy, model.nameOf);
  const missing = missingText(details);
  const noLuck = model.state.chosen ? gettext("Not with dice of your own.") : missing;
  /** @type {Tile[]} */
  const tiles = [
    {
      ...tile(me < 0 ? gettext("Best turn") : gettext("Your best turn"), best),
      note: !details.rows ? missing : best.value ? "" : gettext("No points banked."),
      dice: (best.row?.kept ?? []).flat(),
    },
    details.par === undefined
      ? {
          ...tile(luckLabel(model.state, me), luck),
          value: luck.value === null ? null : Math.round(luck.value * 1000) / 10,
          unit: "%",
          note: luck.value === null ? noLuck : luckText(luck.value),
        }
      : {
          ...tile(gettext("Par"), { who: null, value: details.par }),
          note:
            details.par === null
              ? gettext("Still being worked out…")
              : gettext("Everyone had the same dice."),
        },
    {
      ...tile(me < 0 ? gettext("Accuracy") : gettext("Your accuracy"), accuracy),
      unit: "of",
      note:
        accuracy.value === null
          ? missing || gettext("No choices to judge.")
          : accuracyText(accuracy.value, model.playerAt(accuracy.seat)?.level ? [] : computers),
    },
  ];
  return tiles.filter(({ unit }) => unit !== "%" || !isAlone(model.state));
}

/** @param {string} label @param {{ who: string | null, value: number | null }} given
    @returns {Tile} */
const tile = (label, { who, value }) => ({ label, who, value, unit: "", note: "", dice: [] });

/** @param {GameState} state @param {number} me */
function luckLabel(state, me) {
  if (me < 0) return gettext("Luck");
  return state.teams ? gettext("Your team's luck") : gettext("Your luck");
}

/** Returns which of the seats has the highest value, the first of several; -1 without any.
    @param {Row[]} rows @param {(row: Row) => number | null | undefined} value
    @param {number[]} [seats] */
function highest(rows, value, seats = [...rows.keys()]) {
  let [at, most] = [-1, -Infinity];
  for (const seat of seats) {
    const found = rows[seat] && value(rows[seat]);
    if (typeof found === "number" && found > most) [at, most] = [seat, found];
  }
  return at;
}

/** Returns why what follows from the chances to win is missing. @param {Details} details */
export function missingText({ rows, analysis }) {
  if (analysis === "many_sides") return gettext("Not for more than 12 players.");
  if (analysis === "failed") return gettext("Couldn't be worked out.");
  return !rows || analysis === "waiting" ? gettext("Still being worked out…") : "";
}

/** @param {number} luck */
function luckText(luck) {
  if (luck >= EVEN) return gettext("The dice helped.");
  return luck <= -EVEN ? gettext("The dice didn't help.") : gettext("The dice were even.");
}

/** Returns which computer chooses as well; "" without any to compare with.
    @param {number} accuracy of 100 @param {Computer[]} computers from the weakest on */
export function accuracyText(accuracy, computers) {
  if (accuracy === 100) return gettext("Perfect.");
  if (!computers.length) return "";
  const near = computers.findLast(([, figure]) => figure <= accuracy + CLOSE);
  if (!near) {
    const [name, figure] = computers[0];
    return fill(gettext("{name} has {figure}."), { name, figure });
  }
  const [name, figure] = near;
  return fill(
    figure >= accuracy - CLOSE ? gettext("As good as {name}.") : gettext("Better than {name}."),
    { name },
  );
}

/** Returns one sentence of praise, or nothing while what there is to praise is still being worked
    out. @param {Viewer} viewer @param {Shown} model @param {Details} details */
export function praiseText(viewer, { state, nameOf }, details) {
  const { rows, analysis } = details;
  if (!rows || analysis === "waiting") return "";
  const me = aloneAt(viewer);
  const about = me >= 0 ? me : state.winners[0];
  if (about === undefined) return "";
  const row = rows[about];
  const won = state.winners.some((winner) => sameSide(state, about, winner));
  const values = valuesOf(details, about);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const isMost = (/** @type {(row: Row) => number | null | undefined} */ value) =>
    rows.length > 1 && highest(rows, value) === about;
  /** @type {[boolean, string, string][]} what may be praised, to them and of them */
  const reasons = [
    [
      won && low <= COMEBACK && low > 0,
      gettext("You came back from a {low} chance to win."),
      gettext("{side} came back from a {low} chance to win."),
    ],
    [
      (row.accuracy ?? 0) >= NEARLY_PERFECT,
      gettext("You made almost no mistakes."),
      gettext("{name} made almost no mistakes."),
    ],
    [
      won && details.par === undefined && (row.luck ?? 0) <= -EVEN,
      gettext("You won against the dice."),
      gettext("{side} won against the dice."),
    ],
    [
      row.best > 0 && isMost(({ best }) => best),
      isRace(details)
        ? gettext("Your {best} in turn {round} was the best turn of the game.")
        : gettext("Your {best} in round {round} was the best turn of the game."),
      isRace(details)
        ? gettext("{name}'s {best} in turn {round} was the best turn of the game.")
        : gettext("{name}'s {best} in round {round} was the best turn of the game."),
    ],
    [
      (row.accuracy ?? 0) >= FAIR && isMost(({ accuracy }) => accuracy),
      gettext("Nobody chose better than you."),
      gettext("Nobody chose better than {name}."),
    ],
    [
      !won && high >= WITHIN_REACH,
      gettext("You were close: after one turn your chance to win was {high}."),
      gettext("{side} was close: after one turn with a {high} chance to win."),
    ],
    [
      !won && row.turns > 1 && isMost(({ farkles }) => -farkles),
      gettext("Nobody farkled less often than you."),
      gettext("Nobody farkled less often than {name}."),
    ],
    [
      row.best > 0,
      gettext("Your best turn was worth {best}: well rolled."),
      gettext("{name}'s best turn was worth {best}: well rolled."),
    ],
  ];
  const reason = reasons.find(([holds]) => holds);
  if (!reason) return gettext("The next game starts at zero for everyone.");
  return fill(reason[me >= 0 ? 1 : 2], {
    low: percent(low),
    high: percent(high),
    best: row.best,
    round: row.round,
    name: nameOf(about),
    side: sideName(state, about, nameOf),
  });
}

/** Returns the chances of a seat's side from turn to turn, or nothing while they are unknown.
    @param {Details} details @param {number} seat */
function valuesOf({ lines }, seat) {
  if (lines?.kind !== "chances") return [];
  return lines.sides.find(({ seats }) => seats.includes(seat))?.values ?? [];
}

/** Returns the words of the link to my costliest choice, and where it leads; null without one.
    @param {Viewer} viewer @param {Details} details */
export function mistakeOf(viewer, { rows }) {
  const mistake = rows?.[aloneAt(viewer)]?.mistake;
  if (!mistake) return null;
  const words = mistake.exact
    ? gettext("See the choice that cost you {loss}")
    : gettext("See the choice that cost you about {loss}");
  return { words: fill(words, mistake), url: mistake.url };
}

/** Returns what the lines show, for those who cannot see them.
    @param {import("./details.js").Lines} lines @param {(seat: number) => string} sideOf */
export function linesText({ kind, sides }, sideOf) {
  if (kind === "scores") return gettext("Scores from turn to turn");
  const ways = sides.map(({ seats, values }) =>
    fill(gettext("{name}: {first} at the start, {last} at the end."), {
      name: sideOf(seats[0]),
      first: percent(values[0]),
      last: percent(values[values.length - 1]),
    }),
  );
  return together([gettext("Chance to win, from turn to turn."), ...ways]);
}
