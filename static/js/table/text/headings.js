// The heading of the tray, and the note of a final round or a tiebreaker.
import { fill, gettext, listed } from "../../lib/i18n.js";
import { diceText } from "./dice.js";
import { greatDice } from "./moments.js";
import { tiedNames, youOrName } from "./narration.js";
import { sameSide, sideName, sideTotal } from "../../client/sides.js";

/** Returns the heading of the tray.
    @param {GameState} state
    @param {boolean} mine
    @param {string} name
    @param {{ farkled?: boolean, banked?: number | null, chosen?: boolean,
      great?: boolean, sharedDevice?: boolean }} [options] `great`: of this throw */
export function heading(
  state,
  mine,
  name,
  { farkled = false, banked = null, chosen = false, great = false, sharedDevice = false } = {},
) {
  if (great) {
    return youOrName(gettext("You roll {dice}!"), gettext("{name} rolls {dice}!"), {
      name: mine && !sharedDevice ? null : name,
      dice: diceText(greatDice(state.throw)),
    });
  }
  // On a shared device "you" would not say who.
  if (sharedDevice && mine) {
    if (banked === null && !farkled && state.phase !== "playoff") {
      return fill(
        state.phase === "final" ? gettext("{name}, your last turn") : gettext("{name}, your turn"),
        { name },
      );
    }
    mine = false;
  }
  if (banked !== null) {
    return youOrName(gettext("You bank {points}"), gettext("{name} banks {points}"), {
      name: mine ? null : name,
      points: banked,
    });
  }
  if (farkled) {
    return mine ? gettext("Farkle!") : fill(gettext("{name} farkles"), { name });
  }
  if (state.phase === "playoff") {
    return mine
      ? gettext("Your tiebreaker turn")
      : fill(gettext("{name}'s tiebreaker turn"), { name });
  }
  if (mine) return state.phase === "final" ? gettext("Your last turn") : gettext("Your turn");
  if (state.throw.length) {
    return fill(chosen ? gettext("{name} is choosing") : gettext("{name} rolled"), { name });
  }
  return fill(gettext("{name}'s turn"), { name });
}

/** Returns the note of the last turns or a tiebreaker, [heading, text], or null.
    @param {GameState} state @param {number[]} mySeats @param {(seat: number) => string} nameOf */
export function roundNote(state, mySeats, nameOf) {
  if (state.phase === "final") return finalNote(state, readerOf(state, mySeats), nameOf);
  if (state.phase === "playoff") {
    const seats = state.playoff ?? [];
    return [
      gettext("Tiebreaker."),
      seats.length
        ? fill(gettext("{names} are tied. One more turn each."), {
            names: listed(tiedNames(state, seats, nameOf)),
          })
        : gettext("One more turn for the tied players."),
    ];
  }
  return null;
}

/** Returns the seat that "you" means: mine in its turn, or my only one; else -1.
    @param {GameState} state @param {number[]} mySeats */
function readerOf({ current }, mySeats) {
  if (mySeats.includes(current)) return current;
  return mySeats.length === 1 ? mySeats[0] : -1;
}

/** @param {GameState} state @param {number} mySeat @param {(seat: number) => string} nameOf */
function finalNote(state, mySeat, nameOf) {
  const { current, leader, to_beat: best } = state;
  const start = gettext("Final round.");
  // It is not known between two turns, and not with an older event.
  if (!best) return [start, gettext("One last turn each.")];
  const own = sideTotal(state, current);
  if (current === mySeat) {
    const name = sideName(state, best.seat, nameOf);
    const ahead = state.teams
      ? gettext("Your team has {own}, more than {name}.")
      : gettext("You have {own}, more than {name}.");
    const behind = gettext("{name} has {total}. You need more than {need} to win.");
    const values = { name, own, total: best.total, need: best.total - own };
    return [gettext("Last turn."), fill(own > best.total ? ahead : behind, values)];
  }
  const [seat, total] = own > best.total ? [current, own] : [best.seat, best.total];
  const mine = mySeat >= 0 && sameSide(state, seat, mySeat);
  const who = mine ? (state.teams ? "team" : "you") : "name";
  const words = sameSide(state, seat, leader) ? ENDED : OVERTAKEN;
  return [start, fill(words()[who], { name: sideName(state, seat, nameOf), total })];
}

// Who has most in the last turns: the side that set them off, or another one since.
const ENDED = () => ({
  team: gettext("Your team has {total}. The other teams get one last turn."),
  you: gettext("You have {total}. One last turn each."),
  name: gettext("{name} has {total}. One last turn each."),
});
const OVERTAKEN = () => ({
  team: gettext("Your team has {total} now. One last turn each."),
  you: gettext("You have {total} now. One last turn each."),
  name: gettext("{name} has {total} now. One last turn each."),
});
