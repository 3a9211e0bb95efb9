// What the page knows of the room: the last `sync` with the events after it.
import { handle } from "./events.js";
import { fold, newState } from "./fold.js";
import { diceOf, legalMoves } from "./legal-moves.js";
import { withGame } from "./series.js";
import { asideLetters, asideRolls, hotPoints, TurnLog } from "./turns.js";

// A test compares these with the server's.
export const LONG = 3600; // s; nobody is expected to wait at the table for such turns
export const NEWCOMER_MINUTES = 60; // for as long, a stand-in may remove a player

/** @type {(list: number[], id: number) => number[]} */
const without = (list, id) => list.filter((other) => other !== id);

/** @type {(room: Wire.Room, about: Wire.Ballot) => void} */
function endVote(room, about) {
  delete room.votes[about];
  delete room.needed[about];
}

/** Ends the absence of this player. @param {Wire.Room} room @param {number} id */
function endAbsence(room, id) {
  room.away = without(room.away, id);
  room.autoplay = without(room.autoplay, id);
  if (room.autoplay_this_turn === id) room.autoplay_this_turn = null;
}

/** How events change the room; the others do not. Those of `OfPlayers` come with the players.
    @typedef {"sat" | "renamed" | "coloured" | "material" | "dice" | "claimed" | "ready"} OfPlayers
    @typedef {"readmitted" | "season" | "device" | "link" | "given" | "returned" | "objected" |
      "weaker" | "extended" | "clock" | "notice" | "slept"} Unfollowed
    @typedef {Exclude<keyof Wire.RoomEvents, OfPlayers | Unfollowed>} Followed
    @type {import("./events.js").Handlers<Followed | "turn" | "rolled" | "over", Store>} */
const ROOM = {
  away: ({ room }, id) => (room.away = [...without(room.away, id), id]),
  back: ({ room }, id) => endAbsence(room, id),
  holiday: ({ room }, id, until, left) => {
    const others = room.holidays.filter(([player]) => player !== id);
    room.holidays = others.concat([[id, until, left]]).sort(([a], [b]) => a - b);
  },
  holidays: ({ room }, rows) => (room.holidays = rows),
  gone: ({ room }, id) => endAbsence(room, id),
  removed: ({ room }, id) => endAbsence(room, id),
  waited: ({ room }) => endVote(room, "go_on"),
  autoplay_this_turn: ({ room }, id, level) =>
    Object.assign(room, { autoplay_this_turn: id, level }),
  autoplay: ({ room }, id, level) =>
    Object.assign(room, { autoplay: [...without(room.autoplay, id), id], level }),
  vote: ({ room }, about, players, needed, again) => {
    if (players.length) {
      room.votes[about] = players;
      room.needed[about] = needed;
    } else endVote(room, about);
    if (about === "resume" && room.paused) room.paused.again = again;
  },
  paused: ({ room }, by, reason, since) =>
    Object.assign(room, { paused: { by, reason, since, again: null }, votes: {}, needed: {} }),
  resumed: ({ room }) => Object.assign(room, { paused: null, votes: {}, needed: {} }),
  turn: ({ room }) => {
    room.autoplay_this_turn = null;
    endVote(room, "go_on");
  },
  rolled: ({ room }) => endVote(room, "go_on"),
  over: ({ room }) => (room.autoplay_this_turn = null),
  race: ({ room }, turns, until, began, seconds) =>
    (room.race =
      turns === null || until === null || began === null || seconds === null
        ? null
        : { turns, until, began, seconds }),
  late: ({ newestGame: game }, id, team) => {
    game.players = [...game.players, id];
    if (team !== null && game.teams) game.teams = [...game.teams, team];
  },
  order: (store, ids) => store.reorder(ids),
  host: (store, id) => (store.room.host = id),
  stood_in: ({ room }, rows) => (room.stood_in = rows),
  rules: (store, rules, preset, base) => Object.assign(store.room, { rules, preset, base }),
  teams: (store, count, players, teams) => {
    store.room.teams = count;
    players.forEach((id, at) => (store.playerOf(id).team = teams[at]));
  },
  settings: ({ room }, name, settings) => {
    Object.assign(room, { name, settings });
    if (settings.door !== "knock") room.knocks = [];
  },
  knocked: ({ room }, knock, name, at) => {
    room.knocks = [...room.knocks.slice(0, at), [knock, name], ...room.knocks.slice(at)];
  },
  answered: ({ room }, knock) => (room.knocks = room.knocks.filter(([id]) => id !== knock)),
  next: (store, number, commitment) => (store.room.next = { number, commitment }),
  game: (store, number, players, commitment, strings, rules, preset, teams, fingerprint) => {
    store.room.status = "playing";
    store.room.next = null;
    for (const player of store.players) player.ready = false;
    store.game = {
      number,
      status: "playing",
      players,
      commitment,
      fingerprint,
      strings,
      rules,
      preset,
      teams,
      seed: null,
      chances: [],
      ply: 0,
      state: newState(rules, players.length, teams),
    };
  },
  ended: (store, status, seed) => {
    Object.assign(store.newestGame, { status, seed });
    store.room.status = "over";
    if (status === "over") store.room.played += 1;
    Object.assign(store.room, { paused: null, autoplay_this_turn: null, votes: {}, needed: {} });
  },
  closed: (store) => {
    Object.assign(store.room, { status: "closed", next: null });
    store.closes = null;
  },
};

