// What lies under the tray: my buttons, the reactions while others play, or the words to pass the
// device on.
import { $, shown, text } from "../lib/dom.js";
import { fill, gettext, pgettext } from "../lib/i18n.js";
import { Actions } from "./actions.js";
import { DEAD_AFTER, deaden } from "./stray-taps.js";
import { buttons } from "./text/buttons.js";

export class Hand extends Actions {
  draw(/** @type {Model} */ model) {
    const acting = (model.canAct || model.myFarkle) && !model.passing;
    if (acting === $("#acts").hidden) deaden($(".hand"), DEAD_AFTER.turn);
    shown($("#acts"), acting);
    shown($("#react"), !acting && !model.passing);
    shown($("#pass"), model.passing);
    if (model.passing) {
      text($("#pass-on b"), fill(gettext("Pass the device to {name}"), { name: model.name }));
      text($("#pass-on small"), fill(gettext("I'm {name}, continue"), { name: model.name }));
    }
    if (!acting) {
      text($("#react-words"), model.waitingText());
      return;
    }
    const wanted = model.canAct ? buttons(model) : turnOverButtons(model);
    // The turn before mine is still on show.
    if (model.canAct && !model.mine) wanted.roll.small = gettext("skips to your turn");
    this.show(wanted, model);
  }
}

/** @param {Model} model @returns {ReturnType<typeof buttons>} */
function turnOverButtons({ nextName, scene }) {
  const over = scene?.kind === "farkle"; // while the dice fly, nothing gives them away
  return {
    roll: {
      on: false,
      label: pgettext("verb", "Roll"),
      small: over && nextName ? fill(gettext("{name} is next"), { name: nextName }) : "",
    },
    bank: {
      on: false,
      label: pgettext("verb", "Bank"),
      small: over ? gettext("Nothing to bank") : "",
    },
    build: null,
  };
}
