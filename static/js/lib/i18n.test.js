import { test } from "node:test";
import assert from "node:assert/strict";
import "../../../tests/support/fake-page.js";
import { commas, fill, lazily, listed, ngettext, num, percent, together } from "./i18n.js";

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

test("a bundle's texts have the forms of its language", async () => {
  assert.deepEqual([ngettext("die", "dice", 1), ngettext("die", "dice", 2)], ["die", "dice"]);
  document.documentElement.lang = "ru";
  const { ngettext: russian } = await import("./i18n.js?ru");
  const shown = [1, 3, 5, 21].map((count) => russian("кость", "кости", "костей", count));
  assert.deepEqual(shown, ["кость", "кости", "костей", "кость"]);
  document.documentElement.lang = "en";
});

test("names are joined, and percentages are whole", () => {
  assert.deepEqual([commas([1, "", 2]), together(["A.", null, "B."])], ["1, 2", "A. B."]);
  assert.equal(listed(["Mara", "Teo", "Ravi"]), "Mara, Teo, and Ravi");
  assert.deepEqual([percent(0.274), percent(1)], ["27%", "100%"]);
});

test("dates are written as in the reader's region", async () => {
  const time = new Date(2026, 10, 26, 14, 30);
  const here = Object.getOwnPropertyDescriptor(globalThis, "navigator");
  for (const [languages, shown] of [
    [["de-DE", "en-GB"], "26 November at 14:30"],
    [["en-US"], "November 26 at 2:30 PM"],
    [["fr-FR"], "November 26 at 2:30 PM"],
  ]) {
    Object.defineProperty(globalThis, "navigator", { value: { languages }, configurable: true });
    const { dates: fresh } = await import(`./i18n.js?${languages}`);
    const when = fresh({ month: "long", day: "numeric", hour: "numeric", minute: "2-digit" });
    assert.equal(when().format(time), shown);
  }
  Object.defineProperty(globalThis, "navigator", here);
});

test("what is made lazily is made once", () => {
  let made = 0;
  const get = lazily(() => (made += 1));
  assert.deepEqual([made, get(), get()], [0, 1, 1]);
});
