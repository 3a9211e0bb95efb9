// The moments that are staged on the felt: hot dice, a farkle, getting on the board, a new leader,
// the last round. Each says something else to the player it happens to, to the one it costs, and to
// everyone else. None is longer than two and a half seconds; a tap or a key ends it.
import { fill, gettext } from "../../lib/i18n.js";
import { inRowText } from "./narration.js";
import { ranking, sameSide, sideName, sideTotal } from "../../client/sides.js";

const BIG_FARKLE = 1000; // points lost
const GREAT_THROW = 5; // dice of one face

/** Which moment a bank is; `deposed` is a seat of the side that led until then.
    @typedef {{ moment: "last" | "entered" | "bank" } |
      { moment: "lead", deposed: number }} BankMoment */

/** How long each is on show, in ms, at normal speed. */
export const LENGTHS = {
  great: 1400,
  hot: 1600,
  farkle: 1600,
  bigFarkle: 2000,
  bank: 800,
  entered: 1200,
  lead: 1200,
  last: 1800,
};

/** Returns whether a farkle costs so much that it gets a headline: many points, or a penalty.
    @param {{ lost: number, inRow: number }} scene */
export const isBig = ({ lost, inRow }) => lost >= BIG_FARKLE || inRow > 0;

/** Returns the dice for which a throw is a moment of its own: those of one face.
    @param {number[]} dice */
export const greatDice = (dice) =>
  dice.filter((face) => dice.filter((other) => other === face).length >= GREAT_THROW);

/** Returns a seat of the side that leads alone with more than nothing, or -1.
    @param {GameState} state */
function leaderOf(state) {
  if (!state.scores) return -1;
  const [first, second] = ranking(state);
  const leads = first?.total > 0 && !(second?.here && second.total === first.total);
  return leads ? first.seats[0] : -1;
}

/** Returns which moment a bank is. `events` happened in the scene, between the two states.
    @param {Wire.Event[]} events @param {GameState} before @param {GameState} after
    @returns {BankMoment} */
export function bankMoment(events, before, after) {
  const names = new Set(events.map(([name]) => name));
  if (names.has("final_round")) return { moment: "last" };
  const [from, to] = [leaderOf(before), leaderOf(after)];
  if (from >= 0 && to >= 0 && !sameSide(after, from, to)) return { moment: "lead", deposed: from };
  return { moment: names.has("entered") ? "entered" : "bank" };
}

/** Returns the points by which the side of `seat` leads, and a seat of the next one.
    @param {GameState} state @param {number} seat */
function ahead(state, seat) {
  const second = ranking(state).find(({ seats }) => !sameSide(state, seats[0], seat));
  if (!second) throw new Error("Nobody leads a game alone.");
  return { second: second.seats[0], points: sideTotal(state, seat) - second.total };
}

/** The viewer of a moment. `mine`: the turn is the viewer's.
    @typedef {Pick<Model, "state" | "mine" | "mySeats" | "name" | "nameOf">} Viewer
    @typedef {{ points?: number, title: string, line: string }} Words */

// What each moment says to a viewer.
const WORDS = {
  /** @type {(viewer: Viewer) => Words} */
  hot: ({ state, name }) => ({
    points: state.turn_points,
    title: fill(gettext("{name} rolls all dice again"), { name }),
    line: "",
  }),

  /** @type {(viewer: Viewer, scene: { lost: number, penalty: number, inRow: number }) => Words} */
  bigFarkle({ mine, name }, { lost, penalty, inRow }) {
    const words = mine ? gettext("You lose {points}") : gettext("{name} loses {points}");
    const loses = fill(words, { name, points: inRow ? penalty : lost });
    return inRow ? { title: inRowText(inRow), line: loses } : { title: loses, line: "" };
  },

  /** @type {(viewer: Viewer, scene: { points: number }) => Words} */
  entered: ({ mine, name }, { points }) => ({
    points,
    title: mine
      ? gettext("You're on the board!")
      : fill(gettext("{name} is on the board"), { name }),
    line: mine ? gettext("From now on every bank counts.") : "",
  }),

  /** @type {(viewer: Viewer, scene: { points: number, deposed: number }) => Words} */
  lead({ state, mine, mySeats, nameOf }, scene) {
    const seat = leaderOf(state);
    const { second, points } = ahead(state, seat);
    const name = sideName(state, seat, nameOf);
    const other = sideName(state, second, nameOf);
    const lost = mySeats.some((own) => sameSide(state, own, scene.deposed));
    const gained = mine || mySeats.some((own) => sameSide(state, own, seat));
    if (gained) {
      return {
        points: scene.points,
        title: gettext("You take the lead!"),
        line: fill(gettext("{points} ahead of {name}."), { points, name: other }),
      };
    }
    return {
      points: scene.points,
      title: lost
        ? fill(gettext("{name} takes the lead from you"), { name })
        : fill(gettext("{name} takes the lead"), { name }),
      line: lost
        ? fill(gettext("You're {points} behind."), { points })
        : fill(gettext("{points} ahead of {name}."), { points, name: other }),
    };
  },

  /** @type {(viewer: Viewer, scene: { points: number }) => Words} */
  last({ state, mine, mySeats, nameOf }, { points }) {
    const total = sideTotal(state, state.leader);
    const name = sideName(state, state.leader, nameOf);
    const playing = mySeats.find(
      (seat) => !state.left[seat] && !sameSide(state, seat, state.leader),
    );
    return {
      points,
      title: mine
        ? fill(gettext("You reached {total}!"), { total })
        : fill(gettext("{name} reached {total}"), { name, total }),
      line:
        mine || playing === undefined
          ? gettext("One last turn each.")
          : fill(gettext("Your last turn is coming: you need more than {need}."), {
              need: total - sideTotal(state, playing),
            }),
    };
  },
};

/** Returns the name of the moment on show, or null. @param {Model} model */
export function momentOf({ scene, hot }) {
  if (scene?.kind === "farkle") return isBig(scene) ? "bigFarkle" : "farkle";
  if (scene?.kind === "hot" || scene?.kind === "great") return scene.kind;
  if (scene?.kind === "bank") return scene.moment;
  return hot ? "hot" : null;
}

/** Returns what a moment says to this viewer, or null. @param {Model} model */
export function momentWords(model) {
  const { scene } = model;
  // While hot dice are selected the heading says so; nothing covers the dice.
  if (!scene) return null;
  // On a shared device "you" would not say who.
  const viewer = model.sharedDevice ? { ...model, mine: false, mySeats: [] } : model;
  if (scene.kind === "hot") return WORDS.hot(viewer);
  if (scene.kind === "farkle") return isBig(scene) ? WORDS.bigFarkle(viewer, scene) : null;
  if (scene.kind !== "bank") return null;
  switch (scene.moment) {
    case "entered":
      return WORDS.entered(viewer, scene);
    case "lead":
      return WORDS.lead(viewer, scene);
    case "last":
      return WORDS.last(viewer, scene);
    default:
      return null;
  }
}
