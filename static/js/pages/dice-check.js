// Throws the dice of a game again from its seed, and hashes its rules and names again, as
// farkle/engine/fairness.py does.
import { fitted, setAside } from "../lib/named-dice.js";
import { fromHex, hmacSha256, sha256, toHex } from "../lib/sha256.js";

const LARGEST_FAIR_BYTE = 252; // 42 times 6: the bytes below are shared equally by the faces
const text = new TextEncoder();

/**
 * The file of a game, as far as it is checked.
 * @typedef {import("../lib/dice-memory.js").Steps & { rules: Record<string, unknown>,
 *   teams: number[] | null, names: string[], players: number }} GameRecord
 * @typedef {{ commitment: string, seed: string, strings: string[], rules: string, names: string }}
 *   DiceProof
 * @typedef {{ record: GameRecord, dice: DiceProof, about?: { status?: string } }} GameFile
 * @typedef {{ turn: number, number: number, dice: number[], letters: string }} Throw
 * @typedef {Record<string, number[]>} Weights of the faces of named dice, by letter
 *
 * @typedef {Uint8Array<ArrayBuffer>} Bytes
 * @typedef {object} HashFunctions
 * @property {boolean} own whether they are ours
 * @property {(bytes: Bytes) => Promise<Bytes>} digest
 * @property {(key: Bytes, message: Bytes) => Promise<Bytes>} keyed
 */

/** Returns the browser's own SHA-256 (on https and localhost), or else ours.
    @returns {HashFunctions} */
export function hashFunctions(subtle = globalThis.crypto?.subtle) {
  if (!subtle) {
    return {
      own: true,
      digest: async (bytes) => sha256(bytes),
      keyed: async (key, message) => hmacSha256(key, message),
    };
  }
  const keys = new Map();
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  return {
    own: false,
    digest: async (bytes) => new Uint8Array(await subtle.digest("SHA-256", bytes)),
    keyed: async (key, message) => {
      if (!keys.has(key)) keys.set(key, subtle.importKey("raw", key, algorithm, false, ["sign"]));
      return new Uint8Array(await subtle.sign("HMAC", await keys.get(key), message));
    },
  };
}

/** Returns `count` faces from the HMACs of the texts of block 0, 1, ...
    @param {Bytes} seed @param {(block: number) => string} textOf @param {number} count
    @param {Pick<HashFunctions, "keyed">} functions */
async function draw(seed, textOf, count, { keyed }) {
  /** @type {number[]} */ const faces = [];
  for (let block = 0; faces.length < count; block++) {
    const bytes = await keyed(seed, text.encode(textOf(block)));
    for (const byte of bytes) if (byte < LARGEST_FAIR_BYTE) faces.push((byte % 6) + 1);
  }
  return faces.slice(0, count);
}

/** Returns the faces of dice with these weights, from the bytes that `draw` reads. A die skips
    bytes from the largest multiple of its sum of weights on.
    @param {Bytes} seed @param {(block: number) => string} textOf @param {number[][]} weights
    @param {Pick<HashFunctions, "keyed">} functions */
async function drawWeighted(seed, textOf, weights, { keyed }) {
  /** @type {number[]} */ const faces = [];
  for (let block = 0; faces.length < weights.length; block++) {
    for (const byte of await keyed(seed, text.encode(textOf(block)))) {
      const shares = weights[faces.length];
      if (!shares) break;
      const size = shares.reduce((sum, share) => sum + share, 0);
      if (byte >= 256 - (256 % size)) continue;
      let rest = byte % size;
      faces.push(1 + shares.findIndex((share) => (rest -= share) < 0));
    }
  }
  return faces;
}

/** Returns the `count` dice of throw `k`. @param {Bytes} seed @param {string[]} strings
    @param {number} k @param {number} count @param {Pick<HashFunctions, "keyed">} functions */
export const throwDice = (seed, strings, k, count, functions) =>
  draw(seed, (block) => `${k}:${block}:${strings.join(",")}`, count, functions);

/** Returns the dice of throw `k` of a game with dice of its own.
    @param {Bytes} seed @param {string[]} strings @param {number} k @param {Throw} thrown
    @param {Weights} weights @param {Pick<HashFunctions, "keyed">} functions */
function throwOwn(seed, strings, k, { dice, letters }, weights, functions) {
  if (!letters) return throwDice(seed, strings, k, dice.length, functions);
  const each = [...letters].map((letter) => weights[letter]);
  return drawWeighted(seed, (block) => `${k}:${block}:${strings.join(",")}`, each, functions);
}

/** Returns the dice of a throw of a deal. @param {Bytes} seed @param {Throw} thrown
    @param {Pick<HashFunctions, "keyed">} functions */
const throwDealt = (seed, { turn, number, dice }, functions) =>
  draw(seed, (block) => `deal:${turn}:${number}:${block}`, dice.length, functions);

