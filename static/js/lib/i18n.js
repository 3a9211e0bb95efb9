// Words and numbers in the reader's language. The catalogue (gettext, ngettext) is a script of the
// site's own, loaded before this one; without it the English stands.

const locale = document.documentElement.lang || "en";
const numbers = new Intl.NumberFormat(locale);
const percents = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 0 });
const plain = (one) => one;

export const gettext = globalThis.gettext ?? plain;
export const ngettext = globalThis.ngettext ?? ((one, many, count) => (count === 1 ? one : many));
export const num = (value) => numbers.format(value);
export const percent = (value) => percents.format(value);

/** Puts values into a sentence: fill("{name} banks {points}", {...}). Numbers go through the locale. */
export function fill(sentence, values = {}) {
  return sentence.replace(/\{(\w+)(:[^}]*)?\}/g, (hole, name) => {
    const value = values[name];
    if (value === undefined || value === null) return hole;
    return typeof value === "number" ? num(value) : String(value);
  });
}

/** "Mara, Teo and Ravi" */
export function listed(names) {
  return new Intl.ListFormat(locale, { style: "long", type: "conjunction" }).format(names);
}
