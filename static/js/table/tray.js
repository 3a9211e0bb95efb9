// The tray: the heading, the throw and the dice set aside.
import { $, attr, h, keyed, shown, text, textWithName } from "../lib/dom.js";
import { commas, fill, gettext, num } from "../lib/i18n.js";
import { setAside } from "../lib/named-dice.js";
import { pencil } from "../lib/pencil.js";
import { pref } from "../lib/prefs.js";
import { diceOf } from "../client/legal-moves.js";
import { staticDie, ThrownDice } from "./dice.js";
import { Heap } from "./throw/heap.js";
import { rollText } from "./text/dice.js";
import { heading } from "./text/headings.js";
/** @import { Way } from "./throw/physics.js" */

const MOST_ROLLERS = 12;

/** @type {(work: () => void) => void} */
const idle =
  "requestIdleCallback" in globalThis ? requestIdleCallback : (work) => setTimeout(work, 500);

export class Tray {
  /** `pick(at)` runs when a die is tapped, `roll()` when the heap is.
      @param {(at: number) => void} pick @param {() => void} roll */
  constructor(pick, roll) {
    this.node = $("#tray");
    this.head = $("#heading");
    this.words = $("#heading-words");
    this.heap = new Heap((flick) => {
      roll();
      // The request is under way; this is done before it comes back.
      if (flick) setTimeout(() => this.dice.stage?.aim(this.count, flick));
    });
    this.count = 6; // dice in the heap
    this.dice = new ThrownDice($("#thrown"), pick, () => this.head.focus({ preventScroll: true }));
    /** @type {Model["scene"]} */ this.scene = null; // the one drawn last
    /** @type {Promise<boolean> | null} */ this.stage = null; // whether dice fly, once asked
  }

  /** See `Table.model`. @param {Model} model */
  draw(model) {
    const { state, mine, name, scene, selection, live, hot } = model;
    const farkled = scene?.kind === "farkle";
    const rolloff = scene?.kind === "rolloff";
    const banked = scene?.kind === "bank" ? scene.points : null;
    if (scene !== this.scene) this.beginScene(model);
    attr(this.node, "data-dice", rolloff ? null : model.colourOf(state.current));
    attr(this.node, "data-material", rolloff ? null : model.playerAt(state.current)?.material);
    attr(this.node, "data-many", diceOf(model.rules) > 6);
    this.node.classList.toggle("mine", pref("rim") && mine && !farkled && live);
    this.head.classList.toggle("is-hot", hot);
    shown($("#hot-word"), hot);
    shown(this.words, !hot);
    const isOver = !scene && state.current < 0;
    const words = rolloff
      ? gettext("Roll to start")
      : !isOver &&
        heading(state, mine, name, {
          farkled,
          banked,
          chosen: selection.picked.size > 0,
          great: scene?.kind === "great",
          sharedDevice: model.sharedDevice,
        });
    textWithName(this.words, words || "", name);
    // Read from its parts, a name would have spaces around it: "Mara 's turn".
    attr(this.head, "aria-label", hot ? null : words || null);
    text($("#throw-name"), rolloff ? gettext("highest goes first") : this.subheading(model));
    shown($("#rolloff"), rolloff);
    const gathered = rolloff ? 0 : this.gathered(model);
    // The focus would be lost with a die.
    if (gathered && this.dice.node.contains(document.activeElement)) {
      this.head.focus({ preventScroll: true });
    }
    shown(this.dice.node, !rolloff && !gathered);
    this.drawHeap(gathered, model);
    const look = (/** @type {number} */ at) => ({
      can: live && !state.blank && selection.canSelect(at),
      pressed: live && selection.picked.has(at),
      mine: mine && live,
      dead: farkled || !live,
    });
    this.dice.show(rolloff ? [] : state.throw, look, state.cup);
    this.drawAside(model, model.rolling ?? { aside: state.aside, sizes: state.aside_rolls });
  }

  /** Returns how many dice lie in the heap: all that are rolled next, or none after a roll.
      @param {Model} model */
  gathered({ state, rolling, rules }) {
    if (rolling) return rolling.count;
    return state.throw.length ? 0 : diceOf(rules) - state.aside.length;
  }

