// What screen readers are told at the table: in full, or in brief as the preferences have it. The
// words come from here alone, and all of them go to the one live region of the page.
import { commas, fill, gettext, listed, ngettext, together } from "../lib/i18n.js";
import { copyOf, fold } from "../client/fold.js";
import { diceText } from "./text/dice.js";
import { Digest, partsOf } from "./text/digest.js";
import { heading } from "./text/headings.js";
import { narrate } from "./text/narration.js";
import { refusalValues, shortRefusal } from "./text/refusals.js";
import { bankQuestion, leftOut, scoringList } from "./scoring.js";
import { isAlone } from "../client/sides.js";
import { goalText, toGoText } from "./text/status.js";
/** @import { Context } from "./text/narration.js" */
/** @import { Selection } from "./selection.js" */

const MOST_NAMED = 6; // players in one announcement

// Left out in brief of my own turn: how it went on. Its end is always said.
/** @type {Set<string>} */
const DETAILS = new Set(["rolled", "kept", "second_chance", "built", "hot_dice"]);
const MOST_REPEATED = 6; // announcements

/** Returns what may be banked, or why nothing may.
    @param {Selection} selection @param {Wire.Rules} rules @param {GameState} state */
function bankText({ best, bestToBank }, rules, state) {
  if (bestToBank) return fill(gettext("You can bank up to {total}."), { total: bestToBank.total });
  if (!best?.bank) return "";
  const reason = shortRefusal(best.bank, refusalValues(best, rules, state));
  return fill(gettext("You can't bank yet: {reason}."), { reason });
}

/** Returns how a game begins: what is played for, and who starts and why.
    @param {Wire.Event[]} events @param {GameState} state @param {Context} context */
function startTexts(events, state, { nameOf, isMine, rules }) {
  if (!events.some(([name]) => name === "started")) return [];
  const said = [gettext("The game begins."), goalText(rules, state)];
  if (isAlone(state)) return said;
  const rolls = events.filter((event) => event[0] === "rolled_off");
  for (const [, seats, dice] of rolls) {
    if (seats.length > MOST_NAMED) continue;
    const each = seats.map((seat, at) => `${nameOf(seat)} ${dice[at]}`);
    said.push(fill(gettext("Roll-off: {rolls}."), { rolls: commas(each) }));
  }
  said.push(starterText(state.current, rolls.length > 0, { nameOf, isMine }));
  return said;
}

/** Returns who starts, and whether a roll-off decided it. @param {number} seat
    @param {boolean} rolledOff @param {Pick<Context, "nameOf" | "isMine">} context */
function starterText(seat, rolledOff, { nameOf, isMine }) {
  const words = rolledOff
    ? isMine(seat)
      ? gettext("Your roll is the highest: you start.")
      : gettext("{name} rolled highest and starts.")
    : isMine(seat)
      ? gettext("You start.")
      : gettext("{name} starts.");
  return fill(words, { name: nameOf(seat) });
}

const keysText = () => gettext("Press ? for keyboard shortcuts.");

/** Returns how the game began whose first turn is under way. What was rolled off is not known; the
    rules of the game say that it was. @param {Store} store @param {string} names of the others
    @param {boolean} isTold whether the shortcuts are mentioned */
function openingText(store, names, isTold) {
  const { state, rules } = store.newestGame;
  const starter = starterText(state.current, rules.first_player === "roll_off", {
    nameOf: (seat) => store.seat(seat)?.name ?? "?",
    // Of several people at one device, "you" would not say who.
    isMine: (seat) => store.isMine(seat) && store.mySeats.length === 1,
  });
  const opponents = names && fill(gettext("You play with {names}."), { names });
  const [begins, goal] = [gettext("The game begins."), goalText(rules, state)];
  const said = isAlone(state) ? [begins, goal] : [begins, opponents, goal, starter];
  return together([...said, isTold && keysText()]);
}

/** Returns the announcement for somebody who has just opened a room's page. `tellsKeys`: the
    shortcuts are mentioned in a game that begins.
    @param {Store} store @param {{ tellsKeys?: boolean }} [options] */
