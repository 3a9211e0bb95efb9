import { test } from "node:test";
import assert from "node:assert/strict";
import { createHash, createHmac } from "node:crypto";
import { fromHex, hmacSha256, sha256, toHex } from "./sha256.js";

// Around the ends of a block of 64 bytes, with and without its padding.
const LENGTHS = [0, 1, 3, 55, 56, 63, 64, 65, 119, 120, 200, 1000];
const bytesOf = (length) => Uint8Array.from({ length }, (_, at) => (at * 7 + length) % 256);

test("the hash is SHA-256", () => {
  for (const bytes of LENGTHS.map(bytesOf)) {
    assert.equal(toHex(sha256(bytes)), createHash("sha256").update(bytes).digest("hex"));
  }
});

test("the keyed hash is HMAC with SHA-256", () => {
  for (const key of LENGTHS.map(bytesOf)) {
    for (const message of [bytesOf(0), bytesOf(77)]) {
      const wanted = createHmac("sha256", key).update(message).digest("hex");
      assert.equal(toHex(hmacSha256(key, message)), wanted);
    }
  }
});

test("hexadecimal digits are read and written", () => {
  assert.deepEqual([...fromHex("00ff0a")], [0, 255, 10]);
  assert.equal(toHex(Uint8Array.of(0, 255, 10)), "00ff0a");
  assert.equal(fromHex("").length, 0);
});
