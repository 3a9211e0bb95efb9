// What the result says: how the game was won, its biggest swing, the rematch, and the dice.
import { fill, gettext, listed, ngettext } from "../lib/i18n.js";
import { sameSide, sideName, sideTotal } from "../table/sides.js";
import { decidingTurn } from "./deciding-turn.js";

/** Returns how the game was won. */
export function howText(store, { state, nameOf }) {
  const winner = state.winners[0];
  const total = sideTotal(state, winner);
  const turn = store.turns.finished.findLast(
    (one) => one.seat === winner && one.outcome === "banked",
  );
  const others = state.scores
    .map((_, seat) => seat)
    .filter((seat) => !sameSide(state, seat, winner) && !state.left[seat]);
  if (!others.length) return gettext("Everyone else left.");
  const best = Math.max(...others.map((seat) => sideTotal(state, seat)));
  const [second, ...tied] = others.filter((seat) => sideTotal(state, seat) === best);
  const ahead = total - best;
  const mine = store.mySeats[0];
  if (state.leader >= 0 && !sameSide(state, state.leader, winner) && turn) {
    const values = {
      leader: sideName(state, state.leader, nameOf),
      closed: sideTotal(state, state.leader),
      points: turn.points,
      name: nameOf(winner),
    };
    return fill(
      store.isMine(winner)
        ? gettext("{leader} reached {closed}; you beat it with a {points} turn.")
        : gettext("{leader} reached {closed}; {name} beat it with a {points} turn."),
      values,
    );
  }
  if (mine !== undefined && !sameSide(state, mine, winner)) {
    return fill(
      state.teams ? gettext("{ahead} ahead of your team.") : gettext("{ahead} ahead of you."),
      { ahead: total - sideTotal(state, mine) },
    );
  }
  if (ahead > 0) {
    return tied.some((seat) => !sameSide(state, seat, second))
      ? fill(gettext("{ahead} ahead of second place."), { ahead })
      : fill(gettext("{ahead} ahead of {name}."), { ahead, name: sideName(state, second, nameOf) });
  }
  return gettext("Tied, but got there first.");
}

/** Returns the biggest swing in words, and how I did. `details` are those of the whole game. */
export function turnText(store, { state, nameOf }, details) {
  const [winner] = state.winners;
  const said = [];
  const known = details.number === store.game.number;
  const turn = decidingTurn(store.turns.finished, state);
  if (known && details.swing) {
    // By the chance to win, which is worked out after the game.
    const { mine, seat } = details.swing;
    said.push(
      fill(
        mine && !state.teams
          ? gettext("Biggest swing – {where}: {words}. Your chance to win: {before} → {after}.")
          : gettext(
              "Biggest swing – {where}: {words}. {name}'s chance to win: {before} → {after}.",
            ),
        { ...details.swing, name: sideName(state, seat, nameOf) },
      ),
    );
  } else if (turn) {
    const { round, points } = turn;
    const mine = store.isMine(turn.seat);
    const values = { round, points, name: sideName(state, turn.seat, nameOf) };
    said.push(
      fill(
        mine
          ? gettext("You took the lead for good in turn {round}, with {points}.")
          : gettext("{name} took the lead for good in turn {round}, with {points}."),
        values,
      ),
    );
  }
  const me = store.mySeats[0];
  const mine = known ? details.rows?.[me] : null;
  if (me !== undefined && !sameSide(state, me, winner)) {
    const best = mine?.best;
    said.push(fill(gettext("You had {total}."), { total: state.scores[me] }));
    if (best) said.push(fill(gettext("Your best turn: {best}."), { best }));
  }
  if (typeof mine?.accuracy === "number") said.push(accuracyText(mine.accuracy));
  return said.join(" ");
}

const PERFECT = 99.95; // as farkle/ai/winning.py has it

// What the computers reach on average (docs/chances.md).
const COMPUTERS = [
  ["Pip", 27],
  ["Magpie", 65],
  ["Penny", 84],
  ["Ledger", 96],
];

/** Returns how good my choices were, on a scale of 100, beside those of the computers. */
export function accuracyText(accuracy) {
  // As on every page, 100 is for those who gave nothing away.
  const whole = accuracy >= PERFECT ? 100 : Math.min(99, Math.round(accuracy));
  if (whole === 100) return gettext("Your accuracy: 100 of 100, perfect.");
  const same = COMPUTERS.find(([, one]) => one === whole);
  const above = COMPUTERS.find(([, one]) => one > whole);
  const below = COMPUTERS.findLast(([, one]) => one < whole);
  const values = { accuracy: whole };
  [values.name, values.figure] = same ?? below ?? above;
  if (same) {
    return fill(gettext("Your accuracy: {accuracy} of 100, like the computer {name}."), values);
  }
  if (!below) {
    return fill(
      gettext("Your accuracy: {accuracy} of 100; the computer {name} has {figure}."),
      values,
    );
  }
  if (!above) {
    return fill(
      gettext("Your accuracy: {accuracy} of 100, above the computer {name} ({figure})."),
      values,
    );
  }
  [values.above, values.more] = above;
  return fill(
    gettext(
      "Your accuracy: {accuracy} of 100, between the computers {name} ({figure}) and {above} ({more}).",
    ),
    values,
  );
}

/** Returns who wants a rematch, and by which rules. */
export function rematchText(store) {
  if (store.room.status !== "over") return gettext("The room is closed. This page stays.");
  const others = store.seated
    .filter(({ id, ready }) => ready && !store.mine.includes(id))
    .map(({ name }) => name);
  if (store.me === null) return "";
  const same = gettext("Same players and rules.");
  if (!others.length) return same;
  return `${fill(ngettext("{names} wants a rematch.", "{names} want a rematch.", others.length), { names: listed(others) })} ${same}`;
}

/** Returns how long the game was, or nothing before that is known. */
export function lengthText(store, { turns, minutes, number }) {
  if (number !== store.game.number || !turns) return "";
  const said = [fill(ngettext("{count} turn", "{count} turns", turns), { count: turns })];
  if (minutes) {
    said.push(fill(ngettext("{count} minute", "{count} minutes", minutes), { count: minutes }));
  }
  return said.join(", ");
}

/** Returns what this browser's notes from before the game say about its dice. */
export function ownCheckText(promise, added) {
  if (!promise) {
    return gettext(
      "This browser saw a different fingerprint before the game. Don't trust these rolls.",
    );
  }
  if (added === false) {
    return gettext(
      "Your random data wasn't used. It was replaced, perhaps by another device with your seat.",
    );
  }
  return added
    ? gettext("This browser saw the same fingerprint before the game, and its data was used.")
    : gettext("This browser saw the same fingerprint before the game.");
}
