// A room's page: one socket, one store, and of lobby, table and result the one that is on.
import { Waits } from "./absence.js";
import { Connection, freshId } from "../client/connection.js";
import { $, attr, shown, text } from "../lib/dom.js";
import { DeviceSheet } from "./device-dialog.js";
import { Editor } from "../rules/editor.js";
import { SavedRules } from "../rules/editor-saved.js";
import { Everybody } from "./scoreboard.js";
import { Handover } from "./seat-handover.js";
import { Hint } from "../table/hints.js";
import { bindInvites } from "../lib/share.js";
import { bindKeys } from "../table/shortcuts.js";
import { fill, gettext } from "../lib/i18n.js";
import { Throttle } from "../lib/throttle.js";
import { Lobby, tags } from "./lobby.js";
import { announce, toast } from "../lib/toast.js";
import { onPref, pref } from "../lib/prefs.js";
import { Result } from "./result.js";
import { PeopleSheet } from "./people-dialog.js";
import { RoomSheet } from "./room-dialog.js";
import { RulesCard } from "../rules/rules-card.js";
import { RunSheet } from "./settings-dialog.js";
import { SeatSheet } from "./seat-dialog.js";
import { bindSettings } from "../lib/settings.js";
import { drawSeries } from "./series.js";
import { closeDialogs, openDialog } from "../lib/dialogs.js";
import { play } from "../lib/sound.js";
import { Store } from "../client/store.js";
import { Table } from "../table/table.js";
import { Talk } from "./chat.js";
import { Teams } from "./teams.js";
import { bindTour, coach } from "../table/tour.js";

const AT_LEISURE = 500; // ms; in a rush of moves nobody reads faster what lies beside the table

const root = document.documentElement;
const store = new Store();
const sent = new Set(); // games whose dice this page has added its strings to, "game:player"
let stage = null;
let editing = false; // between games: the lobby instead of the result
let lastWinners = null;

const scheme = location.protocol === "https:" ? "wss" : "ws";
const link = new Connection(`${scheme}://${location.host}/ws/room/${root.dataset.room}/`, {
  sync: synced,
  event: happened,
  you: (frame) => {
    // A screen for everybody is nobody's: it has no seat, whoever opened it.
    const sat = store.mine.length > 0;
    store.you("screen" in root.dataset ? { ...frame, players: [] } : frame);
    if (sat && !store.mine.length) backToTheTable();
    settled();
  },
  here: (frame) => {
    store.here(frame);
    redraw();
  },
  pong: ({ now }) => store.setClock(now),
  hint: (frame) => {
    hint.take(frame);
    redraw();
  },
  picking: (frame) => table.picking(frame),
  talk: (frame) => talk.all(frame),
  said: (frame) => talk.said(frame),
  reacted: (frame) => talk.reacted(frame),
  refused: (frame) => {
    play("refused");
    toast(frame.text);
  },
  state: network,
  leaving: () => editor.send(),
});

const editor = new Editor(store, link, { changed: () => saved.draw() });
const saved = new SavedRules(store, editor);
const teams = new Teams(store, link);
const lobby = new Lobby(store, link, { openSeat: (id) => seatSheet.open(id), teams, editor });
const handover = new Handover(store, link);
const device = new DeviceSheet(store);
const seatSheet = new SeatSheet(store, link, {
  muted: (id) => talk.muted.has(id),
  mute: (id) => talk.mute(id),
  device: (id) => device.open(id),
  handover,
});
const roomSheet = new RoomSheet(store, link);
const runSheet = new RunSheet(store, link);
const rules = new RulesCard(store, () => {
  editor.remarks();
  redraw();
});
const hint = new Hint(store);
const table = new Table(store, link, {
  changed: settled,
  openScores: () => everybody.open(),
  drawn: (model) => {
    coach(model);
    hint.draw(model);
  },
});
const people = new PeopleSheet(store, {
  openSeat: (id) => seatSheet.open(id),
  tagsOf: (player) => tags(store, player),
});
const talk = new Talk(store, link);
const waits = new Waits(store, link, { model: () => table.model() });
const everybody = new Everybody(store, () => table.model());
const result = new Result(store, link, {
  change: () => {
    editing = true;
    settled();
  },
});

const beside = new Throttle(drawBeside, AT_LEISURE);

bindInvites(() => store.room?.name || gettext("Farkle"));
bindSettings();
bindTour(() => table.draw());
bindKeys({ table, active: () => stage === "table", help: () => openDialog("keys-sheet") });
onPref(() => redraw());
$("#my-seat").addEventListener("click", () => {
  closeDialogs();
  seatSheet.open(store.me);
});
addEventListener("hashchange", settled);
$("#to-result").addEventListener("click", () => {
  editing = false;
  settled();
});

function synced(frame) {
  store.sync(frame);
  const outdated =
    frame.protocol !== Number(root.dataset.protocol) || frame.assets !== root.dataset.assets;
  shown($("#outdated"), outdated);
  if (store.game) table.sync();
  editor.check(null);
  rules.check();
  settled();
}

function happened(frame, late) {
  const names = frame.events.map(([name]) => name);
  store.event(frame);
  if (names.includes("game")) {
    backToTheTable();
  }
  editor.check(frame);
  for (const event of frame.events) {
    tell(event);
    waits.tell(event);
    handover.tell(event);
  }
  const moved = frame.ply !== undefined || names.includes("started");
  if (moved && store.game) {
    if (stage !== "table") show("table");
    table.event(frame, late);
  }
  rules.check();
  if (!table.busy) settled();
}