export function arrivalText(store, { tellsKeys = false } = {}) {
  const { me, room, game } = store;
  const others = store.seated.filter(({ id }) => !store.mine.includes(id));
  const names =
    others.length > MOST_NAMED
      ? fill(ngettext("{count} other", "{count} others", others.length), { count: others.length })
      : listed(others.map(({ name }) => name));
  if (room.status === "closed") return gettext("This room is closed");
  if (room.race) return ""; // the board is announced
  const playing = room.status === "playing" && game?.status === "playing";
  if (me === null) {
    return playing
      ? fill(gettext("You're watching {names} play."), { names })
      : fill(gettext("You're watching. Here: {names}."), { names });
  }
  if (playing && !store.turns.finished.length && game?.state.round === 1) {
    return openingText(store, names, tellsKeys);
  }
  if (playing && !names) return gettext("Game in progress.");
  if (playing) return fill(gettext("Game in progress with {names}."), { names });
  if (room.status !== "lobby") return "";
  if (!others.length) return gettext("You're in the lobby. Nobody else is here yet.");
  const company = fill(gettext("You're in the lobby with {names}."), { names });
  return together([company, startText(store, others)]);
}

/** Returns who can start the game. @param {Store} store @param {Wire.Player[]} others */
function startText({ mine, room }, others) {
  if (room.host !== null && mine.includes(room.host)) {
    return gettext("Start the game when everyone's here.");
  }
  const host = others.find(({ id }) => id === room.host);
  return host
    ? fill(gettext("Waiting for {name} to start the game."), { name: host.name })
    : gettext("There's no host right now.");
}

/** Whether players already know what they need in their turn.
    @param {GameState} state */
const isRoutine = ({ phase, entered, current }) => phase === "turns" && entered[current];

export class Announcer {
  /** `say(words, options)` announces; `isBrief()` is the preference.
      @param {typeof import("../lib/toast.js").announce} say @param {() => boolean} isBrief */
  constructor(say, isBrief) {
    this.say = say;
    this.isBrief = isBrief;
    this.held = ""; // what I rolled, until the dice have landed
    this.unsaid = new Digest(); // what others did
    this.sayUnsaid = () => this.remember(this.unsaid.take(this.isBrief()));
    /** @type {string[]} */ this.recent = []; // what happened last, in words
    this.repeated = false; // whether that was said once more
  }

  /** Notes what is said, and returns it. `adds`: it belongs to what was said last.
      @param {string} words */
  remember(words, adds = false) {
    if (!words) return "";
    const last = adds ? this.recent.pop() : "";
    this.recent = [...this.recent, together([last, words])].slice(-MOST_REPEATED);
    this.repeated = false;
    return words;
  }

  /** Announces what has happened, after what others did, and remembers it.
      @param {string} words @param {{ now?: boolean, adds?: boolean }} [options] */
  tell(words, { now = false, adds = false } = {}) {
    if (!words) return;
    if (!now && !this.unsaid.isEmpty) {
      this.unsaid.addSentence(words);
      this.say(this.sayUnsaid);
      return;
    }
    const before = this.sayUnsaid();
    this.say(together([before, this.remember(words, adds)]), { now });
  }

  /** Says once more what happened last; asked for again, all of the last announcements. */
  repeat() {
    this.sayUnsaid();
    const { recent, repeated } = this;
    const words = repeated ? together(recent) : recent.at(-1);
    this.repeated = !repeated;
    this.say(words ?? gettext("Nothing has happened yet."), { now: true });
  }

  /** Forgets what was not said yet: the page has the newest state. */
  reset() {
    this.unsaid.clear();
  }

