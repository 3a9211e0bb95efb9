const e = (e, t = document) => t.querySelector(e),
  t = document.documentElement.lang || `en`;
(new Intl.NumberFormat(t),
  new Intl.NumberFormat(t, { style: `percent`, maximumFractionDigits: 0 }));
const n = globalThis.gettext ?? ((e) => e);
(globalThis.ngettext,
  document.addEventListener(
    `close`,
    () => document.body.append(e(`#notice`), e(`#announce`) ?? ``),
    !0,
  ));
function r(e) {
  let t = document.createElement(`textarea`);
  ((t.value = e),
    (t.className = `vh`),
    t.setAttribute(`readonly`, ``),
    (document.querySelector(`dialog[open]`) ?? document.body).append(t));
  let n = document.activeElement;
  t.select();
  let r = document.execCommand(`copy`);
  return (t.remove(), n?.focus({ preventScroll: !0 }), r);
}
async function i(e) {
  try {
    if (navigator.clipboard) return (await navigator.clipboard.writeText(e), !0);
  } catch {}
  return r(e);
}
for (let t of document.querySelectorAll(`[data-copies]`))
  ((t.hidden = !1),
    t.addEventListener(`click`, async () => {
      let r = document.getElementById(t.dataset.copies),
        a = await i(r.value);
      (a || r.select(),
        (e(`#copied`).textContent = n(
          a ? `Copied.` : `Couldn't copy automatically. The text is selected.`,
        )));
    }));
