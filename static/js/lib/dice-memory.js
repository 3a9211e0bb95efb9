// What this browser itself saw of the dice: the fingerprint before the game, the texts it added and
// the throws. It stays in localStorage, so that the check after the game needs nobody's word.

const PREFIX = "farkle-dice:";
const MOST_GAMES = 30;
const MOST_THROWS = 3000; // of one game
const SAVE_AFTER = 1000; // ms

/**
 * What is kept of a game: `added` has the texts by player, `throws` the dice by ply.
 * @typedef {object} Note
 * @property {number} number
 * @property {number} at when it was begun, in ms
 * @property {string} commitment
 * @property {string} [fingerprint]
 * @property {Record<string, string[]>} added
 * @property {Record<string, string>} throws
 *
 * @typedef {{ events: { e: string, dice: number[], number: number, seat: number,
 *   chosen?: string[] }[] }} Step of a game's record
 * @typedef {{ start: Step, steps: Step[] }} Steps
 */

/** Returns localStorage, or null where that is forbidden. */
function storageOfBrowser() {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null;
  }
}

export class DiceMemory {
  /** @type {Note | null} */ note = null; // of the game that changes
  timer = 0;

  /** `room` is a room's code. @param {string} room */
  constructor(room, storage = storageOfBrowser()) {
    this.room = room;
    this.storage = storage;
  }

  /** Returns the note of a game, or null. @param {number} number @returns {Note | null} */
  of(number) {
    if (this.note?.number === number) return this.note;
    try {
      return JSON.parse(this.storage?.getItem(this.key(number)) ?? "null");
    } catch {
      return null;
    }
  }

  /** Notes the fingerprint of a game that is not over. The first one counts.
      @param {number} number @param {string} commitment */
  promised(number, commitment) {
    if (this.note?.number === number) return;
    this.save();
    this.note = this.of(number) ?? { number, at: Date.now(), commitment, added: {}, throws: {} };
    this.schedule();
  }

  /** Notes the fingerprint with which a game began. The first one counts.
      @param {number} number @param {string} fingerprint */
  began(number, fingerprint) {
    if (this.note?.number !== number || this.note.fingerprint) return;
    this.note.fingerprint = fingerprint;
    this.schedule();
  }

  /** Returns whether this browser has added a text for this player.
      @param {number} number @param {number} player */
  hasAdded(number, player) {
    return Boolean(this.of(number)?.added[player]);
  }

  /** Notes a text that the server has accepted.
      @param {number} number @param {number} player @param {string} text */
  added(number, player, text) {
    if (this.note?.number !== number) return;
    this.note.added[player] = [...(this.note.added[player] ?? []), text];
    this.save();
  }

  /** Notes the throws in the events after which the game has this ply.
      @param {number} number @param {number} ply @param {Wire.Event[]} events */
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
      this.forgetOldest(this.storage);
    } catch {
      // The storage is full.
    }
  }

  forgetOldest(/** @type {Storage} */ storage) {
    const keys = Object.keys(storage).filter((key) => key.startsWith(PREFIX));
    if (keys.length <= MOST_GAMES) return;
    const age = (/** @type {string} */ key) => JSON.parse(storage.getItem(key) ?? "null")?.at ?? 0;
    keys.sort((one, other) => age(one) - age(other));
    for (const key of keys.slice(0, keys.length - MOST_GAMES)) storage.removeItem(key);
  }

  key(/** @type {number} */ number) {
    return `${PREFIX}${this.room}:${number}`;
  }
}

/** Returns the dice of all throws among events as they are sent. @param {Wire.Event[]} events */
const diceOf = (events) =>
  events.flatMap((event) =>
    event[0] === "rolled" ? event[1] : event[0] === "rolled_off" ? event[2] : [],
  );

/** Compares a note with what the server says: {promise, text, throws}, each true, false, or null
    where nothing was noted. `seats` has the player of each seat; `record` may be missing.
    @param {Note} note
    @param {{ commitment: string, fingerprint: string, strings: string[], seats: number[] }} game
    @param {Steps | null} record */
export function compare(note, { commitment, fingerprint, strings, seats }, record = null) {
  const own = Object.entries(note.added)
    .map(([player, texts]) => ({ seat: seats.indexOf(Number(player)), texts }))
    .filter(({ seat }) => seat >= 0 && seat < strings.length); // later seats add nothing
  const seen = record ? Object.entries(note.throws) : [];
  return {
    promise:
      note.commitment === commitment && (!note.fingerprint || note.fingerprint === fingerprint),
    text: own.length ? own.every(({ seat, texts }) => texts.includes(strings[seat])) : null,
    throws:
      record && seen.length ? seen.every(([ply, dice]) => recorded(record, ply) === dice) : null,
  };
}

/** Returns the dice that a record has at this ply. @param {Steps} record @param {string} ply */
function recorded({ start, steps }, ply) {
  const { events } = (Number(ply) ? steps[Number(ply) - 1] : start) ?? { events: [] };
  return events.flatMap(({ e, dice }) => (e.startsWith("rolled") ? dice : [])).join("");
}
