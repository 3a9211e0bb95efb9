// The dialog of the room's settings: pace of computers, late joining, absence, turn timer, chat.
// All can see them, the host can change them.
import { $, attr, data, h, shown, text } from "../../lib/dom.js";
import { fill, gettext, ngettext } from "../../lib/i18n.js";
import { duration } from "../../lib/time.js";
import { abandoning, closing, wantedSettings } from "../settings-text.js";

const DAY = 86400;

/** @typedef {HTMLSelectElement | HTMLInputElement} Control */

/** @param {Control} control */
const isTime = ({ dataset }) => Boolean(dataset.seconds ?? dataset.days);

export class SettingsDialog {
  /** @param {Store} store @param {Connection} connection */
  constructor(store, connection) {
    this.store = store;
    this.connection = connection;
    /** @type {Control[]} */
    this.controls = [
      ...document.querySelectorAll("select[data-setting]"),
      ...document.querySelectorAll("input[data-setting]"),
    ];
    for (const control of this.controls) {
      const { seconds, days } = control.dataset;
      if (seconds) this.fillTimes(control, ["0", ...seconds.split(" ")]);
      else if (days) this.fillTimes(control, days.split(" "));
      control.addEventListener("change", () => this.send(control));
    }
    for (const button of document.querySelectorAll("[data-level]")) {
      button.addEventListener("click", () => {
        const { owner } = store;
        const level = data(button, "level");
        if (owner !== null) connection.command({ type: "add_computer", player: owner, level });
      });
    }
  }

  /** @param {Control} control @param {string[]} values */
  fillTimes(control, values) {
    const unit = control.dataset.days ? DAY : 1;
    const words = (/** @type {string} */ value) =>
      value === "0"
        ? data(control, "none")
        : fill(gettext("{time}"), { time: duration(unit * Number(value)) });
    control.replaceChildren(...values.map((value) => h("option", { value }, words(value))));
  }

  send(/** @type {Control} */ control) {
    const { value } = control;
    const wanted = "checked" in control ? control.checked : isTime(control) ? Number(value) : value;
    const type = control.dataset.command ?? "settings";
    this.connection.command(
      /** @type {Wire.Command} */ ({
        type,
        player: this.store.owner,
        [data(control, "setting")]: wanted,
      }),
    );
  }

  draw() {
    const { room, owner, keeper } = this.store;
    const may = owner !== null && room.status !== "closed";
    text(
      $("#run-words"),
      may
        ? gettext("Hints, chances and chat change at once, the rest from the next turn.")
        : fill(gettext("Only {name} can change these."), { name: keeper?.name }),
    );
    const { closes } = this.store;
    const staying = gettext("This room stays open, and its link works next week, too.");
    const words = !closes
      ? staying
      : room.status === "playing"
        ? abandoning(closes)
        : closing(closes);
    shown($("#run-closes"), room.status !== "closed");
    text($("#run-closes"), words);
    this.drawComputers();
    const settings = wantedSettings(this.store, this.connection);
    for (const control of this.controls) {
      const value = settings[/** @type {keyof Wire.Settings} */ (control.dataset.setting)];
      attr(control, "disabled", !may);
      if ("checked" in control) control.checked = Boolean(value);
      else if (control !== document.activeElement || control.disabled) {
        this.select(control, String(value));
      }
    }
  }

  /** Draws how many of each computer are at the table: their sheet covers the list of players. */
  drawComputers() {
    const { seated } = this.store;
    for (const button of document.querySelectorAll("[data-level]")) {
      const count = seated.filter(({ level }) => level === button.dataset.level).length;
      const words = ngettext("{count} at the table", "{count} at the table", count);
      text($(".there", button), count ? fill(words, { count }) : "");
    }
    text($("#computers-words"), fill(gettext("Players ({count})"), { count: seated.length }));
  }

  /** @param {HTMLSelectElement} control @param {string} value */
  select(control, value) {
    const values = [...control.options].map((one) => one.value);
    // A value that is not offered was set by other means, and stays.
    if (isTime(control) && !values.includes(value)) {
      this.fillTimes(
        control,
        [...values, value].sort((a, b) => Number(a) - Number(b)),
      );
    }
    if (control.value !== value) control.value = value; // even an unchanged value costs layout
  }
}
