// Runs the page's scripts in Node, for tests. The argument names a task. Each line of stdin is an
// input in JSON, each line of stdout its result.
import { text } from "node:stream/consumers";
import process from "node:process";

// All that these scripts need of a page.
globalThis.document = {
  documentElement: { lang: "en" },
  getElementById: () => null,
  querySelectorAll: () => [],
};
globalThis.addEventListener = () => {};
globalThis.matchMedia = () => ({ matches: false });

const { Speech } = await import("../../static/js/lib/speech.js");
const { minutesFor } = await import("../../static/js/lib/time.js");
const { copyOf, fold } = await import("../../static/js/client/fold.js");
const { check } = await import("../../static/js/pages/dice-check.js");
const { DiceMemory, compare } = await import("../../static/js/lib/dice-memory.js");
const { Connection } = await import("../../static/js/client/connection.js");
const { LONG, NEWCOMER_MINUTES, Store } = await import("../../static/js/client/store.js");
const { TurnLog } = await import("../../static/js/client/turns.js");
const { throwDice, landed, depthIn, FRAMES } = await import(
  "../../static/js/table/throw/physics.js"
);
const { Stage } = await import("../../static/js/table/throw/stage.js");
const { columns } = await import("../../static/js/table/throw/quaternion.js");
const { split } = await import("../../static/js/table/animation-queue.js");
const { buttons } = await import("../../static/js/table/actions.js");
const { Announcer, arrivalText } = await import("../../static/js/table/announcer.js");
const { dieName } = await import("../../static/js/table/text/dice.js");
const { roundNote } = await import("../../static/js/table/text/headings.js");
const { narrate, turnText } = await import("../../static/js/table/text/narration.js");
const { scoreText } = await import("../../static/js/table/text/score.js");
const { coming, goalText, toGoText, waitingText } = await import(
  "../../static/js/table/text/status.js"
);
const { seatsByPlace, teamsByPlace } = await import("../../static/js/client/sides.js");
const { howText, turnText: ownText, winText } = await import("../../static/js/room/result-text.js");
const { noteOf } = await import("../../static/js/room/absence/note.js");
const { leaveQuestion } = await import("../../static/js/room/leaving.js");
const { momentOf, momentWords } = await import("../../static/js/table/moments.js");
const { goalText: padGoal, standingTag } = await import("../../static/js/table/scorepad.js");
const { Selection } = await import("../../static/js/table/selection.js");
const { Tips } = await import("../../static/js/table/tour.js");

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
  const data = copyOf({ ...store, byId, online: [...store.online] });
  for (const name of UNFOLLOWED) delete data.game?.state[name];
  data.turns.finished = data.turns.finished.slice(-TURNS_SENT);
  return data;
}

const UNFOLLOWED = ["version", "offer", "ply", "reached", "since", "tied_at"];

/** Returns [...path, one, other] for each place where two values differ. */
function differences(one, other, path) {
  if (one && other && typeof one === "object" && typeof other === "object") {
    const names = new Set([...Object.keys(one), ...Object.keys(other)]);
    return [...names].flatMap((name) => differences(one[name], other[name], [...path, name]));
  }
  return one === other ? [] : [[...path, one, other]];
}

/** Returns a connection that calls `onSent(frame)` instead of sending. */
function unplugged(onSent, timers = { setTimeout() {}, clearTimeout() {} }) {
  Object.assign(globalThis, {
    WebSocket: Object.assign(() => {}, { OPEN: 1, CONNECTING: 0 }),
    ...timers,
  });
  globalThis.document.addEventListener = () => {};
  Connection.prototype.open = () => {};
  Connection.prototype.retry = () => {};
  const send = (frame) => onSent(JSON.parse(frame));
  const socket = { readyState: 1, addEventListener() {}, close() {}, send };
  return Object.assign(new Connection("", {}), { socket, head: 7 });
}

const line = (turn) => turnText(turn, "Ines").join("; ");

/** Returns what the note of somebody reads who has sat down during this game. */
function newcomer(state, rules) {
  const room = { settings: { late: "play" }, autoplay: [], votes: {}, holidays: [] };
  const store = { room, due: {}, me: 99, mine: [99], mySeats: [], game: { state, rules } };
  const current = state.phase === "over" ? undefined : { id: state.current, name: "" };
  return { store, current, waiting: { found: {} }, voter: () => undefined };
}

/** Stands for localStorage: what is kept are its own properties. */
class Storage {
  getItem(key) {
    return this[key] ?? null;
  }

  setItem(key, value) {
    this[key] = value;
  }

  removeItem(key) {
    delete this[key];
  }
}

