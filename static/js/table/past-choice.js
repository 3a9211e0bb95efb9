// A position of a past game in which the reader decides again. The table's own parts show it and
// take what the reader does; what is kept here is what they ask of the table and its store.
import { attr } from "../lib/dom.js";
import { pref } from "../lib/prefs.js";
import { play as playSound } from "../lib/sound.js";
import { unseenHits } from "../lib/hits.js";
import { announce } from "../lib/toast.js";
import { fill, gettext, together } from "../lib/i18n.js";
import { copyOf, fold } from "../client/fold.js";
import { diceOf, legalMoves } from "../client/legal-moves.js";
import { Actions } from "./actions.js";
import { Announcer } from "./announcer.js";
import { modelWithoutRoom } from "./model.js";
import { MyTurn } from "./my-turn.js";
import { bindShortcuts } from "./shortcuts.js";
import { Slip } from "./slip.js";
import { buttons } from "./text/buttons.js";
import { narrate } from "./text/narration.js";
import { scoreText } from "./text/score.js";
import { slipText } from "./text/status.js";
import { Tray } from "./tray.js";

const ROLL = 0.5; // s that the dice take to roll in; the style sheet has it, too
const keys = matchMedia("(any-hover: hover)"); // what has a mouse has a keyboard
const nothing = () => {};

/**
 * What the server tells of a position: the state before the turn, and the turn's events.
 * @typedef {object} Position
 * @property {number} step
 * @property {Wire.State} state
 * @property {Wire.Event[]} events
 * @property {Wire.May} may
 * @property {Wire.Rules} rules
 * @property {number[]} chances
 * @property {string[]} names by seat
 * @property {number[]} pens by seat
 * @property {boolean} mine whether the reader made the choice
 */

export class PastChoice {
  /** `decide(action, keep)` resolves to whether its answer has come.
      @param {(action: string, keep: string) => Promise<boolean>} decide */
  constructor(decide) {
    this.tray = new Tray(
      (at) => this.myTurn.pick(at),
      () => this.myTurn.press("roll"),
    );
    this.slip = new Slip({
      undo: () => this.myTurn.undo(),
      skipTips: nothing,
      redraw: () => this.draw(),
    });
    this.actions = new Actions((name) => this.myTurn.press(name));
    this.announcer = new Announcer(announce, () => pref("brief") !== "");
    this.catchUp = nothing;
    this.tips = { did: nothing, comeBack: nothing };
    this.device = { passing: false };
    this.pressedInVain = nothing;
    this.deciding = false;
    /** @type {any} what the parts of the table read of a room's store */
    this.store = { room: { code: "", paused: null }, isMine: () => this.deciding };
    const connection = {
      send: nothing,
      command: async (/** @type {{ type: string, keep?: string }} */ { type, keep = "" }) => {
        this.deciding = !(await decide(type, keep));
        this.myTurn.answered();
        this.draw();
        return { type: this.deciding ? "no" : "ok" };
      },
    };
    const [table, link] = /** @type {any[]} */ ([this, connection]);
    this.myTurn = new MyTurn(table, this.store, link);
    bindShortcuts({ table, active: () => this.deciding, help: nothing });
  }

  /** Lets the reader decide in a position, which `words` describe.
      @param {Position} position @param {string} words */
  open(position, words) {
    const { rules, chances, step, names, events } = position;
    /** @type {GameState} */
    const state = {
      ...position.state,
      aside_rolls: [],
      aside_letters: "",
      hot_points: 0,
      row_ended: false,
    };
    const before = fold(copyOf(state), events.slice(0, -1), rules);
    fold(state, events, rules);
    const players = names.map((_, seat) => seat);
    const game = { number: step, ply: step, status: "playing", players, state, rules, chances };
    Object.assign(this.store, {
      game,
      newestGame: game,
      may: legalMoves(position.may, diceOf(game.rules)),
    });
    this.position = position;
    this.deciding = true;
    this.slip.asked = null;
    this.myTurn.reset();
    this.draw();
    const dice = state.throw.length;
    // Removed and set again, so that the dice roll in once more.
    attr(this.tray.node, "data-rolls", null);
    this.tray.node.getBoundingClientRect();
    attr(this.tray.node, "data-rolls", true);
    if (dice) playSound("throw", unseenHits(dice, ROLL));
    this.tray.head.focus({ preventScroll: true });
    const scores = scoreText(state, { ...this.context, atRisk: 0 });
    this.announcer.tell(together([fill(gettext("{words}."), { words }), scores]));
    this.announcer.held = narrate(events.slice(-1), before, this.context)[0] ?? "";
    this.announcer.roll(this.myTurn.selection, rules, state);
  }

  close() {
    this.deciding = false;
  }

  draw() {
    const { model } = this;
    this.tray.draw(model());
    this.slip.draw(model(), String(this.position?.step), null);
    this.actions.show(buttons(model()), model());
  }

  /** Returns what the parts of the table read of its model. @returns {Model} */
  model = () => {
    const { selection, asking, pendingPly } = this.myTurn;
    const { may, newestGame } = this.store;
    const { state, rules, chances } = newestGame;
    const { names, pens, mine } = /** @type {Position} */ (this.position);
    const nameOf = (/** @type {number} */ seat) => names[seat];
    return modelWithoutRoom({
      ...{ state, rules, chances, may, selection, asking, nameOf },
      ...{ sharedDevice: !mine, canAct: this.deciding, pending: pendingPly !== null },
      name: nameOf(state.current),
      colourOf: (seat) => pens[seat],
      slipText: () => slipText(state, rules, true),
    });
  };

  /** Who is meant by "you" and by each name, see `Announcer`. */
  get context() {
    const { names, mine } = /** @type {Position} */ (this.position);
    const { state, rules } = this.store.newestGame;
    return {
      nameOf: (/** @type {number} */ seat) => names[seat],
      isMine: (/** @type {number} */ seat) => mine && seat === state.current,
      hasKeys: keys.matches && Boolean(pref("keys")),
      rules,
    };
  }

  /** Announces the score. */
  tellScore() {
    const { selection } = this.myTurn;
    const { state } = this.store.newestGame;
    const atRisk = selection.row?.keep ? selection.row.total : state.turn_points;
    announce(scoreText(state, { ...this.context, atRisk }), { now: true });
  }
}
