// Durations, in words and as a clock shows them.
import { gettext, lazily, num } from "./i18n.js";

const UNITS = [
  ["day", 86400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
];
const locale = document.documentElement.lang || "en";

/** Returns "30 seconds" or "2 minutes": in the largest unit that gives a whole number. */
export function duration(seconds) {
  const [unit, size] =
    UNITS.find(([, length]) => seconds >= length && seconds % length === 0) ?? UNITS.at(-1);
  return new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" }).format(
    seconds / size,
  );
}

const days = lazily(
  () => new Intl.NumberFormat(locale, { style: "unit", unit: "day", unitDisplay: "long" }),
);

/** Returns what a countdown shows with `ms` left: "0:24", "12:05", "3:10 h", "6 days". */
export function clock(ms) {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const two = (value) => String(value).padStart(2, "0");
  if (seconds >= 2 * 86400) return days().format(Math.floor(seconds / 86400));
  if (seconds >= 3600) {
    return gettext("{time} h").replace(
      "{time}",
      `${num(Math.floor(seconds / 3600))}:${two(Math.floor((seconds % 3600) / 60))}`,
    );
  }
  return `${num(Math.floor(seconds / 60))}:${two(seconds % 60)}`;
}

/** Returns how many minutes a game takes, as games/rules/duration.py does: `minutes` is a list for
    two, three and more players, or empty. 0 if nobody knows. */
export function about(minutes, players) {
  const known = minutes.split(" ").filter(Boolean).map(Number);
  if (!known.length) return 0;
  const at = Math.max(0, players - 2);
  const [last, before] = [known.at(-1), known.at(-2)];
  const more = Math.max(0, at - known.length + 1);
  const value = (known[at] ?? last) + more * (last - before);
  return value < 10 ? value : Math.floor((value + 2) / 5) * 5;
}
