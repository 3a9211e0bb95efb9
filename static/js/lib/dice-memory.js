// What this browser itself saw of the dice: the fingerprint before the game, the texts it added and
// the throws. It stays in localStorage, so that the check after the game needs nobody's word.

const PREFIX = "farkle-dice:";
const MOST_GAMES = 30;
const MOST_THROWS = 3000; // of one game
const SAVE_AFTER = 1000; // ms

/** Returns localStorage, or null where that is forbidden. */
function storageOfBrowser() {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null;
  }
}

export class DiceMemory {
  /** `room` is a room's code. */
  constructor(room, storage = storageOfBrowser()) {
    this.room = room;
    this.storage = storage;
    this.note = null; // of the game that changes
    this.timer = 0;
  }

  /** Returns the note of a game, or null: {number, at, commitment, fingerprint?, added, throws}.
      `added` has the texts by player, `throws` the dice by ply. */
  of(number) {
    if (this.note?.number === number) return this.note;
    try {
      return JSON.parse(this.storage?.getItem(this.key(number)) ?? "null");
    } catch {
      return null;
    }
  }

  /** Notes the fingerprint of a game that is not over. The first one counts. */
  promised(number, commitment) {
    if (this.note?.number === number) return;
    this.save();
    this.note = this.of(number) ?? { number, at: Date.now(), commitment, added: {}, throws: {} };
    this.schedule();
  }

  /** Notes the fingerprint with which a game began. The first one counts. */
  began(number, fingerprint) {
    if (this.note?.number !== number || this.note.fingerprint) return;
    this.note.fingerprint = fingerprint;
    this.schedule();
  }

  /** Returns whether this browser has added a text for this player. */
  hasAdded(number, player) {
    return Boolean(this.of(number)?.added[player]);
  }

  /** Notes a text that the server has accepted. */
  added(number, player, text) {
    if (this.note?.number !== number) return;
    this.note.added[player] = [...(this.note.added[player] ?? []), text];
    this.save();
  }

  /** Notes the throws in the events after which the game has this ply. */
  threw(number, ply, events) {
    const dice = diceOf(events);
    if (this.note?.number !== number || !dice.length) return;
    if (Object.keys(this.note.throws).length >= MOST_THROWS) return;
    this.note.throws[ply] = dice.join("");
    this.schedule();
  }

  schedule() {
    this.timer ||= setTimeout(() => this.save(), SAVE_AFTER);
  }

  /** Writes down what is not written yet. */
  save() {
    clearTimeout(this.timer);
    this.timer = 0;
    if (!this.note || !this.storage) return; // it lasts as long as the page
    try {
      this.storage.setItem(this.key(this.note.number), JSON.stringify(this.note));
      this.forgetOldest();
    } catch {
      // The storage is full.
    }
  }

  forgetOldest() {
    const keys = Object.keys(this.storage).filter((key) => key.startsWith(PREFIX));
    if (keys.length <= MOST_GAMES) return;
    const age = (key) => JSON.parse(this.storage.getItem(key))?.at ?? 0;
    keys.sort((one, other) => age(one) - age(other));
    for (const key of keys.slice(0, keys.length - MOST_GAMES)) this.storage.removeItem(key);
  }

  key(number) {
    return `${PREFIX}${this.room}:${number}`;
  }
}

/** Returns the dice of all throws among events as they are sent. */
const diceOf = (events) =>
  events
    .filter(([name]) => name === "rolled" || name === "rolled_off")
    .flatMap((event) => event.at(-1));

/** Compares a note with what the server says: {promise, text, throws}, each true, false, or null
    where nothing was noted. `seats` has the player of each seat; `record` may be missing. */
export function compare(note, { commitment, fingerprint, strings, seats }, record = null) {
  const own = Object.entries(note.added)
    .map(([player, texts]) => [seats.indexOf(Number(player)), texts])
    .filter(([seat]) => seat >= 0 && seat < strings.length); // later seats add nothing
  const seen = record ? Object.entries(note.throws) : [];
  return {
    promise:
      note.commitment === commitment && (!note.fingerprint || note.fingerprint === fingerprint),
    text: own.length ? own.every(([seat, texts]) => texts.includes(strings[seat])) : null,
    throws: seen.length ? seen.every(([ply, dice]) => recorded(record, ply) === dice) : null,
  };
}

/** Returns the dice that a record has at this ply. */
function recorded({ start, steps }, ply) {
  const { events } = (Number(ply) ? steps[ply - 1] : start) ?? { events: [] };
  return events.flatMap(({ e, dice }) => (e.startsWith("rolled") ? dice : [])).join("");
}
