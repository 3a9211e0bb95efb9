import { test } from "node:test";
import assert from "node:assert/strict";
import "../../../../tests/support/fake-page.js";
import { heading, roundNote } from "./headings.js";

const nameOf = (seat) => ["Mara", "Ben"][seat];

test("a last turn that has won asks for nothing more", () => {
  const state = { phase: "final", leader: 1, current: 0, teams: null };
  state.to_beat = { seat: 1, total: 10_150 };
  const note = (...scores) => roundNote({ ...state, scores }, [0], nameOf).join(" ");
  assert.equal(note(9000, 10_150), "Last turn. Ben has 10,150. You need more than 1,150 to win.");
  assert.equal(note(11_150, 10_150), "Last turn. You have 11,150, more than Ben.");
  assert.equal(note(10_150, 10_150), "Last turn. Ben has 10,150. You need more than 0 to win.");
});

test("between two last turns the note names nobody", () => {
  const state = { phase: "final", current: -1, to_beat: null };
  assert.deepEqual(roundNote(state, [0], nameOf), ["Final round.", "One last turn each."]);
  assert.equal(roundNote({ phase: "turns" }, [0], nameOf), null);
});

test("the heading says whose turn it is and what happens", () => {
  const turns = { phase: "turns", throw: [] };
  const rolled = { phase: "turns", throw: [1, 2] };
  const five = { phase: "turns", throw: [4, 4, 1, 4, 4, 4] };
  const [final, playoff] = ["final", "playoff"].map((phase) => ({ phase, throw: [] }));
  for (const [state, mine, more, words] of [
    [turns, true, {}, "Your turn"],
    [final, true, {}, "Your last turn"],
    [playoff, true, {}, "Your tiebreaker turn"],
    [playoff, false, {}, "Mara's tiebreaker turn"],
    [turns, false, {}, "Mara's turn"],
    [rolled, false, {}, "Mara rolled"],
    [rolled, false, { chosen: true }, "Mara is choosing"],
    [five, true, { great: true }, "You roll five 4s!"],
    [five, false, { great: true }, "Mara rolls five 4s!"],
    [five, true, { great: true, sharedDevice: true }, "Mara rolls five 4s!"],
    [turns, true, { farkled: true }, "Farkle!"],
    [turns, false, { farkled: true }, "Mara farkles"],
    [turns, true, { banked: 450 }, "You bank 450"],
    [turns, false, { banked: 450 }, "Mara banks 450"],
    // Of several players at one device each is named.
    [turns, true, { sharedDevice: true }, "Mara, your turn"],
    [final, true, { sharedDevice: true }, "Mara, your last turn"],
    [playoff, true, { sharedDevice: true }, "Mara's tiebreaker turn"],
    [turns, true, { sharedDevice: true, banked: 450 }, "Mara banks 450"],
    [turns, true, { sharedDevice: true, farkled: true }, "Mara farkles"],
  ]) {
    assert.equal(heading(state, mine, "Mara", more), words);
  }
});
