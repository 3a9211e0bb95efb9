"""Every page sees the same events, whatever the network does to the frames."""

from collections.abc import Callable

from playwright.sync_api import expect

from tests.support.seats import Seat, play_to_the_end

# Loses, doubles, delays and swaps one event in five each; answers to requests come through.
BAD_LINE = """
    const listen = WebSocket.prototype.addEventListener;
    let seed = 7;
    const chance = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
    window.harmed = { lost: 0, doubled: 0, late: 0 };
    window.gaps = 0;
    WebSocket.prototype.addEventListener = function (kind, handler, ...more) {
        if (kind !== "message" || !String(handler).includes("socket")) {
            return listen.call(this, kind, handler, ...more);
        }
        return listen.call(this, kind, (event) => {
            const luck = event.data.startsWith('{"type":"event"') ? chance() : 1;
            if (luck < 0.2) return void (window.harmed.lost += 1);
            if (luck < 0.4) {
                window.harmed.late += 1;
                return void setTimeout(() => handler(event), 30 + 60 * chance());
            }
            handler(event);
            if (luck < 0.6) {
                window.harmed.doubled += 1;
                handler(event);
            }
        }, ...more);
    };
    const send = WebSocket.prototype.send;
    WebSocket.prototype.send = function (text) {
        if (text.includes('"since"')) window.gaps += 1;
        return send.call(this, text);
    };
"""


def test_a_bad_line_changes_nothing_in_the_story(take_seat: Callable[..., Seat]) -> None:
    mara, ines = take_seat(), take_seat()
    ines.context.add_init_script(BAD_LINE)
    url = mara.opens_a_room("Mara", target=3000, entry_min=350)
    ines.sits_down(url, "Ines")
    mara.starts()

    # While Mara keeps rolling, a lost event is noticed by the gap it leaves. A lost last event is
    # noticed only with the next ping, which this test does not wait for.
    ines.page.evaluate("setInterval(() => dispatchEvent(new Event('online')), 500)")
    play_to_the_end([mara, ines], enough=400)

    harmed = ines.page.evaluate("window.harmed")
    assert min(harmed.values()) > 2, harmed
    assert ines.page.evaluate("window.gaps") > 2
    expect(ines.page.locator("#final-rows .total .vh")).to_have_text(
        mara.page.locator("#final-rows .total .vh").all_inner_texts()
    )
    ines.page.evaluate("document.getElementById('scores-open').click()")
    live = ines.page.locator("#all-log li").all_text_contents()
    mara.page.evaluate("document.getElementById('scores-open').click()")
    assert mara.page.locator("#all-log li").all_text_contents() == live
    # And what was folded is what the server says.
    totals = ines.page.locator("#final-rows .total .vh").all_inner_texts()
    ines.page.reload()
    expect(ines.page.locator("#final-rows .total .vh")).to_have_text(totals)
    ines.page.evaluate("document.getElementById('scores-open').click()")
    told = ines.page.locator("#all-log li").all_text_contents()
    assert told == live[: len(told)]
