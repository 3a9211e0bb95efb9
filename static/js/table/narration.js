// The sentences of the table. Short, plain, spoken across a table; numbers before adjectives.
import { fill, gettext, listed, ngettext, num, percent } from "../lib/i18n.js";
import { copyOf, fold } from "../client/fold.js";
import { sameSide, sideName, sideTotal, teamName } from "./sides.js";

const NUMBERS = () => [
  gettext("no"),
  gettext("one"),
  gettext("two"),
  gettext("three"),
  gettext("four"),
  gettext("five"),
  gettext("six"),
];
const THROWS = () => [
  "",
  gettext("first throw"),
  gettext("second throw"),
  gettext("third throw"),
  gettext("fourth throw"),
  gettext("fifth throw"),
  gettext("sixth throw"),
  gettext("seventh throw"),
  gettext("eighth throw"),
];

export const throwName = (nth) => THROWS()[nth] ?? fill(gettext("throw {nth}"), { nth });

export function diceCount(count) {
  return fill(ngettext("{count} die", "{count} dice", count), { count: NUMBERS()[count] ?? count });
}

/** "three 4s and a 1": what lies there, said; nothing about what it scores. */
export function diceWords(dice) {
  const counts = new Map();
  for (const face of [...dice].map(Number).sort()) counts.set(face, (counts.get(face) ?? 0) + 1);
  if (counts.size === 6) return gettext("1 to 6");
  const parts = [...counts].map(([face, count]) =>
    count === 1
      ? fill(gettext("a {face}"), { face: String(face) })
      : fill(gettext("{count} {face}s"), { count: NUMBERS()[count], face: String(face) }),
  );
  return listed(parts);
}

const TURN_ENDS = new Set(["entered", "banked", "ran_out"]);

/** A sentence for me, or about somebody: pick("You bank", "{name} banks")(name or null). */
const spoken = (mine, theirs, values) => fill(values.name === null ? mine : theirs, values);

/** What a reader hears of a batch of events that happen in the state `before`: for each event its
    sentence, or null where there is nothing to say. `isMine(seat)`: whether "you" is that seat. */
export function narrate(events, before, { nameOf, isMine, rules }) {
  const state = copyOf(before);
  const seat = state.current ?? -1;
  const name = isMine(seat) ? null : nameOf(seat);
  return events.map((event, at) => {
    fold(state, [event], rules);
    return told(event, { name, nameOf, isMine, state, rules, next: events[at + 1]?.[0] });
  });
}

/** `name`: of the player at turn, null where that is me; `state`: after the event; `next`: the name
    of the event that follows. */
function told([event, ...fields], { name, nameOf, isMine, state, rules, next }) {
  switch (event) {
    case "rolled": {
      const values = { name, dice: diceCount(fields[0].length), faces: fields[0].join(", ") };
      return spoken(
        gettext("You throw {dice}: {faces}."),
        gettext("{name} throws {dice}: {faces}."),
        values,
      );
    }
    case "kept": {
      const values = { name, dice: diceWords(fields[0]), points: state.turn_points };
      return spoken(
        gettext("You keep {dice}: {points} at risk."),
        gettext("{name} keeps {dice}: {points} at risk."),
        values,
      );
    }
    case "hot_dice":
      if (TURN_ENDS.has(next)) return gettext("Hot dice. All six have scored.");
      return fill(gettext("Hot dice. All six come back, {points} still at risk."), {
        points: state.turn_points,
      });
    case "blank":
      return fill(gettext("Nothing scores: {points} all the same, and all six come back."), {
        points: fields[0],
      });
    case "second_chance":
      return gettext("Second chance: the throw is made once more.");
    case "built":
      return spoken(gettext("You build on {points}."), gettext("{name} builds on {points}."), {
        name,
        points: fields[0],
      });
    case "entered":
      return spoken(gettext("You are in."), gettext("{name} is in."), { name });
    case "banked":
      return spoken(
        gettext("You bank {points} and stand at {total}."),
        gettext("{name} banks {points} and stands at {total}."),
        {
          name,
          points: fields[1],
          total: fields[2],
        },
      );
    case "farkled":
      return toldFarkle(fields, name, state, rules);
    case "penalised":
      if (!fields[1]) return gettext("Third farkle in a row, and nothing to take off.");
      return spoken(
        gettext("Third farkle in a row: {points} taken off, you stand at {total}."),
        gettext("Third farkle in a row: {points} taken off, {name} stands at {total}."),
        { name, points: fields[1], total: fields[2] },
      );
    case "ran_out":
      return spoken(
        gettext("Your throws to get in are used up."),
        gettext("{name} did not get in this turn."),
        { name },
      );
    case "skipped":
      return spoken(gettext("Your turn is passed over."), gettext("{name} is passed over."), {
        name,
      });
    case "left":
      return fill(gettext("{name} left the game."), { name: nameOf(fields[0]) });
    case "joined":
      return fill(gettext("{name} joins the game."), { name: nameOf(fields[0]) });
    case "final_round":
      if (state.teams) {
        return fill(gettext("{team} stands at {total}. One last turn for every other team."), {
          team: teamName(state.teams[fields[0]]),
          total: fields[1],
        });
      }
      return spoken(
        gettext("You stand at {total}. One last turn for everybody else."),
        gettext("{name} stands at {total}. One last turn for everybody else."),
        { name: isMine(fields[0]) ? null : nameOf(fields[0]), total: fields[1] },
      );
    case "playoff":
      return fill(gettext("{names} are level at {total}. One turn each."), {
        names: listed(level(state, fields[0], nameOf)),
        total: sideTotal(state, fields[0][0]),
      });
    default:
      return null;
  }
}

