import { beforeEach, test } from "node:test";
import assert from "node:assert/strict";
import { setPage } from "../../../tests/support/fake-dom.js";
import { $ } from "./dom.js";
import { Finder, plain } from "./finder.js";

let finder;

beforeEach(() => {
  setPage(`
    <div data-finder data-none="Nothing by that name." hidden>
      <input id="find"><p data-found></p>
    </div>
    <button data-words="standard Zilch 10000">Standard <small>Straight 1,500</small></button>
    <button data-words="kcd kostky Zilch 10000">Tavern</button>
    <ul><li data-words="tysiac"><a href="#">Tysiąc</a></li></ul>`);
  finder = new Finder("find", () => [...document.querySelectorAll("button, li")]);
});

function found(words) {
  $("#find").value = words;
  $("#find").dispatchEvent(new Event("input"));
  return [...document.querySelectorAll("button, li")]
    .filter((item) => !item.hidden)
    .map((item) => item.textContent.trim().split(" ")[0]);
}

test("the field is there as soon as it works", () => {
  assert.equal($("[data-finder]").hidden, false);
});

test("items are found by what is in them and by their other names", () => {
  assert.deepEqual(found("tav"), ["Tavern"]);
  assert.deepEqual(found("KOSTKY"), ["Tavern"]);
  assert.deepEqual(found("zilch"), ["Standard", "Tavern"]);
  assert.deepEqual(found(" kcd  zilch "), ["Tavern"]);
  assert.deepEqual(found("Tysiac"), ["Tysiąc"]);
  assert.deepEqual(found(""), ["Standard", "Tavern", "Tysiąc"]);
});

test("numbers are found however their thousands are separated", () => {
  for (const number of ["10000", "10,000", "10.000", "10 000", "10’000"]) {
    assert.deepEqual(found(number), ["Standard", "Tavern"], number);
  }
  assert.deepEqual(found("1500"), ["Standard"]);
  assert.equal(plain("1 500 1,500,000"), "1500 1500000");
});

test("where nothing has all the words, what has most of them is suggested", () => {
  assert.deepEqual(found("tavern zilch dice"), ["Tavern"]);
  assert.equal($("[data-found]").textContent, "Nothing exact. The nearest:");
  delete $("[data-finder]").dataset.none; // a list of people
  assert.deepEqual(found("tavern zilch dice"), []);
});

test("a note says how many were found, or that there are none", () => {
  const note = () => $("[data-found]").textContent;
  found("zilch");
  assert.equal(note(), "2 of 3");
  assert.deepEqual(found("yahtzee"), []);
  assert.equal(note(), "Nothing by that name.");
  finder.clear();
  assert.equal(note(), "");
  assert.equal($("#find").value, "");
  assert.equal($("li").hidden, false);
});

test("a part of the list is hidden with all of its items", () => {
  $("ul").dataset.items = "";
  found("tavern");
  assert.equal($("ul").hidden, true);
  found("tysiac");
  assert.equal($("ul").hidden, false);
});

test("Enter leads to the first that was found", () => {
  found("tysiac");
  let focused = null;
  $("a").focus = () => (focused = "a");
  $("#find").dispatchEvent(Object.assign(new Event("keydown"), { key: "Enter" }));
  assert.equal(focused, "a");
});
