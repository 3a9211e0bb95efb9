// The page of a room: connects the socket, the store and the parts of the page, and shows the
// lobby, the table or the result.
import { bindOpeners, closeDialogs } from "../lib/dialogs.js";
import { DiceMemory } from "../lib/dice-memory.js";
import { $, attr, data, optional, shown, text } from "../lib/dom.js";
import { fill, gettext, together } from "../lib/i18n.js";
import { bindNotify } from "../lib/notify-dialog.js";
import { onPref, pref } from "../lib/prefs.js";
import { bindInvites } from "../lib/share.js";
import { play } from "../lib/sound.js";
import { Throttle } from "../lib/throttle.js";
import { announce, toast, toastOfLastPage } from "../lib/toast.js";
import { Connection } from "../client/connection.js";
import { Store } from "../client/store.js";
import { arrivalText } from "../table/announcer.js";
import { Hints } from "../table/hints.js";
import { bindShortcuts } from "../table/shortcuts.js";
import { Table } from "../table/table.js";
import { Editor } from "../rules/editor.js";
import { RulesCard } from "../rules/rules-card.js";
import { Absence } from "./absence.js";
import { keepAwake } from "./awake.js";
import { Chat } from "./chat.js";
import { DiceStrings } from "./dice-strings.js";
import { Door } from "./door.js";
import { Felt } from "./felt.js";
import { FetchedDialogs } from "./dialogs/fetched.js";
import { Home } from "./home.js";
import { leave } from "./leaving.js";
import { Lobby, playerTags } from "./lobby.js";
import { showConnection } from "./network-note.js";
import { checkVersion } from "./new-version.js";
import { PeopleDialog } from "./dialogs/people.js";
import { Board } from "./race/board.js";
import { drawRoles } from "./roles.js";
import { announceEvent } from "./room-events.js";
import { Scoreboard } from "./scoreboard.js";
import { SeatHandover } from "./seat-handover.js";
import { drawSeries } from "./series.js";
import { abandoning, joiningLate } from "./settings-text.js";
import { Teams } from "./teams.js";
import { Without } from "./absence/without.js";
/** @import { Result } from "./result.js" */
/** @import { Screen } from "./screen.js" */

/** A view of the page
    @typedef {"lobby" | "rules" | "table" | "home" | "race" | "result" | "closed"} Stage */

const LINGER = 600_000; // ms; how long a television stays on after a game, for the next one
const AGAIN = 3000; // ms until a script that could not be loaded is asked for again
const BESIDE_EVERY = 500; // ms; how often what lies beside the table is drawn while moves come fast

const root = document.documentElement;
const store = new Store();
const memory = new DiceMemory(data(root, "room"));
/** @type {Stage | null} */ let stage = null; // the view on show
// Between games: show the lobby instead of the result. A television begins another evening with it.
let editing = "rested" in root.dataset;
/** @type {Screen | null} */ let screen = null; // the television view, if this is one
/** @type {Result | null} */ let result = null; // loaded when a game begins
/** @type {Promise<void> | null} */ let loadingResult = null;
let known = false; // whether the page knows its player
let arrived = false; // whether the arrival was announced
let celebrated = 0; // number of the game whose end was announced

const scheme = location.protocol === "https:" ? "wss" : "ws";
// A shared screen has no seat, whoever opened it.
const path = `${root.dataset.room}/${"screen" in root.dataset ? "screen/" : ""}`;
const connection = new Connection(`${scheme}://${location.host}/ws/room/${path}`, {
  sync: onSync,
  event: onEvent,
  you: (frame) => {
    const sat = store.mine.length > 0;
    store.you(frame);
    if (sat && !store.mine.length) backToTable();
    showCurrent();
    known = true;
    announceArrival();
  },
  here: (frame) => {
    store.here(frame);
    redraw();
  },
  pong: ({ now }) => store.setClock(now),
  hint: (frame) => {
    hints.receive(frame);
    dialogs.fragment.prefetch();
    redraw();
  },
  odds: (frame) => {
    table.odds.receive(frame);
    redraw();
  },
  picking: (frame) => table.picking(frame),
  talk: (frame) => chat.receiveAll(frame),
  said: (frame) => chat.receive(frame),
  unsaid: ({ id }) => chat.remove(id),
  reacted: (frame) => chat.receiveReaction(frame),
  tossed: (frame) => felt.receive(frame),
  lanes: (frame) => {
    board.receive(frame);
    redraw();
  },
  refused: (frame) => {
    play("refused");
    toast(frame.text);
    redraw(); // a control shows again what holds
  },
  state: showConnection,
  leaving: () => {
    editor.send();
    memory.save();
  },
});

