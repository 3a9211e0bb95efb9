// The legal moves, as `may` of a frame tells them in short form.

/**
 * A keep and what it leads to. `roll` and `bank` are null where allowed, else a refusal's code.
 * @typedef {object} KeepRow
 * @property {string} keep faces, in order
 * @property {number} points of the dice
 * @property {number} total of the turn with them
 * @property {number} next how many dice the next roll has
 * @property {string | null} roll
 * @property {string | null} bank
 * @property {boolean} ends whether the keep ends the turn
 *
 * @typedef {object} LegalMoves
 * @property {Map<string, KeepRow>} rows by keep
 * @property {{ points: number, dice: number } | null} build the turn that may be taken over
 */

/** Returns with how many dice a game is played. Games of before that was a rule have six.
    @param {Partial<Wire.Rules>} rules */
export const diceOf = (rules) => rules.dice ?? 6;

/** What a frame leaves out at the start of a turn: there is no throw yet, and all dice roll.
    @param {number} dice @returns {Required<Pick<Wire.May, "keeps" | "why">>} */
const opening = (dice) => ({ keeps: { "": [0, 0, dice, 0, 1] }, why: ["not_rolled"] });
const ENDS = -1;

/** @param {Wire.May | null | undefined} may @param {number} all how many dice are played with
    @returns {LegalMoves | null} */
export function legalMoves(may, all = 6) {
  if (!may) return null;
  const { keeps, why = [] } = may.keeps ? { ...may, keeps: may.keeps } : opening(all);
  const reason = (place = 0) => (place > 0 ? why[place - 1] : null);
  const rows = Object.entries(keeps).map(([keep, [points, total, next, roll, bank]]) => ({
    keep,
    points,
    total,
    next,
    roll: reason(roll),
    bank: reason(bank),
    ends: roll === ENDS,
  }));
  const [points, dice] = may.offer ?? [0, 6];
  return {
    rows: new Map(rows.map((row) => [row.keep, row])),
    build: may.build ? { points, dice } : null,
  };
}
