// The score pad. With more players than fit it shows those that matter now; the sheet shows everybody.
import { $, attr, h, keyed, s, shown, text } from "../lib/dom.js";
import { fill, gettext, num } from "../lib/i18n.js";
import { pencil } from "../lib/pencil.js";
import { letter, sides, teamName } from "./sides.js";
import { nextSeat } from "./status-text.js";

export const phone = matchMedia("(max-width: 899px)");
const low = matchMedia("(max-height: 719px)");
const STRIKES = 3;
const TEAMS_SHOWN = 3; // the others are in the sheet

/** How many rows fit above the line that opens them all. */
const roomFor = () => (phone.matches ? (low.matches ? 4 : 5) : low.matches ? 6 : 9);

/** Seats with their place, the best first: [{seat, place}]. Those who are level share a place. */
export function ranked(state) {
  const seats = state.scores.map((_, seat) => seat);
  seats.sort((a, b) => state.scores[b] - state.scores[a] || a - b);
  let place = 0;
  return seats.map((seat, at) => {
    if (!at || state.scores[seat] !== state.scores[seats[at - 1]]) place = at + 1;
    return { seat, place };
  });
}

/** The `count` seats that lead, those with nothing left out. */
function leaders(state, count) {
  const best = [];
  state.scores.forEach((score, seat) => {
    const at = best.findIndex((other) => score > state.scores[other]);
    if (score > 0 && (at >= 0 || best.length < count)) {
      best.splice(at < 0 ? best.length : at, 0, seat);
    }
    best.length = Math.min(best.length, count);
  });
  return best;
}

/** Seats worth showing: the one at turn and the next, mine, the leaders; then others up to `most`. */
function condensed(state, mySeats, most) {
  const count = state.scores.length;
  // The line that opens the rest takes the place of a row or two itself.
  if (count <= most + 1) return state.scores.map((_, seat) => seat);
  const wanted = new Set();
  const [best, ...others] = leaders(state, most > 6 ? 3 : 2);
  const at = Math.max(state.current, 0);
  const next = nextSeat(state) ?? (at + 1) % count;
  for (const seat of [at, mySeats[0], next, best, mySeats[1], ...others]) {
    if (wanted.size < most && seat !== undefined) wanted.add(seat);
  }
  for (let step = 2; wanted.size < most && step < count; step++) wanted.add((at + step) % count);
  return [...wanted].sort((a, b) => a - b);
}

function pencilMark() {
  return s(
    "svg",
    { class: "now-pencil", viewBox: "0 0 24 24", "aria-hidden": "true" },
    s("use", { href: "#now-pencil" }),
  );
}

function box() {
  return s(
    "svg",
    { class: "box", viewBox: "0 0 13 13", "aria-hidden": "true" },
    s("path", { d: "M1 1h11v11H1z" }),
    s("path", { class: "x", d: "M.5 1.5C4 4.5 8.5 9 12.5 12.5M12 .8C8.5 4.6 4.5 8.6 1 12.4" }),
  );
}

export function who(player, tag = "") {
  return h(
    "span",
    { class: "who" },
    h("span", { class: `pen p${(player?.colour ?? 0) + 1}` }),
    h("span", { class: "side", hidden: true }),
    h("span", { class: "name" }, player?.name ?? "?"),
    h("span", { class: "tag" }, tag),
  );
}

/** The letter of a seat's team, before the name. */
export function markSide(row, state, seat) {
  const mark = row.querySelector(".side");
  shown(mark, Boolean(state.teams));
  if (!state.teams) return;
  text(mark, letter(state.teams[seat]));
  attr(mark, "title", teamName(state.teams[seat]));
}

export function makeRow() {
  return h(
    "tr",
    null,
    h("th", { scope: "row" }, pencilMark(), h("span", { class: "place", hidden: true }), who(null)),
    h("td", { class: "strikes" }, h("span", { class: "vh" }), Array.from({ length: STRIKES }, box)),
    h("td", { class: "num" }, h("span", { class: "pn" }), h("span", { class: "entry" })),
  );
}

/** What stands beside a name. */
export function tagOf(model, seat, player) {
  if (model.state.left[seat]) return gettext("left");
  if (model.isMine(seat)) return gettext("you");
  if (player?.kind !== "person") return gettext("computer");
  if (model.warm(player.id)) return gettext("computer for now");
  return model.away(player.id) ? gettext("away") : "";
}

