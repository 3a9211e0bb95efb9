// The standings of a room: the host invites everyone again.
import { optional, shown } from "../lib/dom.js";
import { shareLink } from "../lib/share.js";

const button = optional("#invite-all");
if (button) {
  const { url, title, text } = button.dataset;
  shown(button, true);
  button.addEventListener("click", () => shareLink(url, title, text));
}