/** Returns the state with what the server's lacks of the turn. (A game that was abandoned keeps its
    hot dice, in a turn that was cut off.)
    @param {Wire.State} state @param {Wire.CurrentTurn | undefined} turn @returns {GameState} */
const followed = (state, turn) => ({
  ...state,
  hot_points: turn && state.hot ? hotPoints(turn) : 0,
  aside_rolls: turn && state.aside.length ? asideRolls(turn, state.aside) : [],
  aside_letters: turn && state.chosen ? asideLetters(turn, state.chosen[turn.seat]) : "",
  row_ended: false,
});

export class Store {
  /** @type {Wire.Room | null} */ #room = null;
  /** @type {Wire.Player[]} */ players = []; // in the order of their seats, with those who left
  /** @type {Map<number, Wire.Player>} */ byId = new Map();
  /** @type {Game | null} */ game = null; // the newest one that has started
  /** @type {LegalMoves | null} */ may = null;
  /** @type {number | null} when the room closes, or its game is abandoned, if nothing happens */
  closes = null;
  /** @type {Wire.Due} */ due = {}; // what will happen by itself, and when, by the server's clock
  /** @type {number[]} */ mine = []; // my players, by id
  /** @type {number[]} */ lost = []; // seats of mine that were given to somebody else
  /** @type {Set<number>} */ online = new Set(); // players who have the page open
  spectators = 0;
  turns = new TurnLog();
  clockOffset = 0; // the server's clock minus ours, in ms

  sync(/** @type {Wire.Frames["sync"]} */ frame) {
    const { game, turn, turns } = frame;
    this.#room = frame.room;
    this.players = frame.players;
    this.byId = new Map(this.players.map((player) => [player.id, player]));
    this.may = legalMoves(frame.may, game ? diceOf(game.rules) : undefined);
    this.due = frame.due;
    this.closes = frame.closes;
    this.turns.reset(turns, turn, game?.state.round ?? 0);
    this.game = game && { ...game, state: followed(game.state, turn ?? turns.at(-1)) };
  }

  event(/** @type {Wire.Frames["event"]} */ frame) {
    // Everyone who looks at the frame from here on finds its facts behind its events.
    if (frame.facts) {
      frame.events = [...frame.events, ...frame.facts];
      delete frame.facts;
    }
    for (const event of frame.events) handle(ROOM, this, event);
    for (const player of frame.who ?? []) this.putPlayer(player);
    if (this.game) {
      if (frame.chances) this.game.chances = frame.chances;
      if (frame.ply !== undefined) this.game.ply = frame.ply;
      fold(this.game.state, frame.events, this.game.rules);
      this.turns.fold(frame.events, this.game.state.scores);
      if (frame.events.some(([name, status]) => name === "ended" && status === "over")) {
        this.room.series = withGame(this.room.series, this.game);
      }
    }
    this.may = legalMoves(frame.may, this.game ? diceOf(this.game.rules) : undefined);
    this.due = frame.due ?? {};
    this.closes = (frame.closes ?? this.closes) || null;
  }

