// The dialog that opens my seat on another device, by a code that works once and for ten minutes.
import { openDialog } from "../../lib/dialogs.js";
import { $, shown, text } from "../../lib/dom.js";
import { fill, gettext } from "../../lib/i18n.js";
import { clock } from "../../lib/time.js";
import { note } from "../../lib/toast.js";

export class DeviceDialog {
  player = 0;
  expires = 0;

  constructor(/** @type {Store} */ store) {
    this.store = store;
    for (const one of document.querySelectorAll("[name=device-how]")) {
      one.addEventListener("change", () => this.requestCode());
    }
    $("#device-again").addEventListener("click", () => this.requestCode());
    setInterval(() => this.tick(), 1000);
  }

  open(/** @type {number} */ player) {
    this.player = player;
    openDialog("device-sheet");
    this.requestCode();
  }

  async requestCode() {
    const how = $("input[name=device-how]:checked").value;
    this.show(null, gettext("One moment…"));
    const body = new URLSearchParams({ player: String(this.player), how });
    const token = $("input[name=csrfmiddlewaretoken]").value;
    try {
      const response = await fetch(`${document.documentElement.dataset.path}device/`, {
        method: "POST",
        body,
        headers: { "X-CSRFToken": token },
      });
      const answer = await response.json();
      if (response.ok) this.show(answer, "");
      else this.show(null, answer.text);
    } catch {
      this.show(null, gettext("No connection. Try again in a moment."));
    }
  }

  /** @param {{ code: string, url: string, expires: number, qr: string } | null} answer
      @param {string} words */
  show(answer, words) {
    shown($("#device-code-place"), answer !== null);
    note($("#device-words"), words);
    this.expires = answer?.expires ?? 0;
    if (!answer) return;
    text($("#device-code"), `${answer.code.slice(0, 4)} ${answer.code.slice(4)}`);
    text($("#device-url"), answer.url.replace(/#.*$/, ""));
    const image = new DOMParser().parseFromString(answer.qr, "image/svg+xml");
    $("#device-qr").replaceChildren(image.documentElement);
    this.tick();
  }

  tick() {
    if (!this.expires || !$("dialog#device-sheet").open) return;
    const left = this.expires - this.store.now;
    if (left > 0) {
      text($("#device-left"), fill(gettext("One use, expires in {time}."), { time: clock(left) }));
    } else this.show(null, gettext("This code has expired. Get a new one."));
  }
}
