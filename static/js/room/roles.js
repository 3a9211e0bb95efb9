// What somebody with my role may do.
import { shown, text } from "../lib/dom.js";
import { fill, gettext, together } from "../lib/i18n.js";

/** Returns what a host may do who stands in for the founder, and who decides the rest. */
function standInText(/** @type {string | undefined} */ name) {
  const words = [
    gettext("You're the host in {name}'s place."),
    gettext("You can start and pause games, let players in, and remove anyone new this hour."),
    gettext("Only {name} can change the rest."),
  ];
  return fill(together(words), { name });
}

/** Shows in all of the page what somebody with my role may do.
    @param {Store} store */
export function drawRoles(store) {
  const { room, hosting, owner, me } = store;
  const roles = {
    host: hosting !== null,
    owner: owner !== null,
    seated: me !== null,
    "take-seat": me === null,
  };
  for (const [role, isMine] of Object.entries(roles)) {
    for (const part of document.querySelectorAll(`[data-${role}]`)) {
      shown(part, isMine && room.status !== "closed");
    }
  }
  for (const part of document.querySelectorAll("[data-stand-in]")) {
    shown(part, hosting !== null && owner === null);
    text(part, standInText(store.keeper?.name));
  }
}
