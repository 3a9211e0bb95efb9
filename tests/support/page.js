// Runs the page's own scripts without a browser, for tests: the name of a task as argument, what it
// is given as JSON lines on stdin, one result for each as JSON lines on stdout.
import { text } from "node:stream/consumers";
import process from "node:process";

globalThis.document = { documentElement: { lang: "en" } }; // all that these scripts ask of a page

const { copyOf, fold } = await import("../../static/js/client/fold.js");
const { Store } = await import("../../static/js/client/store.js");
const { TurnLog } = await import("../../static/js/client/turns.js");
const { narrate, turnLine } = await import("../../static/js/table/narration.js");

const line = (turn) => turnLine(turn, "Ines").join("; ");

const TASKS = {
  /** A game's state after each event. A page folds a second state from the same events, the one it
      shows: `alike` says whether both stay the same. */
  fold({ rules, batches }) {
    const [state, shown] = [{}, {}];
    const states = batches.flat().map((event) => {
      fold(state, [event], rules);
      fold(shown, [event], rules);
      return copyOf(state);
    });
    return { states, alike: JSON.stringify(state) === JSON.stringify(shown) };
  },

  /** The turns of a game, each with its line of the log. */
  turns({ rules, batches }) {
    const turns = new TurnLog();
    const state = {};
    for (const events of batches) {
      fold(state, events, rules);
      turns.fold(events, state.scores);
    }
    return turns.finished.map((turn) => ({ ...turn, line: line(turn) }));
  },

  /** The line of the log for each of these turns. */
  lines: ({ turns }) => turns.map(line),

  /** What a reader hears of each batch. `you`: the reader's seat, or null. */
  narrate({ rules, batches, names, you }) {
    const state = {};
    const told = { rules, nameOf: (seat) => names[seat], isMine: (seat) => seat === you };
    return batches.map((events) => {
      const said = narrate(events, state, told);
      fold(state, events, rules);
      return said;
    });
  },

  /** What the page knows of the room after each frame. */
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
