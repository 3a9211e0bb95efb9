function e(e, t, n) {
  for (let [n, r] of Object.entries(t ?? {}))
    r != null &&
      r !== !1 &&
      (n.startsWith(`on`)
        ? e.addEventListener(n.slice(2), r)
        : e.setAttribute(n, r === !0 ? `` : r));
  return (e.append(...n.flat().filter((e) => e != null)), e);
}
function t(t, n, ...r) {
  return e(document.createElement(t), n, r);
}
function n(e, t) {
  e.textContent !== t && (e.textContent = t);
}
function r(e, t) {
  e.hasAttribute(`hidden`) === !!t && e.toggleAttribute(`hidden`, !t);
}
const i = (e, t = document) => t.querySelector(e),
  a = document.documentElement.lang || `en`,
  o = new Intl.NumberFormat(a);
new Intl.NumberFormat(a, { style: `percent`, maximumFractionDigits: 0 });
const s = globalThis.gettext ?? ((e) => e);
globalThis.ngettext;
const ee = (e) => o.format(e);
function c(e, t = {}) {
  return e.replace(/\{(\w+)(:[^}]*)?\}/g, (e, n) => {
    let r = t[n];
    return r == null ? e : typeof r == `number` ? ee(r) : String(r);
  });
}
const l = `farkle`,
  u = {
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
let d = { ...u };
const f = /* @__PURE__ */ new Set();
function p() {
  try {
    d = { ...u, ...JSON.parse(localStorage.getItem(l) ?? `{}`) };
  } catch {
    d = { ...u };
  }
}
p();
const m = (e) => d[e];
addEventListener(`storage`, (e) => {
  if (e.key === l) {
    p();
    for (let e of f) e(null);
  }
});
const h = matchMedia(`(prefers-reduced-motion: reduce)`);
function g() {
  if (document.hidden) return { throw: 0, moment: 0, rolloff: 0, tumble: !1 };
  let e = h.matches ? `none` : m(`speed`);
  return e === `none`
    ? { throw: 0, moment: 1200, rolloff: 1200, tumble: !1 }
    : e === `fast`
      ? { throw: 380, moment: 900, rolloff: 1e3, tumble: !0 }
      : { throw: 900, moment: 1600, rolloff: 1900, tumble: !0 };
}
const _ = () =>
    t(
      `span`,
      { class: `cube`, "aria-hidden": `true` },
      Array.from({ length: 6 }, () => t(`i`)),
    ),
  v = /* @__PURE__ */ new WeakMap();
function te(e, t) {
  for (let t of e.querySelectorAll(`.die`))
    t.firstElementChild.localName !== `span` && t.prepend(_());
  for (let t of e.getAnimations({ subtree: !0 })) t.currentTime = 0;
  (e.classList.add(`rolling`),
    clearTimeout(v.get(e)),
    v.set(
      e,
      setTimeout(() => ne(e), t),
    ));
}
function ne(e) {
  (clearTimeout(v.get(e)), e.classList.remove(`rolling`));
  for (let t of e.querySelectorAll(`.cube`)) t.remove();
}
let y = 0;
function b(e) {
  let t = i(`dialog[open]`) ?? document.body;
  return (e.parentElement !== t && t.append(e), e);
}
document.addEventListener(
  `close`,
  () => document.body.append(i(`#notice`), i(`#announce`) ?? ``),
  !0,
);
function re(e) {
  let t = b(i(`#notice`));
  (n(i(`#notice-words`), e),
    i(`#announce`) && C(e),
    r(t, !0),
    clearTimeout(y),
    (y = setTimeout(() => r(t, !1), Math.max(4500, e.length * 70))));
}
let x = [],
  S = 0;
function C(e) {
  e &&
    ((x = [...x.slice(-5), e]),
    b(i(`#announce`)),
    clearTimeout(S),
    (S = setTimeout(() => {
      (n(i(`#announce`), x.join(` `)), (x = []));
    }, 150)));
}
function w(e) {
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
async function T(e) {
  try {
    if (navigator.clipboard) return (await navigator.clipboard.writeText(e), !0);
  } catch {}
  return w(e);
}
function E() {
  let e = i(`#share`);
  (r(e, !0),
    e.addEventListener(`click`, async () => {
      let e = location.href;
      if (typeof navigator.share == `function`)
        try {
          await navigator.share({ title: document.title, url: e });
          return;
        } catch (e) {
          if (e.name === `AbortError`) return;
        }
      re(
        (await T(e))
          ? s(`Link copied.`)
          : c(s(`Couldn't copy. Here's the link: {url}`), { url: e }),
      );
    }));
}
const D = () => i(`#graph .graph`);
function O(e) {
  let t = D();
  t && (j(`.at`, e), t.setAttribute(`aria-valuenow`, e), t.setAttribute(`aria-valuetext`, M(e)));
}
function ie(e) {
  (document.addEventListener(`click`, (t) => {
    let n = A(t);
    n !== null && e(n);
  }),
    document.addEventListener(`pointermove`, (e) => k(A(e))),
    document.addEventListener(`pointerleave`, () => k(null)));
}
function k(e) {
  let t = i(`#graph-now`);
  !t ||
    (e === null && t.hidden) ||
    ((t.hidden = e === null),
    e === null ? j(`.hover`, null) : (j(`.hover`, e), (t.textContent = M(e))));
}
function A(e) {
  let t = e.target.closest?.(`#graph svg.chart`);
  if (!t) return null;
  let { from: n, to: r } = t.dataset,
    i = t.getBoundingClientRect(),
    a = ((e.clientX - i.left) / i.width) * t.viewBox.baseVal.width,
    o = Number(D().dataset.last),
    s = (a - Number(n)) / (Number(r) - Number(n));
  return Math.round(o * Math.min(1, Math.max(0, s)));
}
function j(e, t) {
  let n = Math.max(1, Number(D().dataset.last));
  for (let r of document.querySelectorAll(`#graph svg.chart`)) {
    let [a, o] = [Number(r.dataset.from), Number(r.dataset.to)],
      s = t === null ? `-9` : (a + ((o - a) * t) / n).toFixed(1);
    for (let t of [`x1`, `x2`]) i(e, r).setAttribute(t, s);
  }
}
function M(e) {
  let t = [c(s(`Step {step}`), { step: e })],
    { chances: n } = D().dataset;
  if (n) {
    let r = n.split(`;`)[e].split(`,`);
    document.querySelectorAll(`#graph .sides thead .name`).forEach((e, n) => {
      t.push(`${e.textContent.trim()} ${r[n]}%`);
    });
  }
  return t.join(` · `);
}
function N(e) {
  let t = i(`[data-waiting]`);
  t && P(t.dataset.waiting, 700, 20, e);
}
function P(e, t, r, a) {
  r
    ? setTimeout(async () => {
        try {
          let t = await fetch(e);
          if (t.ok && (await t.json()).ready && (await ae())) {
            a();
            return;
          }
        } catch {}
        P(e, Math.min(8e3, t * 1.6), r - 1, a);
      }, t)
    : n(
        i(`[data-waiting]`),
        s(
          `This is taking longer than it should. Come back later; the rest of the game is all here.`,
        ),
      );
}
async function ae() {
  let e = await fetch(`${i(`#replay`).dataset.page}?luck`);
  if (!e.ok) return !1;
  let t = new DOMParser().parseFromString(await e.text(), `text/html`);
  for (let e of [`charts`, `luck-part`])
    i(`#${e}`).replaceChildren(...t.getElementById(e).childNodes);
  return !0;
}
const F = i(`#replay`),
  I = Number(F.dataset.last),
  L = { throw: 700, keep: 1500, build: 1500, start: 1600, other: 1500 },
  R = /* @__PURE__ */ new Map();
let z = Number(F.dataset.scene),
  B = z,
  V = 0,
  H = !1;
const U = (e) => `${F.dataset.address}${e}/`;
function W(e) {
  if (!R.has(e)) {
    let t = fetch(`${U(e)}?part`).then((e) => {
      if (!e.ok) throw Error(String(e.status));
      return e.text();
    });
    (t.catch(() => R.delete(e)), R.set(e, t));
  }
  return R.get(e);
}
async function G(e, { keep: t = !1, jump: n = !1 } = {}) {
  B = Math.min(I, Math.max(0, e));
  let a = B,
    o;
  try {
    o = await W(a);
  } catch {
    (a === B && (B = z), r(i(`#trouble`), !0), Y());
    return;
  }
  if ((r(i(`#trouble`), !1), a === B)) {
    (K(a, o), t || history[n ? `pushState` : `replaceState`](null, ``, U(a)));
    for (let e = 1; e <= 3 && a + e <= I; e++) W(a + e).catch(() => {});
    H && oe();
  }
}
function K(e, t) {
  let n = e === z + 1;
  ((z = e), (F.dataset.scene = e));
  let r = new DOMParser().parseFromString(t, `text/html`);
  for (let e of [`stage`, `after`]) {
    let t = r.getElementById(e),
      n = document.getElementById(e),
      a = n.contains(document.activeElement) ? document.activeElement.dataset.scene : null;
    (n.replaceChildren(...t.childNodes),
      Object.assign(n.dataset, t.dataset),
      a && i(`[data-scene="${a}"]`, n)?.focus({ preventScroll: !0 }));
  }
  ((document.title = i(`#stage`).dataset.title),
    (i(`#said`).textContent = [...document.querySelectorAll(`.tell p`)]
      .map((e) => e.textContent)
      .join(` `)));
  let a = { first: 0, back: Math.max(0, e - 1), next: Math.min(I, e + 1), last: I };
  for (let [e, t] of Object.entries(a)) i(`[data-go="${e}"]`).href = U(t);
  (O(e), n && q());
}
function q() {
  let e = i(`#stage [data-thrown]`),
    { tumble: t, throw: n } = g();
  e && t && te(e, n);
}
function oe() {
  if ((clearTimeout(V), z >= I)) {
    Y();
    return;
  }
  let { kind: e } = i(`#stage`).dataset;
  V = setTimeout(() => G(z + 1), L[e] + (e === `throw` ? g().throw : 0));
}
function J() {
  ((H = !0), X(), G(z >= I ? 0 : z + 1));
}
function Y() {
  ((H = !1), clearTimeout(V), X());
}
function X() {
  ((i(`#play span`).textContent = s(H ? `Pause` : `Play`)),
    i(`#play use`).setAttribute(`href`, H ? `#i-pause` : `#i-play`));
}
function Z(e, t) {
  (Y(), G(e, t));
}
addEventListener(`click`, (e) => {
  let t = e.target.closest?.(`a[data-go], a[data-scene]`);
  if (!t || e.ctrlKey || e.metaKey || e.shiftKey || e.altKey) return;
  e.preventDefault();
  let { go: n, scene: r } = t.dataset;
  n
    ? Z({ first: 0, back: B - 1, next: B + 1, last: I }[n])
    : (Z(Number(r), { jump: !0 }),
      F.contains(t) || i(`#stage`).scrollIntoView({ block: `nearest` }));
});
const Q = {
  ArrowLeft: () => Z(B - 1),
  ArrowRight: () => Z(B + 1),
  Home: () => Z(0),
  End: () => Z(I),
  " ": () => (H ? Y() : J()),
};
addEventListener(`keydown`, (e) => {
  let { key: t, target: n } = e;
  e.ctrlKey ||
    e.metaKey ||
    e.altKey ||
    !(t in Q) ||
    n.closest(`input, textarea, select, dialog[open], [role=region]`) ||
    (t === ` ` && n.closest(`button, summary`)) ||
    (e.preventDefault(), Q[t]());
});
let $ = null;
(i(`#stage`).addEventListener(`pointerdown`, (e) => {
  $ = e.pointerType === `mouse` ? null : { x: e.clientX, y: e.clientY };
}),
  i(`#stage`).addEventListener(`pointerup`, (e) => {
    if (!$) return;
    let [t, n] = [e.clientX - $.x, e.clientY - $.y];
    (($ = null), Math.abs(t) >= 48 && Math.abs(t) > 2 * Math.abs(n) && Z(B + (t < 0 ? 1 : -1)));
  }),
  i(`#play`).addEventListener(`click`, () => (H ? Y() : J())),
  r(i(`#play`), !0),
  addEventListener(`popstate`, () => {
    let e =
      location.pathname.startsWith(F.dataset.address) &&
      /(\d+)\/$/.exec(location.pathname.slice(F.dataset.address.length));
    Z(e ? Number(e[1]) : I, { keep: !0 });
  }),
  O(z),
  ie((e) => Z(e, { jump: !0 })),
  E(),
  N(() => {
    (R.clear(), O(z), G(B, { keep: !0 }));
  }));
