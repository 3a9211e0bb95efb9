// Texts and numbers in the reader's language. Bundles have its texts in them (bundle.js). Before
// the sources of scripts a catalogue is loaded, which defines gettext and the like.

/** The reader's language. */
export const locale = document.documentElement.lang || "en";
export const gettext = globalThis.gettext ?? ((text) => text);
/** ngettext("{count} die", "{count} dice", count); in a bundle, with all forms of its language. */
export const ngettext =
  globalThis.ngettext ??
  ((/** @type {[...forms: string[], count: number]} */ ...given) => {
    const forms = given.slice(0, -1);
    const form = ["one", "few", "many"].indexOf(plurals().select(Number(given.at(-1))));
    return String(forms.at(form) ?? forms.at(-1));
  });
/** A text that means something else elsewhere: pgettext("what a player does", "Roll"). */
export const pgettext = globalThis.pgettext ?? ((_context, text) => text);

/** Returns a function that makes a formatter when it is first needed: making one takes long on a
    slow phone, and most pages need few. @template T @param {() => T} make */
export function lazily(make) {
  /** @type {T | undefined} */
  let made;
  return () => (made ??= make());
}

/** The reader's region, where it is one of the page's language: 14:30 is 2:30 PM in another. */
const region = globalThis.navigator?.languages?.find((tag) => tag.startsWith(`${locale}-`));

/** Returns a function that makes the formatter of a date or a time when it is first needed.
    @param {Intl.DateTimeFormatOptions} options */
export const dates = (options) => lazily(() => new Intl.DateTimeFormat(region ?? locale, options));

const plurals = lazily(() => new Intl.PluralRules(locale));
const numbers = lazily(() => new Intl.NumberFormat(locale, { useGrouping: "always" }));
const percents = lazily(
  () => new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 0 }),
);

const grouped = (/** @type {number} */ value) =>
  locale === "en" && Number.isInteger(value)
    ? String(value).replace(/\B(?=(\d{3})+$)/g, ",")
    : numbers().format(value);

/** Returns a number with its thousands set apart, and a minus sign that is as wide as a plus. In
    English that needs no formatter. @param {number} value */
export const num = (value) => grouped(value).replace("-", "\u2212");
export const percent = (/** @type {number} */ value) => percents().format(value);

/** Fills the holes of a text: fill("{name} banks {points}", {...}). Formats numbers.
    @param {string} sentence @param {{ [name: string]: any }} values */
export function fill(sentence, values = {}) {
  return sentence.replace(/\{(\w+)(:[^}]*)?\}/g, (hole, name) => {
    const value = values[name];
    if (value === undefined || value === null) return hole;
    return typeof value === "number" ? num(value) : String(value);
  });
}

/** @param {(string | number | false | null | undefined)[]} parts @param {string} join */
const joined = (parts, join) =>
  parts
    .filter((part) => part || part === 0)
    .map(String)
    .reduce((first, second) => (first ? fill(join, { first, second }) : second), "");

/** Joins phrases but for empty ones: "a, b, c". @param {Parameters<typeof joined>[0]} parts */
export const commas = (parts) => joined(parts, gettext("{first}, {second}"));

/** Joins sentences but for empty ones: "A. B." @param {Parameters<typeof joined>[0]} parts */
export const together = (parts) => joined(parts, gettext("{first} {second}"));

/** Joins names: "Mara, Teo and Ravi". @param {string[]} names */
export function listed(names) {
  return new Intl.ListFormat(locale, { style: "long", type: "conjunction" }).format(names);
}
