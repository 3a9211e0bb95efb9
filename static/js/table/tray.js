// The tray: whose turn, the throw, what is set aside, and the words of a big moment.
import { $, textWithName, attr, h, keyed, shown, text } from "../lib/dom.js";
import { still, Thrown } from "./dice.js";
import { fill, gettext, num } from "../lib/i18n.js";
import { pencil } from "../lib/pencil.js";
import { pref } from "../lib/prefs.js";
import { heading, throwName } from "./narration.js";

const MOST_ROLLERS = 12;

export class Tray {
  constructor(pick) {
    this.node = $("#tray");
    this.head = $("#heading");
    this.words = $("#heading-words");
    this.thrown = new Thrown($("#thrown"), pick, () => this.head.focus({ preventScroll: true }));
    this.rolled = null;
  }

  /** See `Table.model`. */
  draw(model) {
    const { state, mine, name, scene, choice, live, hot } = model;
    const farkled = scene?.kind === "farkle";
    const rolloff = scene?.kind === "rolloff";
    const banked = scene?.kind === "bank" ? scene.points : null;
    if (scene !== this.rolled) this.began(model);
    attr(this.node, "data-moment", farkled ? "farkle" : hot ? "hot" : null);
    this.node.classList.toggle("mine", pref("rim") && mine && !farkled && live);
    this.head.classList.toggle("is-hot", hot);
    shown($("#hot-word"), hot);
    shown(this.words, !hot);
    textWithName(
      this.words,
      rolloff
        ? gettext("Who starts?")
        : heading(state, mine, name, {
            farkled,
            banked,
            chosen: choice.picked.size > 0,
            several: model.several,
          }),
      name,
    );
    text($("#throw-name"), rolloff ? gettext("the highest goes first") : this.second(model));
    shown($("#moment"), farkled);
    shown($("#rolloff"), rolloff);
    shown(this.thrown.node, !rolloff);
    this.thrown.show(rolloff ? [] : state.throw, (at) => ({
      can: live && !state.blank && choice.can(at),
      pressed: live && choice.picked.has(at),
      mine: mine && live,
      dead: farkled || !live,
    }));
    this.shelf(state);
  }

  second({ state, hot, scene }) {
    if (scene?.kind === "bank") {
      return scene.events.some(([name]) => name === "entered") ? gettext("in from now on") : "";
    }
    if (hot) return gettext("all six come back");
    if (state.blank) return gettext("nothing scores, all six come back");
    return state.rolls ? throwName(state.rolls) : "";
  }

  /** A new scene: dice fall, or the dice of the roll-off are laid out. */
  began(model) {
    this.rolled = model.scene;
    const kind = model.scene?.kind;
    if (kind === "throw") {
      this.thrown.tumble(model.pace.tumble ? model.scene.hold : 0, () => model.landed());
    } else this.thrown.land();
    if (kind === "rolloff") this.rolloff(model);
  }

  rolloff({ scene, nameOf, pace }) {
    const [, seats, dice] = scene.events.find(([event]) => event === "rolled_off");
    const highest = Math.max(...dice);
    let entries = seats.map((seat, at) => ({ seat, face: dice[at] }));
    if (entries.length > MOST_ROLLERS) {
      entries = entries.sort((a, b) => b.face - a.face).slice(0, MOST_ROLLERS);
    }
    const node = $("#rolloff");
    node.replaceChildren(
      ...entries.map(({ seat, face }) =>
        h(
          "figure",
          { class: face === highest ? "high" : null },
          still(face),
          h("figcaption", null, nameOf(seat)),
        ),
      ),
    );
    node.classList.toggle("many", entries.length > 6);
    if (pace.tumble) {
      node.classList.add("rolling");
      setTimeout(() => node.classList.remove("rolling"), pace.throw);
    }
  }

  shelf(state) {
    const places = Array.from({ length: 6 }, (_, at) => ({ at, face: state.aside[at] ?? 0 }));
    keyed(
      $("#kept"),
      places,
      ({ at, face }) => `${at}:${face}`,
      ({ face }) => (face ? still(face) : h("span", { class: "slot" })),
      () => {},
    );
    shown($("#stub"), state.hot > 0);
    if (state.hot > 0) {
      // After a reload only the count is known, not what the turn stood at then.
      const points = state.hot_points ?? (state.aside.length ? null : state.turn_points);
      text(
        $("#stub-word"),
        state.hot > 1
          ? fill(gettext("hot dice, {count}"), { count: state.hot })
          : gettext("hot dice"),
      );
      shown($("#stub-points"), points !== null);
      if (points !== null) pencil($("#stub-points"), points);
    }
    const spoken = state.aside.length ? state.aside.join(", ") : gettext("nothing yet");
    attr(
      $("#shelf"),
      "aria-label",
      fill(gettext("Set aside: {dice}, {points} points"), {
        dice: spoken,
        points: num(state.turn_points),
      }),
    );
  }
}
