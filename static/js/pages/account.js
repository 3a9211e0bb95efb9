// The account page: passkeys, where the browser and the address allow them.
import { $, optional, shown } from "../lib/dom.js";
import { offer, offerWhileTyping, possible } from "../lib/passkeys.js";

const credentials = navigator.credentials;
const [adding, using] = [optional("form#passkey-add"), optional("form#passkey-log-in")];

if (possible()) {
  if (using) {
    const get = credentials.get.bind(credentials);
    offer(using, get);
    offerWhileTyping(using, get);
  }
  if (adding) {
    offer(adding, credentials.create.bind(credentials));
    shown($("#add-passkey"), true);
    shown($("#passkeys"), true);
    const note = optional("#passkey-offer");
    if (note) {
      shown(note, true);
      $("a", note).addEventListener("click", (event) => {
        event.preventDefault();
        const password = optional("input[type=password]", adding);
        if (password) password.focus();
        else adding.requestSubmit();
      });
    }
  }
}
