// Says that the server has a newer page than this one.
import { $, shown } from "../lib/dom.js";
import { gettext } from "../lib/i18n.js";
import { announce } from "../lib/toast.js";

const { dataset } = document.documentElement;

$("#reload").addEventListener("click", () => location.reload());

/** Compares the page with what a `sync` says of the server. @param {Wire.Frames["sync"]} frame */
export function checkVersion({ protocol, assets }) {
  const outdated = protocol !== Number(dataset.protocol) || assets !== dataset.assets;
  if (outdated && $("#outdated").hidden) announce(gettext("A new version is available."));
  shown($("#outdated"), outdated);
  if (outdated && "screen" in dataset) reloadOnce(assets);
}

/** Loads the new version: nobody touches a television. Only once, in case an old server answers. */
function reloadOnce(/** @type {string} */ version) {
  try {
    if (sessionStorage.getItem("farkle-reloaded") === version) return;
    sessionStorage.setItem("farkle-reloaded", version);
    location.reload();
  } catch {
    // Without storage it might reload for ever.
  }
}
