// Runs the page's scripts in Node, for tests. The argument names a task. Each line of stdin is an
// input in JSON, each line of stdout its result.
import { text } from "node:stream/consumers";
import process from "node:process";

globalThis.document = { documentElement: { lang: "en" } }; // all that these scripts need of a page

const { copyOf, fold } = await import("../../static/js/client/fold.js");
const { DiceMemory, compare } = await import("../../static/js/lib/dice-memory.js");
const { Store } = await import("../../static/js/client/store.js");
const { mayGoOn } = await import("../../static/js/client/votes.js");
const { TurnLog } = await import("../../static/js/client/turns.js");
const { throwDice, landed, depthIn, FRAMES } =
  await import("../../static/js/table/throw/physics.js");
const { columns } = await import("../../static/js/table/throw/quaternion.js");
const { narrate, turnText } = await import("../../static/js/table/narration.js");

const line = (turn) => turnText(turn, "Ines").join("; ");

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

  /** Returns whether the page offers a vote to go on at `now` (ms). */
  mayGoOn({ sync, now }) {
    const store = new Store();
    store.sync(sync);
    return mayGoOn(store, now);
  },

  /** Returns for each event after a `sync` whether the player at turn is waited for anew. */
  waitsAnew({ sync, frames }) {
    const store = new Store();
    store.sync(sync);
    return frames.map((frame) => {
      store.moved = null;
      store.event(frame);
      return store.moved !== null;
    });
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
        ...every.at(-1).map(({ place }, die) =>
          Math.hypot(...place.map((part, i) => part - every.at(-2)[die].place[i])),
        ),
      ),
    };
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
const results = given.map((one) => JSON.stringify(TASKS[process.argv[2]](JSON.parse(one))));
process.stdout.write(results.join("\n"));
