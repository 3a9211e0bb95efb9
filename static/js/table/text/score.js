// The score in a sentence or two, for whoever asks for it by a key.
import { commas, fill, gettext, ngettext, num, together } from "../../lib/i18n.js";
import { teamName, teamsByPlace } from "../../client/sides.js";
import { heading } from "./headings.js";
import { toGoText } from "./status.js";

const MOST_NAMED = 6; // players or teams

/**
 * Returns everybody's total, whose turn it is, what is at risk, and in my last turn what I need.
 * `atRisk` counts what is selected.
 * @param {GameState} state
 * @param {import("./narration.js").Context & { atRisk: number }} context
 */
export function scoreText(state, { nameOf, isMine, rules, atRisk }) {
  const said = [`${totals(state, { nameOf, isMine })}.`];
  const { current } = state;
  if (current >= 0) {
    const turn = heading({ ...state, throw: [] }, isMine(current), nameOf(current));
    const words = atRisk ? gettext("{turn}, {points} at risk.") : gettext("{turn}.");
    said.push(fill(words, { turn, points: atRisk }));
    if (state.to_beat && isMine(current)) said.push(toGoText(state, rules));
  }
  return together(said);
}

/** Returns "You 1,350, Penny 2,000"; of many, the leaders and mine. @param {GameState} state
    @param {{ nameOf: (seat: number) => string, isMine: (seat: number) => boolean }} given */
function totals(state, { nameOf, isMine }) {
  const rows = state.teams
    ? teamsByPlace(state).map(({ team, total }) => ({ name: teamName(team), total, mine: false }))
    : state.scores.map((total, seat) => {
        const mine = isMine(seat);
        return { name: mine ? gettext("You") : nameOf(seat), total, mine };
      });
  if (rows.length > MOST_NAMED) rows.sort((a, b) => b.total - a.total);
  const named = rows.filter(({ mine }, at) => mine || at < MOST_NAMED);
  const said = named.map(({ name, total }) => `${name} ${num(total)}`);
  const more = rows.length - named.length;
  if (more) said.push(fill(ngettext("{count} other", "{count} others", more), { count: more }));
  return commas(said);
}
