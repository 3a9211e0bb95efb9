// The score card's print button.
const button = document.getElementById("print");
button.hidden = false;
button.addEventListener("click", () => print());
