// The result to send or to save: as a text with its link, and as the picture that also stands for
// the link in chats. Web Share is missing on plain http, as at home, and on many computers: there
// the text is copied, and the picture is downloaded.
import { gettext } from "./i18n.js";
import { copy } from "./share.js";
import { toast } from "./toast.js";

const TYPE = "image/png";

/** @param {string} words @param {string} url */
export async function shareText(words, url) {
  if (await share({ text: words, url })) return;
  const whole = `${words}\n${url}`;
  toast((await copy(whole)) ? gettext("Result copied.") : whole);
}

/** Returns whether this device can send a picture to other programs. */
export function canSendPictures() {
  const file = new File([new Uint8Array(1)], "farkle.png", { type: TYPE });
  return navigator.canShare?.({ files: [file] }) ?? false;
}

/** Sends the picture at an address, or saves it. @param {string} url @param {string} name of the
    file @param {string} words */
export async function sharePicture(url, name, words) {
  const picture = await fetchPicture(url);
  if (!picture) {
    toast(gettext("Couldn't get the picture. Try again in a moment."));
    return;
  }
  const file = new File([picture], name, { type: TYPE });
  if (canSendPictures() && (await share({ files: [file], text: words }))) return;
  save(picture, name);
  toast(gettext("Picture saved."));
}

/** Returns null if there is none now: a busy server leads to a picture of no game.
    @param {string} url */
async function fetchPicture(url) {
  try {
    const answer = await fetch(url);
    return answer.ok && !answer.redirected ? await answer.blob() : null;
  } catch {
    return null;
  }
}

/** Returns whether the system's dialog took it, or the person closed that.
    @param {ShareData} what */
async function share(what) {
  if (typeof navigator.share !== "function") return false;
  try {
    await navigator.share(what);
    return true;
  } catch (error) {
    return error instanceof Error && error.name === "AbortError";
  }
}

/** @param {Blob} picture @param {string} name */
function save(picture, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(picture);
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Returns the name of a game's picture. It does not contain the room's code, which would let those
    in who get the picture. @param {number} number */
export const pictureName = (number) => `farkle-game-${number}.png`;
