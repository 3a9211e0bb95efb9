// The home page: the moving picture stops off screen, and a typed code is formatted.
import "../lib/dialogs.js";
import { optional } from "../lib/dom.js";
import { bindSettings } from "../lib/settings.js";

const demo = optional("[data-demo]");
if (demo) {
  new IntersectionObserver(([seen]) => {
    demo.classList.toggle("still", !seen.isIntersecting);
  }).observe(demo);
}

const code = optional("input#code");
code?.addEventListener("input", () => {
  const letters = code.value
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, "")
    .slice(0, 8);
  const written = letters.length > 4 ? `${letters.slice(0, 4)} ${letters.slice(4)}` : letters;
  // A pasted link is left as it is: the server finds the code in it.
  if (
    !code.value.includes("/") &&
    code.value !== written &&
    code.selectionStart === code.value.length
  ) {
    code.value = written;
  }
});

bindSettings();
