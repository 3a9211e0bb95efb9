// The account page: passkeys, where the browser and the address allow them.
import { $, shown } from "../lib/dom.js";
import { offer, possible } from "../lib/passkeys.js";

const credentials = navigator.credentials;
const [adding, using] = [$("#passkey-add"), $("#passkey-log-in")];

if (possible()) {
  if (using) offer(using, (options) => credentials.get(options));
  if (adding) {
    offer(adding, (options) => credentials.create(options));
    shown($("#add-passkey"), true);
    shown($("#passkeys"), true);
  }
}
