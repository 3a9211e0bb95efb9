(() => {
  let e = () => {
    let e = {};
    try {
      e = JSON.parse(localStorage.getItem(`farkle`) ?? `{}`);
    } catch {}
    let t = document.documentElement;
    (e.theme === `light` || e.theme === `dark`
      ? (t.dataset.theme = e.theme)
      : delete t.dataset.theme,
      (t.dataset.speed = e.speed ?? `normal`),
      t.classList.add(`js`));
  };
  (e(), (globalThis.farkleTheme = e));
})();
