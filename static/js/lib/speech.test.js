import { afterEach, beforeEach, test } from "node:test";
import assert from "node:assert/strict";
import { startClock, stopClock } from "../../../tests/support/fake-page.js";
import { readingTime, Speech } from "./speech.js";

const GATHERED = 150; // ms
const ROLLED = "Penny rolled 1, 1, 1, 3, 4, 6.";
const KEPT = "Penny keeps three 1s: 1,000 at risk. Penny rolled 2, 3, 4. Penny farkles.";
const TURN = "Your turn. 8,550 points to go.";
const CHATTER = "Teo: and another thing";

let pass;
let speech;
let happened; // what screen readers are given, and when the focus moves: [ms, words]

beforeEach(() => {
  pass = stopClock();
  happened = [];
  speech = new Speech((words) => happened.push([Date.now(), words]));
});

afterEach(startClock);

const moveFocus = () => speech.afterReading(() => happened.push([Date.now(), "focus"]));

test("what comes while something is read waits, and none of it is lost", () => {
  speech.say(ROLLED);
  pass(900);
  speech.say("Penny keeps three 1s: 1,000 at risk.");
  pass(500);
  speech.say(TURN);
  pass(10_000);
  const read = GATHERED + readingTime(ROLLED);
  assert.deepEqual(happened, [
    [GATHERED, ROLLED],
    [read, `Penny keeps three 1s: 1,000 at risk. ${TURN}`],
  ]);
});

test("words that a function gives are those of the time when they are said", () => {
  const unsaid = [];
  const give = () => unsaid.splice(0).join(", ");
  speech.say(ROLLED);
  pass(900);
  for (const words of ["three 1s", "farkles"]) {
    unsaid.push(words);
    speech.say(give);
  }
  for (let number = 0; number < 8; number++) speech.say(`${CHATTER} ${number}`);
  pass(2000);
  assert.match(happened[1][1], /^three 1s, farkles Teo: and another thing 2 .* thing 7$/);
});

test("what waits already is not said twice", () => {
  for (const words of [CHATTER, TURN, CHATTER]) speech.say(words);
  pass(GATHERED);
  assert.deepEqual(happened, [[GATHERED, `${CHATTER} ${TURN}`]]);
});

test("an answer to a key waits for nothing", () => {
  speech.say(KEPT);
  pass(200);
  speech.say(TURN);
  pass(100);
  speech.say("Selected a 5 for 50: 50 at risk.", { now: true });
  pass(GATHERED);
  assert.deepEqual(happened, [
    [GATHERED, KEPT],
    [300 + GATHERED, `${TURN} Selected a 5 for 50: 50 at risk.`],
  ]);
});

test("a long text holds up the next one for eight seconds at most", () => {
  speech.say("x".repeat(1000));
  pass(GATHERED);
  speech.say(TURN);
  pass(8000);
  assert.deepEqual(happened.at(-1), [GATHERED + 8000, TURN]);
});

test("of much that waits, the oldest is dropped", () => {
  for (const number of "12345678") speech.say(number);
  pass(GATHERED);
  assert.deepEqual(happened, [[GATHERED, "3 4 5 6 7 8"]]);
});

test("nothing is said of no words", () => {
  speech.say("");
  pass(1000);
  assert.deepEqual(happened, []);
});

test("the focus moves once all has been read", () => {
  speech.say(ROLLED);
  pass(500);
  speech.say(TURN);
  pass(100);
  moveFocus();
  pass(20_000);
  const read = GATHERED + readingTime(ROLLED);
  assert.deepEqual(happened.slice(1), [
    [read, TURN],
    [read + readingTime(TURN), "focus"],
  ]);
});

test("the focus moves at once if nothing is said", () => {
  moveFocus();
  assert.deepEqual(happened, [[0, "focus"]]);
});

test("a wish to move the focus ends the one before", () => {
  const moved = [];
  speech.say(CHATTER);
  speech.afterReading(() => moved.push("first"));
  pass(1000);
  speech.afterReading(() => moved.push("second"));
  pass(12_000);
  assert.deepEqual(moved, ["second"]);
});

test("the focus does not wait for ever", () => {
  for (let second = 0; second < 30; second++) {
    speech.say(CHATTER);
    if (!second) moveFocus();
    pass(1000);
  }
  assert.deepEqual(
    happened.filter(([, words]) => words === "focus").map(([at]) => at),
    [12_000],
  );
});
