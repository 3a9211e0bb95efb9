// Fills in the code of a seat from the link. It stands behind the #, so that it appears in no log
// and is sent only with the form.
import { $ } from "../lib/dom.js";

const field = $("input#code");
const given = decodeURIComponent(location.hash.slice(1));
if (given && !field.value) {
  field.value = given;
  history.replaceState(null, "", location.pathname);
}
