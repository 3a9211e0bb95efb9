// The dialog of the room's settings: pace of computers, late joining, absence, turn timer, chat.
// All can see them, the host can change them.
import { $, attr, h, shown, text } from "../lib/dom.js";
import { fill, gettext } from "../lib/i18n.js";
import { duration } from "../lib/time.js";

const moment = new Intl.DateTimeFormat(document.documentElement.lang || "en", {
  weekday: "long",
  day: "numeric",
  month: "long",
  hour: "numeric",
  minute: "2-digit",
});

export class SettingsDialog {
  constructor(store, connection) {
    this.store = store;
    this.connection = connection;
    this.controls = [...document.querySelectorAll("[data-setting]")];
    for (const control of this.controls) {
      if (control.dataset.seconds) {
        this.fillSeconds(control, ["0", ...control.dataset.seconds.split(" ")]);
      }
      control.addEventListener("change", () => this.send(control));
    }
    for (const one of document.querySelectorAll("[data-level]")) {
      one.addEventListener("click", () =>
        connection.command({
          type: "add_computer",
          player: store.hosting,
          level: one.dataset.level,
        }),
      );
    }
  }

  fillSeconds(control, values) {
    const words = (value) =>
      value === "0"
        ? control.dataset.none
        : fill(gettext("{time}"), { time: duration(Number(value)) });
    control.replaceChildren(...values.map((value) => h("option", { value }, words(value))));
  }

  send(control) {
    const { value, type } = control;
    const wanted =
      type === "checkbox" ? control.checked : control.dataset.seconds ? Number(value) : value;
    this.connection.command({
      type: control.dataset.command ?? "settings",
      player: this.store.hosting,
      [control.dataset.setting]: wanted,
    });
  }

  draw() {
    const { room, hosting } = this.store;
    const may = hosting !== null && room.status !== "closed";
    text(
      $("#run-words"),
      may
        ? gettext("Changes apply from the next turn.")
        : gettext("Only the host can change these."),
    );
    const { closes } = this.store;
    shown($("#run-closes"), Boolean(closes) && room.status !== "closed");
    if (closes) {
      text(
        $("#run-closes"),
        fill(gettext("If the room is idle, it closes after {when}. Finished games are kept."), {
          when: moment.format(closes),
        }),
      );
    }
    for (const control of this.controls) {
      const value = room.settings[control.dataset.setting];
      shown(control.closest("[data-run]"), value !== undefined);
      if (value === undefined) continue;
      attr(control, "disabled", !may);
      if (control.type === "checkbox") control.checked = value;
      else if (control !== document.activeElement || control.disabled) {
        this.select(control, String(value));
      }
    }
  }

  select(control, value) {
    const values = [...control.options].map((one) => one.value);
    // A value that is not offered was set by other means, and stays.
    if (control.dataset.seconds && !values.includes(value)) {
      this.fillSeconds(
        control,
        [...values, value].sort((a, b) => a - b),
      );
    }
    if (control.value !== value) control.value = value; // even an unchanged value costs layout
  }
}
