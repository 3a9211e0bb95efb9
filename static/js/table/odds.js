// Everybody's chance to win, which the server sends to those who may see it.
import { percent } from "../lib/i18n.js";

const LATE = 2; // moves; older chances do not apply to the present dice

/** Returns a chance to win in words. Nobody who can still win or lose is told 0% or 100%. */
export function chanceText(chance) {
  if (chance > 0 && chance < 0.01) return `<${percent(0.01)}`;
  if (chance < 1 && chance > 0.99) return `>${percent(0.99)}`;
  return percent(chance);
}

export class Odds {
  constructor(store) {
    this.store = store;
    this.newest = null;
    this.seen = null; // those on show
  }

  receive({ ply, sides }) {
    this.newest = { ply, sides, game: this.store.game?.number };
  }

  /** Returns the chances to show, by team or else by seat; null if there are none. */
  current({ live, landing }) {
    const { game, room, mine } = this.store;
    // They must not give away a roll before it has landed; until then the last ones stay.
    if (this.newest?.ply === game.ply && live && !landing) this.seen = this.newest;
    const may = room.settings.odds && (room.settings.hints || !mine.length);
    if (!may || game.status !== "playing" || this.seen?.game !== game.number) return null;
    return game.ply - this.seen.ply <= LATE ? this.seen.sides : null;
  }
}
