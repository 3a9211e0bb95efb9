// The score pad. Of more players than fit it shows those who matter now; a dialog shows all.
import { punishesStreaks, streakOf } from "../client/fold.js";
import { $, attr, clone, keyed, shown, text } from "../lib/dom.js";
import { commas, fill, gettext, ngettext, num, pgettext } from "../lib/i18n.js";
import { pencil } from "../lib/pencil.js";
import { chanceText } from "./odds.js";
import {
  isAlone,
  ranking,
  seatsByPlace,
  teamLetter,
  teamName,
  teamsByPlace,
} from "../client/sides.js";
import { turnResult } from "./text/narration.js";
import { coming } from "./text/status.js";

export const phone = matchMedia("(width < 56.25em) or (height < 31.25em)");
const low = matchMedia("(height < 45em)");
const TEAMS_SHOWN = 3; // the dialog has the others

/** Returns how many rows fit above the button that opens the dialog. */
const rowsThatFit = () => (phone.matches ? (low.matches ? 4 : 5) : low.matches ? 6 : 9);

/** Returns the `count` leading seats, without those that have left or have no points.
    @param {GameState} state @param {number} count */
const leaders = (state, count) =>
  seatsByPlace(state)
    .map(({ seat }) => seat)
    .filter((seat) => state.scores[seat] > 0 && !state.left[seat])
    .slice(0, count);

/** Returns the seats to show, at most about `most`: current, next, mine, leading, others.
    @param {GameState} state @param {Wire.Rules} rules @param {number[]} mySeats
    @param {number} most */
export function visibleSeats(state, rules, mySeats, most) {
  const count = state.scores.length;
  // The button that opens the dialog takes up a row itself.
  if (count <= most + 1) return state.scores.map((_, seat) => seat);
  const wanted = new Set();
  const [best, ...others] = leaders(state, most > 6 ? 3 : 2);
  const at = Math.max(state.current, 0);
  const next = coming(state, rules)[0] ?? (at + 1) % count;
  for (const seat of [at, mySeats[0], next, best, mySeats[1], ...others]) {
    if (wanted.size < most && seat !== undefined) wanted.add(seat);
  }
  for (let step = 2; wanted.size < most && step < count; step++) wanted.add((at + step) % count);
  return [...wanted].sort((a, b) => a - b);
}

/** Draws a player's pen, name and tag into a label or a row.
    @param {HTMLElement} node @param {Wire.Player | null | undefined} player */
export function drawPlayer(node, player, tag = "") {
  attr($(".pen", node), "class", `pen p${(player?.colour ?? 0) + 1}`);
  text($(".name", node), player?.name ?? "?");
  text($(".tag", node), tag);
}

/** Creates a player's pen and name. @param {Wire.Player | null | undefined} player */
export function playerLabel(player) {
  const label = clone("player");
  drawPlayer(label, player);
  return label;
}

/** Draws the chance to win of a row's side, if it may be seen.
    @param {HTMLElement} row @param {number | null | undefined} chance */
function drawWin(row, chance) {
  const mark = $(".win", row);
  const known = chance !== null && chance !== undefined;
  shown(mark, known);
  if (known) text($("b", mark), chanceText(chance));
}

/** Draws the letter of a seat's team before the name.
    @param {HTMLElement} row @param {GameState} state @param {number} seat */
export function drawTeamLetter(row, state, seat) {
  const mark = $(".side", row);
  shown(mark, Boolean(state.teams));
  if (!state.teams) return;
  text(mark, teamLetter(state.teams[seat]));
  attr(mark, "title", teamName(state.teams[seat]));
}

/** Draws how a seat's last turn ended, where there is no log beside the pad. While a turn is shown
    that has ended already, nothing is told before.
    @param {HTMLElement} row @param {number} seat @param {Model} model */
function drawLast(row, seat, model) {
  const mark = $(".last", row);
  if (!model.told) return;
  const last = seat === model.state.current ? undefined : model.lastTurn(seat);
  text(mark, last ? turnResult(last) : "");
}

/** Creates a player's row. */
export const makeRow = () => clone("pad-row");

/** Returns what stands beside a name.
    @param {Model} model @param {number} seat @param {Wire.Player | undefined} player */
export function seatTag(model, seat, player) {
  if (model.state.left[seat]) return pgettext("a player", "left");
  if (model.isMine(seat)) return model.sharedDevice ? gettext("on this device") : gettext("you");
  if (player?.kind !== "person") return gettext("computer");
  if (model.computerPlays(player.id)) return gettext("computer playing for them");
  return model.isOffline(player.id) ? gettext("away") : "";
}

/** Draws a seat into its row. `place` is shown in the dialog; on the pad the tag has it.
    @param {HTMLElement} row @param {number} seat @param {Model} model
    @param {{ place?: number | null, tag?: typeof seatTag }} [options] */