const diceStrings = new DiceStrings(store, connection, memory);
const rulesCard = new RulesCard(store, () => {
  editor.readRemarks();
  redraw();
});
const editor = new Editor(store, connection, rulesCard);
const teams = new Teams(store, connection);
const felt = new Felt(store, connection, teams);
const lobby = new Lobby(store, connection, {
  openSeat: (id) => dialogs.openSeat(id),
  teams,
  felt,
  editor,
});
const without = new Without(store, connection, editor);
const seatHandover = new SeatHandover(store, connection);
const door = new Door(store, connection);
const hints = new Hints(store);
const table = new Table(store, connection, {
  changed: showCurrent,
  news: () => rulesCard.facts.news,
  openScores: () => scoreboard.open(),
  drawn: (model) => {
    hints.draw(model);
    screen?.drawTable(model);
  },
});
const peopleDialog = new PeopleDialog(store, {
  openSeat: (id) => dialogs.openSeat(id),
  tagsOf: (player) => playerTags(store, player),
});
const chat = new Chat(store, connection);
const parts = { chat, editor, handover: seatHandover };
const dialogs = new FetchedDialogs(store, connection, parts, redraw);
const fetched = () => dialogs.fragment.ready();
const board = new Board(store, connection, { isScreen: "screen" in root.dataset });
const absence = new Absence(store, connection, { model: () => table.model() });
const scoreboard = new Scoreboard(store, () => table.model());
const home = new Home(store, connection, {
  editor,
  toLobby,
  toResult: showCurrent,
});

if ("screen" in root.dataset) {
  import("./screen.js").then((television) => {
    screen = new television.Screen(store, board);
    redraw();
  });
} else {
  for (const kind of ["pointerover", "keydown"]) {
    addEventListener(kind, () => dialogs.fragment.prefetch(), { once: true });
  }
}

if ($("[data-view='lobby']").hidden) loadResult(); // a game was played here

const beside = new Throttle(drawBeside, BESIDE_EVERY);

bindInvites(() => store.room.name || gettext("Farkle"));
bindOpeners(fetched);
bindNotify(fetched);
bindShortcuts({ table, active: () => stage === "table", help: () => dialogs.open("keys-sheet") });
onPref(() => redraw());
$("#my-seat").addEventListener("click", () => {
  closeDialogs();
  if (store.me !== null) dialogs.openSeat(store.me);
});
$("#leave-open").addEventListener("click", () => leave(store, connection, store.mine));
addEventListener("hashchange", showCurrent);
$("#to-result").addEventListener("click", () => {
  editing = false;
  showCurrent();
});

function onSync(/** @type {Wire.Frames["sync"]} */ frame) {
  const isFirst = !store.synced;
  store.sync(frame);
  if (isFirst && store.closes && store.room.status === "playing") toast(abandoning(store.closes));
  checkVersion(frame);
  if (store.game) table.sync();
  diceStrings.noteGame();
  editor.update(null);
  if (editor.untold.length) dialogs.fragment.prefetch();
  rulesCard.update();
  showCurrent();
  announceArrival();
}

/** Tells screen readers once where they are. Who I am comes in a frame of its own. */
function announceArrival() {
  if (arrived || !known || !store.synced || "screen" in root.dataset) return;
  arrived = true;
  toastOfLastPage(); // of a try at a race
  announce(arrivalText(store, { tellsKeys: table.hasKeys && !pref("brief") }));
  table.announceState();
  table.focusRoll();
}

/** @param {Wire.Frames["event"]} frame @param {boolean} late */
function onEvent(frame, late) {
  const names = frame.events.map(([name]) => name);
  const racing = Boolean(store.room.race);
  store.event(frame);
  if (names.includes("game")) {
    diceStrings.noteGame();
    const elsewhere = location.hash === "#rules" || document.querySelector("dialog[open]");
    backToTable("#rules-sheet, #talk-sheet"); // they are of use at the table, too
    const { news } = rulesCard.facts;
    if (elsewhere || news) {
      toast(together([elsewhere && gettext("The game has started."), news]));
    }
  }
  if (store.room.race && !racing) {
    backToTable("#talk-sheet");
    board.begin();
  }
  if (names.includes("banked")) result?.loadStory(); // any bank may be the last
  if (names.includes("over")) result?.prepare();
  if (frame.ply !== undefined) memory.threw(store.newestGame.number, frame.ply, frame.events);
  editor.update(frame);
  if (editor.untold.length) dialogs.fragment.prefetch();
  for (const event of frame.events) {
    announceEvent(event, store, stage);
    absence.announceEvent(event);
    seatHandover.announceEvent(event);
    door.announceEvent(event, frame.by);
  }
  const moved = frame.ply !== undefined || names.includes("started");
  if (moved && store.game) {
    if (stage !== "table") show("table");
    table.event(frame, late);
  }
  rulesCard.update(names.includes("rules"));
  if (!table.busy) showCurrent();
}

/** Leaves the editor and all dialogs but those that match `staying`: a game begins, or I have lost
    my seat. @param {string} [staying] */
function backToTable(staying) {
  editing = false;
  closeDialogs(staying);
  history.replaceState(null, "", location.pathname + location.search);
}

function toLobby() {
  editing = true;
  showCurrent();
}

