// The note between pad and tray: who the table waits for, what will happen and when, and the one
// button that fits.
import { fill, gettext, ngettext } from "../../lib/i18n.js";
import { mayJoin } from "../../table/text/status.js";
import { levelName } from "../levels.js";
import { holidayText } from "./holidays.js";
/** @import { Absence } from "../absence.js" */

export const SOON = 20_000; // ms left when the clock is highlighted and more time is offered

/** What is waited for, until when, and what the button is called and does.
    @typedef {{ start: string, words: string, until?: number, act?: () => void,
      label?: string }} Note */

/** Returns what the table waits for, or null. @param {Absence} absence @returns {Note | null} */
export function noteOf(absence) {
  const { store } = absence;
  const { room, due } = store;
  const player = absence.current;
  if (room.paused) return pausedNote(absence, room.paused);
  if (!player) return null;
  const { name } = player;
  const mine = store.mine.includes(player.id);
  const away = mine
    ? gettext("You're on holiday until {date}.")
    : gettext("{name} is on holiday until {date}.");
  const holiday = holidayText(store, player.id, away);
  if (due.away && !mine) {
    const may = store.mayGoOn && absence.voter("go_on") !== undefined;
    return {
      start: fill(gettext("{name} is away."), { name }),
      words: policyText(store, name),
      until: due.away,
      act: may ? () => absence.goOn() : undefined,
      label: voteLabel(store, "go_on", gettext("Skip the wait")),
    };
  }
  if (!mine && store.mayGoOn && absence.voter("go_on") !== undefined) {
    return {
      start: fill(gettext("{name} is taking a while."), { name }),
      words: "",
      act: () => absence.goOn(),
      label: voteLabel(store, "go_on", gettext("Skip the wait")),
    };
  }
  if (room.autoplay.includes(player.id)) {
    const values = { name, level: levelName(room.level) };
    return {
      start: fill(gettext("{name} is away."), values),
      words: fill(gettext("{level} is playing for {name} until they're back."), values),
    };
  }
  if (room.autoplay_this_turn === player.id) {
    return {
      start: fill(gettext("{name}'s time is up."), { name }),
      words: fill(gettext("{level} plays this turn."), { level: levelName(room.level) }),
    };
  }
  if (mine && due.turn && due.turn - absence.now < SOON) {
    return {
      start: gettext("Time's almost up."),
      words: policyText(store, null),
      until: due.turn,
      act: absence.mayExtend ? () => absence.extend() : undefined,
      label: gettext("Add time"),
    };
  }
  const asked = room.votes.pause?.length;
  if (asked && absence.voter("pause") !== undefined) {
    return {
      start: fill(ngettext("{count} wants a break.", "{count} want a break.", asked), {
        count: votesText(store, "pause", asked),
      }),
      words: "",
      act: () => absence.askPause(),
      label: gettext("Pause"),
    };
  }
  if (holiday) {
    return mine
      ? {
          start: holiday,
          words: gettext("You can still play."),
          act: () => absence.holidays.take(0),
          label: gettext("I'm back"),
        }
      : { start: holiday, words: "" };
  }
  const { count, url } = absence.waiting.found;
  if (!mine && count) {
    return {
      start: fill(
        ngettext(
          "{count} other game is waiting for you.",
          "{count} other games are waiting for you.",
          count,
        ),
        { count },
      ),
      words: "",
      act: () => location.assign(url),
      label: gettext("Next game"),
    };
  }
  if (isLate(store) && mayJoin(store.newestGame.state, store.newestGame.rules)) {
    return {
      start: gettext("A game is in progress."),
      words: gettext("You can join from the next round."),
      act: () => absence.join(),
      label: gettext("Join"),
    };
  }
  return null;
}

/** Whether I have a seat but no part in the game, and the room lets me join it.
    @param {Store} store */
const isLate = ({ me, room, mySeats }) =>
  me !== null && room.settings.late === "play" && !mySeats.length;

/** @param {Absence} absence @param {NonNullable<Wire.Room["paused"]>} paused @returns {Note} */
function pausedNote(absence, { by, reason, again }) {
  const { store } = absence;
  const name = store.player(by)?.name;
  const start = name
    ? fill(gettext("{name} paused the game."), { name })
    : gettext("The game is paused.");
  const host = store.hosting !== null;
  const may = host || absence.voter("resume") !== undefined;
  const asked = store.room.votes.resume?.length;
  const wish = asked
    ? fill(ngettext("{count} wants to resume.", "{count} want to resume.", asked), {
        count: votesText(store, "resume", asked),
      })
    : "";
  const waits = may && !host && again && !absence.asksAgain;
  const wait = waits ? gettext("You can ask again in") : "";
  const label = !host && absence.asksAgain ? gettext("Ask again") : gettext("Resume");
  return {
    start,
    words: [reason, wish, wait].filter(Boolean).join(" · "),
    until: waits ? again : undefined,
    act: may ? () => absence.resume() : undefined,
    label,
  };
}

/** @param {Store} store @param {Wire.Ballot} about @param {string} words */
function voteLabel(store, about, words) {
  const votes = store.room.votes[about]?.length ?? 0;
  if (!votes) return words;
  return `${words} (${votesText(store, about, votes)})`;
}

/** Returns "1 of 2". @param {Store} store @param {Wire.Ballot} about @param {number} votes */
function votesText(store, about, votes) {
  return fill(gettext("{votes} of {needed}"), { votes, needed: store.room.needed[about] });
}

/** Returns whether the current player can bank. @param {Store} store */
const canBank = ({ may }) => may !== null && [...may.rows.values()].some(({ bank }) => !bank);

/** Returns what happens when the time is up; `name` is null for me.
    @param {Store} store @param {string | null} name */
function policyText(store, name) {
  /** @param {string} mine @param {string} theirs */
  const say = (mine, theirs) => (name === null ? mine : fill(theirs, { name }));
  const { away } = store.room.settings;
  if (away === "computer") return gettext("A computer takes over in");
  if (away === "bank" && canBank(store)) {
    return say(gettext("Your points will be banked in"), gettext("Their points will be banked in"));
  }
  return say(gettext("Your turn will be skipped in"), gettext("Turn will be skipped in"));
}
