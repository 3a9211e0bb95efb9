// What other players have done and screen readers have not been told yet. Computers play faster
// than anyone can read, so what has come meanwhile is told together, in as few words as hold it.
import { commas, fill, gettext, together } from "../../lib/i18n.js";
import { copyOf, fold } from "../../client/fold.js";
import { diceText, isStraight } from "./dice.js";
import { narrate } from "./narration.js";
/** @import { Context } from "./narration.js" */

const MOST_WAITING = 40; // parts; the oldest are dropped
const MOST_DETAILED = 2; // turns at once

/** A part of the turn of `seat`, or a sentence of its own. `detail`: left out in brief. `open`:
    what follows tells it too. `ends`: the turn ends with it.
    @typedef {{ words: string, seat?: number, name?: string, detail?: boolean, open?: boolean,
      ends?: boolean }} Part */

/** Returns the parts of a batch. `before` is the state before the events.
    @param {Wire.Event[]} events @param {GameState} before @param {Context} context
    @returns {Part[]} */
export function partsOf(events, before, context) {
  const state = copyOf(before);
  const sentences = narrate(events, before, context);
  return events.flatMap((event, at) => {
    const seat = state.current;
    const faces = state.throw && commas(state.throw);
    fold(state, [event], context.rules);
    const part = turnPart(event, faces);
    if (part) return { ...part, seat, name: context.nameOf(seat) };
    return sentences[at] ? { words: sentences[at] } : [];
  });
}

/** Returns what an event adds to the sentence of a turn, or null. `faces` were rolled before it.
    @param {Wire.Event} event @param {string} faces @returns {Part | null} */
function turnPart(event, faces) {
  switch (event[0]) {
    case "rolled": {
      const words = fill(gettext("rolls {faces}"), { faces: commas(event[1]) });
      return { words, detail: true, open: true };
    }
    case "kept": {
      const [, dice, points] = event;
      const words = fill(gettext("{dice} for {points}"), { dice: keptText(dice), points });
      return { words, detail: true };
    }
    case "hot_dice":
      return { words: gettext("hot dice") };
    case "blank": {
      const words = gettext("rolls {faces}, no scoring dice for {points}");
      return { words: fill(words, { faces, points: event[1] }) };
    }
    case "second_chance":
      return { words: fill(gettext("a second chance after {faces}"), { faces }), detail: true };
    case "built":
      return { words: fill(gettext("continues from {points}"), { points: event[1] }) };
    case "entered":
      return { words: gettext("on the board"), detail: true };
    case "banked": {
      const words = gettext("banks {points} for a total of {total}");
      return { words: fill(words, { points: event[2], total: event[3] }), ends: true };
    }
    case "farkled":
      return { words: farklePart(event, faces), ends: true };
    case "ran_out":
      return { words: gettext("the turn counts nothing"), ends: true };
    default:
      return null;
  }
}

/** @param {["farkled", ...Wire.GameEvents["farkled"]]} event @param {string} faces */
function farklePart([, , lost, , toxic], faces) {
  const words = toxic
    ? gettext("loses the turn with four 2s in {faces}")
    : lost
      ? gettext("farkles with {faces} and loses {lost}")
      : gettext("farkles with {faces}");
  return fill(words, { faces, lost });
}

/** @param {number[]} dice */
const keptText = (dice) =>
  isStraight(dice)
    ? fill(gettext("a straight from {first} to {last}"), {
        first: Math.min(...dice),
        last: Math.max(...dice),
      })
    : diceText(dice);

/** Joins parts to sentences: "Penny: two 1s for 200, hot dice, a 5 for 50, banks 750 for …".
    @param {Part[]} parts */
function sentencesOf(parts) {
  /** @type {string[]} */ const said = [];
  /** @type {Part[]} */ let turn = [];
  const close = () => {
    if (!turn.length) return;
    const words = commas(turn.map((part) => part.words));
    said.push(fill(gettext("{name}: {words}."), { name: turn[0].name, words }));
    turn = [];
  };
  for (const part of parts) {
    if (part.seat === undefined || turn[0]?.seat !== part.seat) close();
    if (part.seat === undefined) said.push(part.words);
    else turn.push(part);
    if (part.ends) close();
  }
  close();
  return together(said);
}

export class Digest {
  /** @type {Part[]} */ parts = [];
  batches = 0; // how many of them wait
  full = ""; // what waits, in full sentences

  get isEmpty() {
    return !this.parts.length;
  }

  clear() {
    this.parts = [];
    this.batches = 0;
    this.full = "";
  }

  /** Adds a batch: `full` tells it alone. @param {Part[]} parts @param {string} full */
  add(parts, full) {
    this.batches += 1;
    this.addSentence(full, parts);
  }

  /** Adds what comes after it. @param {string} words @param {Part[]} parts */
  addSentence(words, parts = [{ words }]) {
    this.full = together([this.full, words]);
    this.parts = [...this.parts, ...parts].slice(-MOST_WAITING);
  }

  /** Returns what is to be said of it now, and forgets that. In brief, a turn is told once it has
      ended, in one sentence. @param {boolean} brief */
  take(brief) {
    const { parts, batches, full } = this;
    const ended = parts.findLastIndex(({ seat, ends }) => seat === undefined || ends) + 1;
    const taken = parts.slice(0, brief ? ended : parts.length);
    this.clear();
    this.parts = parts.slice(taken.length);
    if (!brief && batches === 1) return full;
    const short = brief || taken.filter(({ ends }) => ends).length > MOST_DETAILED;
    return sentencesOf(
      taken.filter(({ detail, open }, at) => {
        const isLast = at === taken.length - 1;
        return !(short && detail) && !(open && !isLast);
      }),
    );
  }
}
