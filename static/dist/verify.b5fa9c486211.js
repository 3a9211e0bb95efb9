const e = `farkle-dice:`;
function t() {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null;
  }
}
var n = class {
  constructor(e, n = t()) {
    ((this.room = e), (this.storage = n), (this.note = null), (this.timer = 0));
  }
  of(e) {
    if (this.note?.number === e) return this.note;
    try {
      return JSON.parse(this.storage?.getItem(this.key(e)) ?? `null`);
    } catch {
      return null;
    }
  }
  promised(e, t) {
    this.note?.number !== e &&
      (this.save(),
      (this.note = this.of(e) ?? {
        number: e,
        at: Date.now(),
        commitment: t,
        added: {},
        throws: {},
      }),
      this.schedule());
  }
  began(e, t) {
    t &&
      this.note?.number === e &&
      !this.note.fingerprint &&
      ((this.note.fingerprint = t), this.schedule());
  }
  hasAdded(e, t) {
    return !!this.of(e)?.added[t];
  }
  added(e, t, n) {
    this.note?.number === e &&
      ((this.note.added[t] = [...(this.note.added[t] ?? []), n]), this.save());
  }
  threw(e, t, n) {
    let i = r(n);
    this.note?.number === e &&
      i.length &&
      (Object.keys(this.note.throws).length >= 3e3 ||
        ((this.note.throws[t] = i.join(``)), this.schedule()));
  }
  schedule() {
    this.timer ||= setTimeout(() => this.save(), 1e3);
  }
  save() {
    if ((clearTimeout(this.timer), (this.timer = 0), this.note && this.storage))
      try {
        (this.storage.setItem(this.key(this.note.number), JSON.stringify(this.note)),
          this.forgetOldest());
      } catch {}
  }
  forgetOldest() {
    let t = Object.keys(this.storage).filter((t) => t.startsWith(e));
    if (t.length <= 30) return;
    let n = (e) => JSON.parse(this.storage.getItem(e))?.at ?? 0;
    t.sort((e, t) => n(e) - n(t));
    for (let e of t.slice(0, t.length - 30)) this.storage.removeItem(e);
  }
  key(t) {
    return `${e}${this.room}:${t}`;
  }
};
const r = (e) => e.filter(([e]) => e === `rolled` || e === `rolled_off`).flatMap((e) => e.at(-1));
function i(e, { commitment: t, fingerprint: n, strings: r, seats: i }, o = null) {
  let s = Object.entries(e.added)
      .map(([e, t]) => [i.indexOf(Number(e)), t])
      .filter(([e]) => e >= 0 && e < r.length),
    c = o ? Object.entries(e.throws) : [];
  return {
    promise: e.commitment === t && (!e.fingerprint || e.fingerprint === n),
    text: s.length ? s.every(([e, t]) => t.includes(r[e])) : null,
    throws: c.length ? c.every(([e, t]) => a(o, e) === t) : null,
  };
}
function a({ start: e, steps: t }, n) {
  let { events: r } = (Number(n) ? t[n - 1] : e) ?? { events: [] };
  return r.flatMap(({ e, dice: t }) => (e.startsWith(`rolled`) ? t : [])).join(``);
}
function o(e, t, n) {
  for (let [n, r] of Object.entries(t ?? {}))
    r != null &&
      r !== !1 &&
      (n.startsWith(`on`)
        ? e.addEventListener(n.slice(2), r)
        : e.setAttribute(n, r === !0 ? `` : r));
  return (e.append(...n.flat().filter((e) => e != null)), e);
}
function s(e, t, ...n) {
  return o(document.createElement(e), t, n);
}
function c(e, t) {
  e.textContent !== t && (e.textContent = t);
}
function l(e, t) {
  e.hasAttribute(`hidden`) === !!t && e.toggleAttribute(`hidden`, !t);
}
const u = (e, t = document) => t.querySelector(e),
  d = document.documentElement.lang || `en`,
  f = new Intl.NumberFormat(d);
new Intl.NumberFormat(d, { style: `percent`, maximumFractionDigits: 0 });
const p = globalThis.gettext ?? ((e) => e),
  m = globalThis.ngettext ?? ((e, t, n) => (n === 1 ? e : t)),
  h = (e) => f.format(e);
function g(e, t = {}) {
  return e.replace(/\{(\w+)(:[^}]*)?\}/g, (e, n) => {
    let r = t[n];
    return r == null ? e : typeof r == `number` ? h(r) : String(r);
  });
}
function _(e) {
  let t = [...e].map((e) => s(`span`, { class: `dot`, "data-face": e }));
  return s(`span`, { class: `dots`, role: `img`, "aria-label": [...e].join(`, `) }, t);
}
const v = [];
for (let e = 2; v.length < 64; e++) v.every((t) => e % t) && v.push(e);
function y(e, t) {
  let n = BigInt(e) << BigInt(32 * t),
    r = 0n,
    i = BigInt(e) << 32n;
  for (; r < i; ) {
    let e = (r + i + 1n) >> 1n;
    e ** BigInt(t) <= n ? (r = e) : (i = e - 1n);
  }
  return Number(r & 4294967295n);
}
const b = v.slice(0, 8).map((e) => y(e, 2)),
  x = v.map((e) => y(e, 3)),
  S = (e, t) => (e >>> t) | (e << (32 - t));
