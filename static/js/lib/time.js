// Durations, in words and as a clock shows them.
import { gettext, lazily, locale, num } from "./i18n.js";

/** @type {[unit: string, size: number][]} */
const UNITS = [
  ["day", 86400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
];

/** Returns "30 seconds" or "2 minutes": in the largest unit that gives a whole number.
    @param {number} seconds */
export function duration(seconds) {
  const [unit, size] = UNITS.find(([, length]) => seconds >= length && seconds % length === 0) ?? [
    "second",
    1,
  ];
  return new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" }).format(
    seconds / size,
  );
}

const days = lazily(
  () => new Intl.NumberFormat(locale, { style: "unit", unit: "day", unitDisplay: "long" }),
);

/** Returns what a countdown shows with `ms` left: "0:24", "12:05", "3:10 h", "6 days".
    @param {number} ms */
export function clock(ms) {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const two = (/** @type {number} */ value) => String(value).padStart(2, "0");
  if (seconds >= 2 * 86400) return days().format(Math.floor(seconds / 86400));
  if (seconds >= 3600) {
    return gettext("{time} h").replace(
      "{time}",
      `${num(Math.floor(seconds / 3600))}:${two(Math.floor((seconds % 3600) / 60))}`,
    );
  }
  return `${num(Math.floor(seconds / 60))}:${two(seconds % 60)}`;
}

/** Returns the entry for so many players in a list of minutes for two, three and more players, as
    games/rules/duration.py made it, and whether they are more than it covers. 0 if it is empty.
    @param {number[]} minutes @param {number} players */
export function minutesFor(minutes, players) {
  const at = Math.max(2, players) - 2;
  return { count: minutes[at] ?? minutes.at(-1) ?? 0, longer: at >= minutes.length };
}
