// Runs the page's scripts in Node, for tests that compare them with Python; others stand beside the
// scripts. The argument names a task. Each line of stdin is an input in JSON, each line of stdout
// its result.
import { text } from "node:stream/consumers";
import process from "node:process";

import { setPage } from "./fake-dom.js";
import { FakeStorage } from "./fake-page.js";
import { copyOf, fold } from "../../static/js/client/fold.js";
import { PING_AT_REST, PING_EVERY } from "../../static/js/client/connection.js";
import { legalMoves } from "../../static/js/client/legal-moves.js";
import { seatsByPlace, teamsByPlace } from "../../static/js/client/sides.js";
import { LONG, NEWCOMER_MINUTES, Store } from "../../static/js/client/store.js";
import { TurnLog } from "../../static/js/client/turns.js";
import { compare, DiceMemory } from "../../static/js/lib/dice-memory.js";
import { icon, wordsOf } from "../../static/js/lib/dom.js";
import { pencilled } from "../../static/js/lib/pencil.js";
import { pageData } from "../../static/js/lib/page-data.js";
import { check } from "../../static/js/pages/dice-check.js";
import { noteOf } from "../../static/js/room/absence/note.js";
import { leaveQuestion } from "../../static/js/room/leaving.js";
import { Felt } from "../../static/js/room/felt.js";
import { Lobby } from "../../static/js/room/lobby.js";
import { howText, winText } from "../../static/js/room/result-text.js";
import { Teams } from "../../static/js/room/teams.js";
import { buttons } from "../../static/js/table/text/buttons.js";
import { split } from "../../static/js/table/animation-queue.js";
import { Announcer, arrivalText } from "../../static/js/table/announcer.js";
import { BEFORE, MOVES, RULES } from "../../static/js/table/demo/record.js";
import { inlineDice, staticDie } from "../../static/js/table/dice.js";
import { momentOf, momentWords } from "../../static/js/table/text/moments.js";
import {
  makeRow,
  goalText as padGoal,
  standingTag,
  updateRow,
} from "../../static/js/table/scorepad.js";
import { Selection } from "../../static/js/table/selection.js";
import { dieName } from "../../static/js/table/text/dice.js";
import { roundNote } from "../../static/js/table/text/headings.js";
import { narrate, turnText } from "../../static/js/table/text/narration.js";
import { scoreText } from "../../static/js/table/text/score.js";
import { coming, goalText, toGoText, waitingText } from "../../static/js/table/text/status.js";

const RETURNS_EVERY = 7; // steps
const TURNS_SENT = 20;

function connect(frames) {
  const store = new Store();
  for (const frame of copyOf(frames)) store[frame.type](frame);
  return store;
}

/** Returns all that a page knows, but for the fields of the engine that it does not follow, and
    turns that are no longer sent. */
function known(store) {
  const byId = Object.fromEntries(store.byId);
  const { room, online } = store;
  const data = copyOf({ ...store, room, byId, may: movesOf(store), online: [...online] });
  for (const name of UNFOLLOWED) delete data.game?.state[name];
  data.turns.finished = data.turns.finished.slice(-TURNS_SENT);
  return data;
}

/** Returns the legal moves that a page knows, as JSON. */
const movesOf = ({ may }) => may && { ...may, rows: [...may.rows.values()] };

const UNFOLLOWED = ["version", "offer", "ply", "reached", "since", "tied_at"];

/** Returns [...path, one, other] for each place where two values differ. */
function differences(one, other, path) {
  if (one && other && typeof one === "object" && typeof other === "object") {
    const names = new Set([...Object.keys(one), ...Object.keys(other)]);
    return [...names].flatMap((name) => differences(one[name], other[name], [...path, name]));
  }
  return one === other ? [] : [[...path, one, other]];
}

const line = (turn) => turnText(turn, "Ines").join("; ");

/** Returns what the note of somebody reads who has sat down during this game. */
function newcomer(state, rules) {
  const room = { settings: { late: "play" }, autoplay: [], votes: {}, holidays: [] };
  const store = { room, due: {}, me: 99, mine: [99], mySeats: [], newestGame: { state, rules } };
  const current = state.phase === "over" ? undefined : { id: state.current, name: "" };
  return { store, current, waiting: { found: {} }, voter: () => undefined };
}

