// The heading of the tray, and the note of a final round or a tiebreaker.
import { fill, gettext, listed } from "../../lib/i18n.js";
import { tiedNames, youOrName } from "./narration.js";
import { sameSide, sideName, sideTotal } from "../sides.js";

/** Returns the heading of the tray. */
export function heading(
  state,
  mine,
  name,
  { farkled = false, banked = null, chosen = false, sharedDevice = false } = {},
) {
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

/** Returns the note of a final round or play-off, [heading, text], or null. */
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
        fill(gettext("Your team has {total}. The other teams get one last turn."), values),
      ];
    }
    if (state.leader === mySeat) {
      return [
        gettext("Final round."),
        fill(gettext("You have {total}. Everyone else gets one last turn."), values),
      ];
    }
    if (state.current === mySeat && values.need < 0) {
      return [
        gettext("Last turn."),
        fill(
          state.teams
            ? gettext("Your team has {mine}, more than {name}.")
            : gettext("You have {mine}, more than {name}."),
          { ...values, mine: total - values.need },
        ),
      ];
    }
    if (state.current === mySeat) {
      return [
        gettext("Last turn."),
        fill(gettext("{name} has {total}. You need more than {need} to win."), values),
      ];
    }
    return [
      gettext("Final round."),
      fill(gettext("{name} has {total}. Everyone else gets one last turn."), values),
    ];
  }
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