  /** Announces a batch of events, and with them that it is my turn, so that this waits for no dice
      on the screen; returns whether it did. `acting`: it is my turn; `before`: the state before
      them; `hasKeys`: there may be a keyboard. @param {Wire.Event[]} events
      @param {GameState} before
      @param {Context & { acting: boolean, hasKeys: boolean }} told */
  events(events, before, { acting, hasKeys, ...context }) {
    const after = fold(copyOf(before), events, context.rules);
    const mine = context.isMine(before.current);
    const brief = this.isBrief();
    const said = narrate(events, before, context);
    this.held = "";
    const last = events.findLastIndex(([name]) => name !== "to_beat");
    const holds = acting && events[last]?.[0] === "rolled";
    if (holds) {
      this.held = said[last] ?? "";
      said[last] = null;
    }
    const start = startTexts(events, after, context);
    const turned = events.some(([name]) => name === "turn");
    const myTurn = turned && acting && !start.length && context.isMine(after.current);
    const turn = myTurn
      ? this.myTurnText(after, context)
      : turned && !acting
        ? this.turnText(after, context)
        : "";
    if (!mine && !start.length) {
      const parts = partsOf(holds ? events.slice(0, last) : events, before, context);
      if (turn && (myTurn || !brief)) parts.push({ words: turn, open: true });
      if (parts.length) {
        this.unsaid.add(parts, together([...said, turn]));
        this.say(this.sayUnsaid);
      }
      return myTurn;
    }
    const told = said.filter((words, at) => {
      const [name] = events[at];
      // My own dice, and that they are hot, were announced when I selected them.
      const known = mine && (name === "kept" || name === "hot_dice");
      return words && !known && !(brief && DETAILS.has(name));
    });
    const keys =
      start.length && hasKeys && !brief ? gettext("Press ? for keyboard shortcuts.") : "";
    this.tell(together([...told, ...start, keys, turn]), { now: mine });
    return myTurn;
  }

  /** Announces that it is my turn. @param {GameState} state @param {Context} context */
  myTurn(state, context) {
    this.tell(this.myTurnText(state, context), { adds: true });
  }

  /** @param {GameState} state @param {Context} context */
  myTurnText(state, context) {
    const goal = this.isBrief() && isRoutine(state) ? "" : toGoText(state, context.rules);
    return together([this.turnText(state, context), goal]);
  }

  /** @param {GameState} state @param {Pick<Context, "nameOf" | "isMine">} context */
  turnText(state, { nameOf, isMine }) {
    const { current } = state;
    return fill(gettext("{turn}."), { turn: heading(state, isMine(current), nameOf(current)) });
  }

  /** Announces my roll, once it has landed: what it is, what scores, what may be banked.
      @param {Selection} selection @param {Wire.Rules} rules @param {GameState} state */
  roll(selection, rules, state) {
    const list = scoringList(selection);
    this.tell(
      together([
        this.isBrief() ? "" : this.held,
        list && fill(gettext("Scoring: {list}."), { list }),
        list && bankText(selection, rules, state),
      ]),
      { now: true },
    );
    this.held = "";
  }

  /** Announces what is selected now: the dice too, since a tap may select more than one.
      @param {Selection} selection */
  selected({ row, isHot }) {
    if (!row?.keep) {
      this.say(gettext("Nothing selected."), { now: true });
      return;
    }
    const words = this.isBrief()
      ? gettext("Selected {dice}: {total} at risk.")
      : gettext("Selected {dice} for {points}: {total} at risk.");
    const said = [fill(words, { ...row, dice: diceText(row.keep) })];
    if (isHot && !row.roll && !row.ends) {
      said.push(
        this.isBrief() ? gettext("Hot dice!") : gettext("Hot dice! You can roll all dice again."),
      );
    }
    this.say(together(said), { now: true });
  }

  /** Announces that a button asks before it does something. `roll` is the button as it is now;
      `hasKeys`: there may be a keyboard.
      @param {string} name @param {{ roll: import("./text/buttons.js").Button }} buttons
      @param {Selection} selection @param {{ hasKeys: boolean }} context */
  question(name, { roll }, selection, { hasKeys }) {
    const said = name === "bank" ? bankQuestion(selection) : [roll.label, roll.small];
    if (hasKeys && name === "roll") said.push(gettext("Press R again to roll."));
    if (hasKeys && name === "bank") {
      const values = { bank: selection.row?.total, more: leftOut(selection)?.more };
      said.push(fill(gettext("Press B to bank {bank}, R to add {more}."), values));
    }
    this.say(together(said), { now: true });
  }
}