function C(e, t, n) {
  let r = /* @__PURE__ */ new Uint32Array(64);
  for (let e = 0; e < 16; e++) r[e] = t.getUint32(n + 4 * e);
  for (let e = 16; e < 64; e++) {
    let t = r[e - 15],
      n = r[e - 2],
      i = S(t, 7) ^ S(t, 18) ^ (t >>> 3),
      a = S(n, 17) ^ S(n, 19) ^ (n >>> 10);
    r[e] = r[e - 16] + i + r[e - 7] + a;
  }
  let [i, a, o, s, c, l, u, d] = e;
  for (let e = 0; e < 64; e++) {
    let t = (c & l) ^ (~c & u),
      n = (i & a) ^ (i & o) ^ (a & o),
      f = (d + (S(c, 6) ^ S(c, 11) ^ S(c, 25)) + t + x[e] + r[e]) | 0,
      p = ((S(i, 2) ^ S(i, 13) ^ S(i, 22)) + n) | 0;
    [d, u, l, c, s, o, a, i] = [u, l, c, (s + f) | 0, o, a, i, (f + p) | 0];
  }
  [i, a, o, s, c, l, u, d].forEach((t, n) => (e[n] += t));
}
function w(e) {
  let t = new Uint8Array(Math.ceil((e.length + 9) / 64) * 64);
  (t.set(e), (t[e.length] = 128));
  let n = new DataView(t.buffer);
  n.setBigUint64(t.length - 8, BigInt(e.length) * 8n);
  let r = Uint32Array.from(b);
  for (let e = 0; e < t.length; e += 64) C(r, n, e);
  let i = /* @__PURE__ */ new DataView(/* @__PURE__ */ new ArrayBuffer(32));
  return (r.forEach((e, t) => i.setUint32(4 * t, e)), new Uint8Array(i.buffer));
}
const T = (e, t) => Uint8Array.from([...e, ...t]);
function E(e, t) {
  let n = /* @__PURE__ */ new Uint8Array(64);
  n.set(e.length > 64 ? w(e) : e);
  let r = w(
    T(
      n.map((e) => e ^ 54),
      t,
    ),
  );
  return w(
    T(
      n.map((e) => e ^ 92),
      r,
    ),
  );
}
const D = (e) => Uint8Array.from(e.match(/../g) ?? [], (e) => parseInt(e, 16)),
  O = (e) => Array.from(e, (e) => e.toString(16).padStart(2, `0`)).join(``),
  k = new TextEncoder();
