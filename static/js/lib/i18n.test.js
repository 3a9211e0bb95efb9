import { test } from "node:test";
import assert from "node:assert/strict";
import "../../../tests/support/fake-page.js";
import { fill, lazily, listed, num, percent } from "./i18n.js";

test("thousands are set apart, and a minus is as wide as a plus", () => {
  const shown = [0, 950, 1000, 12_345, 1_234_567, -1000, -50, 1234.5].map(num);
  assert.deepEqual(shown, [
    ...["0", "950", "1,000", "12,345", "1,234,567", "\u22121,000", "\u221250", "1,234.5"],
  ]);
});

test("the holes of a text are filled, and numbers formatted", () => {
  const text = "{name} banks {points:number}, again {name}";
  assert.equal(fill(text, { name: "Ann", points: 1500 }), "Ann banks 1,500, again Ann");
  assert.equal(fill("{name} of {count}", { count: 0, name: null }), "{name} of 0");
  assert.equal(fill("{name}", { name: "{points}", points: 3 }), "{points}");
  assert.equal(fill("No hole"), "No hole");
});

test("names are joined, and percentages are whole", () => {
  assert.equal(listed(["Mara", "Teo", "Ravi"]), "Mara, Teo, and Ravi");
  assert.deepEqual([percent(0.274), percent(1)], ["27%", "100%"]);
});

test("what is made lazily is made once", () => {
  let made = 0;
  const get = lazily(() => (made += 1));
  assert.deepEqual([made, get(), get()], [0, 1, 1]);
});
