import { test } from "node:test";
import assert from "node:assert/strict";
import { fromHex, sha256, toHex } from "../lib/sha256.js";
import { check, hashFunctions, throwDice } from "./dice-check.js";

// That the server throws the same: tests/scripts/test_dice_check.py.

const SEED = "ab".repeat(32);
const STRINGS = ["Abcdefgh", ""];

test("a page on plain http throws the same as one with Web Crypto", async () => {
  const [theirs, ours] = [hashFunctions(), hashFunctions(null)];
  assert.deepEqual([theirs.own, ours.own].map(Boolean), [false, true]);
  for (let number = 1; number <= 40; number++) {
    const [first, second] = [theirs, ours].map((means) =>
      throwDice(fromHex(SEED), STRINGS, number, 1 + (number % 6), means),
    );
    assert.deepEqual(await first, await second);
  }
  const many = (means) => throwDice(fromHex(SEED), STRINGS, 41, 100, means);
  assert.deepEqual(await many(theirs), await many(ours));
});

test("a seed, a text or a die that was changed is seen", async () => {
  const roll = await throwDice(fromHex(SEED), STRINGS, 1, 6, hashFunctions());
  const recordOf = (thrown) => ({
    ...{ rules: {}, teams: null, names: ["Mara", "Teo"], players: 2, start: { events: [] } },
    steps: [{ events: [{ e: "rolled", dice: thrown }] }],
  });
  const record = recordOf(roll);
  const commitment = toHex(sha256(fromHex(SEED)));
  const dice = { commitment, rules: "", names: "", seed: SEED, strings: STRINGS };
  const found = async (file) => {
    const { commitment: promised, throws } = await check(file, {}, {});
    return [promised, throws.every(({ fits }) => fits)];
  };
  assert.deepEqual(await found({ record, dice }), [true, true]);
  const other = recordOf([(roll[0] % 6) + 1, ...roll.slice(1)]);
  assert.deepEqual(await found({ record: other, dice }), [true, false]);
  const seed = "ac".repeat(32);
  assert.deepEqual(await found({ record, dice: { ...dice, seed } }), [false, false]);
  const strings = ["Abcdefgi", ""];
  assert.deepEqual(await found({ record, dice: { ...dice, strings } }), [true, false]);
});
