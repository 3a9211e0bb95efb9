// The model of the table: what its parts need to draw themselves, from the store, the scene that is
// on show and what I am doing.
import { together } from "../lib/i18n.js";
import { pace } from "../lib/prefs.js";
import { previousTurnText } from "./text/narration.js";
import { closeText, goalText, lossText, slipText, waitingText } from "./text/status.js";

/** @typedef {ReturnType<typeof modelOf>} Model */

/** Returns the model of a `Table`. @param {Table} table */
export function modelOf(table) {
  const { store, animation, device, myTurn, tray } = table;
  const { newestGame: game, room } = store;
  const { shown: state, scene } = animation;
  const actual = game.state;
  const mine = store.isMine(state.current);
  const live = animation.queue.length === 0;
  // Who goes first is not given away before the dice of the roll-off have shown it.
  const rolloff = scene?.kind === "rolloff";
  const canAct = game.status === "playing" && store.isMine(actual.current) && !rolloff;
  const selection = mine ? myTurn.selection : table.watched;
  const row = live ? selection.row : null;
  const nameOf = (/** @type {number} */ seat) => store.seat(seat)?.name ?? "?";
  // When the scene is drawn first, the tray has not yet let the dice go.
  const landing = tray.dice.landing || (scene?.kind === "throw" && scene.hold > 0);
  // Whether what stands beside the tray gives away no throw that has not landed yet.
  const told = (live || scene?.kind === "bank" || scene?.kind === "farkle") && !landing;
  return {
    state,
    scene,
    live,
    landing,
    told,
    odds: table.odds.current({ live, landing }),
    mine,
    sharedDevice: device.shared,
    passing: device.passing && live && scene === null,
    canAct: canAct && !device.passing && !room.paused,
    selection,
    nameOf,
    name: nameOf(state.current),
    colourOf: (/** @type {number} */ seat) => device.colourOf(seat),
    myFarkle: mine && !device.passing && !canAct && (scene?.kind === "farkle" || landing),
    hot: Boolean(row && selection.isHot && !tray.dice.landing),
    may: store.may,
    rules: game.rules,
    chances: state.rolls ? game.chances : game.chances.slice(game.chances.length / 2),
    mySeats: store.mySeats,
    pace: pace(),
    pending: myTurn.pendingPly === game.ply && myTurn.pendingPly !== null,
    rolling: live ? myTurn.rolling() : null,
    waiting: myTurn.waiting,
    paused: Boolean(room.paused),
    asking: myTurn.asking,
    // While my farkle is still on show, the next player's turn has already begun.
    nextName: actual.current < 0 ? null : nameOf(actual.current),
    isMine: (/** @type {number} */ seat) => store.isMine(seat),
    lastTurn: (/** @type {number} */ seat) =>
      store.turns.finished.findLast((turn) => turn.seat === seat),
    playerAt: (/** @type {number} */ seat) => store.seat(seat),
    isOffline: (/** @type {number} */ id) => !store.online.has(id),
    computerPlays: (/** @type {number} */ id) => room.autoplay.includes(id),
    landed: () => table.landed(),
    slipText: () => slipText(state, game.rules, mine) || previousText(table, state, told),
    lossText: () => (scene?.kind === "farkle" ? lossText(state, scene, mine) : ""),
    waitingText: () => (rolloff ? "" : waitingText(actual, store)),
  };
}

/** Returns the model of a turn outside a room: what `given` does not say is quiet. Its chances
    are those of a room's game.
    @param {Partial<Model> & Pick<Model, "state" | "rules" | "selection">} given @returns {Model} */
export function modelWithoutRoom(given) {
  const { state, selection, live = true, landing = false, chances = [] } = given;
  const row = live ? selection.row : null;
  const nothing = () => "";
  /** @type {Partial<Model>} */ const model = {
    ...{ scene: null, live, landing, rolling: null, mine: true, sharedDevice: false, name: "" },
    ...{ canAct: false, pending: false, waiting: false, paused: false, asking: null, may: null },
    hot: Boolean(row && selection.isHot && !landing),
    pace: pace(),
    nameOf: nothing,
    colourOf: () => null,
    playerAt: () => undefined,
    landed: () => {},
    slipText: nothing,
    lossText: nothing,
    ...given,
    chances: state.rolls ? chances : chances.slice(chances.length / 2),
  };
  return /** @type {Model} */ (model);
}

/** Returns how the last turn ended, or what is new or played for: it is read until dice are kept.
    @param {Table} table @param {GameState} state @param {boolean} told */
function previousText(table, state, told) {
  const { turns, newestGame: game } = table.store;
  if (state.throw.length && !told) return "";
  const last = turns.finished.at(-1);
  if (!last) return table.news() || goalText(game.rules, state);
  const own = table.device.shared ? [state.current] : table.store.mySeats;
  const close = closeText(state, game.rules, own, table.context);
  return together([previousTurnText(last, table.context), close]);
}
