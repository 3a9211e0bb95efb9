const e = (e, t = document) => t.querySelector(e);
function t(e) {
  let t = document.getElementById(e);
  t.open || t.showModal();
}
function n() {
  for (let e of document.querySelectorAll(`dialog[open]`)) e.close();
}
for (let e of document.querySelectorAll(`dialog.sheet`))
  e.addEventListener(`click`, (t) => {
    (t.target === e || t.target.closest(`[data-close]`)) && e.close();
  });
for (let e of document.querySelectorAll(`[data-sheet]`))
  e.addEventListener(`click`, () => {
    (n(), t(e.dataset.sheet));
  });
const r = `farkle`,
  i = {
    speed: `normal`,
    sound: !0,
    buzz: !0,
    title: !0,
    rim: !0,
    ask: !1,
    theme: `auto`,
    brief: ``,
    tour: !0,
    learned: [],
  };
let a = { ...i };
const o = /* @__PURE__ */ new Set();
function s() {
  try {
    a = { ...i, ...JSON.parse(localStorage.getItem(r) ?? `{}`) };
  } catch {
    a = { ...i };
  }
}
s();
const c = (e) => a[e];
function l(e, t) {
  a[e] = t;
  try {
    localStorage.setItem(r, JSON.stringify(a));
  } catch {}
  for (let n of o) n(e, t);
}
const u = (e) => o.add(e);
(addEventListener(`storage`, (e) => {
  if (e.key === r) {
    s();
    for (let e of o) e(null);
  }
}),
  matchMedia(`(prefers-reduced-motion: reduce)`));
function d(e) {
  let t = c(e.dataset.pref);
  e.type === `checkbox` ? (e.checked = t) : e.type === `radio` && (e.checked = e.value === t);
}
function f() {
  let t = document.querySelectorAll(`[data-pref]`);
  for (let e of t)
    (d(e),
      e.addEventListener(`change`, () => {
        l(e.dataset.pref, e.type === `checkbox` ? e.checked : e.value);
      }));
  u(() => {
    (globalThis.farkleTheme(), t.forEach(d));
  });
  let n = e(`#pref-buzz`);
  n && !navigator.vibrate && (n.hidden = !0);
}
const p = document.querySelector(`[data-demo]`);
p &&
  new IntersectionObserver(([e]) => {
    p.classList.toggle(`still`, !e.isIntersecting);
  }).observe(p);
const m = document.getElementById(`code`);
(m?.addEventListener(`input`, () => {
  let e = m.value
      .toUpperCase()
      .replace(/[^A-Z0-9]/g, ``)
      .slice(0, 8),
    t = e.length > 4 ? `${e.slice(0, 4)} ${e.slice(4)}` : e;
  !m.value.includes(`/`) && m.value !== t && m.selectionStart === m.value.length && (m.value = t);
}),
  f());
