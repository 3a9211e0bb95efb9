// Inviting people: the system's share dialog, a link to copy, a QR code, a code to read out.
import { $, data, shown } from "./dom.js";
import { fill, gettext } from "./i18n.js";
import { toast } from "./toast.js";

/** Copies without the clipboard API, which is missing on plain http. @param {string} words */
function copySelection(words) {
  const area = document.createElement("textarea");
  area.value = words;
  area.className = "vh";
  area.setAttribute("readonly", "");
  // An open dialog makes everything outside it inert, so the field goes inside.
  (document.querySelector("dialog[open]") ?? document.body).append(area);
  const before = document.activeElement;
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  return done;
}

/** Copies a text. Resolves to whether that worked. @param {string} words */
export async function copy(words) {
  try {
    if (navigator.clipboard) {
      await navigator.clipboard.writeText(words);
      return true;
    }
  } catch {
    // The browser's settings forbid it. Selecting the text may still work.
  }
  return copySelection(words);
}

async function copyLink(/** @type {string} */ url) {
  toast(
    (await copy(url))
      ? gettext("Link copied.")
      : fill(gettext("Couldn't copy. Here's the link: {url}"), { url }),
  );
}

/** Copies the value of a field, or else selects it. Resolves to what to say about that.
    @param {HTMLInputElement} field */
export async function copyField(field) {
  if (await copy(field.value)) return gettext("Copied.");
  field.select();
  return gettext("Couldn't copy automatically. The text is selected.");
}

/** Connects the controls of one invitation: [data-share] and [data-copy].
    @param {HTMLElement} root @param {string} url @param {() => string} title */
function bindInvite(root, url, title) {
  const share = $("[data-share]", root);
  shown(share, typeof navigator.share === "function");
  share.addEventListener("click", async () => {
    try {
      await navigator.share({
        title: title(),
        text: fill(gettext("Join me for a game of Farkle: {room}"), { room: title() }),
        url,
      });
    } catch {
      // The person closed the share dialog.
    }
  });
  $("[data-copy]", root).addEventListener("click", () => copyLink(url));
}

/** Connects every invitation of the page. `title()` returns the room's name.
    @param {() => string} title */
export function bindInvites(title) {
  for (const root of document.querySelectorAll(".invite")) {
    bindInvite(root, data($("[data-link]", root), "link"), title);
  }
}

/** Shares an address, perhaps with a text, through the system's dialog, or else copies it.
    @param {string} url @param {string} title @param {string} [text] */
export async function shareLink(url, title, text) {
  if (typeof navigator.share === "function") {
    try {
      await navigator.share(text ? { title, text, url } : { title, url });
      return;
    } catch (error) {
      if (error instanceof Error && error.name === "AbortError") return; // the person closed it
    }
  }
  await copyLink(url);
}

/** Connects the button that shares the page's address. */
export function bindShareButton() {
  const button = $("#share");
  shown(button, true);
  button.addEventListener("click", () => shareLink(location.href, document.title));
}
