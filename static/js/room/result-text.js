// What the result says: how the game was won, the rematch, and the dice.
import { fill, gettext, listed, ngettext, num, together } from "../lib/i18n.js";
import { levelBeside, levelDifficulty, levelName } from "./levels.js";
import { sameText } from "./settings-text.js";
import { isAlone, ranking, sameSide, sideName, sideTotal, teamName } from "../client/sides.js";

const MOST_SHARED = 5; // sides in a text of the result

/**
 * @typedef {(seat: number) => string} NameOf
 * @typedef {{ state: GameState, nameOf: NameOf }} Shown what is said of a model
 */

/** Returns who has won. With several players on this device, "you" would not say who.
    @param {Pick<Store, "mySeats">} store @param {Shown} model */
export function winText({ mySeats }, { state, nameOf }) {
  const { winners, teams } = state;
  if (isAlone(state)) return gettext("That's it!");
  if (winners.length === 1 && mySeats.length === 1 && winners[0] === mySeats[0]) {
    return gettext("You win!");
  }
  const sides = winners.map((seat) => (teams ? teamName(teams[seat]) : nameOf(seat)));
  const won = teams ? [...new Set(sides)] : sides;
  const isMine = (/** @type {number} */ seat) => teams?.[seat] === teams?.[winners[0]];
  if (teams && won.length === 1 && mySeats.length && mySeats.every(isMine)) {
    return gettext("Your team wins!");
  }
  return fill(ngettext("{names} wins", "{names} win", won.length), { names: listed(won) });
}

// How a game was won, to the winner and to everyone else.
/** @type {Partial<Record<Wire.Outcome["how"], [() => string, () => string]>>} */
const WON = {
  playoff: [
    () => gettext("Tied at {tied}; you won the tiebreaker, {total} to {second}."),
    () => gettext("Tied at {tied}; {name} won the tiebreaker, {total} to {second}."),
  ],
  first_there: [
    () => gettext("Tied at {total}, but you got there first."),
    () => gettext("Tied at {total}, but {name} got there first."),
  ],
  first_turn: [
    () => gettext("Tied at {total}, but you had the earlier turn."),
    () => gettext("Tied at {total}, but {name} had the earlier turn."),
  ],
  shared: [
    () => gettext("Tied at {total}: they share the win."),
    () => gettext("Tied at {total}: they share the win."),
  ],
  overtaken: [
    () => gettext("{leader} reached {closed}; you beat it with {total}."),
    () => gettext("{leader} reached {closed}; {name} beat it with {total}."),
  ],
};

/** Returns how the game was won. @param {Pick<Store, "mySeats">} store @param {Shown} model */
export function howText({ mySeats }, { state, nameOf }) {
  const { outcome, winners, leader } = state;
  if (!outcome || isAlone(state)) return "";
  if (outcome.how === "alone") return gettext("Everyone else left.");
  const sideOf = (/** @type {number} */ seat) => sideName(state, seat, nameOf);
  // The seat that "you" means, unless it has left.
  const me = mySeats.length === 1 && !state.left[mySeats[0]] ? mySeats[0] : -1;
  const isMe = (/** @type {number} */ seat) => !state.teams && seat === me;
  const values = {
    name: sideOf(winners[0]),
    total: sideTotal(state, winners[0]),
    tied: outcome.tied_at,
    second: outcome.second_total,
    leader: leader < 0 ? "" : sideOf(leader),
    closed: leader < 0 ? 0 : sideTotal(state, leader),
  };
  const told = () => {
    if (outcome.how === "playoff" && outcome.second < 0) {
      return gettext("Tied at {tied}, but the others left.");
    }
    if (outcome.how === "overtaken" && isMe(leader)) {
      return gettext("You reached {closed}; {name} beat it with {total}.");
    }
    return WON[outcome.how]?.[isMe(winners[0]) ? 0 : 1]();
  };
  const said = [goneText(outcome, sideOf)];
  if (outcome.how === "exact") said.push(fill(gettext("Exactly {total}."), values));
  const words = told();
  said.push(words ? fill(words, values) : aheadText(state, outcome, me, sideOf));
  return together(said);
}

/** Returns who had more than the winner and left.
    @param {Wire.Outcome} outcome @param {NameOf} sideOf */
function goneText({ gone, others_gone: count }, sideOf) {
  if (gone < 0) return "";
  const name = sideOf(gone);
  if (!count) return fill(gettext("{name} left."), { name });
  const words = ngettext("{name} and {count} more left.", "{name} and {count} more left.", count);
  return fill(words, { name, count });
}

/** Returns by how much the winner was ahead: of me, or of who came second. @param {GameState} state
    @param {Wire.Outcome} outcome @param {number} me @param {NameOf} sideOf */
