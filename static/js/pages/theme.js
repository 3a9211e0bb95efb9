// Runs before the first paint, so that a chosen theme and pace do not flash. No module: it must not wait.
(() => {
  const apply = () => {
    let wanted = {};
    try {
      wanted = JSON.parse(localStorage.getItem("farkle") ?? "{}");
    } catch {
      // Storage is forbidden here: the system's theme stands.
    }
    const root = document.documentElement;
    if (wanted.theme === "light" || wanted.theme === "dark") root.dataset.theme = wanted.theme;
    else delete root.dataset.theme;
    root.dataset.speed = wanted.speed ?? "normal";
    root.classList.add("js");
  };
  apply();
  globalThis.farkleTheme = apply;
})();
