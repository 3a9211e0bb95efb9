// Hints, where the room gives them: one printed line under the slip, and each choice in a sheet. What is worth
// what, and why, comes from the server; here it is only put into words.
import { $, h, shown, text } from "../lib/dom.js";
import { fill, gettext, num } from "../lib/i18n.js";
import { announce, toast } from "../lib/toast.js";
import { diceCount } from "./narration.js";

const data = document.getElementById("hints");
const SENTENCES = data ? JSON.parse(data.textContent) : {};

const BY = {
  points: () => gettext("Points of this turn, on average"),
  entry: () => gettext("Chance to get in"),
  win: () => gettext("Chance to win the game"),
};

export class Hint {
  constructor(store) {
    this.store = store;
    this.frame = null;
    this.on = null;
    this.said = null;
  }

  take(frame) {
    this.frame = frame;
  }

  draw(model) {
    const { room, game } = this.store;
    const on = Boolean(room.settings.hints);
    if (this.on !== null && this.on !== on) {
      toast(on ? gettext("The host gives hints from now on.") : gettext("No more hints."));
    }
    this.on = on;
    shown($("#hint"), on);
    $("#table").classList.toggle("with-hint", on);
    if (!on) return;
    // It must not tell a throw before that has landed.
    const fits =
      this.frame?.ply === game.ply && game.status === "playing" && model.live && !model.landing;
    const words = fits ? this.sentence() : gettext("Hints are on: one comes with each choice.");
    text($("#hint-words"), words);
    shown($("#hint-more"), fits);
    if (fits && this.said !== this.frame) {
      this.said = this.frame;
      announce(fill(gettext("Hint: {words}"), { words }));
      this.list(model);
    }
    if (!fits && $("#hint-sheet").open) $("#hint-sheet").close();
  }

  sentence() {
    const [code, given] = this.frame.why;
    const template = SENTENCES[code];
    if (!template) return gettext("This page is older than the server.");
    return fill(template, given.dice ? { ...given, dice: diceCount(given.dice) } : given);
  }

  list(model) {
    const { by, choices } = this.frame;
    text($("#hint-why"), this.sentence());
    text($("#hint-by"), BY[by]?.() ?? gettext("Worth"));
    const rows = choices.map(([does, keep, worth], at) =>
      h(
        "tr",
        { class: at === 0 ? "best" : null },
        h(
          "th",
          { scope: "row" },
          this.words(model, does, keep),
          at === 0 ? h("small", null, gettext("what Abacus would do")) : null,
        ),
        h("td", { class: "num" }, by === "points" ? num(Math.round(worth)) : chance(worth)),
      ),
    );
    $("#hint-rows").replaceChildren(...rows);
  }

  words({ may }, does, keep) {
    if (does === "build") {
      return fill(gettext("Build on {points}"), { points: may?.offer?.[0] ?? 0 });
    }
    const [, total, next] = may?.keeps?.[keep] ?? [0, 0, 6];
    const values = { keep: [...keep].join(" "), points: total, dice: diceCount(next) };
    if (does === "bank") {
      return fill(keep ? gettext("Keep {keep}, bank {points}") : gettext("Bank {points}"), values);
    }
    return fill(keep ? gettext("Keep {keep}, roll {dice}") : gettext("Roll {dice}"), values);
  }
}

const locale = document.documentElement.lang || "en";
const tenths = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 1 });
const chance = (value) => tenths.format(value);
