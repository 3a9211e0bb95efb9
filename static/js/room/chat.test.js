import { afterEach, beforeEach, test } from "node:test";
import assert from "node:assert/strict";
import { readTemplate, setPage } from "../../../tests/support/fake-dom.js";
import { startClock, stopClock } from "../../../tests/support/fake-page.js";
import { $ } from "../lib/dom.js";
import { setPref } from "../lib/prefs.js";
import { Chat } from "./chat.js";

// With a page: tests/browser/test_chat.py.

const PLAYERS = [
  { id: 1, name: "Mara", colour: 0 },
  { id: 2, name: "Ines", colour: 4 },
  { id: 3, name: "Penny", colour: 2, level: "medium" },
];
const OTHERS = [{ id: 2, kind: "person" }];
let answer, pass, sent;

/** Returns a chat at the table. `me`: my player, or null for a spectator. */
function chatOf({ me = 1, settings = {}, seated = OTHERS, spectators = 0 } = {}) {
  sent = [];
  const store = {
    synced: true,
    me,
    mine: me === null ? [] : [me],
    game: null,
    now: 0,
    seated,
    spectators,
    room: { status: "playing", settings: { talk: true, spectators_react: true, ...settings } },
    isMine: () => false,
    player: (id) => PLAYERS.find((player) => player.id === id),
  };
  const chat = new Chat(store, { command: async (frame) => (sent.push(frame), answer) });
  chat.draw();
  return chat;
}

const reactions = () => $("#react [data-reactions]");

beforeEach(() => {
  const open = '<button id="talk-open"></button><span id="talk-fresh"></span>';
  setPage(
    open +
      readTemplate("room/table.html") +
      readTemplate("room/dialogs.html") +
      readTemplate("room/rows.html"),
  );
  pass = stopClock();
  answer = { type: "ok" };
});
afterEach(() => {
  startClock();
  delete document.documentElement.dataset.screen;
});

test("a reaction lies on the felt beside a die of its player's colour, for a moment", () => {
  const chat = chatOf();
  chat.receiveReaction({ player: 2, reaction: "wow" });
  const said = $("#said");
  assert.equal(said.textContent, "Ines: Wow");
  assert.equal(said.dataset.dice, "5");
  assert.equal($(".die", said).getAttribute("aria-hidden"), "true");
  pass(5000);
  assert.ok(said.hasAttribute("hidden"));
});

test("nobody talks to computers alone, unless somebody watches", () => {
  const seated = [
    { id: 1, kind: "person" },
    { id: 2, kind: "computer" },
  ];
  const hides = () => [reactions(), $("#talk-open")].map((node) => node.hasAttribute("hidden"));
  chatOf({ seated });
  assert.deepEqual(hides(), [true, true]);
  chatOf({ seated, spectators: 1 });
  assert.deepEqual(hides(), [false, false]);
});

test("spectators react under their name, and have no colour", () => {
  const chat = chatOf();
  chat.receiveReaction({ name: "Nora", reaction: "clap" });
  assert.equal($("#said").textContent, "Nora: Nice!");
  assert.equal($("#said").hasAttribute("data-dice"), false);
  chat.receiveReaction({ name: "", reaction: "clap" });
  assert.equal($("#said").textContent, "A spectator: Nice!");
});

test("a reaction that comes when chat is off is not shown", () => {
  chatOf({ settings: { talk: false } }).receiveReaction({ player: 2, reaction: "wow" });
  assert.ok($("#said").hasAttribute("hidden"));
});

test("players hurry each other up with a knock, at most every three seconds", () => {
  const chat = chatOf();
  const knocks = () => {
    const shakes = $("#tray").classList.contains("knocked");
    $("#tray").classList.remove("knocked");
    return shakes;
  };
  chat.receiveReaction({ name: "Nora", reaction: "hurry" });
  chat.receiveReaction({ player: 2, reaction: "wow" });
  assert.equal(knocks(), false);
  chat.receiveReaction({ player: 2, reaction: "hurry" });
  assert.equal(knocks(), true);
  pass(2900);
  chat.receiveReaction({ player: 2, reaction: "hurry" });
  assert.equal(knocks(), false);
  pass(100);
  chat.receiveReaction({ player: 2, reaction: "hurry" });
  assert.equal(knocks(), true);
  pass(3000);
  chat.toggleMute(2);
  chat.receiveReaction({ player: 2, reaction: "hurry" });
  assert.equal(knocks(), false);
  chat.toggleMute(2); // the next page would remember it
});

test("players and spectators may react, unless chat is off; a television may not", () => {
  const press = () => $("button", reactions()).dispatchEvent(new Event("click"));
  chatOf();
  press();
  press(); // one a second
  assert.deepEqual(sent, [{ type: "react", reaction: "clap", player: 1 }]);
  reactions().replaceChildren();
  chatOf({ me: null });
  press();
  assert.deepEqual(sent, [{ type: "react", reaction: "clap" }]);
  assert.equal(reactions().hasAttribute("hidden"), false);
  reactions().replaceChildren();
  for (const settings of [{ talk: false }, { spectators_react: false }]) {
    chatOf({ me: null, settings });
    assert.equal(reactions().hasAttribute("hidden"), true);
    reactions().replaceChildren();
  }
  chatOf({ settings: { spectators_react: false } });
  assert.equal(reactions().hasAttribute("hidden"), false);
  reactions().replaceChildren();
  document.documentElement.dataset.screen = "";
  chatOf({ me: null });
  press();
  assert.deepEqual(sent, []);
  assert.equal(reactions().hasAttribute("hidden"), true);
});

/** Puts the live region into the page. Returns a function that returns what has been announced. */
function listen() {
  const node = document.createElement("p");
  node.id = "announce";
  document.body.append(node);
  const announced = () => {
    pass(10_000);
    const words = node.textContent;
    node.textContent = "";
    return words;
  };
  announced();
  return announced;
}

test("a button says that its reaction was sent, unless it was refused", async () => {
  for (const [type, marked] of [
    ["ok", true],
    ["no", false],
  ]) {
    answer = { type };
    chatOf({});
    const button = $("button", reactions());
    button.dispatchEvent(new Event("click"));
    assert.equal(button.classList.contains("sent"), true);
    await new Promise(setImmediate);
    assert.equal(button.classList.contains("sent"), marked);
    reactions().replaceChildren();
  }
});

test("reactions of others are announced, each name's at most every five seconds", () => {
  const chat = chatOf();
  const announced = listen();
  for (const [player, reaction] of [
    [2, "clap"],
    [2, "wow"],
    [1, "wow"],
    [3, "ouch"],
  ]) {
    chat.receiveReaction({ player, reaction });
  }
  assert.equal(announced(), "Ines: Nice! Penny: Ouch");
  setPref("brief", "brief");
  chat.receiveReaction({ player: 2, reaction: "luck" });
  chat.receiveReaction({ player: 3, reaction: "luck" });
  setPref("brief", "");
  assert.equal(announced(), "Ines: Good luck");
});

test("of the chat only new lines are announced, also while it is open, and without buttons", () => {
  const chat = chatOf();
  const announced = listen();
  const line = { type: "said", player: 2, at: 0 };
  chat.receiveAll({ messages: [{ ...line, id: 1, text: "Hello" }] });
  $("#talk-sheet").showModal();
  chat.opened();
  assert.equal($("#talk-list").children.length, 1);
  assert.equal(announced(), "");
  chat.receive({ ...line, id: 2, text: "Well rolled" });
  assert.equal(announced(), "Ines: Well rolled");
  assert.equal($("#talk-log").getAttribute("role"), "region");
});
