// My part in the dice: a random string of each of my players goes into the next game. The browser
// notes what it saw before the start, so that it can be checked afterwards.
import { freshId } from "../client/connection.js";

export class DiceStrings {
  /** `memory` keeps what this browser saw.
      @param {Store} store @param {Connection} connection @param {DiceMemory} memory */
  constructor(store, connection, memory) {
    this.store = store;
    this.connection = connection;
    this.memory = memory;
    this.sent = new Set(); // "game:player": the strings this page has added
  }

  /** Notes the fingerprint of the game that runs, where that was not done before its start. */
  noteGame() {
    const { game } = this.store;
    if (game?.status !== "playing") return;
    this.memory.promised(game.number, game.commitment);
    this.memory.began(game.number, game.fingerprint);
  }

  /** Adds a random string of each of my players to the dice of the next game, and notes both. */
  addAll() {
    const { next } = this.store.room;
    if (!next) return;
    this.memory.promised(next.number, next.commitment);
    for (const player of this.store.mine) {
      const key = `${next.number}:${player}`;
      if (this.sent.has(key) || this.memory.hasAdded(next.number, player)) continue;
      this.sent.add(key);
      this.add(player, next.number, freshId() + freshId());
    }
  }

  /** @param {number} player @param {number} game @param {string} words */
  async add(player, game, words) {
    const answer = await this.connection.command({ type: "string", player, game, text: words });
    if (answer.type === "ok") this.memory.added(game, player, words);
  }
}