function A(e = globalThis.crypto?.subtle) {
  if (!e) return { own: !0, digest: async (e) => w(e), keyed: async (e, t) => E(e, t) };
  let t = /* @__PURE__ */ new Map(),
    n = { name: `HMAC`, hash: `SHA-256` };
  return {
    own: !1,
    digest: async (t) => new Uint8Array(await e.digest(`SHA-256`, t)),
    keyed: async (r, i) => (
      t.has(r) || t.set(r, e.importKey(`raw`, r, n, !1, [`sign`])),
      new Uint8Array(await e.sign(`HMAC`, await t.get(r), i))
    ),
  };
}
async function j(e, t, n, r, { keyed: i }) {
  let a = [];
  for (let o = 0; a.length < r; o++) {
    let r = await i(e, k.encode(`${n}:${o}:${t.join(`,`)}`));
    for (let e of r) e < 252 && a.push((e % 6) + 1);
  }
  return a.slice(0, r);
}
function M(e) {
  return [e.start, ...e.steps].flatMap(({ events: e }) =>
    e.filter(({ e }) => e === `rolled` || e === `rolled_off`).map(({ dice: e }) => e),
  );
}
function N(e) {
  return Array.isArray(e)
    ? `[${e.map(N).join()}]`
    : typeof e != `object` || !e
      ? JSON.stringify(e)
      : `{${Object.keys(e)
          .sort()
          .map((t) => `${JSON.stringify(t)}:${N(e[t])}`)
          .join()}}`;
}
async function P(e, { rules: t, teams: n, names: r, players: i }, a, { digest: o, keyed: s }) {
  let c = Object.entries(t).filter(([e, t]) => N(t) !== N(a[e] ?? null)),
    l = N({ rules: Object.fromEntries(c), teams: n }),
    u = r.slice(0, i).map((e) => o(k.encode(e))),
    d = (await Promise.all(u)).map(O).join();
  return {
    rules: O(await s(e, k.encode(`rules:${l}`))),
    names: O(await s(e, k.encode(`names:${d}`))),
  };
}
async function F({ record: e, dice: t }, n, r) {
  if (!t.rules) return null;
  let i = await P(D(t.seed), e, n, r),
    a = [t.commitment, t.rules, t.names, t.strings.join()];
  return {
    fingerprint: O(await r.digest(k.encode(a.join(`:`)))),
    rules: i.rules === t.rules,
    names: i.names === t.names,
  };
}
const I = ({ steps: e }) => e.some(({ events: e }) => e.some(({ e }) => e === `over`));
async function L(e, t, n = A()) {
  let { record: r, dice: i, about: a } = e,
    { commitment: o, seed: s, strings: c } = i,
    l = D(s),
    u = O(await n.digest(l)),
    d = [];
  for (let [e, t] of M(r).entries()) {
    let r = await j(l, c, e + 1, t.length, n);
    d.push({ recorded: t, computed: r, fits: r.join() === t.join() });
  }
  let f = a?.status === `over` ? `missing` : `unfinished`;
  return { commitment: u === o, throws: d, covers: await F(e, t, n), end: I(r) ? `over` : f };
}
const R = u(`#check`);
function z(e, t, n) {
  let r = u(e);
  (l(r, !0),
    (r.dataset.fits = t),
    c(u(`[data-words]`, r), n),
    u(`use`, r).setAttribute(`href`, { true: `#i-tick`, null: `#i-minus` }[t] ?? `#i-warn`));
}
function B({ recorded: e, computed: t, fits: n }, r) {
  return s(
    `tr`,
    { "data-fits": String(n) },
    s(`th`, { scope: `row` }, String(r + 1)),
    s(`td`, null, _(e)),
    s(`td`, null, n ? p(`matches`) : [p(`the seed gives`), ` `, _(t)]),
  );
}
function V({ dice: e, record: t }, r) {
  let { room: a, number: o, seats: s } = R.dataset,
    c = a ? new n(a).of(Number(o)) : null;
  return c ? i(c, { ...e, fingerprint: r, seats: s.split(` `).map(Number) }, t) : null;
}
function H({ promise: e, text: t, throws: n }) {
  return p(
    e
      ? n === !1
        ? `This browser saw different dice during the game.`
        : t === !1
          ? `Your random data wasn't used. It was replaced, perhaps by another device with your seat.`
          : `Matches what this browser saw before and during the game.`
      : `This browser saw a different fingerprint before the game.`,
  );
}
function U(e) {
  e
    ? e.rules
      ? e.names
        ? z(`#says-covers`, !0, p(`The rules and the names are those the game began with.`))
        : z(
            `#says-covers`,
            null,
            p(
              `The rules are those the game began with. The names aren't: players may change theirs.`,
            ),
          )
      : z(`#says-covers`, !1, p(`These aren't the rules that the game began with.`))
    : z(
        `#says-covers`,
        null,
        p(`Names and rules are not covered by the fingerprint of this game.`),
      );
}
function W(e) {
  (l(u(`#says-end`), e !== `over`),
    e === `missing`
      ? z(`#says-end`, !1, p(`The end of the game is missing: the file says that somebody won.`))
      : e === `unfinished` &&
        z(`#says-end`, null, p(`Unfinished: the game stopped before anyone won.`)));
}
async function G() {
  (c(u(`#check-words`), p(`Checking every roll…`)), l(u(`#check-again`), !1));
  let e;
  try {
    let t = await fetch(R.dataset.file);
    if (!t.ok) throw Error(String(t.status));
    e = await t.json();
  } catch {
    (c(u(`#check-words`), p(`Couldn't load the game file. Nothing was checked.`)),
      l(u(`#check-again`), !0));
    return;
  }
  let t = A(),
    n = JSON.parse(R.dataset.base),
    { commitment: r, throws: i, covers: a, end: o } = await L(e, n, t),
    s = i.filter(({ fits: e }) => !e).length,
    d = V(e, a?.fingerprint),
    f = r && !s && (!d || (d.promise && d.throws !== !1)) && a?.rules !== !1 && o !== `missing`;
  ((R.dataset.right = f),
    c(u(`#check-words`), p(f ? `Verified: the dice were fair.` : `Check failed.`)),
    U(a),
    W(o),
    z(
      `#says-commitment`,
      r,
      p(
        r
          ? `The seed matches the fingerprint published before the game.`
          : `The seed doesn't match the fingerprint published before the game.`,
      ),
    ));
  let h = i.length;
  (z(
    `#says-throws`,
    !s,
    s
      ? g(
          m(
            `{count} roll of {all} doesn't match the seed.`,
            `{count} rolls of {all} don't match the seed.`,
            s,
          ),
          { count: s, all: h },
        )
      : g(m(`{count} roll reproduced exactly.`, `All {count} rolls reproduced exactly.`, h), {
          count: h,
        }),
  ),
    l(u(`#says-own`), !!d),
    d && z(`#says-own`, d.promise && d.throws !== !1 && d.text !== !1, H(d)),
    c(
      u(`#check-means`),
      t.own
        ? p(
            `Computed in your browser by this page's own code, because plain http has no Web Crypto.`,
          )
        : p(`Computed in your browser (Web Crypto).`),
    ),
    u(`#throws tbody`).replaceChildren(...i.map(B)),
    l(u(`#check-details`), !0));
}
(u(`#check-again`).addEventListener(`click`, G), G());