/** Out of the editor and of every sheet: a game begins, or somebody has lost the seat. */
function backToTheTable() {
  editing = false;
  closeDialogs();
  history.replaceState(null, "", location.pathname + location.search);
}

/** What a reader hears of the room's own events; a removed player is told why the seat is gone. */
function tell([name, id, more]) {
  const who = store.player(id);
  const mine = store.mine.includes(id);
  if (name === "sat") {
    if (!mine) play("sat");
    announce(fill(gettext("{name} sits down."), { name: who.name }));
  } else if (name === "ready" && more && !mine) {
    announce(fill(gettext("{name} is ready."), { name: who.name }));
  } else if (name === "gone" && !mine) toast(fill(gettext("{name} got up."), { name: who.name }));
  else if (name === "removed") {
    toast(
      mine
        ? gettext("The host took you from the table.")
        : fill(gettext("{name} was removed by the host."), { name: who.name }),
    );
  } else if (name === "host" && mine) toast(gettext("You are the host now."));
  else if (name === "closed") {
    toast(
      id === "idle"
        ? gettext(
            "Nobody has done anything here for long: the room is closed. What was played stays.",
          )
        : gettext("The host closed the room. What was played stays."),
    );
  }
}

/** Shows what is true now; while a scene plays, that waits for its end. */
function settled() {
  if (!store.room || table.busy) return;
  addStrings();
  const { status } = store.room;
  const ended = store.game && store.game.status !== "playing";
  // The editor has an address of its own, so that going back leads out of it.
  const waiting = location.hash === "#rules" ? "rules" : "lobby";
  if (status === "lobby" || !store.game) show(status === "closed" ? "closed" : waiting);
  else if (!ended) show("table");
  else show(editing && status === "over" ? waiting : "result");
}

function show(next) {
  if (stage !== next) {
    const first = stage === null;
    stage = next;
    root.dataset.stage = next;
    for (const view of document.querySelectorAll("[data-view]")) {
      shown(view, view.dataset.view === next);
    }
    for (const one of document.querySelectorAll("[data-only]")) {
      shown(one, one.dataset.only.split(" ").includes(next));
    }
    if (!first) {
      scrollTo(0, 0);
      $(`[data-view="${next}"] [data-start]`)?.focus({ preventScroll: true });
    }
    if (next === "result" && !first) fanfare();
  }
  redraw();
}

function fanfare() {
  const key = store.game.number;
  if (lastWinners === key) return;
  lastWinners = key;
  play(store.game.state.winners.some((seat) => store.isMine(seat)) ? "win" : "bell");
  announce($("#win-title").textContent);
}

function redraw() {
  if (!store.room || !stage) return;
  const { room, game } = store;
  const name = room.name || gettext("Farkle");
  text($("#room-name"), name);
  text($("#room-state"), subtitle(game));
  if (stage === "lobby" || stage === "rules") {
    editor.draw();
    teams.draw();
    lobby.draw();
  }
  if (stage === "table") table.draw();
  waits.draw();
  if (stage === "result") result.draw(table.model());
  const leads = $("#leads-back");
  attr(leads, "href", stage === "rules" ? "#" : leads.dataset.home);
  attr(
    leads,
    "aria-label",
    stage === "rules" ? gettext("Back to the table") : gettext("To my rooms"),
  );
  shown($("#to-result"), stage === "lobby" && editing);
  if (table.rush.on) beside.schedule();
  else beside.flush();
  everybody.draw();
  if (document.title !== title(name)) document.title = title(name);
}

/** The sheets, and what else no move changes. */
function drawBeside() {
  seatSheet.draw();
  roomSheet.draw();
  runSheet.draw();
  people.draw();
  handover.draw();
  talk.draw();
  drawSeries(store);
}

function subtitle(game) {
  if (stage === "lobby") return gettext("Waiting room");
  if (stage === "rules") return editor.subtitle();
  if (stage === "closed") return gettext("Closed");
  if (stage === "result") return fill(gettext("Game {number}, over"), { number: game.number });
  return rules.name;
}

function title(name) {
  const { game } = store;
  if (pref("title") && game?.status === "playing" && store.isMine(game.state.current)) {
    return fill(gettext("Your turn, {room}"), { room: name });
  }
  return name;
}

/** Every seat adds to the dice of the next game, without being asked. */
function addStrings() {
  const { next } = store.room;
  if (!next) return;
  for (const player of store.mine) {
    const key = `${next.number}:${player}`;
    if (sent.has(key)) continue;
    sent.add(key);
    link.command({ type: "string", player, game: next.number, text: freshId() + freshId() });
  }
}

function network(state) {
  const note = $("#network");
  // A short hiccup is nobody's business.
  clearTimeout(network.timer);
  if (state === "open") {
    if (!note.hidden) announce(gettext("Connected again."));
    shown(note, false);
    return;
  }
  const words = {
    offline: gettext("No connection. Your seat is safe; trying again."),
    "bye:no_room": gettext("This room is gone."),
    "bye:flood": gettext("Too much at once: reload the page to go on."),
    "bye:too_many": gettext("This room is open in too many tabs. Close some and reload."),
  };
  const said = words[state] ?? words.offline;
  network.timer = setTimeout(
    () => {
      text($("#network-words"), said);
      shown(note, true);
    },
    state.startsWith("bye:") || state === "offline" ? 0 : 1200,
  );
}

$("#reload").addEventListener("click", () => location.reload());
