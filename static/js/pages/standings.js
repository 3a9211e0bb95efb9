// The standings of a room: the host invites everyone again.
import { data, optional, shown } from "../lib/dom.js";
import { shareLink } from "../lib/share.js";

const button = optional("#invite-all");
if (button) {
  shown(button, true);
  button.addEventListener("click", () =>
    shareLink(data(button, "url"), data(button, "title"), data(button, "text")),
  );
}
