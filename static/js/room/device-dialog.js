// The same seat on another device: a code that works once and for ten minutes, never the seat's secret.
import { $, s, shown, text } from "../lib/dom.js";
import { fill, gettext } from "../lib/i18n.js";
import { openDialog } from "../lib/dialogs.js";
import { clock } from "../lib/time.js";

const QUIET = 2; // modules of white round the code; the paper round it does the rest

function drawn(rows) {
  const size = rows.length + 2 * QUIET;
  const path = rows.flatMap((row, y) =>
    [...row].map((bit, x) => (bit === "1" ? `M${x + QUIET} ${y + QUIET}h1v1h-1z` : "")),
  );
  return s(
    "svg",
    {
      viewBox: `0 0 ${size} ${size}`,
      role: "img",
      "aria-label": gettext("QR code that opens this seat on another device"),
    },
    s("path", { d: path.join("") }),
  );
}

export class DeviceSheet {
  constructor(store) {
    this.store = store;
    this.player = null;
    this.ends = 0;
    for (const one of document.querySelectorAll("[name=device-how]")) {
      one.addEventListener("change", () => this.ask());
    }
    $("#device-again").addEventListener("click", () => this.ask());
    setInterval(() => this.tick(), 1000);
  }

  open(player) {
    this.player = player;
    openDialog("device-sheet");
    this.ask();
  }

  async ask() {
    const how = $("[name=device-how]:checked").value;
    this.show(null, gettext("One moment."));
    const body = new URLSearchParams({ player: this.player, how });
    const token = $("[name=csrfmiddlewaretoken]").value;
    try {
      const answer = await fetch(`${document.documentElement.dataset.path}device/`, {
        method: "POST",
        body,
        headers: { "X-CSRFToken": token },
      });
      const told = await answer.json();
      if (answer.ok) this.show(told, "");
      else this.show(null, told.text);
    } catch {
      this.show(null, gettext("No connection. Try again in a moment."));
    }
  }

  show(told, words) {
    shown($("#device-code-place"), told !== null);
    text($("#device-words"), words);
    this.ends = told?.expires ?? 0;
    if (!told) return;
    text($("#device-code"), `${told.code.slice(0, 4)} ${told.code.slice(4)}`);
    text($("#device-url"), told.url.replace(/#.*$/, ""));
    $("#device-qr").replaceChildren(drawn(told.qr));
    this.tick();
  }

  tick() {
    if (!this.ends || !$("#device-sheet").open) return;
    const left = this.ends - Date.now() - this.store.clockOffset;
    if (left > 0) {
      text($("#device-left"), fill(gettext("Works once, for {time} more."), { time: clock(left) }));
    } else this.show(null, gettext("This code has run out. Make another."));
  }
}
