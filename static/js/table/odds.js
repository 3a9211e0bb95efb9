// Everybody's chance to win, which the server sends to those who may see it.
import { percent } from "../lib/i18n.js";

const LATE = 2; // moves; older chances do not apply to the present dice

/** Returns a chance in words. Only what is impossible has 0%, and only what is certain 100%.
    @param {number} chance */
export function chanceText(chance) {
  if (chance > 0 && chance < 0.01) return `<${percent(0.01)}`;
  if (chance < 1 && chance > 0.99) return `>${percent(0.99)}`;
  return percent(chance);
}

export class Odds {
  constructor(/** @type {Store} */ store) {
    this.store = store;
    /** @type {{ ply: number, sides: number[], game: number | undefined } | null} */
    this.newest = null;
    /** @type {Odds["newest"]} */ this.seen = null; // those on show
  }

  /** @param {{ ply: number, sides: number[] }} given */
  receive({ ply, sides }) {
    this.newest = { ply, sides, game: this.store.game?.number };
  }

  /** Returns the chances to show, by team or else by seat; null if there are none.
      @param {{ live: boolean, landing: boolean }} scene @returns {number[] | null} */
  current({ live, landing }) {
    const { newestGame: game, room, mine } = this.store;
    // They must not give away a roll before it has landed; until then the last ones stay.
    if (this.newest?.ply === game.ply && live && !landing) this.seen = this.newest;
    const may = room.settings.odds && (room.settings.hints || !mine.length);
    if (!may || game.status !== "playing" || this.seen?.game !== game.number) return null;
    return game.ply - this.seen.ply <= LATE ? this.seen.sides : null;
  }
}
