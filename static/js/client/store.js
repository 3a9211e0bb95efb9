// What this page knows of the room: the last `sync` and the events after it.
import { added } from "./series.js";
import { fold } from "./fold.js";
import { Turns } from "./turns.js";

const without = (list, id) => list.filter((one) => one !== id);

/** Gone, or back: nobody waits for that player any more. */
function notAway(room, id) {
  room.away = without(room.away, id);
  room.warm = without(room.warm, id);
  if (room.stand_in === id) room.stand_in = null;
}

const ROOM = {
  away: ({ room }, id) => (room.away = [...without(room.away, id), id]),
  back: ({ room }, id) => notAway(room, id),
  gone: ({ room }, id) => notAway(room, id),
  removed: ({ room }, id) => notAway(room, id),
  waited: ({ room }) => delete room.votes.go_on,
  stand_in: ({ room }, id) => (room.stand_in = id),
  warm: ({ room }, id) => (room.warm = [...without(room.warm, id), id]),
  vote: ({ room }, about, players) => {
    if (players.length) room.votes[about] = players;
    else delete room.votes[about];
  },
  paused: ({ room }, by, reason, since) =>
    Object.assign(room, { paused: { by, reason, since }, votes: {} }),
  resumed: ({ room }) => Object.assign(room, { paused: null, votes: {} }),
  turn: ({ room }) => {
    room.stand_in = null;
    delete room.votes.go_on;
  },
  over: ({ room }) => (room.stand_in = null),
  late: ({ game }, id, team) => {
    game.players = [...game.players, id];
    if (team !== null && game.teams) game.teams = [...game.teams, team];
  },
  order: (store, ids) => store.reorder(ids),
  host: (store, id) => (store.room.host = id),
  rules: (store, rules, preset, base) => Object.assign(store.room, { rules, preset, base }),
  teams: (store, count, players, teams) => {
    store.room.teams = count;
    players.forEach((id, at) => (store.player(id).team = teams[at]));
  },
  settings: (store, name, settings) => Object.assign(store.room, { name, settings }),
  next: (store, number, commitment) => (store.room.next = { number, commitment }),
  game: (store, number, players, commitment, strings, rules, preset, teams) => {
    store.room.status = "playing";
    store.room.next = null;
    for (const player of store.players) player.ready = false;
    store.game = {
      number,
      status: "playing",
      players,
      commitment,
      strings,
      rules,
      preset,
      teams,
      seed: null,
      chances: [],
      ply: 0,
    };
    store.game.state = {};
  },
  ended: (store, status, seed) => {
    Object.assign(store.game, { status, seed });
    store.room.status = "over";
    if (status === "over") store.room.played += 1;
    Object.assign(store.room, { paused: null, stand_in: null, votes: {} });
  },
  closed: ({ room }) => Object.assign(room, { status: "closed", next: null }),
};

export class Store {
  constructor() {
    this.room = null;
    this.players = []; // as they sit; those who left are among them
    this.byId = new Map();
    this.game = null;
    this.may = null;
    this.due = {}; // what happens by itself, and when by the server's clock
    this.mine = [];
    this.lost = []; // seats that were mine and were given to somebody else
    this.on = new Set(); // players whose page is open
    this.watching = 0;
    this.turns = new Turns();
    this.clock = 0; // the server's, minus ours, in ms
  }

  sync(frame) {
    this.room = frame.room;
    this.players = frame.players;
    this.byId = new Map(this.players.map((player) => [player.id, player]));
    this.game = frame.game;
    this.may = frame.may;
    this.due = frame.due ?? {};
    this.closes = frame.closes ?? null;
    this.turns.reset(frame.turns ?? [], this.game?.state);
    this.turns.round = this.game?.state.round ?? 0;
  }

  event(frame) {
    for (const [name, ...fields] of frame.events) ROOM[name]?.(this, ...fields);
    for (const player of frame.who ?? []) this.welcome(player);
    if (this.game) {
      if (frame.chances) this.game.chances = frame.chances;
      if (frame.ply !== undefined) this.game.ply = frame.ply;
      fold(this.game.state, frame.events, this.game.rules);
      this.turns.fold(frame.events, this.game.state.scores);
      if (frame.events.some(([name, status]) => name === "ended" && status === "over")) {
        this.room.series = added(this.room.series, this.game);
      }
    }
    this.may = frame.may ?? null;
    this.due = frame.due ?? {};
  }

  you(frame) {
    this.mine = frame.players;
    this.lost = frame.lost ?? [];
    this.setClock(frame.now);
  }

  setClock(now) {
    this.clock = now - Date.now();
  }

  here(frame) {
    if (frame.all) this.on.clear();
    for (const id of frame.on ?? []) this.on.add(id);
    for (const id of frame.off ?? []) this.on.delete(id);
    this.watching = frame.watching ?? this.watching;
  }

  welcome(player) {
    const before = this.byId.get(player.id);
    if (before) this.players[this.players.indexOf(before)] = player;
    else this.players.push(player);
    this.byId.set(player.id, player);
  }

  reorder(ids) {
    const moved = new Set(ids);
    this.players = [
      ...ids.map((id) => this.player(id)),
      ...this.players.filter(({ id }) => !moved.has(id)),
    ];
  }

  player(id) {
    return this.byId.get(id);
  }

  /** Who sits in the room now. */
  get seated() {
    return this.players.filter(({ left }) => !left);
  }

  /** The first seat of mine; null for somebody who looks on. */
  get me() {
    return this.mine.length ? this.mine[0] : null;
  }

  /** The seat of mine that is host, or null. */
  get hosting() {
    return this.room && this.mine.includes(this.room.host) ? this.room.host : null;
  }

  /** The player in a seat of the game. */
  seat(seat) {
    return this.player(this.game?.players[seat]);
  }

  isMine(seat) {
    return seat >= 0 && this.mine.includes(this.game?.players[seat]);
  }

  /** The seats of the game that are mine. */
  get mySeats() {
    const seats = this.game ? this.mine.map((id) => this.game.players.indexOf(id)) : [];
    return seats.filter((seat) => seat >= 0).sort((a, b) => a - b);
  }
}