/** `place` is shown in the list of everybody; on the pad of a crowd it stands in the tag. */
export function updateRow(row, seat, model, { place = null, tag = tagOf } = {}) {
  const { state, rules } = model;
  const player = model.playerAt(seat);
  const current = seat === state.current;
  attr(row, "aria-current", current ? "true" : null);
  attr(row, "data-left", state.left[seat]);
  attr(
    row,
    "data-away",
    player?.kind === "person" &&
      !model.isMine(seat) &&
      model.away(player.id) &&
      !model.warm(player.id),
  );
  const same = row.dataset.seat === String(seat);
  row.dataset.seat = seat;
  const placed = row.querySelector(".place");
  shown(placed, place !== null);
  if (place !== null) text(placed, fill(gettext("{place}."), { place }));
  row.querySelector(".pen").setAttribute("class", `pen p${(player?.colour ?? 0) + 1}`);
  text(row.querySelector(".name"), player?.name ?? "?");
  text(row.querySelector(".tag"), tag(model, seat, player));
  markSide(row, state, seat);
  const strikes = row.querySelector(".strikes");
  const full = Math.min(state.streaks[seat], STRIKES);
  text(strikes.firstElementChild, fill(gettext("{count} of 3 farkles in a row"), { count: full }));
  strikes
    .querySelectorAll(".box")
    .forEach((one, at) => one.classList.toggle("struck-out", at < full));
  const waiting =
    rules.entry_min > 0 && !state.entered[seat] && !state.left[seat] && state.scores[seat] === 0;
  const figure = row.querySelector(".num .pn");
  shown(figure, !waiting);
  pencil(figure, state.scores[seat], { bold: current, write: same });
  text(
    row.querySelector(".entry"),
    waiting ? fill(gettext("{points} to get in"), { points: rules.entry_min }) : "",
  );
}

/** A row for each team with its total, into the body of a table of scores, the columns of which are
    `columns`: "th" the name, "num" the total, others empty. */
export function drawSides(
  body,
  state,
  { most = Infinity, columns = ["th", "strikes", "num"] } = {},
) {
  const cell = (kind) =>
    kind === "th"
      ? h("th", { scope: "row" })
      : h("td", { class: kind }, kind === "num" ? h("span", { class: "pn" }) : null);
  const make = () => h("tr", { class: "side-row" }, columns.map(cell));
  keyed(
    body,
    sides(state).slice(0, most),
    ({ team }) => team,
    make,
    (row, { team, total }) => {
      text($("th", row), teamName(team));
      pencil($(".pn", row), total, { bold: true, write: true });
    },
  );
}

export class Pad {
  constructor(openAll) {
    this.more = $("#pad-more");
    this.more.addEventListener("click", openAll);
    low.addEventListener("change", () => this.model && this.draw(this.model));
  }

  draw(model) {
    this.model = model;
    const { state, rules } = model;
    text($("#pad-goal"), goal(state, rules));
    text(
      $("#pad-round"),
      state.phase === "turns" && state.round
        ? fill(gettext("Turn {round}"), { round: state.round })
        : gettext("Total"),
    );
    $("#pad").classList.toggle("no-strikes", !rules.farkle_penalty);
    $("#pad").classList.toggle("no-entry", !rules.entry_min);
    const teams = Math.min(sides(state).length, TEAMS_SHOWN);
    const seats = condensed(state, model.mySeats, roomFor() - teams);
    drawSides($("#pad-sides"), state, { most: TEAMS_SHOWN });
    const hidden = state.scores.length - seats.length;
    const next = hidden ? nextSeat(state) : null;
    // Among many, others come with every turn: rows are used again.
    const key = (seat) => (hidden ? seats.indexOf(seat) : seat);
    keyed($("#pad-rows"), seats, key, makeRow, (row, seat) => {
      updateRow(row, seat, model, { tag: hidden ? (...given) => crowdTag(...given, next) : tagOf });
      // Seats between this row and the one above are left out.
      attr(row, "data-gap", seats.indexOf(seat) > 0 && !seats.includes(seat - 1));
    });
    shown(this.more, hidden > 0);
    if (hidden > 0) {
      text(
        $("#pad-more-words"),
        fill(gettext("All {count} players"), { count: state.scores.length }),
      );
    }
  }
}

/** Among many it is also said who is next, and how far up everybody stands. */
function crowdTag(model, seat, player, next) {
  const { state } = model;
  const place = 1 + state.scores.filter((score) => score > state.scores[seat]).length;
  const parts = [tagOf(model, seat, player)];
  if (seat === next) parts.push(gettext("next"));
  if (state.scores[seat] > 0) {
    parts.push(place === 1 ? gettext("leads") : fill(gettext("no. {place}"), { place }));
  }
  return parts.filter(Boolean).join(", ");
}

function goal(state, rules) {
  if (state.phase === "final") return gettext("Final round");
  if (state.phase === "playoff") return gettext("Play-off");
  if (rules.rounds) return fill(gettext("{rounds} turns each"), { rounds: rules.rounds });
  return fill(gettext("First to {target}"), { target: num(rules.target) });
}
