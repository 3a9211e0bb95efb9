// The code of a seat comes with the link, behind the #: it stays out of logs, and is sent only when somebody says so.
const field = document.getElementById("code");
const given = decodeURIComponent(location.hash.slice(1));
if (given && !field.value) {
  field.value = given;
  history.replaceState(null, "", location.pathname);
}
