// The dice of a game, thrown again from its seed: what games/state/dice.py does, in the reader's browser.
import { hmacSha256, sha256 } from "../lib/sha256.js";

const LARGEST_FAIR_BYTE = 252; // 42 times 6: of the bytes below it every face gets as many
const text = new TextEncoder();

/** The browser's own arithmetic where it has one (https, or this machine), else ours. */
export function arithmetic(subtle = globalThis.crypto?.subtle) {
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

export const fromHex = (hex) =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
export const toHex = (bytes) =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** The `count` dice of throw `k`. */
export async function thrown(seed, strings, k, count, { keyed }) {
  const faces = [];
  for (let block = 0; faces.length < count; block++) {
    const bytes = await keyed(seed, text.encode(`${k}:${block}:${strings.join(",")}`));
    for (const byte of bytes) if (byte < LARGEST_FAIR_BYTE) faces.push((byte % 6) + 1);
  }
  return faces.slice(0, count);
}

/** Every throw of a record, the roll-off first: its dice as they were told. */
function throwsOf(record) {
  const batches = [record.start, ...record.steps];
  return batches.flatMap(({ events }) =>
    events.filter(({ e }) => e === "rolled" || e === "rolled_off").map(({ dice }) => dice),
  );
}

/** {commitment: does it fit, throws: [{told, made, fits}]}. */
export async function check({ record, dice: { commitment, seed, strings } }, with_ = arithmetic()) {
  const key = fromHex(seed);
  const found = toHex(await with_.digest(key));
  const throws = [];
  for (const [at, told] of throwsOf(record).entries()) {
    const made = await thrown(key, strings, at + 1, told.length, with_);
    throws.push({ told, made, fits: made.join() === told.join() });
  }
  return { commitment: found === commitment, found, throws };
}
