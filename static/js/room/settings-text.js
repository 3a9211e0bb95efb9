// What a room's settings and its age mean, in words, and what their controls show.
import { dates, fill, gettext } from "../lib/i18n.js";

const moments = dates({
  ...{ weekday: "long", day: "numeric", month: "long" },
  ...{ hour: "numeric", minute: "2-digit" },
});

/** Says when a room in which nobody plays closes. @param {number} when */
export const closing = (when) =>
  fill(gettext("If nobody starts a game, this room closes on {when}."), {
    when: moments().format(when),
  });

/** Says when a game in which nothing happens is abandoned. @param {number | null} when */
export const abandoning = (when) =>
  fill(gettext("If nobody plays on, this game is abandoned on {when}."), {
    when: moments().format(when ?? undefined),
  });

/** Returns the settings as they will be once what I have changed has arrived: an event that comes
    before it switches nothing back. @param {Store} store @param {Connection} connection
    @returns {Wire.Settings} */
export const wantedSettings = ({ room }, connection) => ({
  ...room.settings,
  ...connection.wanted("settings", "door", "odds", "abandon_after", "holiday_days"),
});

/** Says when a player who joins during a game plays. @param {Wire.Settings} settings */
export const joiningLate = ({ late }) =>
  late === "play"
    ? gettext("Anyone who joins during a game plays from the next round, if there is one.")
    : gettext("Anyone who joins during a game plays from the next one.");

/** Returns who plays the next game by which rules: `news` is what is new in them.
    @param {string} news */
export const sameText = (news) =>
  news ? fill(gettext("Same players. {news}"), { news }) : gettext("Same players and rules.");