export function updateRow(row, seat, model, { place = null, tag = seatTag } = {}) {
  const { state, rules } = model;
  const player = model.playerAt(seat);
  const current = seat === state.current;
  attr(row, "aria-current", current ? "true" : null);
  shown($(".at-turn", row), current);
  attr(row, "data-left", state.left[seat]);
  attr(row, "data-mine", model.isMine(seat));
  attr(
    row,
    "data-away",
    player?.kind === "person" &&
      !model.isMine(seat) &&
      model.isOffline(player.id) &&
      !model.computerPlays(player.id),
  );
  const same = row.dataset.seat === String(seat);
  row.dataset.seat = String(seat);
  const placed = $(".place", row);
  shown(placed, place !== null);
  if (place !== null) text(placed, fill(gettext("{place}."), { place }));
  drawPlayer(row, player, tag(model, seat, player));
  drawTeamLetter(row, state, seat);
  drawWin(row, state.teams || state.left[seat] ? null : model.odds?.[seat]);
  drawLast(row, seat, model);
  const strikes = $(".strikes", row);
  const most = streakOf(rules);
  const count = Math.min(state.streaks[seat], most);
  text($("span", strikes), fill(gettext("{count} of {most} farkles in a row"), { count, most }));
  const boxes = [...strikes.querySelectorAll(".box")];
  boxes.splice(most).forEach((box) => box.remove());
  while (boxes.length < most) {
    const box = /** @type {HTMLElement} */ (boxes[0].cloneNode(true));
    strikes.append(box);
    boxes.push(box);
  }
  boxes.forEach((box, at) => box.classList.toggle("struck-out", at < count));
  const waiting =
    rules.entry_min > 0 && !state.entered[seat] && !state.left[seat] && state.scores[seat] === 0;
  const figure = $(".num .pn", row);
  shown(figure, !waiting);
  pencil(figure, state.scores[seat], { bold: current, write: same });
  drawEntry($(".entry", row), waiting ? rules.entry_min : 0);
}

/** Draws a dash in place of a score where a player still needs an opening score.
    @param {HTMLElement} node @param {number} needed */
function drawEntry(node, needed) {
  shown(node, needed);
  if (!needed) return;
  const words = fill(gettext("needs {points} to get on the board"), { points: needed });
  node.title = words;
  text($(".vh", node), words);
}

/** Draws a row for each team with its total, made from the template `row`, into the body of a table
    of scores.
    @param {HTMLElement} body @param {GameState} state
    @param {{ most?: number, row?: string, odds?: number[] | null }} [options] */
export function drawSides(
  body,
  state,
  { most = Infinity, row: template = "pad-side", odds = null } = {},
) {
  keyed(
    body,
    teamsByPlace(state).slice(0, most),
    ({ team }) => team,
    () => clone(template),
    (row, { team, total }) => {
      text($("th > span", row), teamName(team));
      // Nothing is left to win among the final scores.
      if (template === "pad-side") drawWin(row, odds?.[team]);
      pencil($(".pn", row), total, { bold: true, write: true });
    },
  );
}

export class Scorepad {
  constructor(/** @type {() => void} */ openAll) {
    this.more = $("#pad-more");
    this.more.addEventListener("click", openAll);
    low.addEventListener("change", () => this.model && this.draw(this.model));
  }

  draw(/** @type {Model} */ model) {
    this.model = model;
    const { state, rules } = model;
    text($("#pad-goal"), goalText(state, rules));
    text($("#pad-round"), roundText(state));
    shown($("#pad-totals"), state.phase === "turns" && Boolean(state.round));
    $("#pad").classList.toggle("no-strikes", !punishesStreaks(rules));
    $("#pad").classList.toggle("no-entry", !rules.entry_min);
    const teams = Math.min(teamsByPlace(state).length, TEAMS_SHOWN);
    const seats = visibleSeats(state, rules, model.mySeats, rowsThatFit() - teams);
    drawSides($("#pad-sides"), state, { most: TEAMS_SHOWN, odds: model.odds });
    const hidden = state.scores.length - seats.length;
    const standing = hidden ? standingTag(state, rules) : () => "";
    // If not all seats are shown, others come with each turn: they reuse the rows.
    const key = (/** @type {number} */ seat) => (hidden ? seats.indexOf(seat) : seat);
    keyed($("#pad-rows"), seats, key, makeRow, (row, seat) => {
      updateRow(row, seat, model, {
        tag: (_, __, player) => commas([seatTag(model, seat, player), standing(seat)]),
      });
      // Seats between this row and the one above are not shown.
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

/** Returns what tells the place of a seat and whether it is next, where not all seats are shown.
    @param {GameState} state @param {Wire.Rules} rules */
export function standingTag(state, rules) {
  const [next] = coming(state, rules);
  const places = new Map(seatsByPlace(state).map(({ seat, place }) => [seat, place]));
  const tied = ranking(state)[1].place === 1;
  return (/** @type {number} */ seat) => {
    const parts = seat === next ? [gettext("next")] : [];
    if (state.scores[seat] > 0 && !state.left[seat]) {
      const place = places.get(seat);
      const leads = place === 1 && !tied;
      parts.push(leads ? gettext("leads") : fill(gettext("no. {place}"), { place }));
    }
    return commas(parts);
  };
}

/** Returns the head of the totals. @param {GameState} state */
export const roundText = (state) =>
  state.phase === "turns" && state.round
    ? fill(gettext("Turn {round}"), { round: state.round })
    : gettext("Total");

/** Returns how the game is won, or which part of its end is played.
    @param {GameState} state @param {Wire.Rules} rules */
export function goalText(state, rules) {
  if (state.phase === "final") return gettext("Final round");
  if (state.phase === "playoff") return gettext("Tiebreaker");
  const { rounds } = rules;
  if (rounds) {
    const words = isAlone(state)
      ? ngettext("{rounds} turn", "{rounds} turns", rounds)
      : ngettext("{rounds} turn each", "{rounds} turns each", rounds);
    return fill(words, { rounds });
  }
  return fill(gettext("Goal: {target}"), { target: num(rules.target) });
}
