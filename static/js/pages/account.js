// The account page: passkeys, where the browser and the address allow them.
import { $, optional, shown } from "../lib/dom.js";
import { offer, offerWhileTyping, possible } from "../lib/passkeys.js";

const credentials = navigator.credentials;
const [adding, using] = [optional("#passkey-add"), optional("#passkey-log-in")];

if (possible()) {
  if (using) {
    const get = (options) => credentials.get(options);
    offer(using, get);
    offerWhileTyping(using, get);
  }
  if (adding) {
    offer(adding, (options) => credentials.create(options));
    shown($("#add-passkey"), true);
    shown($("#passkeys"), true);
    const note = optional("#passkey-offer");
    if (note) {
      shown(note, true);
      $("a", note).addEventListener("click", (event) => {
        event.preventDefault();
        const password = adding.querySelector("[type=password]");
        if (password) password.focus();
        else adding.requestSubmit();
      });
    }
  }
}