const TASKS = {
  /** Returns what somebody reads who waits for the seat at turn. */
  waiting({ state, mine, names }) {
    const seat = (at) => ({ name: names[at] });
    const game = { rules: { rounds: 0 } };
    return waitingText(state, { room: {}, me: mine[0], mySeats: mine, seat, game });
  },

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
      selection.set(state.throw, may);
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
          own: over ? ownText(store, model, { number: 0 }) : "",
          leave: leaveQuestion(store, mySeats),
          score: scoreText(state, { nameOf, isMine: (seat) => mySeats.includes(seat), atRisk: 0 }),
        };
      });
      return {
        said,
        goal: goalText(rules),
        coming: coming(state, rules),
        joins: noteOf(newcomer(state, rules))?.words ?? "",
        padGoal: padGoal(state, rules),
        tags: Object.keys(state.scores).map((seat) => standingTag(state, rules)(Number(seat))),
        places: seatsByPlace(state),
        teams: teamsByPlace(state),
      };
    });
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

  /** Returns the detail after each frame of a throw. The frames take so many ms, the first of them
      none: the throw begins with it. */
  details(frames) {
    const fields = { detail: 2, shown: 1, sample: null, look: {}, renderer: { set() {} } };
    const stage = Object.assign(Object.create(Stage.prototype), fields);
    let now = 0;
    return frames.map((frame) => {
      now += frame;
      stage.shown += 1;
      stage.keepUp(now);
      return stage.detail;
    });
  },

  /** Returns the note of a final round or tiebreaker as one text. */
  note({ state, seats, names }) {
    return roundNote(state, seats, (at) => names[at]).join(" ");
  },

  /** Returns the scenes of each batch: their events, how long they are shown, the moment, and what
      it says to the viewer with these seats. */
  moments({ rules, batches, names, seats }) {
    const state = {};
    const pace = { throw: 900, moment: 1600, rolloff: 1900 };
    return batches.map((events) => {
      const acting = seats.includes(state.current);
      return split(events, { pace, before: state, rules, acting }).map((scene) => {
        fold(state, scene.events, rules);
        const model = {
          scene,
          state,
          mine: seats.includes(state.current),
          mySeats: seats,
          name: names[state.current],
          nameOf: (seat) => names[seat],
        };
        const { events: shown, hold } = scene;
        return { events: shown, hold, moment: momentOf(model), words: momentWords(model) };
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
    const say = (words, { short = words } = {}) => {
      if (words) lines.push(`says: ${words}`);
      if (short !== words) lines.push(`in short: ${short || "nothing"}`);
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
        announcer.events(events, before, { ...context, acting });
        selection.set(state.throw ?? [], may);
        if (acting && before.current !== you) announcer.myTurn(state, context);
        if (!acting || !state.throw?.length) continue;
        const dice = state.throw.map((face, at) =>
          dieName({ face, at, count: state.throw.length, can: selection.canSelect(at) }),
        );
        lines.push(...dice.map((name) => `die: ${name}`));
        lines.push(`focus: ${dice[selection.firstScoring]}`);
        announcer.roll(selection, rules);
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

  /** Returns the tip after a roll, and the button that selects dice. */
  tip({ rules, state, may }) {
    const selection = new Selection();
    selection.set(state.throw, may);
    const model = { rules, state, may, selection, mySeats: [0], chances: [] };
    const tips = new Tips(() => {});
    const { more } = tips.current({ ...model, canAct: true, live: true }, 0);
    clearTimeout(tips.timer);
    return [more, buttons(model).roll.label];
  },

  /** Returns what is said to somebody who asks for the score. */
  score: ({ state, you, names, atRisk }) =>
    scoreText(state, { nameOf: (seat) => names[seat], isMine: (seat) => seat === you, atRisk }),

  /** Returns what screen readers are given, and when the focus moves, as [ms, words]. Of the steps,
      [ms, words, options] says something, and [ms] wants to move the focus after the reading. */
  speech(steps) {
    let now = 0;
    let ids = 0;
    const timers = new Map();
    const happened = [];
    performance.now = () => now;
    globalThis.setTimeout = (act, after) => timers.set(++ids, [now + after, act]) && ids;
    globalThis.clearTimeout = (id) => timers.delete(id);
    const speech = new Speech((words) => happened.push([now, words]));
    for (const [at, words, options] of steps) {
      globalThis.setTimeout(() => {
        if (words) speech.say(words, options);
        else speech.afterReading(() => happened.push([now, "focus"]));
      }, at);
    }
    while (timers.size) {
      const [[id, [at, act]]] = [...timers].sort(([, a], [, b]) => a[0] - b[0]);
      now = at;
      timers.delete(id);
      act();
    }
    return happened;
  },

  /** Returns the constants that the server has, too. */
  constants: () => ({ LONG, NEWCOMER_MINUTES }),

  /** Returns how many minutes the lobby shows, and whether the game takes longer. */
  minutesFor({ list, players }) {
    const { count, longer } = minutesFor(list, players);
    return [count, longer];
  },

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
    const storage = new Storage();
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

  /** Returns what the page's check of a game file finds; `base` has the default rules. */
  async checkFile({ file, base }) {
    const { throws, ...found } = await check(file, base);
    return { ...found, throws: throws.length, wrong: throws.filter(({ fits }) => !fits).length };
  },

  /** Returns how many games are noted after so many. */
  diceMemories({ games }) {
    const storage = new Storage();
    const memory = new DiceMemory("K7M2PQ9R", storage);
    for (let number = 1; number <= games; number++) {
      memory.promised(number, "");
      memory.note.at = number;
    }
    memory.save();
    return { kept: Object.keys(storage).length, newest: Boolean(memory.of(games)) };
  },

  /** Returns the pings of a page: when (s), and after how many seconds it says the next one comes.
      `steps` has how long (s) a game runs or does not, in turn. */
  pace({ steps }) {
    const timers = new Map();
    const sent = [];
    let [now, ids] = [0, 0];
    const connection = unplugged(({ next }) => sent.push([now / 1000, next]), {
      setTimeout: (act, after) => timers.set(++ids, [now + after, act]) && ids,
      clearTimeout: (id) => timers.delete(id),
    });
    for (const [playing, seconds] of steps) {
      const end = now + 1000 * seconds;
      connection.setPace(playing);
      for (;;) {
        const [[id, [at, act]]] = [...timers].sort(([, a], [, b]) => a[0] - b[0]);
        if (at > end) break;
        now = at;
        timers.delete(id);
        act();
      }
      now = end;
    }
    return sent;
  },

  /** Returns what a page that has the events up to `head` sends after a `pong` of the server. */
  pong({ head, n }) {
    const sent = [];
    const connection = unplugged((frame) => sent.push(frame));
    connection.head = head;
    connection.receive({ type: "pong", n, now: 0 });
    return sent;
  },

  /** Returns how a throw goes: the places, turns (as columns) and overlaps of its last frame, how
      deep dice were in each other, felt or rim on the way, and how far the paths were bent. */
  throwDice({ felt, seed, slots, faces }) {
    const steps = throwDice(felt, seed);
    let step = steps.next();
    let slices = 1;
    for (; !step.done; slices++) step = steps.next();
    const paths = landed(step.value, slots, faces);
    const frame = (at) =>
      paths.map((path) => ({ place: path[at].place, axes: columns(path[at].turn) }));
    const corners = ({ place, axes }) =>
      [0, 1, 2, 3, 4, 5, 6, 7].map((which) =>
        place.map((part, i) =>
          axes.reduce((sum, axis, of) => sum + axis[i] * (which & (1 << of) ? 0.3 : -0.3), part),
        ),
      );
    const overlap = (dice) =>
      Math.max(
        0,
        ...dice.flatMap((one) =>
          dice
            .filter((other) => other !== one)
            .flatMap((other) => corners(one).map((corner) => depthIn(other, corner)[0])),
        ),
      );
    const { left, right, near, far } = felt.bounds;
    const outside = (dice) =>
      Math.max(
        ...dice
          .flatMap(corners)
          .flatMap(([x, y, z]) => [left - x, x - right, near - y, y - far, -z])
          .map((depth) => depth + 0.2),
      );
    const every = Array.from({ length: FRAMES + 1 }, (_, at) => frame(at));
    return {
      slices,
      off: step.value.off,
      end: every.at(-1),
      endOverlap: overlap(every.at(-1)),
      // In the first frames the dice still lie as close as in the heap.
      overlap: Math.max(...every.slice(8).map(overlap)),
      outside: Math.max(...every.slice(8).map(outside)),
      lastMove: Math.max(
        ...every
          .at(-1)
          .map(({ place }, die) =>
            Math.hypot(...place.map((part, i) => part - every.at(-2)[die].place[i])),
          ),
      ),
    };
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

  /** Returns what the page knows of the room after each frame. */
  store(frames) {
    const store = new Store();
    return frames.map((frame) => {
      store[frame.type](frame);
      const { room, players, game, may, due } = store;
      return copyOf({ n: frame.n, room, players, game, may, due });
    });
  },
};

const given = (await text(process.stdin)).split("\n").filter(Boolean);
const results = given.map((one) => TASKS[process.argv[2]](JSON.parse(one)));
process.stdout.write((await Promise.all(results)).map((one) => JSON.stringify(one)).join("\n"));
