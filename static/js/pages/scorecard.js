// The score card prints itself; without this the browser's own menu does.
const button = document.getElementById("print");
button.hidden = false;
button.addEventListener("click", () => print());
