// The page that checks the dice of a game: fetches the record, throws the dice again and compares.
import { DiceMemory, compare } from "../lib/dice-memory.js";
import { $, attr, data, drawingUrl, h, shown, text } from "../lib/dom.js";
import { fill, gettext, ngettext } from "../lib/i18n.js";
import { inlineDice } from "../table/dice.js";
import { check, hashFunctions } from "./dice-check.js";

const root = $("#check");

/** Draws one finding. `fits` is null where nothing is wrong and nothing is proved.
    @param {string} id @param {boolean | null} fits @param {string} words */
function verdict(id, fits, words) {
  const line = $(id);
  shown(line, true);
  line.dataset.fits = String(fits);
  text($("[data-words]", line), words);
  const icon = fits === null ? "i-minus" : fits ? "i-tick" : "i-warn";
  attr($("use", line), "href", drawingUrl(icon));
}

/** @typedef {Awaited<ReturnType<typeof check>>} Found */

/** @param {Found["throws"][number]} roll @param {number} at */
function row({ recorded, computed, fits }, at) {
  return h(
    "tr",
    { "data-fits": String(fits) },
    h("th", { scope: "row" }, String(at + 1)),
    h("td", null, inlineDice(recorded)),
    h(
      "td",
      null,
      fits ? gettext("matches") : [gettext("the seed gives"), " ", inlineDice(computed)],
    ),
  );
}

/** Returns what this browser noted while it played, compared with the record; null if nothing.
    @param {import("./dice-check.js").GameFile} file @param {string} fingerprint */
function ownNotes({ dice, record }, fingerprint) {
  const { room, number, seats = "" } = root.dataset;
  const note = room ? new DiceMemory(room).of(Number(number)) : null;
  if (!note) return null;
  return compare(note, { ...dice, fingerprint, seats: seats.split(" ").map(Number) }, record);
}

/** @param {ReturnType<typeof compare>} compared */
function ownWords({ promise, text: added, throws }) {
  if (!promise) return gettext("This browser saw a different fingerprint before the game.");
  if (throws === false) return gettext("This browser saw different dice during the game.");
  if (added === false) {
    return gettext(
      "Your random data wasn't used. It was replaced, perhaps by another device with your seat.",
    );
  }
  return gettext("Matches what this browser saw before and during the game.");
}

/** Says what the proof covers besides the dice. @param {Found["covers"]} covers */
function drawCovers(covers) {
  if (!covers.rules) {
    verdict("#says-covers", false, gettext("These aren't the rules that the game began with."));
  } else if (covers.names) {
    verdict(
      "#says-covers",
      true,
      gettext("The rules and the names are those the game began with."),
    );
  } else {
    verdict(
      "#says-covers",
      null,
      gettext(
        "The rules are those the game began with. The names aren't: players may change theirs.",
      ),
    );
  }
}

/** Says whether the end of the game is there. @param {string} end */
function drawEnd(end) {
  shown($("#says-end"), end !== "over");
  if (end === "missing") {
    verdict(
      "#says-end",
      false,
      gettext("The end of the game is missing: the file says that someone won."),
    );
  } else if (end === "unfinished") {
    verdict("#says-end", null, gettext("Unfinished: the game stopped before anyone won."));
  }
}

async function run() {
  text($("#check-words"), gettext("Checking every roll…"));
  shown($("#check-again"), false);
  let file;
  try {
    const answer = await fetch(data(root, "file"));
    if (!answer.ok) throw new Error(String(answer.status));
    file = await answer.json();
  } catch {
    text($("#check-words"), gettext("Couldn't load the game file. Nothing was checked."));
    shown($("#check-again"), true);
    return;
  }
  const functions = hashFunctions();
  const base = JSON.parse(data(root, "base"));
  const weights = JSON.parse(data(root, "weights"));
  const { commitment, throws, covers, end } = await check(file, base, weights, functions);
  const wrong = throws.filter(({ fits }) => !fits).length;
  const own = ownNotes(file, covers.fingerprint);
  const fair = commitment && !wrong && (!own || (own.promise && own.throws !== false));
  const right = fair && covers.rules && end !== "missing";
  root.dataset.right = String(right);
  text(
    $("#check-words"),
    right
      ? gettext("Verified: no roll was changed after the game began.")
      : gettext("Check failed."),
  );
  drawCovers(covers);
  drawEnd(end);
  verdict(
    "#says-commitment",
    commitment,
    commitment
      ? gettext("The seed matches the fingerprint published before the game.")
      : gettext("The seed doesn't match the fingerprint published before the game."),
  );
  const all = throws.length;
  verdict(
    "#says-throws",
    !wrong,
    wrong
      ? fill(
          ngettext(
            "{count} roll of {all} doesn't match the seed.",
            "{count} rolls of {all} don't match the seed.",
            wrong,
          ),
          { count: wrong, all },
        )
      : fill(
          ngettext(
            "{count} roll reproduced exactly.",
            "All {count} rolls reproduced exactly.",
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
          "Computed in your browser by this page's own code, because plain http has no Web Crypto.",
        )
      : gettext("Computed in your browser (Web Crypto)."),
  );
  $("#throws tbody").replaceChildren(...throws.map(row));
  shown($("#check-details"), true);
}

$("#check-again").addEventListener("click", run);
run();
