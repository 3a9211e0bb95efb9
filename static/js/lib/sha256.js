// SHA-256 and HMAC-SHA256 (FIPS 180-4, RFC 2104), for pages on plain http, where browsers offer no
// Web Crypto. Bytes in, bytes out. The constants are computed as the standard defines them: the
// first 32 bits of the fractional parts of the square roots of the first 8 primes and of the cube
// roots of the first 64.

const BLOCK = 64;
/** @type {number[]} */ const primes = [];
for (let number = 2; primes.length < 64; number++) {
  if (primes.every((prime) => number % prime)) primes.push(number);
}

/** Returns the first 32 bits of the fractional part of the nth root of `prime`. Integers keep it
    exact. @param {number} prime @param {number} nth */
function rootBits(prime, nth) {
  const wanted = BigInt(prime) << BigInt(32 * nth);
  let low = 0n;
  let high = BigInt(prime) << 32n;
  while (low < high) {
    const middle = (low + high + 1n) >> 1n;
    if (middle ** BigInt(nth) <= wanted) low = middle;
    else high = middle - 1n;
  }
  return Number(low & 0xffffffffn);
}

const START = primes.slice(0, 8).map((prime) => rootBits(prime, 2));
const ROUND = primes.map((prime) => rootBits(prime, 3));

/** @param {number} word @param {number} by */
const rotated = (word, by) => (word >>> by) | (word << (32 - by));

/** @param {Uint32Array} state @param {DataView} view @param {number} at */
function compress(state, view, at) {
  const words = new Uint32Array(64);
  for (let i = 0; i < 16; i++) words[i] = view.getUint32(at + 4 * i);
  for (let i = 16; i < 64; i++) {
    const early = words[i - 15];
    const late = words[i - 2];
    const first = rotated(early, 7) ^ rotated(early, 18) ^ (early >>> 3);
    const second = rotated(late, 17) ^ rotated(late, 19) ^ (late >>> 10);
    words[i] = words[i - 16] + first + words[i - 7] + second;
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let i = 0; i < 64; i++) {
    const choice = (e & f) ^ (~e & g);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const one =
      (h + (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) + choice + ROUND[i] + words[i]) | 0;
    const two = ((rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + majority) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => (state[i] += word));
}

export function sha256(/** @type {Uint8Array} */ bytes) {
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / BLOCK) * BLOCK);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setBigUint64(padded.length - 8, BigInt(bytes.length) * 8n);
  const state = Uint32Array.from(START);
  for (let at = 0; at < padded.length; at += BLOCK) compress(state, view, at);
  const out = new DataView(new ArrayBuffer(32));
  state.forEach((word, i) => out.setUint32(4 * i, word));
  return new Uint8Array(out.buffer);
}

/** @param {Uint8Array} one @param {Uint8Array} other */
const joined = (one, other) => Uint8Array.from([...one, ...other]);

/** @param {Uint8Array} key @param {Uint8Array} message */
export function hmacSha256(key, message) {
  const block = new Uint8Array(BLOCK);
  block.set(key.length > BLOCK ? sha256(key) : key);
  const inner = sha256(
    joined(
      block.map((byte) => byte ^ 0x36),
      message,
    ),
  );
  return sha256(
    joined(
      block.map((byte) => byte ^ 0x5c),
      inner,
    ),
  );
}

export const fromHex = (/** @type {string} */ hex) =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
export const toHex = (/** @type {Uint8Array} */ bytes) =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