/** Shows the view that fits. While a scene is on show, that waits until it ends. */
function showCurrent() {
  if (!store.synced || table.busy) return;
  diceStrings.addAll();
  const { status } = store.room;
  const ended = store.game && store.game.status !== "playing";
  if (store.room.race && status !== "closed") {
    if (!("screen" in root.dataset)) board.make();
    show("screen" in root.dataset ? "lobby" : "race");
  } else if (status === "lobby" || !store.game) {
    show(status === "closed" ? "closed" : lobbyOrEditor());
  } else if (!ended) show("table");
  else if (status === "over" && (editing || location.hash === "#rules")) {
    show(lobbyOrEditor());
  } else show(home.fits ? "home" : "result");
}

/** The editor has an address of its own, so that the browser's Back leaves it. While it is being
    fetched, the lobby is shown. @returns {Stage} */
function lobbyOrEditor() {
  if (location.hash !== "#rules") return "lobby";
  if (editor.view) return "rules";
  fetched().then((there) => {
    if (!there) history.replaceState(null, "", location.pathname + location.search);
    showCurrent();
  });
  return "lobby";
}

/** Loads the view of a result, and tries again while it is needed: the page may have no network. */
function loadResult() {
  loadingResult ??= import("./result.js").then(
    (script) => {
      result = new script.Result(store, connection, {
        memory,
        model: () => table.model(),
        change: toLobby,
        news: () => rulesCard.facts.news,
      });
      showCurrent();
    },
    () => {
      loadingResult = null;
      setTimeout(showCurrent, AGAIN);
    },
  );
}

function show(/** @type {Stage} */ next) {
  // A player who has finished a race sees how the others do.
  if (next === "result" && root.dataset.race) {
    connection.leaveFor(root.dataset.race);
    return;
  }
  if (next === "table" || next === "result") loadResult();
  if (next === "result" && !result) return;
  if (stage !== next) {
    const first = stage === null;
    if (stage === "result") result?.endStage();
    stage = next;
    root.dataset.stage = next;
    for (const view of document.querySelectorAll("[data-view]")) {
      shown(view, view.dataset.view === next);
    }
    for (const part of document.querySelectorAll("[data-only]")) {
      shown(part, data(part, "only").split(" ").includes(next));
    }
    if (!first) scrollTo(0, 0);
    // Who comes begins at the heading, unless they have gone elsewhere meanwhile.
    if (!first || document.activeElement === document.body) {
      optional(`[data-view="${next}"] [data-start]`)?.focus({ preventScroll: true });
    }
    if (next === "result" || next === "home") celebrate(first || next === "home");
  }
  redraw();
}

/** Shows the end of a game as a scene, once, to those who were there.
    @param {boolean} late whether the page was opened after the end */
function celebrate(late) {
  const { number } = store.newestGame;
  if (celebrated !== number && !late) result?.stage();
  celebrated = number;
}

function redraw() {
  if (!store.synced || !stage) return;
  const watched = stage === "table" || stage === "race" || (stage === "lobby" && screen !== null);
  keepAwake(watched && pref("awake"), screen && pref("awake") ? LINGER : 0);
  const { room, game } = store;
  connection.setPace(game?.status === "playing" && !room.paused);
  const name = room.name || gettext("Farkle");
  text($("#room-name"), name);
  text($("#room-state"), subtitle());
  if (stage !== "table") editor.draw();
  if (stage === "lobby" || stage === "rules") {
    teams.draw();
    lobby.draw();
    screen?.drawLobby();
  } else if (stage !== "table") lobby.rulesLine.draw();
  if (stage === "table") table.draw();
  if (stage === "home") home.draw();
  board.draw(stage);
  if (stage === "lobby" || stage === "home" || stage === "result") without.draw();
  absence.draw();
  if (stage === "result") result?.draw();
  const leads = $("#leads-back");
  attr(leads, "href", stage === "rules" ? "#" : leads.dataset.home);
  text($("span", leads), stage === "rules" ? gettext("Back") : data(leads, "words"));
  shown($("#to-result"), stage === "lobby" && editing && !screen);
  text($("#to-result"), home.fits ? gettext("Back") : gettext("Back to results"));
  if (table.fastForward.on) beside.schedule();
  else beside.flush();
  scoreboard.draw();
  if (document.title !== title(name)) document.title = title(name);
}

/** Draws the dialogs, and what else is not part of the game. */
function drawBeside() {
  dialogs.draw();
  drawRoles(store);
  text($("#late-words"), joiningLate(store.room.settings));
  // Who plays for days is asked where they wait; others find it in the menu.
  const slow = store.me !== null && store.slow;
  for (const one of document.querySelectorAll("[data-slow]")) shown(one, slow);
  peopleDialog.draw();
  seatHandover.draw();
  door.draw();
  chat.draw();
  drawSeries(store);
}

function subtitle() {
  if (stage === "lobby") return gettext("Lobby");
  if (stage === "rules") return editor.subtitle();
  if (stage === "closed") return gettext("Closed");
  if (stage === "race") return gettext("All at once");
  if (stage === "result") return fill(gettext("Game {number}, over"), store.newestGame);
  return rulesCard.facts.name;
}

function title(/** @type {string} */ name) {
  const { game } = store;
  if (pref("title") && game?.status === "playing" && store.isMine(game.state.current)) {
    return fill(gettext("Your turn, {room}"), { room: name });
  }
  return name;
}
