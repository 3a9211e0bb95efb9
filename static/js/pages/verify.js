// The page that checks the dice of a game: fetches the record, throws again, says what fits.
import { dots } from "../table/dice.js";
import { arithmetic, check } from "./dice-check.js";
import { $, h, shown, text } from "../lib/dom.js";
import { fill, gettext, ngettext } from "../lib/i18n.js";

const root = $("#check");

function verdict(id, fits, words) {
  const line = $(id);
  line.dataset.fits = fits;
  text($("[data-words]", line), words);
  $("use", line).setAttribute("href", fits ? "#i-tick" : "#i-warn");
}

function row({ told, made, fits }, at) {
  return h(
    "tr",
    { "data-fits": String(fits) },
    h("th", { scope: "row" }, String(at + 1)),
    h("td", null, dots(told)),
    h("td", null, fits ? gettext("fits") : [gettext("the seed gives"), " ", dots(made)]),
  );
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
  const means = arithmetic();
  const { commitment, throws } = await check(file, means);
  const wrong = throws.filter(({ fits }) => !fits).length;
  const right = commitment && !wrong;
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
  text(
    $("#check-means"),
    means.own
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
