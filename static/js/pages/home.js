// The home page: the demonstration starts when it is seen, and a typed code is formatted.
import { bindOpeners } from "../lib/dialogs.js";
import { $, optional } from "../lib/dom.js";
import { pace } from "../lib/prefs.js";
import { bindSettings } from "../lib/settings.js";
import { toastOfLastPage } from "../lib/toast.js";

const READ = 2500; // ms in which somebody reads the picture, before it moves

// What moves it is loaded for those who stay to look, and not at all where nothing is to move.
addEventListener("load", () => {
  let timer = 0;
  const sight = new IntersectionObserver(([{ isIntersecting }]) => {
    clearTimeout(timer);
    if (!isIntersecting || !pace().tumble) return;
    timer = setTimeout(async () => {
      sight.disconnect();
      const { Demo } = await import("../table/demo/demo.js");
      new Demo().start();
    }, READ);
  });
  sight.observe($("[data-demo]"));
});

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

bindOpeners();
bindSettings();
if (toastOfLastPage()) $("h1").focus();
