// The tour of the first turn: explains each button when it is first of use. Can be skipped.
import { $, shown, text } from "../lib/dom.js";
import { fill, gettext } from "../lib/i18n.js";
import { pref, setPref } from "../lib/prefs.js";

const STEPS = [
  {
    when: (model) => model.canAct && !model.state.throw.length && model.live,
    words: ({ rules: { rounds, target } }) =>
      fill(
        rounds
          ? gettext(
              "Most points after {rounds} rounds wins. Each turn, roll and keep dice that score: 1s, 5s and three of a kind. Tap Roll.",
            )
          : gettext(
              "First to {target} wins. Each turn, roll and keep dice that score: 1s, 5s and three of a kind. Tap Roll.",
            ),
        { rounds, target },
      ),
  },
  {
    when: (model) => model.canAct && model.live && model.state.throw.length > 0,
    words: () =>
      gettext("Tap the dice you want to keep. The underlined ones score; keep at least one."),
  },
  {
    when: (model) => model.canAct && model.live && Boolean(model.selection.row?.keep),
    words: ({ selection }) =>
      fill(
        gettext(
          "You have {points} at risk. Bank to keep them, or roll the rest for more. If nothing scores, that's a farkle and you lose them.",
        ),
        { points: selection.row?.total ?? 0 },
      ),
  },
  {
    when: (model) => !model.canAct && model.live,
    words: () => gettext("That's a turn! You'll find the rules under the page icon at the top."),
  },
];

let step = 0;
let turned = false;

/** Draws the step of the tour that fits; runs with each drawing of the table. */
export function drawTour(model) {
  const node = $("#coach");
  const current = STEPS[step];
  if (!pref("tour") || !current || !model.mySeats.length) {
    shown(node, false);
    return;
  }
  if (model.canAct) turned = true;
  if (!turned) return;
  // What the player has already done is not explained.
  while (step < STEPS.length - 1 && STEPS[step + 1].when(model)) step += 1;
  const show = STEPS[step].when(model);
  shown(node, show);
  if (show) text($("#coach-words"), STEPS[step].words(model));
}

/** Connects the buttons of the tour. */
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
