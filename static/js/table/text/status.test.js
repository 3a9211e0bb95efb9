import { test } from "node:test";
import assert from "node:assert/strict";
import "../../../../tests/support/fake-page.js";
import { closeText, goalText, lossText, slipText, toGoText, waitingText } from "./status.js";

// What follows from whole games: tests/scripts/test_sentences.py.

const NAMES = ["Mara", "Ines", "Teo", "Pip"];

function stateOf(players, current) {
  const order = NAMES.slice(0, players).map((_, seat) => seat);
  return {
    phase: "turns",
    round: 1,
    current,
    order,
    queue: order.slice(current + 1),
    waiting: [],
    left: order.map(() => false),
  };
}

const storeOf = (mySeats, room = {}) => ({
  room,
  mySeats,
  me: mySeats[0] ?? null,
  seat: (seat) => ({ name: NAMES[seat] }),
  newestGame: { rules: { rounds: 0 } },
});

test("a waiting reader sees when their next player's turn comes", () => {
  for (const [players, mine, current, words] of [
    [2, [0], 1, ""], // of two, it is always the other
    [3, [0], 2, "You're next."],
    [4, [0], 2, "Pip, then you."],
    [3, [0, 2], 1, "Teo is next."],
    [3, [0, 1], 2, "Mara is next."],
    [4, [0, 1], 2, "Mara's turn after 1 more."],
    [3, [0, 1], 0, "Mara is next."], // a computer's turn is still on show
    [3, [0], 0, "You're next."],
  ]) {
    assert.equal(waitingText(stateOf(players, current), storeOf(mine)), words);
  }
});

test("an opponent who may win in one turn is named", () => {
  const state = { phase: "turns", scores: [9300, 9400, 8000], left: [false, false, false] };
  Object.assign(state, { winners: [], teams: null });
  const context = { nameOf: (seat) => NAMES[seat], isMine: () => false };
  const rules = { rounds: 0, target: 10_000 };
  assert.equal(closeText(state, rules, [0], context), `${NAMES[1]} needs 600.`);
  assert.equal(closeText(state, rules, [1], context), `${NAMES[0]} needs 700.`);
  assert.equal(closeText(state, rules, [0, 1], context), "");
  // In my own turn what I need comes first.
  const mine = { ...context, isMine: (seat) => seat === 0 };
  assert.equal(closeText({ ...state, current: 0 }, rules, [0], mine), "You need 700.");
  assert.equal(closeText({ ...state, current: 1 }, rules, [0], mine), `${NAMES[1]} needs 600.`);
  const behind = { ...state, current: 0, scores: [5000, 9400, 8000] };
  assert.equal(closeText(behind, rules, [0], mine), `${NAMES[1]} needs 600.`);
  assert.equal(closeText({ ...state, phase: "final" }, rules, [0], context), "");
  assert.equal(closeText(state, { ...rules, rounds: 10 }, [0], context), "");
  assert.equal(
    closeText({ ...state, scores: [0, 0, 0] }, { ...rules, target: 1000 }, [0], context),
    "",
  );
});

test("a pause and a spectator have words of their own", () => {
  const state = stateOf(3, 0);
  assert.equal(waitingText(state, storeOf([0], { paused: {} })), "The game is paused.");
  assert.equal(waitingText(state, storeOf([])), "You're watching.");
  assert.equal(waitingText(state, { ...storeOf([]), me: 7 }), "You're in for the next game.");
});

test("the goal follows the rules", () => {
  const two = { scores: [0, 0] };
  assert.equal(goalText({ rounds: 1 }, two), "The highest score after round 1 wins.");
  assert.equal(goalText({ target: 4000, ending: "immediate" }, two), "First to 4,000 wins.");
  const alone = goalText({ rounds: 10 }, { scores: [0] });
  assert.equal(alone, "As many points as you can, in 10 turns.");
});

test("what a player needs", () => {
  const rules = { entry_min: 500, target: 10_000, rounds: 0 };
  const state = { phase: "turns", current: 0, scores: [8000, 0], entered: [true, false], round: 3 };
  assert.equal(toGoText(state, rules), "2,000 points to go.");
  assert.equal(toGoText(state, { ...rules, rounds: 5 }), "Round 3 of 5.");
  assert.equal(toGoText({ ...state, scores: [8000] }, { ...rules, rounds: 5 }), "Turn 3 of 5.");
  const entry = "You need 500 in one turn to get on the board.";
  assert.equal(toGoText({ ...state, current: 1 }, rules), entry);
  const last = { ...state, phase: "final", to_beat: { seat: 1, total: 8000 } };
  assert.equal(toGoText(last, rules), "You need more than 0 to win.");
  assert.equal(toGoText({ ...last, scores: [8050, 0] }, rules), "You're 50 ahead.");
  assert.equal(toGoText({ ...state, phase: "playoff" }, rules), "");
});

test("what stands in place of the sum", () => {
  const rules = { entry_min: 500 };
  const state = { throw: [1, 2], current: 0, entered: [false], blank: false };
  assert.equal(slipText(state, rules, true), "Select at least one scoring die.");
  const entry = "Score 500 in one turn to get on the board.";
  assert.equal(slipText({ ...state, blank: true }, rules, true), entry);
  assert.equal(slipText({ ...state, throw: [] }, rules, true), entry);
  const inside = { ...state, throw: [], entered: [true] };
  assert.equal(slipText(inside, rules, true), "");
  const beating = "The last turn made 350: bank more.";
  assert.equal(slipText({ ...inside, to_top: 350 }, rules, true), beating);
  assert.equal(slipText(state, rules, false), "");
});

test("what stands beside the lost points", () => {
  const state = { current: 0, scores: [1350] };
  for (const [lost, mine, words] of [
    [{ lost: 500, penalty: 1000 }, true, "penalty: −1,000"],
    [{ lost: 500, ranOut: true }, true, "the turn counts nothing"],
    [{ lost: 0 }, true, "your score stays 1,350"],
    [{ lost: 0 }, false, "score stays 1,350"],
    [{ lost: 500 }, true, "lost – your score stays 1,350"],
    [{ lost: 500 }, false, "lost – score stays 1,350"],
  ]) {
    assert.equal(lossText(state, lost, mine), words);
  }
});
