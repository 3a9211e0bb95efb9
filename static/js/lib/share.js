// Bringing people in: the phone's share sheet, the link copied, the QR code, the code to say.
import { $, attr, shown } from "./dom.js";
import { fill, gettext } from "./i18n.js";
import { notice } from "./toast.js";

/** Copies without the clipboard API, which plain http has not. */
function copyByHand(words) {
  const area = document.createElement("textarea");
  area.value = words;
  area.className = "vh";
  area.setAttribute("readonly", "");
  // Inside an open dialog, or the selection would be outside what may be focused.
  (document.querySelector("dialog[open]") ?? document.body).append(area);
  const before = document.activeElement;
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  before?.focus({ preventScroll: true });
  return done;
}

export async function copy(words) {
  try {
    if (navigator.clipboard) {
      await navigator.clipboard.writeText(words);
      return true;
    }
  } catch {
    // Refused by the browser's settings: the old way may still do.
  }
  return copyByHand(words);
}

/** Wires one invitation panel: `root` has [data-share], [data-copy], [data-code], [data-qr]. */
function bind(root, url, title) {
  const share = $("[data-share]", root);
  shown(share, typeof navigator.share === "function");
  share.addEventListener("click", async () => {
    try {
      await navigator.share({
        title: title(),
        text: fill(gettext("Come and play Farkle: {room}"), { room: title() }),
        url,
      });
    } catch {
      // Closed without sharing: nothing to say.
    }
  });
  $("[data-copy]", root).addEventListener("click", async () => {
    notice(
      (await copy(url))
        ? gettext("Link copied.")
        : fill(gettext("Copy it by hand: {url}"), { url }),
    );
  });
  const code = $("[data-code]", root);
  const qr = $("[data-qr]", root);
  code.addEventListener("click", () => {
    shown(qr, qr.hidden);
    attr(code, "aria-expanded", String(!qr.hidden));
  });
}

export function bindInvites(title) {
  const url = new URL(document.documentElement.dataset.path, location.href).href;
  for (const root of document.querySelectorAll(".invite")) {
    $("[data-link]", root).textContent = url.replace(/^https?:\/\//, "");
    bind(root, url, title);
  }
}

export function bindShare() {
  const button = $("#share");
  shown(button, true);
  button.addEventListener("click", async () => {
    const url = location.href;
    if (typeof navigator.share === "function") {
      try {
        await navigator.share({ title: document.title, url });
        return;
      } catch (error) {
        if (error.name === "AbortError") return; // closed without sharing
      }
    }
    notice(
      (await copy(url))
        ? gettext("Link copied.")
        : fill(gettext("Copy it by hand: {url}"), { url }),
    );
  });
}
