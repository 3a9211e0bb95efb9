const { url: e } = document.getElementById(`knocking`).dataset;
async function t() {
  try {
    let t = await fetch(e, { cache: `no-store` });
    t.ok && !(await t.json()).waiting && location.reload();
  } catch {}
}
(setInterval(t, 3e3),
  document.addEventListener(`visibilitychange`, () => {
    document.hidden || t();
  }));
