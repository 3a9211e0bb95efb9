// A newcomer's first turn: each button explained once, when it is first of use. Can be skipped.
import { $, shown, text } from "../lib/dom.js";
import { gettext } from "../lib/i18n.js";
import { pref, setPref } from "../lib/prefs.js";

const STEPS = [
  {
    when: (model) => model.canAct && !model.state.throw.length && model.live,
    words: () => gettext("Roll throws all six dice."),
  },
  {
    when: (model) => model.canAct && model.live && model.state.throw.length > 0,
    words: () =>
      gettext(
        "Tap the dice that score: a pale stroke lies under them. The dark ones bring nothing.",
      ),
  },
  {
    when: (model) => model.canAct && model.live && Boolean(model.choice.row?.keep),
    words: () =>
      gettext(
        "This many points are at risk. Roll throws the rest, and a throw without a score rubs them out. Bank writes them on the pad.",
      ),
  },
  {
    when: (model) => !model.canAct && model.live,
    words: () =>
      gettext("That was a turn. The rules in force are always behind the page at the top."),
  },
];

let step = 0;
let turned = false;

/** Called with every drawing of the table. */
export function coach(model) {
  const node = $("#coach");
  const current = STEPS[step];
  if (!pref("tour") || !current || !model.mySeats.length) {
    shown(node, false);
    return;
  }
  if (model.canAct) turned = true;
  if (!turned) return;
  // What was done need not be explained any more.
  while (step < STEPS.length - 1 && STEPS[step + 1].when(model)) step += 1;
  const show = STEPS[step].when(model);
  shown(node, show);
  if (show) text($("#coach-words"), STEPS[step].words());
}

export function bindTour(redraw) {
  const end = () => {
    setPref("tour", false);
    shown($("#coach"), false);
  };
  $("#coach-skip").addEventListener("click", end);
  $("#coach-next").addEventListener("click", () => {
    if (step >= STEPS.length - 1) end();
    else {
      shown($("#coach"), false);
      step += 1;
      redraw();
    }
    $("#heading").focus({ preventScroll: true });
  });
}
