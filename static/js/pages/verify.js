// The page that checks the dice of a game: fetches the record, throws the dice again and compares.
import { DiceMemory, compare } from "../lib/dice-memory.js";
import { $, h, shown, text } from "../lib/dom.js";
import { fill, gettext, ngettext } from "../lib/i18n.js";
import { inlineDice } from "../table/dice.js";
import { check, hashFunctions } from "./dice-check.js";

const root = $("#check");

function verdict(id, fits, words) {
  const line = $(id);
  line.dataset.fits = fits;
  text($("[data-words]", line), words);
  $("use", line).setAttribute("href", fits ? "#i-tick" : "#i-warn");
}

function row({ recorded, computed, fits }, at) {
  return h(
    "tr",
    { "data-fits": String(fits) },
    h("th", { scope: "row" }, String(at + 1)),
    h("td", null, inlineDice(recorded)),
    h("td", null, fits ? gettext("fits") : [gettext("the seed gives"), " ", inlineDice(computed)]),
  );
}

/** Returns what this browser noted while it played, compared with the record; null if nothing. */
function ownNotes({ dice, record }) {
  const { room, number, seats } = root.dataset;
  const note = room ? new DiceMemory(room).of(Number(number)) : null;
  if (!note) return null;
  return compare(note, { ...dice, seats: seats.split(" ").map(Number) }, record);
}

function ownWords({ promise, text: added, throws }) {
  if (!promise) return gettext("This browser saw another fingerprint before the game.");
  if (throws === false) return gettext("This browser saw other dice in the game.");
  if (added === false) {
    return gettext(
      "Your text was not used. Another device with your seat sent a later one, or it was replaced.",
    );
  }
  return gettext("What this browser saw itself, before and during the game, is the same.");
}

async function run() {
  text($("#check-words"), gettext("Throwing every die again…"));
  shown($("#check-again"), false);
  let file;
  try {
    const answer = await fetch(root.dataset.file);
    if (!answer.ok) throw new Error(String(answer.status));
    file = await answer.json();
  } catch {
    text($("#check-words"), gettext("The record did not come. Nothing was checked."));
    shown($("#check-again"), true);
    return;
  }
  const functions = hashFunctions();
  const { commitment, throws } = await check(file, functions);
  const wrong = throws.filter(({ fits }) => !fits).length;
  const own = ownNotes(file);
  const right = commitment && !wrong && (!own || (own.promise && own.throws !== false));
  root.dataset.right = right;
  text($("#check-words"), right ? gettext("Everything fits.") : gettext("It does not fit."));
  verdict(
    "#says-commitment",
    commitment,
    commitment
      ? gettext("The seed is the one that the fingerprint promised before the game.")
      : gettext("The seed is not the one that the fingerprint promised."),
  );
  const all = throws.length;
  verdict(
    "#says-throws",
    !wrong,
    wrong
      ? fill(
          ngettext(
            "{count} throw of {all} is not what the seed gives.",
            "{count} throws of {all} are not what the seed gives.",
            wrong,
          ),
          { count: wrong, all },
        )
      : fill(
          ngettext(
            "{count} throw made again: the same dice.",
            "All {count} throws made again: the same dice every time.",
            all,
          ),
          { count: all },
        ),
  );
  shown($("#says-own"), Boolean(own));
  if (own) {
    verdict("#says-own", own.promise && own.throws !== false && own.text !== false, ownWords(own));
  }
  text(
    $("#check-means"),
    functions.own
      ? gettext(
          "Worked out in this browser by arithmetic of this page, since on plain http browsers offer none.",
        )
      : gettext("Worked out in this browser by its own arithmetic (Web Crypto)."),
  );
  $("#throws tbody").replaceChildren(...throws.map(row));
  shown($("#check-details"), true);
}

$("#check-again").addEventListener("click", run);
run();
