// The recovery codes of an account: print them, or copy them.
import { $, data, shown, text } from "../lib/dom.js";
import { gettext } from "../lib/i18n.js";
import { copy } from "../lib/share.js";

shown($("#print"), true);
$("#print").addEventListener("click", () => print());

shown($("#copy"), true);
$("#copy").addEventListener("click", async () => {
  const done = await copy(data($("#copy"), "codes").replaceAll(" ", "\n"));
  text($("#copied"), done ? gettext("Codes copied.") : gettext("Couldn't copy. Write them down."));
});
