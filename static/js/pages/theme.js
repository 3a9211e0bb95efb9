// Applies the chosen theme and speed before the first paint. Not a module, because modules wait.
(() => {
  const apply = () => {
    /** @type {{ theme?: string, speed?: string }} */ let wanted = {};
    try {
      wanted = JSON.parse(localStorage.getItem("farkle") ?? "{}");
    } catch {
      // Storage is forbidden: the system's theme applies.
    }
    const root = document.documentElement;
    if (wanted.theme === "light" || wanted.theme === "dark") root.dataset.theme = wanted.theme;
    else delete root.dataset.theme;
    root.dataset.speed = wanted.speed ?? "normal";
    root.classList.add("js");
  };
  apply();
  globalThis.farkleTheme = apply;
  // Where there is no mouse, the focus shows from the first key to the next touch (base.css).
  addEventListener("keydown", () => (document.documentElement.dataset.keys = ""), true);
  addEventListener("pointerdown", () => delete document.documentElement.dataset.keys, true);
  // For later: without a connection it shows the last games (worker.js).
  addEventListener("load", () => navigator.serviceWorker?.register("/worker.js").catch(() => {}));
})();
