// What screen readers are told at the table: in full, or in brief as the preferences have it. The
// words come from here alone, and all of them go to the one live region of the page.
import { fill, gettext } from "../lib/i18n.js";
import { narrate } from "./text/narration.js";
import { refusalValues, shortRefusal } from "./text/refusals.js";
import { scoringList } from "./scoring.js";

// Left out in brief announcements: what others roll and keep, and what I have kept.
const DETAILS = new Set(["rolled", "kept", "second_chance", "built"]);

/** Returns what may be banked, or why nothing may. */
function bankText({ best, bestToBank }, rules) {
  if (bestToBank) return fill(gettext("You can bank {total}."), { total: bestToBank.total });
  const reason = shortRefusal(best.bank, refusalValues(best, rules));
  return fill(gettext("You can't bank yet: {reason}."), { reason });
}

export class Announcer {
  /** `say(words)` announces; `isBrief()` is the preference. */
  constructor(say, isBrief) {
    this.say = say;
    this.isBrief = isBrief;
    this.held = ""; // what I rolled, until the dice have landed
  }

  /** Announces a batch of events. `acting`: I am at turn; `before`: the state before them. */
  events(events, before, { acting, ...context }) {
    const said = narrate(events, before, context);
    this.held = "";
    if (acting && events.at(-1)?.[0] === "rolled") this.held = said.pop();
    const kept = said.filter(
      (words, at) => words && !(this.isBrief() && DETAILS.has(events[at][0])),
    );
    this.say(kept.join(" "));
  }

  /** Announces my roll, once it has landed: what it is, what scores, what may be banked. */
  roll(selection, rules) {
    const list = scoringList(selection);
    this.say(
      [
        this.isBrief() ? "" : this.held,
        list && fill(gettext("Scoring: {list}."), { list }),
        list && bankText(selection, rules),
      ]
        .filter(Boolean)
        .join(" "),
    );
    this.held = "";
  }

  /** Announces what is selected now. */
  selected({ row }) {
    if (!row?.keep) this.say(gettext("Nothing selected."));
    else if (this.isBrief()) this.say(fill(gettext("{total} at risk."), row));
    else this.say(fill(gettext("{points} selected, {total} at risk."), row));
  }
}