/** Returns the throws of a record, the roll-off first: each with its round, its number in the turn,
    which is 0 if it repeats the first one (a second chance), and the letters of named dice.
    @param {GameRecord} record @returns {Throw[]} */
function throwsOf(record) {
  /** @type {Throw[]} */ const throws = [];
  let [turn, rolls, repeats] = [0, 0, false];
  /** @type {string[]} */ let chosen = [];
  let [seat, letters] = [0, ""];
  /** @type {number[]} */ let lying = [];
  for (const event of [record.start, ...record.steps].flatMap(({ events }) => events)) {
    if (event.e === "round") turn = event.number;
    else if (event.e === "turn") {
      rolls = 0;
      seat = event.seat;
      letters = chosen[seat] ?? "";
    } else if (event.e === "started") chosen = [...(event.chosen ?? [])];
    else if (event.e === "joined" && chosen.length) chosen.push(fitted("", chosen[0].length));
    else if (event.e === "kept") letters = setAside(letters, lying, event.dice).left;
    else if (event.e === "hot_dice") letters = chosen[seat] ?? "";
    else if (event.e === "second_chance") repeats = true;
    else if (event.e === "rolled" || event.e === "rolled_off") {
      if (!repeats) rolls++;
      lying = event.dice;
      const named = event.e === "rolled" ? letters : ""; // a roll-off has ordinary dice
      throws.push({ turn, number: repeats ? 0 : rolls, dice: event.dice, letters: named });
      repeats = false;
    }
  }
  return throws;
}

/** Returns JSON with the names of each object in order. @param {unknown} value @returns {string} */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join()}}`;
}

/** Returns what a game's terms cover of its named dice: {} without any.
    @param {GameRecord} record @param {Weights} weights */
function termsOfDice({ start }, weights) {
  const dice = start.events.find(({ e }) => e === "started")?.chosen;
  if (!dice?.length) return {};
  const letters = new Set(dice.join(""));
  return { dice, weights: Object.fromEntries([...letters].map((each) => [each, weights[each]])) };
}

/** Resolves to {rules, names}: the terms of a game as hashes. `base` has the default rules.
    @param {Bytes} key @param {GameRecord} record @param {Record<string, unknown>} base
    @param {Weights} weights @param {HashFunctions} functions */
async function termsOf(key, record, base, weights, { digest, keyed }) {
  const { rules, teams, names, players } = record;
  const changed = Object.entries(rules).filter(
    ([name, value]) => canonical(value) !== canonical(base[name] ?? null),
  );
  const agreed = canonical({
    ...{ rules: Object.fromEntries(changed), teams },
    ...termsOfDice(record, weights),
  });
  const each = names.slice(0, players).map((name) => digest(text.encode(name)));
  const listed = (await Promise.all(each)).map(toHex).join();
  return {
    rules: toHex(await keyed(key, text.encode(`rules:${agreed}`))),
    names: toHex(await keyed(key, text.encode(`names:${listed}`))),
  };
}

/** Resolves to what else the proof of a game covers: {fingerprint, rules, names}, the last two
    whether they are as the game began.
    @param {GameFile} file @param {Record<string, unknown>} base @param {Weights} weights
    @param {HashFunctions} functions */
async function covered({ record, dice }, base, weights, functions) {
  const terms = await termsOf(fromHex(dice.seed), record, base, weights, functions);
  const parts = [dice.commitment, dice.rules, dice.names, dice.strings.join()];
  return {
    fingerprint: toHex(await functions.digest(text.encode(parts.join(":")))),
    rules: terms.rules === dice.rules,
    names: terms.names === dice.names,
  };
}

/** Returns whether a game was played to its end. @param {GameRecord} record */
const isFinished = ({ steps }) => steps.some(({ events }) => events.some(({ e }) => e === "over"));

/** Resolves to {commitment, throws: [{recorded, computed, fits}], covers, end}: whether the seed is
    the promised one; each throw as recorded and as computed from the seed; what else is covered;
    and whether the end is there: "over", "unfinished", or "missing" if the file has cut it off.
    @param {GameFile} file @param {Record<string, unknown>} base @param {Weights} weights */
export async function check(file, base, weights, functions = hashFunctions()) {
  const { record, dice, about } = file;
  const { commitment, seed, strings } = dice;
  const key = fromHex(seed);
  const found = toHex(await functions.digest(key));
  const throws = [];
  for (const [at, thrown] of throwsOf(record).entries()) {
    const recorded = thrown.dice;
    // Nobody adds a string to the dice of a deal, which are the same for everybody.
    const computed = strings.length
      ? await throwOwn(key, strings, at + 1, thrown, weights, functions)
      : await throwDealt(key, thrown, functions);
    throws.push({ recorded, computed, fits: computed.join() === recorded.join() });
  }
  const unfinished = about?.status === "over" ? "missing" : "unfinished";
  return {
    commitment: found === commitment,
    throws,
    covers: await covered(file, base, weights, functions),
    end: isFinished(record) ? "over" : unfinished,
  };
}