  /** @param {number} count @param {Model} model */
  drawHeap(count, model) {
    const { state, rolling, waiting, canAct, passing, live, name, scene, paused } = model;
    if (count) {
      this.count = count;
      if (model.pace.tumble) this.loadStage();
      if (this.dice.stage) {
        this.dice.stage.most = diceOf(model.rules);
        this.dice.stage.prepare(count);
      }
    }
    const gone = this.heap.draw({
      count,
      mine: count > 0 && (canAct || passing) && live && (!state.throw.length || rolling !== null),
      passing,
      pending: rolling !== null,
      waiting,
      name: scene || state.current < 0 ? "" : name,
      paused,
    });
    // The focus would be lost with the heap.
    if (gone) this.head.focus({ preventScroll: true });
  }

  /** Loads what throws dice in space, after the first paint. Returns whether it can: without
      network, or with no WebGL but one in software, dice appear in place. */
  loadStage() {
    const load = async () => {
      await new Promise((resolve) => idle(() => resolve(null)));
      try {
        const { Stage } = await import("./throw/stage.js");
        this.dice.stage = new Stage(this.node);
      } catch {
        return false;
      }
      return true;
    };
    return (this.stage ??= load());
  }

  /** @param {Model} model */
  subheading({ state, hot, scene }) {
    if (scene?.kind === "bank") {
      return scene.events.some(([name]) => name === "entered") ? gettext("on the board") : "";
    }
    if (hot) return gettext("roll all dice again");
    if (state.blank) return gettext("no score: roll all dice again");
    return state.rolls ? rollText(state.rolls) : "";
  }

  /** Starts the animation of a scene: a throw, or the roll-off. @param {Model} model */
  beginScene(model) {
    this.scene = model.scene;
    const kind = model.scene?.kind;
    if (kind === "throw") {
      const lay = this.heap.button;
      this.dice.from = this.dice.stage && lay.offsetWidth ? this.dice.stage.places(lay) : null;
      this.dice.tumble(model.pace.tumble ? (model.scene?.hold ?? 0) : 0, () => model.landed());
    } else this.dice.land();
    if (kind === "rolloff") this.drawRollOff(model);
  }

  /** @param {Model} model */
  drawRollOff({ scene, nameOf, colourOf, playerAt }) {
    const [, seats, dice] = scene?.events.find((event) => event[0] === "rolled_off") ?? [
      "",
      [],
      [],
    ];
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
          {
            class: face === highest ? "high" : null,
            "data-dice": colourOf(seat),
            "data-material": playerAt(seat)?.material,
          },
          staticDie(face),
          h("figcaption", null, nameOf(seat)),
        ),
      ),
    );
    node.classList.toggle("many", entries.length > 6);
  }

  /** Draws the dice set aside, those of a roll side by side: dice of several rolls make no
      combination. `sizes`: how many each roll brought.
      @param {Model} model @param {{ aside: number[], sizes: number[] }} given */
  drawAside({ state, rules }, { aside, sizes }) {
    const rolled = aside.slice(state.aside.length); // those that a roll asked for sets aside
    const letters =
      state.aside_letters + (state.cup ? setAside(state.cup, state.throw, rolled).aside : "");
    const starts = sizes.map((_, at) => sizes.slice(0, at).reduce((sum, one) => sum + one, 0));
    const rolls = sizes.map((size, at) => aside.slice(starts[at], starts[at] + size));
    const free = Array.from({ length: diceOf(rules) - aside.length }, (_, at) => at);
    keyed(
      $("#kept"),
      [
        ...rolls.map((dice, at) => {
          const named = letters.slice(starts[at], starts[at] + dice.length);
          return { key: `${at}:${dice}:${named}`, dice, named };
        }),
        ...free.map((at) => ({ key: `free ${at}`, dice: null, named: "" })),
      ],
      ({ key }) => key,
      ({ dice, named }) =>
        dice
          ? h(
              "span",
              { class: "one-roll" },
              dice.map((face, at) => staticDie(face, named[at])),
            )
          : h("span", { class: "slot" }),
      () => {},
    );
    shown($("#stub"), state.hot > 0);
    if (state.hot > 0) {
      text(
        $("#stub-word"),
        state.hot > 1
          ? fill(gettext("hot dice, {count}"), { count: state.hot })
          : gettext("hot dice"),
      );
      pencil($("#stub-points"), state.hot_points);
    }
    const spoken = rolls.length
      ? rolls
          .map(commas)
          .reduce((first, second) => fill(gettext("{first}; then {second}"), { first, second }))
      : gettext("nothing yet");
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
