import { test } from "node:test";
import assert from "node:assert/strict";
import { fromBase64url, toBase64url } from "./base64url.js";

test("bytes are written as everybody writes them, and read again", () => {
  for (const bytes of [
    [],
    [0],
    [255, 254],
    [251, 239, 190],
    [62, 63, 250, 7],
    [...Array(256).keys()],
  ]) {
    const written = Buffer.from(bytes).toString("base64url");
    assert.equal(toBase64url(new Uint8Array(bytes).buffer), written);
    assert.deepEqual([...fromBase64url(written)], bytes);
  }
});
