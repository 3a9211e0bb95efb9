import { beforeEach, test } from "node:test";
import assert from "node:assert/strict";
import { FakeStorage } from "../../../tests/support/fake-page.js";
import { compare, DiceMemory } from "./dice-memory.js";

// How notes compare with a record that proves itself: tests/scripts/test_dice_memory.py.

const ROOM = "K7M2PQ9R";
let storage;
let memory;

beforeEach(() => {
  storage = new FakeStorage();
  memory = new DiceMemory(ROOM, storage);
});

/** Loads the page again. */
function reload() {
  memory.save();
  memory = new DiceMemory(ROOM, storage);
}

test("the first fingerprint of a game counts, and the first with which it began", () => {
  memory.promised(3, "ab");
  memory.promised(3, "cd");
  memory.began(3, "ef");
  memory.began(3, "gh");
  reload();
  memory.promised(3, "ij");
  const { commitment, fingerprint } = memory.of(3);
  assert.deepEqual([commitment, fingerprint], ["ab", "ef"]);
});

test("throws of another game, and what is no throw, are not noted", () => {
  memory.promised(3, "ab");
  memory.threw(2, 1, [["rolled", [1, 2]]]);
  memory.threw(3, 1, [["turn", 0]]);
  memory.threw(3, 2, [
    ["kept", [1], 100],
    ["rolled", [5, 6]],
  ]);
  memory.threw(3, 0, [["rolled_off", [0, 1], [3, 4]]]);
  assert.deepEqual(memory.of(3).throws, { 0: "34", 2: "56" });
});

test("all texts of a player are noted", () => {
  memory.promised(3, "ab");
  memory.added(2, 7, "of another game");
  for (const text of ["first", "second"]) memory.added(3, 7, text);
  reload();
  assert.deepEqual(memory.of(3).added, { 7: ["first", "second"] });
  assert.deepEqual([memory.hasAdded(3, 7), memory.hasAdded(3, 8)], [true, false]);
});

test("the oldest games are forgotten", () => {
  for (let number = 1; number <= 50; number++) {
    memory.promised(number, "");
    memory.note.at = number;
  }
  memory.save();
  assert.equal(Object.keys(storage).length, 30);
  assert.equal(memory.of(20), null);
  assert.equal(memory.of(50).number, 50);
});

test("the notes of other pages stay", () => {
  storage.setItem("farkle", "{}");
  for (let number = 1; number <= 40; number++) memory.promised(number, "");
  memory.save();
  assert.equal(storage.getItem("farkle"), "{}");
});

test("without storage the notes last as long as the page", () => {
  memory = new DiceMemory(ROOM, null);
  memory.promised(3, "ab");
  memory.save();
  assert.equal(memory.of(3).commitment, "ab");
  assert.equal(memory.of(2), null);
});

test("storage that is full or unreadable does no harm", () => {
  storage.setItem = () => {
    throw new Error("full");
  };
  storage.getItem = () => "no JSON";
  memory.promised(3, "ab");
  memory.save();
  assert.equal(memory.of(2), null);
});

test("a fingerprint of rules and names that changed is seen", () => {
  const note = { commitment: "ab", fingerprint: "cd", added: {}, throws: {} };
  const said = { commitment: "ab", fingerprint: "cd", strings: [], seats: [] };
  assert.equal(compare(note, said).promise, true);
  assert.equal(compare(note, { ...said, fingerprint: "ef" }).promise, false);
  assert.equal(compare({ ...note, fingerprint: undefined }, said).promise, true);
});
