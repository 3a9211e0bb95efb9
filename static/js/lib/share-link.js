// The link to what is seen now: the phone's share sheet, or copied.
import { $, shown } from "./dom.js";
import { copy } from "./share.js";
import { fill, gettext } from "./i18n.js";
import { notice } from "./toast.js";

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
    notice((await copy(url)) ? gettext("Link copied.") : fill(gettext("Copy it by hand: {url}"), { url }));
  });
}
