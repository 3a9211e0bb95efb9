// Keyboard shortcuts: 1-6 select a die, A all that score, Z undoes, S says what scores, R, space or
// Enter rolls, B banks, ? lists them.
import { $ } from "../lib/dom.js";

const PRESS = new Set([" ", "Enter"]);

export function bindShortcuts({ table, active, help }) {
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (event.target.closest("input, select, textarea, dialog")) return;
    if (event.key === "?") {
      help();
      return;
    }
    if (!active()) return;
    // On a button these keys press that button.
    const press = PRESS.has(event.key) && !event.target.closest("button, a, [tabindex='0']");
    const key = press ? "r" : event.key.toLowerCase();
    if (key >= "1" && key <= "6") table.myTurn.pick(Number(key) - 1);
    else if (key === "a") table.myTurn.pickBest();
    else if (key === "escape") table.animation.finish();
    else if (key === "z") table.myTurn.undo();
    else if (key === "s" && !$("#what-scores").hidden) table.slip.ask();
    // A key held down counts once.
    else if (key === "r" && !event.repeat) table.myTurn.press("roll");
    else if (key === "b" && !event.repeat) table.myTurn.press("bank");
    else return;
    event.preventDefault();
  });
}
