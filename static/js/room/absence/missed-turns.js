// The sheet for a player who comes back: the turns that were missed.
import { closeDialogs, openDialog } from "../../lib/dialogs.js";
import { $, text } from "../../lib/dom.js";
import { fill, gettext, ngettext, together } from "../../lib/i18n.js";
import { drawLog, logEntries } from "../../table/log.js";

const MOST_LISTED = 20; // the log has the others

/** Shows a player of mine who is back the turns since the first that was missed.
    @param {Store} store @param {Model} model @param {Wire.Player} player @param {number} turns */
export function showMissedTurns(store, model, player, turns) {
  const { players, state } = store.newestGame;
  const seat = players.indexOf(player.id);
  const words = fill(ngettext("You missed {count} turn.", "You missed {count} turns.", turns), {
    count: turns,
  });
  const total = fill(gettext("Your score: {total}."), { total: state.scores[seat] ?? 0 });
  text($("#back-words"), together([words, total]));
  const ended = logEntries(store.turns, model, MOST_LISTED).filter(({ turn }) => turn);
  let mine = 0;
  const first = ended.findIndex(({ turn }) => turn?.seat === seat && ++mine === turns);
  drawLog($("#back-log"), first < 0 ? ended : ended.slice(0, first + 1));
  closeDialogs();
  openDialog("back-sheet");
}
