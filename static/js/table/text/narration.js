// What happens at the table, in words: announcements, and lines of the log. A test holds the
// announcements against the engine's own narration.
import { commas, fill, gettext, listed, num, together } from "../../lib/i18n.js";
import { copyOf, fold, punishesStreaks, streakOf } from "../../client/fold.js";
import { diceCount, diceText } from "./dice.js";
import { sideName, sideTotal, teamName } from "../../client/sides.js";

/** To whom it is told: `isMine` says whether "you" is that seat.
    @typedef {object} Context
    @property {(seat: number) => string} nameOf
    @property {(seat: number) => boolean} isMine
    @property {Wire.Rules} rules */

/** @type {Set<string | undefined>} */ const TURN_ENDS = new Set(["entered", "banked", "ran_out"]);

/** Fills the sentence that addresses the reader, or with a name in `values` the one about a player.
    @param {string} mine @param {string} theirs
    @param {Record<string, string | number | null | undefined> & { name: string | null }} values */
export const youOrName = (mine, theirs, values) =>
  fill(values.name === null ? mine : theirs, values);

/** Returns the names of the teams or players that are tied.
    @param {GameState} state @param {number[]} seats @param {(seat: number) => string} nameOf */
export const tiedNames = (state, seats, nameOf) => [
  ...new Set(seats.map((seat) => sideName(state, seat, nameOf))),
];

/** Returns for each event of a batch the sentence to announce, or null. `before` is the state
    before them; `isMine(seat)` says whether "you" is that seat.
    @param {Wire.Event[]} events @param {GameState} before @param {Context} context */
export function narrate(events, before, { nameOf, isMine, rules }) {
  const state = copyOf(before);
  const seat = state.current ?? -1;
  const name = isMine(seat) ? null : nameOf(seat);
  return events.map((event, at) => {
    fold(state, [event], rules);
    return eventText(event, { name, nameOf, isMine, state, rules, next: events[at + 1]?.[0] });
  });
}

/**
 * `name` is that of the current player, null where that is me; `state` is the one after the event;
 * `next` is the name of the following event.
 * @param {Wire.Event} event
 * @param {Context & { name: string | null, state: GameState, next: string | undefined }} context
 */
function eventText(event, { name, nameOf, isMine, state, rules, next }) {
  switch (event[0]) {
    case "rolled": {
      const values = { name, faces: commas(event[1]) };
      return youOrName(gettext("You rolled {faces}."), gettext("{name} rolled {faces}."), values);
    }
    case "kept": {
      const values = { name, dice: diceText(event[1]), points: state.turn_points };
      return youOrName(
        gettext("You keep {dice}: {points} at risk."),
        gettext("{name} keeps {dice}: {points} at risk."),
        values,
      );
    }
    case "hot_dice":
      if (TURN_ENDS.has(next)) return gettext("Hot dice! All dice scored.");
      return youOrName(
        gettext("Hot dice! Roll all dice again with {points} at risk."),
        gettext("Hot dice! {name} can roll all dice again with {points} at risk."),
        { name, points: state.turn_points },
      );
    case "blank":
      return fill(gettext("No scoring dice: {points} bonus, and all can be rolled again."), {
        points: event[1],
      });
    case "second_chance":
      return gettext("Second chance: roll again.");
    case "built":
      return youOrName(
        gettext("You continue from {points}."),
        gettext("{name} continues from {points}."),
        {
          name,
          points: event[1],
        },
      );
    case "entered":
      return youOrName(gettext("You're on the board!"), gettext("{name} is on the board."), {
        name,
      });
    case "banked":
      return youOrName(
        gettext("You bank {points}. Your score: {total}."),
        gettext("{name} banks {points} for a total of {total}."),
        {
          name,
          points: event[2],
          total: event[3],
        },
      );
    case "farkled":
      return farkleText(event, name, state, rules);
    case "penalised":
      return penaltyText(event, name, state, rules);
    case "ran_out":
      return youOrName(
        gettext("Your turn counts nothing."),
        gettext("{name}'s turn counts nothing."),
        { name },
      );
    case "skipped":
      return youOrName(gettext("Your turn was skipped."), gettext("{name}'s turn was skipped."), {
        name,
      });
    case "left":
      return fill(gettext("{name} left the game."), { name: nameOf(event[1]) });
    case "joined":
      return fill(gettext("{name} joined the game."), { name: nameOf(event[1]) });
    case "final_round":
      if (state.teams) {
        return fill(gettext("{team} has {total}. The other teams get one last turn."), {
          team: teamName(state.teams[event[1]]),
          total: event[2],
        });
      }
      return youOrName(
        gettext("You have {total}. Everyone still to play gets one last turn."),
        gettext("{name} has {total}. Everyone still to play gets one last turn."),
        { name: isMine(event[1]) ? null : nameOf(event[1]), total: event[2] },
      );
    case "playoff":
      return fill(gettext("{names} are tied at {total}. One more turn each."), {
        names: listed(tiedNames(state, event[1], nameOf)),
        total: sideTotal(state, event[1][0]),
      });
    default:
      return silent(event);
  }
}