function aheadText(state, outcome, me, sideOf) {
  const { winners, teams } = state;
  const total = sideTotal(state, winners[0]);
  if (me >= 0 && !sameSide(state, me, winners[0])) {
    return fill(teams ? gettext("{ahead} ahead of your team.") : gettext("{ahead} ahead of you."), {
      ahead: total - sideTotal(state, me),
    });
  }
  const words =
    outcome.seconds > 1
      ? gettext("{ahead} ahead of second place.")
      : gettext("{ahead} ahead of {name}.");
  return fill(words, { ahead: total - outcome.second_total, name: sideOf(outcome.second) });
}

/** Returns the announcement of the end: who won and how, my own total, and what can be done next.
    @param {Pick<Store, "mySeats" | "me">} store @param {Shown} model */
export function endText(store, model) {
  const { mySeats, me } = store;
  const won = winText(store, model);
  const said = [/[.!！]$/.test(won) ? won : fill(gettext("{words}."), { words: won })];
  said.push(howText(store, model));
  if (mySeats.length === 1) {
    const { state } = model;
    const words = state.teams ? gettext("Your team: {total}.") : gettext("Your total: {total}.");
    said.push(fill(words, { total: sideTotal(state, mySeats[0]) }));
  }
  if (isAlone(model.state)) said.push(gettext("Now see how you did."));
  else if (me !== null) said.push(gettext("You can ask for a rematch or go through the game."));
  return together(said);
}

/** Returns the result as a text for people who are not here.
    @param {Shown} model @param {string} title for a game that nobody won */
export function sharedText({ state, nameOf }, title) {
  if (!state.winners.length) return title;
  if (isAlone(state)) return `${nameOf(0)} – ${num(state.scores[0])}`;
  const sides = ranking(state);
  const [first, ...others] = sides.slice(0, MOST_SHARED);
  const lines = others.map(({ seats, total, place }) => {
    const name = sideName(state, seats[0], nameOf);
    return fill(gettext("{place}. {name} {total}"), { place, name, total });
  });
  const won = winText({ mySeats: [] }, { state, nameOf });
  return [`${won} – ${num(first.total)}`, ...lines].join("\n");
}

/** Returns the words of the button that asks for a rematch, with how many people want it.
    @param {Pick<Store, "me" | "mine" | "hosting" | "seated">} store */
export function rematchLabel({ me, mine, hosting, seated }) {
  const people = seated.filter(({ kind }) => kind === "person");
  const wanting = people.filter(({ ready }) => ready);
  if (hosting === null && wanting.some(({ id }) => id === me)) {
    return gettext("Waiting for the host…");
  }
  if (wanting.every(({ id }) => mine.includes(id))) return gettext("Rematch");
  const words = fill(gettext("Rematch ({count} of {all})"), {
    count: wanting.length,
    all: people.length,
  });
  return words.replaceAll(" ", "\u00a0"); // on one line, so that the button keeps its height
}

/** Returns who wants a rematch, and what is new in its rules. @param {Store} store
    @param {string} news */
export function rematchText(store, news) {
  if (store.newestGame && isAlone(store.newestGame.state)) return "";
  if (store.room.status !== "over") return gettext("The room is closed. This page stays.");
  const others = store.seated
    .filter(({ id, ready }) => ready && !store.mine.includes(id))
    .map(({ name }) => name);
  if (store.me === null) return "";
  const same = news && sameText(news);
  if (!others.length) return same;
  const wish = ngettext("{names} wants a rematch.", "{names} want a rematch.", others.length);
  return together([fill(wish, { names: listed(others) }), same]);
}

/** Returns the level of the rematch one level up, or after a defeat one down, and its words, for
    the only opponent of a computer; else null.
    @param {Pick<Store, "room" | "seated" | "hosting">} store @param {boolean} won */
export function otherLevel({ room, seated, hosting }, won) {
  const { level } = seated.find((player) => player.level) ?? {};
  if (!level || seated.length !== 2 || hosting === null || room.status !== "over") return null;
  const below = won ? undefined : levelBeside(level, -1);
  const other = below ?? levelBeside(level, 1);
  if (!other) return null;
  const words = below
    ? gettext("One level down: {name}, {difficulty}")
    : gettext("One level up: {name}, {difficulty}");
  const values = { name: levelName(other), difficulty: levelDifficulty(other) ?? "" };
  return { level: other, words: fill(words, values) };
}

/** Returns what this browser's notes from before the game say about its dice.
    @param {boolean} promise @param {boolean | null} added */
export function ownCheckText(promise, added) {
  if (!promise) {
    return gettext(
      "This browser saw a different fingerprint before the game. Don't trust these rolls.",
    );
  }
  if (added === false) {
    return gettext(
      "Your random data wasn't used. It was replaced, perhaps by another device with your seat.",
    );
  }
  return added
    ? gettext("This browser saw the same fingerprint before the game, and its data was used.")
    : gettext("This browser saw the same fingerprint before the game.");
}