const LOBBY = [
  ...["#seat-count", "#seats .dot", "#seats .name", "#seats .tag", "#empty-seat", "#start"],
  ...["#lots .lot", "#lots .die", "#lots b", "#toss"],
  ...["#start-words", "[data-rules-goal]", "[data-rules-stakes]", "#change-rules"],
  ...["#tune-rules", "#see-rules"],
  "#fairness summary",
];

/** Returns the words, the class and the face of what is shown, by selector. */
const shownIn = (selectors) =>
  selectors.map((selector) => [
    selector,
    [...document.querySelectorAll(`#lobby ${selector}`)]
      .filter((node) => !node.closest("[hidden]"))
      .map((node) => [
        wordsOf(node),
        node.matches(".dot, .die") && [node.className.replace(" tossed", ""), node.dataset.face],
        node.dataset.dice,
      ]),
  ]);

const TASKS = {
  /** Returns what a page says after each batch of a game to viewers with these seats. */
  sentences({ rules, names, viewers, steps }) {
    const nameOf = (seat) => names[seat];
    const state = {};
    return steps.map(({ events, may }) => {
      const before = copyOf(state);
      const pace = { throw: 900, moment: 1600, rolloff: 1900 };
      const scenes = split(events, { pace, before, rules, acting: false });
      const shown = copyOf(state);
      const moments = scenes.map((scene) => {
        fold(shown, scene.events, rules);
        return { scene, state: copyOf(shown) };
      });
      fold(state, events, rules);
      const selection = new Selection();
      selection.set(state.throw, legalMoves(may));
      selection.selectRow(selection.best);
      const said = viewers.map((seats) => {
        const mySeats = seats.filter((seat) => seat < state.scores.length);
        const sharedDevice = mySeats.filter((seat) => !state.left[seat]).length > 1;
        const model = { state, nameOf, rules, selection, chances: [], may: null };
        const store = {
          room: {},
          me: mySeats[0] ?? null,
          mySeats,
          seat: (seat) => ({ name: nameOf(seat) }),
          game: { number: 1, rules, state, players: Object.keys(state.scores).map(Number) },
          get newestGame() {
            return this.game;
          },
        };
        const mine = mySeats.includes(state.current);
        const over = state.phase === "over";
        store.room.status = over ? "over" : "playing";
        return {
          note: roundNote(state, mySeats, nameOf)?.join(" ") ?? "",
          waits: over || mine ? "" : waitingText(state, store),
          needs: mine ? toGoText(state, rules) : "",
          bank: mine && selection.row ? [selection.row.total, buttons(model).bank] : null,
          moments: moments.flatMap(({ scene, state: at }) => {
            const words = momentWords({
              scene,
              state: at,
              mine: mySeats.includes(at.current),
              mySeats,
              sharedDevice,
              name: nameOf(at.current),
              nameOf,
            });
            return words && ["lead", "last"].includes(scene.moment)
              ? [`${words.title}. ${words.line}`]
              : [];
          }),
          win: over ? winText(store, model) : "",
          how: over ? howText(store, model) : "",
          leave: leaveQuestion(store, mySeats),
          score: scoreText(state, {
            ...{ nameOf, rules, atRisk: 0 },
            isMine: (seat) => mySeats.includes(seat),
          }),
        };
      });
      return {
        said,
        goal: goalText(rules, state),
        coming: coming(state, rules),
        joins: noteOf(newcomer(state, rules))?.words ?? "",
        padGoal: padGoal(state, rules),
        tags: Object.keys(state.scores).map((seat) => standingTag(state, rules)(Number(seat))),
        places: seatsByPlace(state),
        teams: teamsByPlace(state),
      };
    });
  },

  /** Returns of a throw: after each tap whether the die scores, whether it was selected before and
      is now, and the selected faces; the points of the best keep; and what is selected after each
      keep was tapped die by die, and then the dice that came along. */
  selection({ dice, may, taps }) {
    const selection = new Selection();
    selection.set(dice, legalMoves(may));
    const faces = () =>
      [...selection.picked]
        .map((at) => dice[at])
        .sort()
        .join("");
    const after = taps.map((at) => {
      const had = selection.picked.has(at);
      const scores = selection.toggle(at);
      return { at, scores, had, has: selection.picked.has(at), faces: faces() };
    });
    const reached = Object.keys(may.keeps).map((keep) => {
      selection.clear();
      for (const face of keep) {
        if (faces().split(face).length >= keep.split(face).length) continue;
        selection.toggle(
          dice.findIndex((one, at) => `${one}` === face && !selection.picked.has(at)),
        );
      }
      for (const at of selection.picked) {
        const face = String(dice[at]);
        if (faces().split(face).length > keep.split(face).length) selection.toggle(at);
      }
      return [keep, faces()];
    });
    return { after, best: selection.best.points, reached };
  },

  /** Returns a game's state after each event. The page folds two states from the same events, the
      actual one and the one on show: `alike` says whether they end up the same. */
  fold({ rules, batches }) {
    const [state, shown] = [{}, {}];
    const states = batches.flat().map((event) => {
      fold(state, [event], rules);
      fold(shown, [event], rules);
      return copyOf(state);
    });
    return { states, alike: JSON.stringify(state) === JSON.stringify(shown) };
  },

  /** Returns the turns of a game, each with its line of the log. */
  turns({ rules, batches }) {
    const turns = new TurnLog();
    const state = {};
    for (const events of batches) {
      fold(state, events, rules);
      turns.fold(events, state.scores);
    }
    return turns.finished.map((turn) => ({ ...turn, line: line(turn) }));
  },

  /** Returns the line of the log for each turn. */
  lines: ({ turns }) => turns.map(line),

  /** Returns what is announced of each batch. `you` is the reader's seat, or null. */
  narrate({ rules, batches, names, you }) {
    const state = {};
    const context = { rules, nameOf: (seat) => names[seat], isMine: (seat) => seat === you };
    return batches.map((events) => {
      const said = narrate(events, state, context);
      fold(state, events, rules);
      return said;
    });
  },

  /** Returns the scenes of each batch: their events, how long they are shown, and the moment. */
  moments({ rules, batches, seats }) {
    const state = {};
    const pace = { throw: 900, moment: 1600, rolloff: 1900 };
    return batches.map((events) => {
      const acting = seats.includes(state.current);
      return split(events, { pace, before: state, rules, acting }).map((scene) => {
        fold(state, scene.events, rules);
        const { events: shown, hold } = scene;
        return { events: shown, hold, moment: momentOf({ scene }) };
      });
    });
  },

  /** Returns what a screen reader is told from joining on, line by line. A step is {events, may} or
      the positions that are tapped, {taps}, "all" for the button that keeps all. */
  transcript({ rules, names, you, brief, steps }) {
    const lines = [];
    const seated = names.map((name, id) => ({ id, name }));
    const room = { status: "lobby", host: seated.at(-1).id };
    lines.push(`says: ${arrivalText({ me: you, mine: [you], room, seated })}`);
    const say = (given) => {
      const words = typeof given === "string" ? given : given();
      if (words) lines.push(`says: ${words}`);
    };
    const announcer = new Announcer(say, () => brief);
    const isMine = (seat) => seat === you;
    const context = { rules, nameOf: (seat) => names[seat], isMine, hasKeys: true };
    const state = {};
    const selection = new Selection();
    for (const { events, may, taps, asks } of steps) {
      if (events) {
        const before = copyOf(state);
        fold(state, events, rules);
        const acting = state.current === you;
        const toldTurn = announcer.events(events, before, { ...context, acting });
        selection.set(state.throw ?? [], legalMoves(may));
        if (acting && before.current !== you && !toldTurn) announcer.myTurn(state, context);
        if (!acting || !state.throw?.length) continue;
        const dice = state.throw.map((face, at) =>
          dieName({ face, at, count: state.throw.length, can: selection.canSelect(at) }),
        );
        lines.push(...dice.map((name) => `die: ${name}`));
        lines.push(`focus: ${dice[selection.firstScoring]}`);
        announcer.roll(selection, rules, state);
      } else if (asks) {
        lines.push(`presses: ${asks}`);
        const nameOf = (seat) => names[seat];
        const model = { selection, rules, state, nameOf, chances: [], asking: asks };
        announcer.question(asks, buttons(model), selection, context);
      } else if (taps === "all") {
        lines.push("presses: Keep all");
        selection.selectRow(selection.best);
        announcer.selected(selection);
      } else {
        for (const at of taps) {
          lines.push(`taps: die ${at + 1}`);
          selection.toggle(at);
          announcer.selected(selection);
        }
      }
    }
    return lines;
  },

  /** Returns the constants that the server has, too. */
  constants: () => ({ LONG, NEWCOMER_MINUTES, PING_EVERY, PING_AT_REST }),

  /** Returns whether the page offers a vote to go on at `now` (ms): whether it may be cast, and
      whether a note about the wait has a button for it. */
  mayGoOn({ sync, now }) {
    const store = new Store();
    store.sync(sync);
    Date.now = () => now;
    const current = store.seat(store.game.state.current);
    const note = noteOf({ store, current, voter: () => 2, waiting: { found: {} } });
    return [store.mayGoOn, Boolean(note?.act)];
  },

  /** Returns how a browser's notes compare with a record. It reloads its page now and then. */
  diceMemory({ next, added, frames, dice, seats, record }) {
    const storage = new FakeStorage();
    let memory = new DiceMemory("K7M2PQ9R", storage);
    const reload = () => {
      memory.save();
      memory = new DiceMemory("K7M2PQ9R", storage);
      memory.promised(next.number, next.commitment);
    };
    memory.promised(next.number, next.commitment);
    for (const [player, words] of Object.entries(added)) memory.added(next.number, player, words);
    for (const [at, { ply, events }] of frames.entries()) {
      memory.threw(next.number, ply, events);
      if (at % 7 === 3) reload();
    }
    memory.save();
    const note = new DiceMemory("K7M2PQ9R", storage).of(next.number);
    return { ...compare(note, { ...dice, seats }, record), plies: Object.keys(note.throws).length };
  },

  /** Returns what the page's check of a game file finds; `base` has the default rules, `weights`
      those of named dice. */
  async checkFile({ file, base, weights }) {
    const { throws, ...found } = await check(file, base, weights);
    return { ...found, throws: throws.length, wrong: throws.filter(({ fits }) => !fits).length };
  },

  /** Returns where the pages that follow a room differ from one that connects, after each step of
      `{at (ms), frames, late, fresh}`. One page is there from the start; it gets `frames`. Another
      one reads the same events anew (`late`). A third connects every few steps. */
  evening({ steps }) {
    const pages = { present: null, late: null, returning: null };
    const found = [];
    steps.forEach(({ at, frames, late, fresh }, number) => {
      Date.now = () => at;
      const connected = connect(fresh);
      for (const [name, page] of Object.entries(pages)) {
        if (page) {
          for (const frame of name === "late" ? late : frames) page[frame.type](frame);
          found.push(...differences(known(page), known(connected), [number, name]));
        }
        if (!page || (name === "returning" && number % RETURNS_EVERY === 0)) {
          pages[name] = connect(fresh);
        }
      }
    });
    return found;
  },

  /** Returns the turn that the home page demonstrates. */
  demonstration: () => ({ RULES, BEFORE, MOVES }),

  /** Returns what is read in the lobby that the server has drawn, before and after the scripts have
      drawn it. */
  lobby({ page, frames }) {
    setPage(page);
    const store = connect(frames);
    const editor = { card: { facts: pageData("card") }, sets: pageData("rule-sets") };
    const connection = { wanted: () => ({}) };
    const teams = new Teams(store, connection);
    const felt = new Felt(store, connection, teams);
    const lobby = new Lobby(store, connection, { editor, teams, felt });
    const before = shownIn(LOBBY);
    lobby.draw();
    return [before, shownIn(LOBBY)];
  },

  /** Returns small drawings as HTML: these numbers in pencil, dice, and an icon. */
  drawings({ sprite, values, dice }) {
    document.documentElement.dataset.sprite = sprite;
    const shown = dice.map((face) => staticDie(face));
    const drawn = [...values.map((value) => pencilled(value)), ...shown];
    return [...drawn, inlineDice(dice), icon("close")].map((node) => node.toString());
  },

  /** Returns the score pad of each state as HTML, made from the templates of a page. */
  pads({ page, sprite, rules, players, states }) {
    setPage(page);
    document.documentElement.dataset.sprite = sprite;
    return states.map((state) =>
      players.map((player, seat) => {
        const no = () => false;
        const model = { state, rules, playerAt: () => player, isMine: no, told: false };
        const row = makeRow();
        updateRow(row, seat, { ...model, isOffline: no, computerPlays: no }, { tag: () => "" });
        return row.toString();
      }),
    );
  },

  /** Returns what the page knows of the room after each frame. */
  store(frames) {
    const store = new Store();
    return frames.map((frame) => {
      store[frame.type](frame);
      const { room, players, game, due } = store;
      return copyOf({ n: frame.n, room, players, game, may: movesOf(store), due });
    });
  },
};

const given = (await text(process.stdin)).split("\n").filter(Boolean);
const results = given.map((one) => TASKS[process.argv[2]](JSON.parse(one)));
process.stdout.write((await Promise.all(results)).map((one) => JSON.stringify(one)).join("\n"));
