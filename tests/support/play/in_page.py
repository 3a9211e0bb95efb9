"""What tests run within the pages of their players."""

# Nobody looks at most pages, and to paint them takes a third of what they cost. All else goes on:
# layout, hit tests, animations. `PAINT` turns it on or off.
PAINT_NOTHING = """
    window.unpainted = new CSSStyleSheet();
    unpainted.replaceSync(":root { opacity: 0 }");
    document.adoptedStyleSheets = [unpainted];
"""
PAINT = "(on) => { if (window.unpainted) unpainted.disabled = on; }"

# In a rush the last move of a game is not drawn on the table: the result is there at once.
PLY_IS_NOT = """
    (ply) => document.getElementById("table").dataset.ply !== ply
        || document.getElementById("result").checkVisibility()
"""

# `farkle_game` is what the newest frames say of the game.
WATCH_SOCKETS = """
    window.frames_seen = [];
    window.farkle_sockets = [];
    window.farkle_game = { mine: [], number: 0, players: [], seat: -1, ply: -1, may: null, n: -1 };
    window.later = setTimeout.bind(window); // a test may stop the clock of the page
    const noteFrame = (frame, now = window.farkle_game) => {
        if (frame.type === "you") now.mine = frame.players;
        if (frame.type === "sync") now.n = frame.n;
        if (frame.type === "sync" && frame.game) {
            const { number, players, ply, state } = frame.game;
            Object.assign(now, { number, players, ply, seat: state.current, may: frame.may });
        }
        if (frame.type === "no") now.refused = true;
        if (frame.type !== "event" || frame.n <= now.n) return; // it may be sent again
        now.n = frame.n;
        for (const [name, ...given] of [...frame.events, ...(frame.facts ?? [])]) {
            if (name === "game") [now.number, now.players] = given;
            if (name === "late") now.players = [...now.players, given[0]];
            if (name === "turn") now.seat = given[0];
            if (name === "over") now.seat = -1;
        }
        now.ply = frame.ply ?? now.ply;
        now.may = frame.may ?? null;
    };
    const Real = WebSocket;
    window.WebSocket = class extends Real {
        constructor(...given) {
            super(...given);
            window.farkle_sockets.push(this);
            this.addEventListener("message", (event) => {
                window.frames_seen.push(event.data);
                noteFrame(JSON.parse(event.data));
                // A page whose clock was put forward would be told the time, and put it back.
                const pong = event.data.startsWith('{"type":"pong"');
                if (window.no_pongs && pong) event.stopImmediatePropagation();
            });
        }
    };
"""

# Sounds are made, and nobody hears them: to play them, even to no loudspeaker, takes an eighth of
# what the whole browser takes.
MAKE_NO_NOISE = """
    window.AudioContext = class AudioContext extends OfflineAudioContext {
        constructor() {
            super({ length: 1, sampleRate: 44_100 });
        }
        get state() {
            return "running";
        }
    };
"""

# Asks for a second whether `%s` is true.
ASK_FOR_A_SECOND = """async (given) => {
    for (let tries = 0; tries < 30; tries += 1) {
        const asked = %s;
        if (await (typeof asked === "function" ? asked(given) : asked)) return true;
        await new Promise((done) => window.later(done, 30));
    }
    return false;
}"""

# What a page can do now.
WHERE = """() => {
    const visible = (id) => document.getElementById(id).checkVisibility();
    if (visible("result")) return "over";
    if (!visible("table") || !visible("acts")) return "wait";
    if (document.querySelector("#thrown > .die[data-can]")) return "choose";
    const roll = document.getElementById("roll");
    return roll.getAttribute("aria-disabled") === "true" ? "wait" : "roll";
}"""

# At the table of somebody who waits for another's move nothing will come soon.
WHERE_SOON = (
    f"async () => {{ const where = {WHERE};"
    """
    for (let tries = 0; tries < 15; tries += 1) {
        const { mine, players, seat } = window.farkle_game;
        const waits = seat >= 0 && !mine.includes(players[seat]);
        const now = where();
        if (now !== "wait" || waits) return now;
        await new Promise((done) => window.later(done, 20));
    }
    return "wait";
}"""
)

# Plays as `play_one` does, as fast as it can.
BY_ITSELF = """
(enough) => {
    const node = (id) => document.getElementById(id);
    const on = (id) => !node(id).hidden && node(id).getAttribute("aria-disabled") !== "true";
    const number = (id) => on(id) ? Number(node(id).querySelector("b").textContent.replace(/\\D/g, "")) : 0;
    const press = (key) => document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    let done = null;
    window.playing = setInterval(() => {
        const { ply } = node("table").dataset;
        if (ply === done || !node("acts").checkVisibility()) return;
        if (document.querySelector("#thrown > .die[data-can]")) {
            press("a");
            const [bank, roll] = [number("bank"), number("roll")];
            press(bank && (bank >= enough || roll <= 2) ? "b" : "r");
        } else if (on("roll")) press("r");
        else return;
        done = ply;
    }, 30);
}
"""  # noqa: E501  # a program

# The same, sent past the table and its buttons. Moves come so fast that tables draw only some
# of them.
BY_SOCKET = """
(enough) => {
    let done = null;
    window.playing = setInterval(() => {
        const { mine, number, players, seat, ply, may } = farkle_game;
        const move = { player: players[seat], game: number, ply };
        const now = JSON.stringify([move, farkle_sockets.length]); // a lost one lost what it had
        if (!may || !mine.includes(move.player) || (done === now && !farkle_game.refused)) return;
        if (farkle_sockets.at(-1).readyState !== WebSocket.OPEN) return;
        farkle_game.refused = false;
        done = now;
        const keeps = Object.entries(may.keeps ?? { "": [0, 0, 6, 0, 1] });
        const best = keeps.reduce((one, other) => other[1][0] > one[1][0] ? other : one);
        const [keep, [, total, dice, roll = 0, bank = 0]] = best;
        const type = bank === 0 && (total >= enough || dice <= 2 || roll > 0) ? "bank" : "roll";
        const id = `fast-move-${Math.random().toString(36).slice(2)}`;
        farkle_sockets.at(-1).send(JSON.stringify({ type, id, ...move, keep }));
    }, 30);
}
"""