  /** Whether it knows the room yet: the first `sync` has come. */
  get synced() {
    return this.#room !== null;
  }

  get room() {
    if (!this.#room) throw new Error("The room is not known yet.");
    return this.#room;
  }

  /** `game`, where there must be one. */
  get newestGame() {
    if (!this.game) throw new Error("No game has started yet.");
    return this.game;
  }

  /** The time by the server's clock, in ms. */
  get now() {
    return Date.now() + this.clockOffset;
  }

  you(/** @type {Wire.Frames["you"]} */ frame) {
    this.mine = frame.players;
    this.lost = frame.lost ?? [];
    this.setClock(frame.now);
  }

  setClock(/** @type {number} */ now) {
    this.clockOffset = now - Date.now();
  }

  here(/** @type {Wire.Frames["here"]} */ frame) {
    if (frame.all) this.online.clear();
    for (const id of frame.on) this.online.add(id);
    for (const id of frame.off) this.online.delete(id);
    this.spectators = frame.watching;
  }

  putPlayer(/** @type {Wire.Player} */ player) {
    const before = this.byId.get(player.id);
    if (before) this.players[this.players.indexOf(before)] = player;
    else this.players.push(player);
    this.byId.set(player.id, player);
  }

  reorder(/** @type {number[]} */ ids) {
    const moved = new Set(ids);
    this.players = [
      ...ids.map((id) => this.playerOf(id)),
      ...this.players.filter(({ id }) => !moved.has(id)),
    ];
  }

  player(/** @type {number | null | undefined} */ id) {
    return this.byId.get(id ?? 0);
  }

  /** The player, where there must be one. @param {number | null} id */
  playerOf(id) {
    const player = this.player(id);
    if (!player) throw new Error(`There is no player ${id}.`);
    return player;
  }

  /** Whether turns take so long that nobody is expected to wait at the table. */
  get slow() {
    return this.room.settings.timer >= LONG;
  }

  /** Whether the others may go on without the player whose turn it is. */
  get mayGoOn() {
    return this.due.go_on !== undefined && this.due.go_on <= this.now;
  }

  /** The players who have not left. */
  get seated() {
    return this.players.filter(({ left }) => !left);
  }

  /** The same in the order of the lobby: people before computers. */
  get lineUp() {
    return this.seated.sort((a, b) => Number(a.kind !== "person") - Number(b.kind !== "person"));
  }

  /** My player who is host with every right, or null. Other hosts stand in for the founder, until
      the founder leaves. */
  get owner() {
    if (this.hosting === null) return null;
    const id = this.keeper?.id ?? null;
    return id === this.room.host || (id !== null && this.mine.includes(id)) ? this.hosting : null;
  }

  /** Who decides about the room: the founder, or the host once the founder has left. */
  get keeper() {
    const founder = this.player(this.room.founder);
    return founder && !founder.left ? founder : this.player(this.room.host);
  }

  /** Whether I am the founder, and somebody else is host for now. */
  get hasStandIn() {
    const { founder, host, status } = this.room;
    return status !== "closed" && host !== founder && this.mine.includes(founder);
  }

  /** The players who joined in the last minutes, without computers, the host and the founder. */
  newcomers(minutes = NEWCOMER_MINUTES) {
    const { host, founder } = this.room;
    const since = this.now - minutes * 60_000;
    return this.seated.filter(
      ({ id, kind, since: sat }) =>
        kind === "person" && sat > since && id !== host && id !== founder,
    );
  }

  /** The first of my players; null for a spectator. */
  get me() {
    return this.mine.length ? this.mine[0] : null;
  }

  /** My player who is host, or null. */
  get hosting() {
    const host = this.#room?.host ?? null;
    return host !== null && this.mine.includes(host) ? host : null;
  }

  /** The player in this seat of the game. @param {number} seat */
  seat(seat) {
    return this.player(this.game?.players[seat]);
  }

  isMine(/** @type {number} */ seat) {
    const id = this.game?.players[seat];
    return id !== undefined && this.mine.includes(id);
  }

  /** My seats in the game, in order. */
  get mySeats() {
    const players = this.game?.players ?? [];
    return players.map((_, seat) => seat).filter((seat) => this.isMine(seat));
  }
}