/** Says nothing. A new event is a type error here until it has a sentence or a place in this list.
    @typedef {"started" | "rolled_off" | "round" | "turn" | "over" | "to_beat" | "outcome"} Silent
    @param {Extract<Wire.Event, [keyof Wire.RoomEvents | Silent, ...any]>} _event */
const silent = (_event) => null;

/** @param {["farkled", ...Wire.GameEvents["farkled"]]} event @param {string | null} name
    @param {GameState} state @param {Wire.Rules} rules */
function farkleText([, seat, lost, streak, toxic], name, state, rules) {
  const values = { name, lost, total: state.scores[seat] };
  const start = toxic
    ? youOrName(
        gettext("Four 2s: you lose this turn."),
        gettext("Four 2s: {name} loses this turn."),
        values,
      )
    : lost
      ? youOrName(
          gettext("Farkle! You lose {lost} points. Your score stays {total}."),
          gettext("{name} farkles and loses {lost}."),
          values,
        )
      : youOrName(gettext("Farkle! Your score stays {total}."), gettext("{name} farkles."), values);
  if (!rules || streak !== streakOf(rules) - 1 || !punishesStreaks(rules)) return start;
  const warning = {
    points: gettext("One more farkle in a row will cost {points}."),
    everything: gettext("One more farkle in a row will cost everything."),
    last_bank: gettext("One more farkle in a row will cost the last bank."),
  }[rules.streak_cost ?? "points"];
  return together([start, fill(warning, { points: rules.farkle_penalty })]);
}

/** Returns what so many farkles are, after which a penalty is due. @param {number} count */
export function inRowText(count) {
  const words = [
    gettext("Two farkles in a row"),
    gettext("Three farkles in a row"),
    gettext("Four farkles in a row"),
    gettext("Five farkles in a row"),
  ];
  return words[count - 2];
}

/** A penalty for farkles in a row has ended their count.
    @param {["penalised", ...Wire.GameEvents["penalised"]]} event @param {string | null} name
    @param {GameState} state @param {Wire.Rules} rules */
function penaltyText([, , points, total], name, state, rules) {
  const what = state.row_ended ? inRowText(streakOf(rules)) : gettext("Penalty");
  if (!points) return fill(gettext("{what}, but no points to lose."), { what });
  return youOrName(
    gettext("{what}: −{points}. Your score: {total}."),
    gettext("{what}: −{points}. {name} has {total}."),
    { name, what, points, total },
  );
}

/** Returns the turn before this one in a sentence. @param {Wire.Turn} turn
    @param {{ nameOf: (seat: number) => string, isMine: (seat: number) => boolean }} given */
export function previousTurnText(turn, { nameOf, isMine }) {
  const { seat, outcome, points } = turn;
  const name = nameOf(seat);
  const lost = lostIn(turn);
  if (!isMine(seat)) return fill(gettext("{what}."), { what: turnText(turn, name)[0] });
  if (outcome === "banked") return fill(gettext("You banked {points}."), { points });
  if (outcome === "farkled" && lost) return fill(gettext("You farkled and lost {lost}."), { lost });
  if (outcome === "farkled") return gettext("You farkled.");
  return "";
}

/** Returns the points that were at risk at the end of a turn. @param {Wire.Turn} turn */
const lostIn = (turn) => turn.rolls.reduce((sum, roll) => sum + roll.points, turn.built ?? 0);

/** Returns the result of a finished turn as briefly as it gets. @param {Wire.Turn} given */
export function turnResult({ outcome, points, penalty }) {
  if (outcome === "banked") return fill(gettext("+{points}"), { points });
  if (penalty) return fill(gettext("−{points}"), { points: penalty });
  return outcome === "farkled" ? gettext("farkle") : "";
}

/** Returns a finished turn as the log has it: [what, result].
    @param {Wire.Turn} turn @param {string} name */
export function turnText(turn, name) {
  const dice = turn.rolls.at(-1)?.dice.length;
  const on = dice ? diceCount(dice) : null;
  const lost = lostIn(turn);
  switch (turn.outcome) {
    case "banked":
      return [
        fill(gettext("{name} banked {points}"), { name, points: turn.points }),
        num(turn.total),
      ];
    case "farkled":
      return [
        on
          ? fill(gettext("{name} farkled on {dice}"), { name, dice: on })
          : fill(gettext("{name} farkled"), { name }),
        turn.penalty
          ? fill(gettext("−{points}"), { points: turn.penalty })
          : lost
            ? fill(gettext("{points} lost"), { points: lost })
            : gettext("nothing lost"),
      ];
    case "ran_out":
      return [
        fill(gettext("{name}'s turn counted nothing"), { name }),
        fill(gettext("{points} lost"), { points: lost }),
      ];
    case "left":
      return [fill(gettext("{name} left the game"), { name }), ""];
    case "cut":
      return [fill(gettext("{name}'s turn was unfinished at the end"), { name }), ""];
    default:
      return [fill(gettext("{name}'s turn was skipped"), { name }), ""];
  }
}