function toldFarkle([seat, lost, streak, toxic], name, state, rules) {
  const values = { name, lost, total: state.scores[seat], penalty: rules?.farkle_penalty };
  const start = toxic
    ? spoken(
        gettext("Four 2s are toxic: the turn is lost."),
        gettext("Four 2s are toxic: {name} loses the turn."),
        values,
      )
    : lost
      ? spoken(
          gettext("Farkle. {lost} rubbed out, you stay at {total}."),
          gettext("{name} farkles: {lost} rubbed out."),
          values,
        )
      : spoken(
          gettext("Farkle. Nothing lost, you stay at {total}."),
          gettext("{name} farkles with nothing at risk."),
          values,
        );
  if (streak === 2 && rules?.farkle_penalty) {
    return `${start} ${fill(gettext("Second farkle in a row. A third costs {penalty}."), values)}`;
  }
  return start;
}

/** The tray's heading. */
export function heading(
  state,
  mine,
  name,
  { farkled = false, banked = null, chosen = false, several = false } = {},
) {
  // Where several people share a device, "you" would say nothing.
  if (several && mine) {
    if (banked === null && !farkled && state.phase !== "playoff") {
      return fill(
        state.phase === "final" ? gettext("{name}, your last turn") : gettext("{name}, your turn"),
        { name },
      );
    }
    mine = false;
  }
  if (banked !== null) {
    return spoken(gettext("You bank {points}"), gettext("{name} banks {points}"), {
      name: mine ? null : name,
      points: banked,
    });
  }
  if (farkled) {
    return mine ? gettext("Your turn is over") : fill(gettext("{name} farkles"), { name });
  }
  if (state.phase === "playoff") {
    return mine ? gettext("Your play-off turn") : fill(gettext("{name} plays off"), { name });
  }
  if (mine) return state.phase === "final" ? gettext("Your last turn") : gettext("Your turn");
  if (state.throw.length) {
    return fill(chosen ? gettext("{name} is choosing") : gettext("{name} threw"), { name });
  }
  return fill(gettext("{name} to throw"), { name });
}

/** Those who are level: teams, each once, or players. */
const level = (state, seats, nameOf) => [
  ...new Set(seats.map((seat) => sideName(state, seat, nameOf))),
];

/** The note between pad and tray in a final round or play-off; null otherwise. */
export function roundNote(state, mySeat, nameOf) {
  if (state.phase === "final" && state.leader >= 0) {
    const total = sideTotal(state, state.leader);
    const mine = mySeat >= 0 && mySeat < state.scores.length;
    const values = {
      name: sideName(state, state.leader, nameOf),
      total,
      need: total - (mine ? sideTotal(state, mySeat) : 0),
    };
    if (mine && state.teams && sameSide(state, state.leader, mySeat)) {
      return [
        gettext("Final round."),
        fill(gettext("Your team stands at {total}. One last turn for the others."), values),
      ];
    }
    if (state.leader === mySeat) {
      return [
        gettext("Final round."),
        fill(gettext("You stand at {total}. One last turn for everybody else."), values),
      ];
    }
    if (state.current === mySeat) {
      return [
        gettext("Last turn."),
        fill(gettext("{name} stands at {total}. More than {need} beats that."), values),
      ];
    }
    return [
      gettext("Final round."),
      fill(gettext("{name} stands at {total}. One last turn for everybody else."), values),
    ];
  }
  if (state.phase === "playoff") {
    const seats = state.playoff ?? [];
    return [
      gettext("Play-off."),
      seats.length
        ? fill(gettext("{names} are level. One turn each."), {
            names: listed(level(state, seats, nameOf)),
          })
        : gettext("One more turn for those who are level."),
    ];
  }
  return null;
}

/** One line of the log for a turn that ended: [what, result]. */
export function turnLine(turn, name) {
  const dice = turn.rolls.at(-1)?.dice.length;
  const on = dice ? diceCount(dice) : null;
  const lost = turn.lost ?? turn.rolls.reduce((sum, roll) => sum + roll.points, turn.built ?? 0);
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
          ? fill(gettext("{points} taken off"), { points: turn.penalty })
          : lost
            ? fill(gettext("{points} lost"), { points: lost })
            : gettext("nothing lost"),
      ];
    case "ran_out":
      return [
        fill(gettext("{name} did not get in"), { name }),
        fill(gettext("{points} lost"), { points: lost }),
      ];
    case "left":
      return [fill(gettext("{name} left the game"), { name }), ""];
    case "cut":
      return [fill(gettext("{name}'s turn was under way at the end"), { name }), ""];
    default:
      return [fill(gettext("{name} was passed over"), { name }), ""];
  }
}

export const odds = (chance) =>
  chance === undefined || chance === null
    ? ""
    : fill(gettext("{percent} farkle"), { percent: percent(chance) });
