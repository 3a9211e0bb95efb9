// Throws the dice of a game again from its seed, as games/state/dice.py does.
import { fromHex, hmacSha256, sha256, toHex } from "../lib/sha256.js";

const LARGEST_FAIR_BYTE = 252; // 42 times 6: the bytes below are shared equally by the faces
const text = new TextEncoder();

/** Returns the browser's own SHA-256 (on https and localhost), or else ours. */
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

/** Returns the `count` dice of throw `k`. */
export async function throwDice(seed, strings, k, count, { keyed }) {
  const faces = [];
  for (let block = 0; faces.length < count; block++) {
    const bytes = await keyed(seed, text.encode(`${k}:${block}:${strings.join(",")}`));
    for (const byte of bytes) if (byte < LARGEST_FAIR_BYTE) faces.push((byte % 6) + 1);
  }
  return faces.slice(0, count);
}

/** Returns the dice of each throw of a record, the roll-off first. */
function throwsOf(record) {
  const batches = [record.start, ...record.steps];
  return batches.flatMap(({ events }) =>
    events.filter(({ e }) => e === "rolled" || e === "rolled_off").map(({ dice }) => dice),
  );
}

/** Resolves to {commitment, throws: [{recorded, computed, fits}]}: whether the seed is the promised
    one, and each throw as recorded and as computed from the seed. */
export async function check(
  { record, dice: { commitment, seed, strings } },
  functions = hashFunctions(),
) {
  const key = fromHex(seed);
  const found = toHex(await functions.digest(key));
  const throws = [];
  for (const [at, recorded] of throwsOf(record).entries()) {
    const computed = await throwDice(key, strings, at + 1, recorded.length, functions);
    throws.push({ recorded, computed, fits: computed.join() === recorded.join() });
  }
  return { commitment: found === commitment, found, throws };
}
