// The page of a deal: the result as a text and as a picture, the analysis once it is ready, and par
// once the computers have played.
import { $, data, optional, shown, text } from "../lib/dom.js";
import { canSendPictures, sharePicture, shareText } from "../lib/picture.js";
import { bindLuck, insert } from "./luck.js";

/** Returns the text to share, which has par as soon as the page has. */
const words = () => data($("#tally [data-text]"), "text");

const send = optional("#send-result");
if (send) {
  shown(send, true);
  send.addEventListener("click", () => shareText(words(), data(send, "url")));
}

const picture = optional("#send-picture");
if (picture) {
  shown(picture, true);
  text($("span", picture), data(picture, canSendPictures() ? "send" : "save"));
  picture.addEventListener("click", () =>
    sharePicture(data(picture, "picture"), "farkle-result.png", words()),
  );
}

const link = optional("input#link");
link?.addEventListener("focus", () => link.select());

bindLuck(location.href, ["choices"], () => {});

const PAR_EVERY = 10_000; // ms
const NO_PAR = "[data-no-par]";

/** Looks again and again until the page has par. */
function waitForPar() {
  if (!optional(NO_PAR)) return;
  setTimeout(async () => {
    if (!document.hidden) {
      await insert(location.href, ["tally", "bars", "par"], NO_PAR).catch(() => {});
    }
    waitForPar();
  }, PAR_EVERY);
}

waitForPar();
