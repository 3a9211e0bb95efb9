"""Our own SHA-256 against the browser's and against Python's, and dice against the engine."""

import hashlib
import hmac
from collections.abc import Callable

from farkle.engine.fairness import throw
from tests.support import services
from tests.support.seats import Seat

LENGTHS = (0, 1, 3, 55, 56, 63, 64, 65, 119, 120, 200, 1000)


def test_our_arithmetic_is_that_of_the_browser_and_of_python(
    take_seat: Callable[..., Seat], server: services.Daphne
) -> None:
    page = take_seat().page
    page.goto("/rules/")
    texts = ["".join(chr(97 + (n * 7 + length) % 26) for n in range(length)) for length in LENGTHS]
    found = page.evaluate(
        """async (texts) => {
            const ours = await import("/static/js/lib/sha256.js");
            const { toHex } = ours;
            const { hashFunctions } = await import("/static/js/pages/dice-check.js");
            const theirs = hashFunctions();
            if (theirs.own) throw new Error("no Web Crypto here");
            const bytes = texts.map((text) => new TextEncoder().encode(text));
            const rows = [];
            for (const one of bytes) {
                const key = one.length ? one : new Uint8Array([7]);
                rows.push([
                    toHex(ours.sha256(one)), toHex(await theirs.digest(one)),
                    toHex(ours.hmacSha256(key, one)), toHex(await theirs.keyed(key, one)),
                ]);
            }
            return rows;
        }""",
        texts,
    )
    for text, (ours, theirs, our_mac, their_mac) in zip(texts, found, strict=True):
        key = text.encode() or b"\x07"
        assert ours == theirs == hashlib.sha256(text.encode()).hexdigest()
        assert our_mac == their_mac == hmac.digest(key, text.encode(), "sha256").hex()


def test_both_ways_of_arithmetic_throw_what_the_server_throws(
    take_seat: Callable[..., Seat], server: services.Daphne
) -> None:
    page = take_seat().page
    page.goto("/rules/")
    seed, strings = bytes(range(32)), ["Abcdefgh", "", "x_y-z12345"]
    found = page.evaluate(
        """async ([seed, strings]) => {
            const js = "/static/js/pages/dice-check.js";
            const { hashFunctions, throwDice } = await import(js);
            const { fromHex } = await import("/static/js/lib/sha256.js");
            const all = [];
            for (const means of [hashFunctions(), hashFunctions(null)]) {
                const throws = (k, n) => throwDice(fromHex(seed), strings, k, n, means);
                for (let k = 1; k <= 40; k++) all.push(await throws(k, 1 + (k % 6)));
                all.push(await throws(41, 100));
            }
            return all;
        }""",
        [seed.hex(), strings],
    )
    wanted = [list(throw(seed, strings, k, 1 + k % 6)) for k in range(1, 41)]
    wanted.append(list(throw(seed, strings, 41, 100)))
    assert found == wanted * 2


def test_a_seed_or_a_die_that_was_changed_is_seen(
    take_seat: Callable[..., Seat], server: services.Daphne
) -> None:
    """The check fails where it must: its input is forged on the way."""
    page = take_seat().page
    page.goto("/rules/")
    found = page.evaluate(
        """async () => {
            const js = "/static/js/pages/dice-check.js";
            const { check, hashFunctions, throwDice } = await import(js);
            const { fromHex, sha256, toHex } = await import("/static/js/lib/sha256.js");
            const seed = "ab".repeat(32);
            const strings = ["Abcdefgh", ""];
            const roll = await throwDice(fromHex(seed), strings, 1, 6, hashFunctions());
            const start = { events: [] };
            const began = { rules: {}, teams: null, names: ["Mara", "Teo"], players: 2, start };
            const of = (dice) => ({ ...began, steps: [{ events: [{ e: "rolled", dice }] }] });
            const record = of(roll);
            const hashes = { commitment: toHex(sha256(fromHex(seed))), rules: "", names: "" };
            const dice = { ...hashes, seed, strings };
            const other = of([(roll[0] % 6) + 1, ...roll.slice(1)]);
            const said = async (one) => {
                const { commitment, throws } = await check(one, {});
                return [commitment, throws.every(({ fits }) => fits)];
            };
            return [
                await said({ record, dice }),
                await said({ record: other, dice }),
                await said({ record, dice: { ...dice, seed: "ac".repeat(32) } }),
                await said({ record, dice: { ...dice, strings: ["Abcdefgi", ""] } }),
            ];
        }"""
    )
    assert found == [[True, True], [True, False], [False, False], [True, False]]
