// What the page knows of the room: the last `sync` with the events after it.
import { fold } from "./fold.js";
import { withGame } from "./series.js";
import { asideRolls, hotPoints, TurnLog } from "./turns.js";

// A test compares these with the server's.
export const LONG = 3600; // s; nobody is expected to wait at the table for such turns
export const NEWCOMER_MINUTES = 60; // for as long, a stand-in may remove a player

const without = (list, id) => list.filter((one) => one !== id);

function endVote(room, about) {
  delete room.votes[about];
  delete room.needed[about];
}

/** Ends the absence of this player. */
function endAbsence(room, id) {
  room.away = without(room.away, id);
  room.autoplay = without(room.autoplay, id);
  if (room.autoplay_this_turn === id) room.autoplay_this_turn = null;
}

// How the events of the room change it.
const ROOM = {
  away: ({ room }, id) => (room.away = [...without(room.away, id), id]),
  back: ({ room }, id) => endAbsence(room, id),
  holiday: ({ room }, id, until, left) => {
    const others = room.holidays.filter(([one]) => one !== id);
    room.holidays = [...others, [id, until, left]].sort(([a], [b]) => a - b);
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
    if (about === "resume") room.paused.again = again ?? null;
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
  late: ({ game }, id, team) => {
    game.players = [...game.players, id];
    if (team !== null && game.teams) game.teams = [...game.teams, team];
  },
  order: (store, ids) => store.reorder(ids),
  host: (store, id) => (store.room.host = id),
  stood_in: ({ room }, rows) => (room.stood_in = rows),
  rules: (store, rules, preset, base) => Object.assign(store.room, { rules, preset, base }),
  teams: (store, count, players, teams) => {
    store.room.teams = count;
    players.forEach((id, at) => (store.player(id).team = teams[at]));
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
    };
    store.game.state = {};
  },
  ended: (store, status, seed) => {
    Object.assign(store.game, { status, seed });
    store.room.status = "over";
    if (status === "over") store.room.played += 1;
    Object.assign(store.room, { paused: null, autoplay_this_turn: null, votes: {}, needed: {} });
  },
  closed: (store) => {
    Object.assign(store.room, { status: "closed", next: null });
    store.closes = null;
  },
};

export class Store {
  constructor() {
    this.room = null;
    this.players = []; // in the order of their seats, with those who left
    this.byId = new Map();
    this.game = null;
    this.may = null;
    this.closes = null; // when the room closes, or its game is abandoned, if nothing happens
    this.due = {}; // what will happen by itself, and when, by the server's clock
    this.mine = []; // my players, by id
    this.lost = []; // seats of mine that were given to somebody else
    this.online = new Set(); // players who have the page open
    this.spectators = 0;
    this.turns = new TurnLog();
    this.clockOffset = 0; // the server's clock minus ours, in ms
  }

  sync(frame) {
    this.room = frame.room;
    this.players = frame.players;
    this.byId = new Map(this.players.map((player) => [player.id, player]));
    this.game = frame.game;
    this.may = frame.may;
    this.due = frame.due ?? {};
    this.closes = frame.closes ?? null;
    this.turns.reset(frame.turns, frame.turn, this.game?.state.round ?? 0);
    // A game that was abandoned keeps its hot dice, in a turn that was cut off.
    const { state } = this.game ?? {};
    if (state) {
      const turn = frame.turn ?? frame.turns.at(-1);
      state.hot_points = state.hot ? hotPoints(turn) : 0;
      state.aside_rolls = state.aside.length ? asideRolls(turn, state.aside) : [];
    }
  }

  event(frame) {
    // Everyone who looks at the frame from here on finds its facts behind its events.
    if (frame.facts) {
      frame.events = [...frame.events, ...frame.facts];
      delete frame.facts;
    }
    for (const [name, ...fields] of frame.events) ROOM[name]?.(this, ...fields);
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
    this.may = frame.may ?? null;
    this.due = frame.due ?? {};
    this.closes = (frame.closes ?? this.closes) || null;
  }

  /** The time by the server's clock, in ms. */
  get now() {
    return Date.now() + this.clockOffset;
  }

  you(frame) {
    this.mine = frame.players;
    this.lost = frame.lost ?? [];
    this.setClock(frame.now);
  }

  setClock(now) {
    this.clockOffset = now - Date.now();
  }

  here(frame) {
    if (frame.all) this.online.clear();
    for (const id of frame.on ?? []) this.online.add(id);
    for (const id of frame.off ?? []) this.online.delete(id);
    this.spectators = frame.watching ?? this.spectators;
  }

  putPlayer(player) {
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

  /** Whether turns take so long that nobody is expected to wait at the table. */
  get slow() {
    return this.room.settings.timer >= LONG;
  }

  /** Whether the others may go on without the player at turn. */
  get mayGoOn() {
    return this.due.go_on <= this.now;
  }

  /** The players who have not left. */
  get seated() {
    return this.players.filter(({ left }) => !left);
  }

  /** My player who is host with every right, or null. Other hosts stand in for the founder, until
      the founder leaves. */
  get owner() {
    if (this.hosting === null) return null;
    const { id } = this.keeper ?? {};
    return id === this.room.host || this.mine.includes(id) ? this.hosting : null;
  }

  /** Who decides about the room: the founder, or the host once the founder has left. */
  get keeper() {
    const founder = this.player(this.room.founder);
    return founder && !founder.left ? founder : this.player(this.room.host);
  }

  /** The players who joined in the last minutes, without computers, the host and the founder. */
  newcomers(minutes = NEWCOMER_MINUTES) {
    const { host, founder } = this.room;
    const since = this.now - minutes * 60_000;
    return this.seated.filter(
      (one) => one.kind === "person" && one.since > since && one.id !== host && one.id !== founder,
    );
  }

  /** The first of my players; null for a spectator. */
  get me() {
    return this.mine.length ? this.mine[0] : null;
  }

  /** My player who is host, or null. */
  get hosting() {
    return this.room && this.mine.includes(this.room.host) ? this.room.host : null;
  }

  /** The player in this seat of the game. */
  seat(seat) {
    return this.player(this.game?.players[seat]);
  }

  isMine(seat) {
    return seat >= 0 && this.mine.includes(this.game?.players[seat]);
  }

  /** My seats in the game, in order. */
  get mySeats() {
    const seats = this.game ? this.mine.map((id) => this.game.players.indexOf(id)) : [];
    return seats.filter((seat) => seat >= 0).sort((a, b) => a - b);
  }
}
