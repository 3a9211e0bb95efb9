// The page of a deal: the result as a text and as a picture, and the analysis once it is ready.
import { $, data, optional, shown, text } from "../lib/dom.js";
import { canSendPictures, sharePicture, shareText } from "../lib/picture.js";
import { bindLuck } from "./luck.js";

const send = optional("#send-result");
if (send) {
  shown(send, true);
  send.addEventListener("click", () => shareText(data(send, "text"), data(send, "url")));
}

const picture = optional("#send-picture");
if (picture) {
  shown(picture, true);
  text($("span", picture), data(picture, canSendPictures() ? "send" : "save"));
  picture.addEventListener("click", () =>
    sharePicture(data(picture, "picture"), "farkle-result.png", send ? data(send, "text") : ""),
  );
}

const link = optional("input#link");
link?.addEventListener("focus", () => link.select());

bindLuck(location.href, ["choices"], () => {});
