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
function n(t, n, ...r) {
  return e(document.createElementNS(`http://www.w3.org/2000/svg`, t), n, r);
}
function r(e) {
  return n(`svg`, { class: `ico`, "aria-hidden": `true` }, n(`use`, { href: `#i-${e}` }));
}
function i(e, t, n) {
  if (n == null || n === !1) e.removeAttribute(t);
  else {
    let r = n === !0 ? `` : String(n);
    e.getAttribute(t) !== r && e.setAttribute(t, r);
  }
}
function a(e, t) {
  e.textContent !== t && (e.textContent = t);
}
function o(e, n, r) {
  if (e.textContent === n) return;
  let [i, ...a] = n.split(r),
    o = r && a.length ? [i, t(`span`, { class: `name` }, r), a.join(r)] : [n];
  e.replaceChildren(...o);
}
function s(e, t) {
  e.hasAttribute(`hidden`) === !!t && e.toggleAttribute(`hidden`, !t);
}
function c(e, t, n, r, i) {
  let a = e.farkleKeyed ?? /* @__PURE__ */ new Map(),
    o = new Map(t.map((e) => [n(e), e]));
  for (let [e, t] of a) o.has(e) || t.remove();
  let s = e.firstElementChild;
  for (let [t, n] of o) {
    let c = a.get(t) ?? r(n);
    (c === s ? (s = s.nextElementSibling) : e.insertBefore(c, s), i(c, n), o.set(t, c));
  }
  e.farkleKeyed = o;
}
const l = (e, t = document) => t.querySelector(e);
function u(e) {
  let t = document.getElementById(e);
  t.open || t.showModal();
}
function d() {
  for (let e of document.querySelectorAll(`dialog[open]`)) e.close();
}
for (let e of document.querySelectorAll(`dialog.sheet`))
  e.addEventListener(`click`, (t) => {
    (t.target === e || t.target.closest(`[data-close]`)) && e.close();
  });
for (let e of document.querySelectorAll(`[data-sheet]`))
  e.addEventListener(`click`, () => {
    (d(), u(e.dataset.sheet));
  });
function f(e, t) {
  let n = l(`#ask`);
  return (
    (l(`#ask-words`).textContent = e),
    (l(`#ask-yes`).textContent = t),
    (n.returnValue = ``),
    n.showModal(),
    new Promise((e) => {
      n.addEventListener(`close`, () => e(n.returnValue === `yes`), { once: !0 });
    })
  );
}
const p = `farkle-dice:`;
function m() {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null;
  }
}
var h = class {
  constructor(e, t = m()) {
    ((this.room = e), (this.storage = t), (this.note = null), (this.timer = 0));
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
    let r = g(n);
    this.note?.number === e &&
      r.length &&
      (Object.keys(this.note.throws).length >= 3e3 ||
        ((this.note.throws[t] = r.join(``)), this.schedule()));
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
    let e = Object.keys(this.storage).filter((e) => e.startsWith(p));
    if (e.length <= 30) return;
    let t = (e) => JSON.parse(this.storage.getItem(e))?.at ?? 0;
    e.sort((e, n) => t(e) - t(n));
    for (let t of e.slice(0, e.length - 30)) this.storage.removeItem(t);
  }
  key(e) {
    return `${p}${this.room}:${e}`;
  }
};
const g = (e) => e.filter(([e]) => e === `rolled` || e === `rolled_off`).flatMap((e) => e.at(-1));
function _(e, { commitment: t, fingerprint: n, strings: r, seats: i }, a = null) {
  let o = Object.entries(e.added)
      .map(([e, t]) => [i.indexOf(Number(e)), t])
      .filter(([e]) => e >= 0 && e < r.length),
    s = a ? Object.entries(e.throws) : [];
  return {
    promise: e.commitment === t && (!e.fingerprint || e.fingerprint === n),
    text: o.length ? o.every(([e, t]) => t.includes(r[e])) : null,
    throws: s.length ? s.every(([e, t]) => ee(a, e) === t) : null,
  };
}
function ee({ start: e, steps: t }, n) {
  let { events: r } = (Number(n) ? t[n - 1] : e) ?? { events: [] };
  return r.flatMap(({ e, dice: t }) => (e.startsWith(`rolled`) ? t : [])).join(``);
}
const te = document.documentElement.lang || `en`,
  ne = new Intl.NumberFormat(te),
  re = new Intl.NumberFormat(te, { style: `percent`, maximumFractionDigits: 0 }),
  v = globalThis.gettext ?? ((e) => e),
  y = globalThis.ngettext ?? ((e, t, n) => (n === 1 ? e : t)),
  b = (e) => ne.format(e),
  ie = (e) => re.format(e);
function x(e, t = {}) {
  return e.replace(/\{(\w+)(:[^}]*)?\}/g, (e, n) => {
    let r = t[n];
    return r == null ? e : typeof r == `number` ? b(r) : String(r);
  });
}
function S(e) {
  return new Intl.ListFormat(te, { style: `long`, type: `conjunction` }).format(e);
}
const ae = `farkle`,
  oe = {
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
let se = { ...oe };
const ce = /* @__PURE__ */ new Set();
function le() {
  try {
    se = { ...oe, ...JSON.parse(localStorage.getItem(ae) ?? `{}`) };
  } catch {
    se = { ...oe };
  }
}
le();
const C = (e) => se[e];
function ue(e, t) {
  se[e] = t;
  try {
    localStorage.setItem(ae, JSON.stringify(se));
  } catch {}
  for (let n of ce) n(e, t);
}
const de = (e) => ce.add(e);
addEventListener(`storage`, (e) => {
  if (e.key === ae) {
    le();
    for (let e of ce) e(null);
  }
});
const fe = matchMedia(`(prefers-reduced-motion: reduce)`);
function pe() {
  if (document.hidden) return { throw: 0, moment: 0, rolloff: 0, tumble: !1 };
  let e = fe.matches ? `none` : C(`speed`);
  return e === `none`
    ? { throw: 0, moment: 1200, rolloff: 1200, tumble: !1 }
    : e === `fast`
      ? { throw: 380, moment: 900, rolloff: 1e3, tumble: !0 }
      : { throw: 900, moment: 1600, rolloff: 1900, tumble: !0 };
}
function me(e) {
  let t = C(e.dataset.pref);
  e.type === `checkbox` ? (e.checked = t) : e.type === `radio` && (e.checked = e.value === t);
}
function he() {
  let e = document.querySelectorAll(`[data-pref]`);
  for (let t of e)
    (me(t),
      t.addEventListener(`change`, () => {
        ue(t.dataset.pref, t.type === `checkbox` ? t.checked : t.value);
      }));
  de(() => {
    (globalThis.farkleTheme(), e.forEach(me));
  });
  let t = l(`#pref-buzz`);
  t && !navigator.vibrate && (t.hidden = !0);
}
let ge = 0;
function _e(e) {
  let t = l(`dialog[open]`) ?? document.body;
  return (e.parentElement !== t && t.append(e), e);
}
document.addEventListener(
  `close`,
  () => document.body.append(l(`#notice`), l(`#announce`) ?? ``),
  !0,
);
function w(e) {
  let t = _e(l(`#notice`));
  (a(l(`#notice-words`), e),
    l(`#announce`) && T(e),
    s(t, !0),
    clearTimeout(ge),
    (ge = setTimeout(() => s(t, !1), Math.max(4500, e.length * 70))));
}
let ve = [],
  ye = 0;
function T(e) {
  e &&
    ((ve = [...ve.slice(-5), e]),
    _e(l(`#announce`)),
    clearTimeout(ye),
    (ye = setTimeout(() => {
      (a(l(`#announce`), ve.join(` `)), (ve = []));
    }, 150)));
}
function be(e, t) {
  e.textContent !== t && (a(e, t), T(t));
}
function xe(e) {
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
async function Se(e) {
  try {
    if (navigator.clipboard) return (await navigator.clipboard.writeText(e), !0);
  } catch {}
  return xe(e);
}
function Ce(e, t, n) {
  let r = l(`[data-share]`, e);
  (s(r, typeof navigator.share == `function`),
    r.addEventListener(`click`, async () => {
      try {
        await navigator.share({
          title: n(),
          text: x(v(`Join me for a game of Farkle: {room}`), { room: n() }),
          url: t,
        });
      } catch {}
    }),
    l(`[data-copy]`, e).addEventListener(`click`, async () => {
      w(
        (await Se(t))
          ? v(`Link copied.`)
          : x(v(`Couldn't copy. Here's the link: {url}`), { url: t }),
      );
    }));
}
function we(e) {
  let t = new URL(document.documentElement.dataset.path, location.href).href;
  for (let n of document.querySelectorAll(`.invite`)) Ce(n, t, e);
}
let E = null;
for (let e of [`pointerdown`, `keydown`])
  addEventListener(e, () => {
    C(`sound`) &&
      ((E ??= globalThis.AudioContext ? new AudioContext() : null),
      E?.state === `suspended` && E.resume());
  });
function D(e, t, { frequency: n, q: r = 1, gain: i = 0.3, type: a = `bandpass` }) {
  let o = Math.ceil(E.sampleRate * t),
    s = E.createBuffer(1, o, E.sampleRate),
    c = s.getChannelData(0);
  for (let e = 0; e < o; e++) c[e] = Math.random() * 2 - 1;
  let l = E.createBufferSource();
  l.buffer = s;
  let u = E.createBiquadFilter();
  (Object.assign(u, { type: a }),
    (u.frequency.value = n),
    (u.Q.value = r),
    l
      .connect(u)
      .connect(Te(e, t, i))
      .connect(E.destination),
    l.start(e));
}
function Te(e, t, n) {
  let r = E.createGain();
  return (r.gain.setValueAtTime(n, e), r.gain.exponentialRampToValueAtTime(8e-4, e + t), r);
}
function Ee(e, t, { from: n, to: r = n, gain: i = 0.2, type: a = `sine` }) {
  let o = E.createOscillator();
  ((o.type = a),
    o.frequency.setValueAtTime(n, e),
    o.frequency.exponentialRampToValueAtTime(r, e + t),
    o.connect(Te(e, t, i)).connect(E.destination),
    o.start(e),
    o.stop(e + t));
}
function De(e, t = 1, n = 0.4) {
  (D(e, 0.05, { frequency: 900 * t, q: 2, gain: n }),
    Ee(e, 0.07, { from: 260 * t, to: 120 * t, gain: n * 0.5 }));
}
function Oe(e, t = 0.1) {
  for (let [n, r] of [
    [1, 1],
    [2.76, 0.5],
    [5.4, 0.25],
  ])
    Ee(e, 1.6, { from: 660 * n, gain: t * r });
}
const ke = {
  throw: (e, t = 6) => {
    for (let n = 0; n < t; n++)
      De(e + 0.3 + n * 0.06 + Math.random() * 0.04, 0.9 + Math.random() * 0.5, 0.28);
  },
  select: (e) => D(e, 0.03, { frequency: 3800, q: 3, gain: 0.2 }),
  deselect: (e) => D(e, 0.03, { frequency: 2400, q: 3, gain: 0.1 }),
  keep: (e) => De(e, 0.55, 0.22),
  entry: (e) => D(e, 0.05, { frequency: 700, q: 1.2, gain: 0.25 }),
  bank: (e) => {
    (D(e, 0.12, { frequency: 3200, q: 0.8, gain: 0.12 }),
      D(e + 0.18, 0.16, { frequency: 2600, q: 0.8, gain: 0.12 }));
  },
  farkle: (e) => {
    (D(e, 0.28, { frequency: 320, q: 0.7, gain: 0.3 }),
      Ee(e, 0.3, { from: 150, to: 70, gain: 0.25 }));
  },
  hot: (e) => {
    for (let t = 0; t < 6; t++) De(e + t * 0.055, 1 + t * 0.12, 0.22);
  },
  turn: (e) => {
    (De(e, 0.7, 0.5), De(e + 0.17, 0.7, 0.5));
  },
  bell: (e) => Oe(e),
  win: (e) => {
    (D(e, 0.08, { frequency: 1800, q: 2, gain: 0.2 }), Oe(e + 0.25, 0.14));
  },
  refused: (e) => Ee(e, 0.09, { from: 190, to: 140, gain: 0.2 }),
  sat: (e) => D(e, 0.22, { frequency: 420, q: 2.5, gain: 0.16 }),
};
function O(e, ...t) {
  E && E.state === `running` && C(`sound`) && !document.hidden && ke[e]?.(E.currentTime, ...t);
}
function k(e) {
  C(`buzz`) && navigator.userActivation?.hasBeenActive && navigator.vibrate?.(e);
}
var Ae = class {
  constructor(e, t) {
    (Object.assign(this, { draw: e, every: t }), (this.timer = 0), (this.last = -t));
  }
  get pending() {
    return this.timer > 0;
  }
  schedule(e = 0) {
    let t = this.last + this.every - performance.now();
    this.timer ||= setTimeout(() => this.flush(), Math.max(e, t));
  }
  flush() {
    (clearTimeout(this.timer), (this.timer = 0), (this.last = performance.now()), this.draw());
  }
};
function je() {
  return Array.from(
    crypto.getRandomValues(/* @__PURE__ */ new Uint8Array(16)),
    (e) => `ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-`[e % 64],
  ).join(``);
}
var Me = class {
  constructor(e, t) {
    ((this.url = e),
      (this.handlers = t),
      (this.head = null),
      (this.early = /* @__PURE__ */ new Map()),
      (this.unanswered = /* @__PURE__ */ new Map()),
      (this.attempts = 0),
      (this.socket = null),
      (this.timer = 0),
      (this.pongDue = 0),
      (this.closed = !1),
      (this.state = `connecting`),
      addEventListener(`online`, () => this.wake()),
      addEventListener(`pageshow`, (e) => e.persisted && this.wake()),
      addEventListener(`offline`, () => this.setState(`offline`)),
      document.addEventListener(`visibilitychange`, () => document.hidden || this.wake()),
      addEventListener(`pagehide`, () => {
        (this.handlers.leaving(), this.socket?.close());
      }),
      setInterval(() => this.ping(), 15e3),
      this.open());
  }
  command(e) {
    let t = je();
    return new Promise((n) => {
      let r = { ...e, id: t };
      (this.unanswered.set(t, { frame: r, resolve: n }), this.send(r));
    });
  }
  send(e) {
    this.socket?.readyState === WebSocket.OPEN && this.socket.send(JSON.stringify(e));
  }
  open() {
    if ((clearTimeout(this.timer), this.closed)) return;
    this.drop();
    let e = new WebSocket(this.url);
    this.socket = e;
    let t = (t) => (n) => this.socket === e && t(n);
    (e.addEventListener(
      `message`,
      t((e) => this.receive(JSON.parse(e.data))),
    ),
      e.addEventListener(
        `close`,
        t(() => this.retry()),
      ),
      (this.timer = setTimeout(() => e.readyState === WebSocket.CONNECTING && this.retry(), 8e3)));
  }
  drop() {
    let e = this.socket;
    ((this.socket = null), clearTimeout(this.pongDue), e?.close());
  }
  retry(e = 0) {
    if ((this.drop(), this.closed)) return;
    this.setState(navigator.onLine === !1 ? `offline` : `connecting`);
    let t = Math.min(5e3, 100 * 2 ** this.attempts);
    this.attempts = Math.min(this.attempts + 1, 10);
    let n = e || t / 2 + (Math.random() * t) / 2;
    (clearTimeout(this.timer), (this.timer = setTimeout(() => this.open(), n)));
  }
  wake() {
    this.closed ||
      ((this.attempts = 0),
      this.socket?.readyState === WebSocket.OPEN
        ? this.ping(3e3)
        : this.socket?.readyState !== WebSocket.CONNECTING && this.open());
  }
  ping(e = 1e4) {
    this.socket?.readyState === WebSocket.OPEN &&
      this.head !== null &&
      (this.send({ type: `ping`, n: this.head }),
      clearTimeout(this.pongDue),
      (this.pongDue = setTimeout(() => this.retry(), e)));
  }
  setState(e) {
    this.state !== e && ((this.state = e), this.handlers.state(e));
  }
  receive(e) {
    switch (e.type) {
      case `sync`:
        return this.onSync(e);
      case `event`:
        return this.onEvent(e);
      case `ok`:
      case `no`:
        return this.onAnswer(e);
      case `pong`:
        (clearTimeout(this.pongDue),
          this.state === `offline` && this.setState(`open`),
          this.handlers.pong?.(e),
          e.n > this.head && this.requestMissed());
        return;
      case `bye`:
        e.after === null
          ? ((this.closed = !0), this.drop(), this.setState(`bye:${e.why}`))
          : this.retry(e.after * (1 + Math.random() / 2));
        return;
      default:
        this.handlers[e.type]?.(e);
        return;
    }
  }
  onSync(e) {
    ((this.head = e.n), (this.attempts = 0), this.handlers.sync(e), this.setState(`open`));
    for (let { frame: e } of this.unanswered.values()) this.send(e);
    this.deliver();
  }
  onEvent(e) {
    this.head === null ||
      e.n <= this.head ||
      (this.early.set(e.n, e),
      e.n > this.head + 1 && (this.early.size > 200 && this.early.clear(), this.requestMissed()),
      this.deliver());
  }
  deliver() {
    for (let e of this.early.keys()) e <= this.head && this.early.delete(e);
    for (let e; (e = this.early.get(this.head + 1)); )
      ((this.head = e.n), this.early.delete(e.n), this.handlers.event(e, this.early.size > 0));
  }
  requestMissed() {
    this.send({ type: `since`, n: this.head });
  }
  onAnswer(e) {
    let t = this.unanswered.get(e.id);
    t
      ? e.code === `busy` || e.code === `too_fast`
        ? setTimeout(
            () => this.unanswered.has(e.id) && this.send(t.frame),
            300 + Math.random() * 500,
          )
        : (this.unanswered.delete(e.id),
          e.n > this.head && setTimeout(() => e.n > this.head && this.requestMissed(), 500),
          e.type === `no` && this.handlers.refused(e),
          t.resolve(e))
      : e.type === `no` && this.handlers.refused(e);
  }
};
const Ne = (e, t) => Array.from({ length: e }, () => t),
  Pe = { throw: [], aside: [], turn_points: 0, rolls: 0, blank: !1, hot: 0, hot_points: 0 };
function Fe(e, t, n, r) {
  Object.assign(e, Pe, {
    phase: `turns`,
    round: 0,
    current: -1,
    scores: Ne(n, 0),
    entered: Ne(n, t.entry_min === 0),
    streaks: Ne(n, 0),
    left: Ne(n, !1),
    teams: r,
    leader: -1,
    playoff: [],
    winners: [],
  });
}
const Ie = {
  round: (e, t) => (e.round = t),
  turn: (e, t) => Object.assign(e, Pe, { current: t }),
  rolled: (e, t) => Object.assign(e, { throw: t, rolls: e.rolls + 1, blank: !1 }),
  second_chance: (e) => --e.rolls,
  kept: (e, t, n) =>
    Object.assign(e, { aside: [...e.aside, ...t], throw: [], turn_points: e.turn_points + n }),
  hot_dice: (e, t) => {
    ((e.aside = []), (e.turn_points += t), (e.hot += 1), (e.hot_points = e.turn_points));
  },
  blank: (e, t) => Object.assign(e, { turn_points: e.turn_points + t, blank: !0 }),
  built: (e, t, n) => Object.assign(e, { turn_points: t, aside: n }),
  entered: (e, t) => (e.entered[t] = !0),
  banked: (e, t, n, r) => {
    ((e.scores[t] = r), (e.streaks[t] = 0), (e.throw = []));
  },
  farkled: (e, t, n, r) => (e.streaks[t] = r),
  penalised: (e, t, n, r) => {
    ((e.scores[t] = r), (e.streaks[t] = 0));
  },
  left: (e, t) => {
    ((e.left[t] = !0), (e.playoff = e.playoff.filter((e) => e !== t)));
  },
  joined: (e, t, n, r, i) => {
    (e.scores.push(n),
      e.entered.push(r),
      e.streaks.push(0),
      e.left.push(!1),
      (e.teams &&= [...e.teams, i]));
  },
  final_round: (e, t) => Object.assign(e, { phase: `final`, leader: t }),
  playoff: (e, t) => Object.assign(e, { phase: `playoff`, playoff: t }),
  over: (e, t) => Object.assign(e, Pe, { phase: `over`, winners: t, current: -1 }),
};
function Le(e, t, n) {
  for (let [r, ...i] of t) r === `started` ? Fe(e, n, ...i) : Ie[r]?.(e, ...i);
  return e;
}
function Re(e) {
  return e && JSON.parse(JSON.stringify(e));
}
function ze(e, t) {
  let n = new Map(e.map((e) => [e[0], e]));
  return (
    t.players.forEach((e, r) => {
      let [, i, a, o] = n.get(e) ?? [e, 0, 0, 0];
      n.set(e, [e, i + 1, a + t.state.winners.includes(r), o + t.state.scores[r]]);
    }),
    [...n.values()].sort((e, t) => e[0] - t[0])
  );
}
const Be = ({ keep: e, points: t }) => e === `` && t > 0,
  Ve = (e) => e.keep.length === e.dice.length || Be(e);
function He(e) {
  let t = e.rolls.findLastIndex(Ve);
  return e.rolls.slice(0, t + 1).reduce((e, { points: t }) => e + t, e.built ?? 0);
}
var Ue = class {
  constructor() {
    this.reset([], null, 0);
  }
  reset(e, t, n) {
    ((this.finished = e), (this.current = t), (this.round = n));
  }
  fold(e, t) {
    let n = this.finished.length;
    for (let [t, ...n] of e) this[`on_${t}`]?.(...n);
    for (let e of this.finished.slice(n)) e.total = t[e.seat];
    this.finished.length > 500 && this.finished.splice(0, this.finished.length - 500);
  }
  get lastRoll() {
    return this.current?.rolls.at(-1);
  }
  on_started() {
    ((this.finished = []), (this.current = null), (this.round = 0));
  }
  on_round(e) {
    this.round = e;
  }
  on_turn(e) {
    this.current = { seat: e, round: this.round, rolls: [] };
  }
  on_rolled(e) {
    this.current?.rolls.push({ dice: e, keep: ``, points: 0 });
  }
  on_kept(e, t) {
    this.lastRoll && Object.assign(this.lastRoll, { keep: e.join(``), points: t });
  }
  on_hot_dice(e) {
    this.lastRoll && Object.assign(this.lastRoll, { points: this.lastRoll.points + e });
  }
  on_blank(e) {
    this.lastRoll && Object.assign(this.lastRoll, { points: e });
  }
  on_built(e) {
    this.current && (this.current.built = e);
  }
  finish(e, t, n) {
    let r = this.current ?? { seat: e, round: this.round, rolls: [] };
    (this.finished.push({ ...r, seat: e, outcome: t, points: n, penalty: 0 }),
      (this.current = null));
  }
  on_banked(e, t) {
    this.finish(e, `banked`, t);
  }
  on_farkled(e) {
    this.finish(e, `farkled`, 0);
  }
  on_penalised(e, t) {
    let n = this.finished.at(-1);
    n?.seat === e && (n.penalty = t);
  }
  on_ran_out(e) {
    this.finish(e, `ran_out`, 0);
  }
  on_skipped(e) {
    this.finish(e, `skipped`, 0);
  }
  on_left(e) {
    this.current?.seat === e && this.finish(e, `left`, 0);
  }
  on_over() {
    this.cut();
  }
  on_ended() {
    this.cut();
  }
  cut() {
    (this.current?.rolls.length && this.finish(this.current.seat, `cut`, 0), (this.current = null));
  }
};
function We({ room: e, due: t, moved: n }, r) {
  let i = e.settings.timer * 1e3;
  return t.away || (t.turn && i - (t.turn - r) >= Math.max(3e4, i / 2))
    ? !0
    : n !== null && e.settings.timer < 3600 && r - n >= 12e4;
}
const Ge = (e, t) => e.filter((e) => e !== t),
  Ke = /* @__PURE__ */ new Set([`turn`, `rolled`, `extended`, `resumed`, `clock`]);
function qe(e, t) {
  (delete e.votes[t], delete e.needed[t]);
}
function Je(e, t) {
  ((e.away = Ge(e.away, t)), (e.warm = Ge(e.warm, t)), e.stand_in === t && (e.stand_in = null));
}
const Ye = {
  away: ({ room: e }, t) => (e.away = [...Ge(e.away, t), t]),
  back: ({ room: e }, t) => Je(e, t),
  gone: ({ room: e }, t) => Je(e, t),
  removed: ({ room: e }, t) => Je(e, t),
  waited: ({ room: e }) => qe(e, `go_on`),
  stand_in: ({ room: e }, t, n) => Object.assign(e, { stand_in: t, level: n }),
  warm: ({ room: e }, t, n) => Object.assign(e, { warm: [...Ge(e.warm, t), t], level: n }),
  vote: ({ room: e }, t, n, r, i) => {
    (n.length ? ((e.votes[t] = n), (e.needed[t] = r)) : qe(e, t),
      t === `resume` && (e.paused.again = i ?? null));
  },
  paused: ({ room: e }, t, n, r) =>
    Object.assign(e, {
      paused: { by: t, reason: n, since: r, again: null },
      votes: {},
      needed: {},
    }),
  resumed: ({ room: e }) => Object.assign(e, { paused: null, votes: {}, needed: {} }),
  turn: ({ room: e }) => {
    ((e.stand_in = null), qe(e, `go_on`));
  },
  rolled: ({ room: e }) => qe(e, `go_on`),
  over: ({ room: e }) => (e.stand_in = null),
  late: ({ game: e }, t, n) => {
    ((e.players = [...e.players, t]), n !== null && e.teams && (e.teams = [...e.teams, n]));
  },
  order: (e, t) => e.reorder(t),
  host: (e, t) => (e.room.host = t),
  rules: (e, t, n, r) => Object.assign(e.room, { rules: t, preset: n, base: r }),
  teams: (e, t, n, r) => {
    ((e.room.teams = t), n.forEach((t, n) => (e.player(t).team = r[n])));
  },
  settings: (e, t, n) => {
    let { room: r } = e;
    (r.settings.timer >= 3600 && n.timer < 3600 && (e.moved = e.now),
      Object.assign(r, { name: t, settings: n }),
      n.door !== `knock` && (r.knocks = []));
  },
  knocked: ({ room: e }, t, n) => (e.knocks = [...e.knocks, [t, n]]),
  answered: ({ room: e }, t) => (e.knocks = e.knocks.filter(([e]) => e !== t)),
  next: (e, t, n) => (e.room.next = { number: t, commitment: n }),
  game: (e, t, n, r, i, a, o, s, c) => {
    ((e.room.status = `playing`), (e.room.next = null));
    for (let t of e.players) t.ready = !1;
    ((e.game = {
      number: t,
      status: `playing`,
      players: n,
      commitment: r,
      fingerprint: c,
      strings: i,
      rules: a,
      preset: o,
      teams: s,
      seed: null,
      chances: [],
      ply: 0,
    }),
      (e.game.state = {}));
  },
  ended: (e, t, n) => {
    (Object.assign(e.game, { status: t, seed: n }),
      (e.room.status = `over`),
      t === `over` && (e.room.played += 1),
      Object.assign(e.room, { paused: null, stand_in: null, votes: {}, needed: {} }));
  },
  closed: (e) => {
    (Object.assign(e.room, { status: `closed`, next: null }), (e.closes = null));
  },
};
var Xe = class {
  constructor() {
    ((this.room = null),
      (this.players = []),
      (this.byId = /* @__PURE__ */ new Map()),
      (this.game = null),
      (this.may = null),
      (this.moved = null),
      (this.closes = null),
      (this.due = {}),
      (this.mine = []),
      (this.lost = []),
      (this.online = /* @__PURE__ */ new Set()),
      (this.spectators = 0),
      (this.turns = new Ue()),
      (this.clockOffset = 0));
  }
  sync(e) {
    ((this.room = e.room),
      (this.players = e.players),
      (this.byId = new Map(this.players.map((e) => [e.id, e]))),
      (this.game = e.game),
      (this.may = e.may),
      (this.due = e.due ?? {}),
      (this.closes = e.closes ?? null),
      (this.moved = e.moved ?? null),
      this.turns.reset(e.turns, e.turn, this.game?.state.round ?? 0));
    let { state: t } = this.game ?? {};
    t && (t.hot_points = t.hot ? He(e.turn ?? e.turns.at(-1)) : 0);
  }
  event(e) {
    for (let [t, ...n] of e.events) Ye[t]?.(this, ...n);
    for (let t of e.who ?? []) this.putPlayer(t);
    (this.game &&
      (e.chances && (this.game.chances = e.chances),
      e.ply !== void 0 && (this.game.ply = e.ply),
      Le(this.game.state, e.events, this.game.rules),
      this.turns.fold(e.events, this.game.state.scores),
      e.events.some(([e, t]) => e === `ended` && t === `over`) &&
        (this.room.series = ze(this.room.series, this.game))),
      (this.may = e.may ?? null),
      (this.due = e.due ?? {}),
      (this.closes = e.closes ?? this.closes),
      this.game?.status === `playing`
        ? e.events.some(([e]) => Ke.has(e)) && (this.moved = this.now)
        : (this.moved = null));
  }
  get now() {
    return Date.now() + this.clockOffset;
  }
  you(e) {
    ((this.mine = e.players), (this.lost = e.lost ?? []), this.setClock(e.now));
  }
  setClock(e) {
    this.clockOffset = e - Date.now();
  }
  here(e) {
    e.all && this.online.clear();
    for (let t of e.on ?? []) this.online.add(t);
    for (let t of e.off ?? []) this.online.delete(t);
    this.spectators = e.watching ?? this.spectators;
  }
  putPlayer(e) {
    let t = this.byId.get(e.id);
    (t ? (this.players[this.players.indexOf(t)] = e) : this.players.push(e),
      this.byId.set(e.id, e));
  }
  reorder(e) {
    let t = new Set(e);
    this.players = [
      ...e.map((e) => this.player(e)),
      ...this.players.filter(({ id: e }) => !t.has(e)),
    ];
  }
  player(e) {
    return this.byId.get(e);
  }
  get seated() {
    return this.players.filter(({ left: e }) => !e);
  }
  get owns() {
    let { founder: e } = this.room;
    return this.hosting !== null && (this.mine.includes(e) || this.player(e)?.left);
  }
  newcomers(e) {
    let { host: t, founder: n } = this.room,
      r = this.now - e * 6e4;
    return this.seated.filter(
      (e) => e.kind === `person` && e.since > r && e.id !== t && e.id !== n,
    );
  }
  get me() {
    return this.mine.length ? this.mine[0] : null;
  }
  get hosting() {
    return this.room && this.mine.includes(this.room.host) ? this.room.host : null;
  }
  seat(e) {
    return this.player(this.game?.players[e]);
  }
  isMine(e) {
    return e >= 0 && this.mine.includes(this.game?.players[e]);
  }
  get mySeats() {
    return (this.game ? this.mine.map((e) => this.game.players.indexOf(e)) : [])
      .filter((e) => e >= 0)
      .sort((e, t) => e - t);
  }
};
const Ze = (e) => `ABCDEFGHIJKL`[e] ?? String(e + 1),
  A = (e) => x(v(`Team {letter}`), { letter: Ze(e) }).replace(` `, `\xA0`);
function j(e, t) {
  return e.teams
    ? e.scores.reduce((n, r, i) => n + (e.teams[i] === e.teams[t] ? r : 0), 0)
    : e.scores[t];
}
const Qe = (e, t, n) => (e.teams ? A(e.teams[t]) : n(t)),
  M = (e, t, n) => (e.teams ? e.teams[t] === e.teams[n] : t === n);
function $e(e) {
  return [...new Map((e.teams ?? []).map((e, t) => [e, t]))]
    .map(([t, n]) => ({ team: t, total: j(e, n) }))
    .sort((e, t) => t.total - e.total || e.team - t.team);
}
const et = () => [v(`no`), v(`one`), v(`two`), v(`three`), v(`four`), v(`five`), v(`six`)],
  tt = (e) => x(v(`Roll {nth}`), { nth: e }),
  N = (e) => x(y(`{count} die`, `{count} dice`, e), { count: e });
function P(e) {
  let t = /* @__PURE__ */ new Map();
  for (let n of [...e].map(Number).sort()) t.set(n, (t.get(n) ?? 0) + 1);
  return t.size === 6
    ? v(`1 to 6`)
    : S(
        [...t].map(([e, t]) =>
          t === 1
            ? x(v(`a {face}`), { face: String(e) })
            : x(v(`{count} {face}s`), { count: et()[t], face: String(e) }),
        ),
      );
}
const nt = (e) => (e.length === 1 ? x(v(`the {face}`), { face: String(e[0]) }) : P(e));
function rt({ face: e, at: t, count: n, can: r, dead: i }) {
  return x(
    v(
      i
        ? `die {nth} of {count}, {face}`
        : r
          ? `die {nth} of {count}, {face}, scores`
          : `die {nth} of {count}, {face}, doesn't score`,
    ),
    { nth: t + 1, count: n, face: String(e) },
  );
}
const it = /* @__PURE__ */ new Set([`entered`, `banked`, `ran_out`]),
  F = (e, t, n) => x(n.name === null ? e : t, n);
function at(e, t, { nameOf: n, isMine: r, rules: i }) {
  let a = Re(t),
    o = a.current ?? -1,
    s = r(o) ? null : n(o);
  return e.map(
    (t, o) => (
      Le(a, [t], i),
      ot(t, { name: s, nameOf: n, isMine: r, state: a, rules: i, next: e[o + 1]?.[0] })
    ),
  );
}
function ot([e, ...t], { name: n, nameOf: r, isMine: i, state: a, rules: o, next: s }) {
  switch (e) {
    case `rolled`: {
      let e = { name: n, faces: t[0].join(`, `) };
      return F(v(`You rolled {faces}.`), v(`{name} rolled {faces}.`), e);
    }
    case `kept`: {
      let e = { name: n, dice: P(t[0]), points: a.turn_points };
      return F(
        v(`You keep {dice}: {points} at risk.`),
        v(`{name} keeps {dice}: {points} at risk.`),
        e,
      );
    }
    case `hot_dice`:
      return it.has(s)
        ? v(`Hot dice! All six scored.`)
        : F(
            v(`Hot dice! Roll all six again with {points} at risk.`),
            v(`Hot dice! {name} can roll all six again with {points} at risk.`),
            { name: n, points: a.turn_points },
          );
    case `blank`:
      return x(v(`No scoring dice: {points} bonus, and all six can be rolled again.`), {
        points: t[0],
      });
    case `second_chance`:
      return v(`Second chance: roll again.`);
    case `built`:
      return F(v(`You continue from {points}.`), v(`{name} continues from {points}.`), {
        name: n,
        points: t[0],
      });
    case `entered`:
      return F(v(`You're on the board!`), v(`{name} is on the board.`), { name: n });
    case `banked`:
      return F(
        v(`You bank {points}. Your score: {total}.`),
        v(`{name} banks {points} for a total of {total}.`),
        { name: n, points: t[1], total: t[2] },
      );
    case `farkled`:
      return st(t, n, a, o);
    case `penalised`:
      return t[1]
        ? F(
            v(`Three farkles in a row: −{points}. Your score: {total}.`),
            v(`Three farkles in a row: −{points}. {name} has {total}.`),
            { name: n, points: t[1], total: t[2] },
          )
        : v(`Three farkles in a row, but no points to lose.`);
    case `ran_out`:
      return F(
        v(`You ran out of rolls to get on the board.`),
        v(`{name} didn't get on the board.`),
        { name: n },
      );
    case `skipped`:
      return F(v(`Your turn was skipped.`), v(`{name}'s turn was skipped.`), { name: n });
    case `left`:
      return x(v(`{name} left the game.`), { name: r(t[0]) });
    case `joined`:
      return x(v(`{name} joined the game.`), { name: r(t[0]) });
    case `final_round`:
      return a.teams
        ? x(v(`{team} has {total}. The other teams get one last turn.`), {
            team: A(a.teams[t[0]]),
            total: t[1],
          })
        : F(
            v(`You have {total}. Everyone else gets one last turn.`),
            v(`{name} has {total}. Everyone else gets one last turn.`),
            { name: i(t[0]) ? null : r(t[0]), total: t[1] },
          );
    case `playoff`:
      return x(v(`{names} are tied at {total}. One more turn each.`), {
        names: S(lt(a, t[0], r)),
        total: j(a, t[0][0]),
      });
    default:
      return null;
  }
}
function st([e, t, n, r], i, a, o) {
  let s = { name: i, lost: t, total: a.scores[e], penalty: o?.farkle_penalty },
    c = r
      ? F(v(`Four 2s: you lose this turn.`), v(`Four 2s: {name} loses this turn.`), s)
      : t
        ? F(
            v(`Farkle! You lose {lost} points. Your score stays {total}.`),
            v(`{name} farkles and loses {lost}.`),
            s,
          )
        : F(v(`Farkle! Your score stays {total}.`), v(`{name} farkles.`), s);
  return n === 2 && o?.farkle_penalty
    ? `${c} ${F(v(`Two farkles in a row. A third will cost you {penalty}.`), v(`Two farkles in a row. A third will cost {penalty}.`), s)}`
    : c;
}
function ct(
  e,
  t,
  n,
  { farkled: r = !1, banked: i = null, chosen: a = !1, sharedDevice: o = !1 } = {},
) {
  if (o && t) {
    if (i === null && !r && e.phase !== `playoff`)
      return x(e.phase === `final` ? v(`{name}, your last turn`) : v(`{name}, your turn`), {
        name: n,
      });
    t = !1;
  }
  return i === null
    ? r
      ? t
        ? v(`Farkle!`)
        : x(v(`{name} farkles`), { name: n })
      : e.phase === `playoff`
        ? t
          ? v(`Your tiebreaker turn`)
          : x(v(`{name}'s tiebreaker turn`), { name: n })
        : t
          ? e.phase === `final`
            ? v(`Your last turn`)
            : v(`Your turn`)
          : e.throw.length
            ? x(v(a ? `{name} is choosing` : `{name} rolled`), { name: n })
            : x(v(`{name}'s turn`), { name: n })
    : F(v(`You bank {points}`), v(`{name} banks {points}`), { name: t ? null : n, points: i });
}
const lt = (e, t, n) => [...new Set(t.map((t) => Qe(e, t, n)))];
function ut(e, t, n) {
  if (e.phase === `final` && e.leader >= 0) {
    let r = j(e, e.leader),
      i = t >= 0 && t < e.scores.length,
      a = { name: Qe(e, e.leader, n), total: r, need: r - (i ? j(e, t) : 0) };
    return i && e.teams && M(e, e.leader, t)
      ? [v(`Final round.`), x(v(`Your team has {total}. The other teams get one last turn.`), a)]
      : e.leader === t
        ? [v(`Final round.`), x(v(`You have {total}. Everyone else gets one last turn.`), a)]
        : e.current === t
          ? [v(`Last turn.`), x(v(`{name} has {total}. You need more than {need} to win.`), a)]
          : [v(`Final round.`), x(v(`{name} has {total}. Everyone else gets one last turn.`), a)];
  }
  if (e.phase === `playoff`) {
    let t = e.playoff ?? [];
    return [
      v(`Tiebreaker.`),
      t.length
        ? x(v(`{names} are tied. One more turn each.`), { names: S(lt(e, t, n)) })
        : v(`One more turn for the tied players.`),
    ];
  }
  return null;
}
function dt(e, t) {
  let n = e.rolls.at(-1)?.dice.length,
    r = n ? N(n) : null,
    i = e.rolls.reduce((e, t) => e + t.points, e.built ?? 0);
  switch (e.outcome) {
    case `banked`:
      return [x(v(`{name} banked {points}`), { name: t, points: e.points }), b(e.total)];
    case `farkled`:
      return [
        r
          ? x(v(`{name} farkled on {dice}`), { name: t, dice: r })
          : x(v(`{name} farkled`), { name: t }),
        e.penalty
          ? x(v(`−{points}`), { points: e.penalty })
          : i
            ? x(v(`{points} lost`), { points: i })
            : v(`nothing lost`),
      ];
    case `ran_out`:
      return [
        x(v(`{name} isn't on the board yet`), { name: t }),
        x(v(`{points} lost`), { points: i }),
      ];
    case `left`:
      return [x(v(`{name} left the game`), { name: t }), ``];
    case `cut`:
      return [x(v(`{name}'s turn was unfinished at the end`), { name: t }), ``];
    default:
      return [x(v(`{name}'s turn was skipped`), { name: t }), ``];
  }
}
const ft = (e) => (e == null ? `` : x(v(`{percent} farkle risk`), { percent: ie(e) })),
  pt = document.getElementById(`hints`),
  mt = pt ? JSON.parse(pt.textContent) : {},
  ht = {
    points: () => v(`Average points this turn`),
    entry: () => v(`Chance to get on the board`),
    win: () => v(`Chance to win`),
  };
var gt = class {
  constructor(e) {
    ((this.store = e), (this.frame = null), (this.on = null), (this.announced = null));
  }
  receive(e) {
    this.frame = e;
  }
  draw(e) {
    let { room: t, game: n } = this.store,
      r = !!t.settings.hints;
    if (
      (this.on !== null &&
        this.on !== r &&
        w(v(r ? `The host turned hints on.` : `The host turned hints off.`)),
      (this.on = r),
      s(l(`#hint`), r),
      l(`#table`).classList.toggle(`with-hint`, r),
      !r)
    )
      return;
    let i = this.frame?.ply === n.ply && n.status === `playing` && e.live && !e.landing,
      o = i ? this.reason() : v(`Hints are on: you'll see one with each choice.`);
    (a(l(`#hint-words`), o),
      s(l(`#hint-more`), i),
      i &&
        this.announced !== this.frame &&
        ((this.announced = this.frame),
        T(x(v(`Hint: {words}`), { words: o })),
        this.drawChoices(e)),
      !i && l(`#hint-sheet`).open && l(`#hint-sheet`).close());
  }
  reason() {
    let [e, t] = this.frame.why,
      n = mt[e];
    if (!n) return v(`A new version is available.`);
    let r = { ...t };
    t.dice && (r.dice = N(t.dice));
    for (let e of [`keep`, `other`]) t[e] && (r[e] = nt(t[e].split(` `)));
    return x(n, r);
  }
  drawChoices(e) {
    let { by: n, choices: r } = this.frame;
    (a(l(`#hint-why`), this.reason()), a(l(`#hint-by`), ht[n]?.() ?? v(`Worth`)));
    let i = r.map(([r, i, a], o) =>
      t(
        `tr`,
        { class: o === 0 ? `best` : null },
        t(
          `th`,
          { scope: `row` },
          this.choiceText(e, r, i),
          o === 0 ? t(`small`, null, v(`what Abacus would do`)) : null,
        ),
        t(`td`, { class: `num` }, n === `points` ? b(Math.round(a)) : yt(a)),
      ),
    );
    l(`#hint-rows`).replaceChildren(...i);
  }
  choiceText({ may: e }, t, n) {
    if (t === `build`) return x(v(`Continue from {points}`), { points: e?.offer?.[0] ?? 0 });
    let [, r, i] = e?.keeps?.[n] ?? [0, 0, 6],
      a = { keep: [...n].join(` `), points: r, dice: N(i) };
    return x(
      v(
        t === `bank`
          ? n
            ? `Keep {keep}, bank {points}`
            : `Bank {points}`
          : n
            ? `Keep {keep}, roll {dice}`
            : `Roll {dice}`,
      ),
      a,
    );
  }
};
const _t = document.documentElement.lang || `en`,
  vt = new Intl.NumberFormat(_t, { style: `percent`, maximumFractionDigits: 1 }),
  yt = (e) => vt.format(e);
function bt({ table: e, active: t, help: n }) {
  addEventListener(`keydown`, (r) => {
    if (
      r.ctrlKey ||
      r.metaKey ||
      r.altKey ||
      r.isComposing ||
      r.target.closest(`input, select, textarea, dialog`)
    )
      return;
    if (r.key === `?`) {
      n();
      return;
    }
    if (!t()) return;
    let i =
      r.key === ` ` && !r.target.closest(`button, a, [tabindex='0']`) ? `r` : r.key.toLowerCase();
    if (i >= `1` && i <= `6`) e.pick(Number(i) - 1);
    else if (i === `a`) e.pickBest();
    else if (i === `z`) e.undo();
    else if (i === `s` && !l(`#what-scores`).hidden) e.slip.ask();
    else if (i === `r` && !r.repeat) e.press(`roll`);
    else if (i === `b` && !r.repeat) e.press(`bank`);
    else return;
    r.preventDefault();
  });
}
const xt = document.getElementById(`reasons`),
  St = xt ? JSON.parse(xt.textContent) : {},
  Ct = {
    nothing_kept: () => v(`select dice first`),
    not_rolled: () => v(`roll first`),
    entry_missing: ({ missing: e }) => x(v(`{points} more to get on the board`), { points: e }),
    bank_too_low: ({ bank_min: e }) => x(v(`need {points} to bank`), { points: e }),
    hot_dice_first: () => v(`roll all six first`),
    four_first: () => v(`roll once more first`),
    last_throw: () => v(`that was the last roll`),
  };
function I(e, t) {
  return { ...t, points: e.total, dice: e.next, missing: t.entry_min - e.total };
}
function wt(e, t = {}) {
  let n = St[e];
  return n ? x(n, t) : v(`You can't do that right now.`);
}
function Tt(e, t = {}) {
  return Ct[e]?.(t) ?? wt(e, t);
}
const Et = (e, t) => {
    let n = [...e];
    for (let e of t) n.splice(n.indexOf(e), 1);
    return n.join(``);
  },
  Dt = (e, t) => [...e].every((n) => e.split(n).length <= t.split(n).length);
function Ot(e, t) {
  let n = [...new Set(e.keep)].map((n) => t.get([...e.keep].filter((e) => e === n).join(``)));
  if (n.reduce((e, t) => e + (t?.points ?? NaN), 0) === e.points)
    return n.sort((e, t) => t.points - e.points);
  let r = [...t.values()]
    .filter(({ keep: t }) => t && t !== e.keep && Dt(t, e.keep))
    .sort((e, t) => t.points - e.points || e.keep.length - t.keep.length);
  for (let n of r) {
    let r = t.get(Et(e.keep, n.keep));
    if (r?.keep && n.points + r.points === e.points) return [n, ...Ot(r, t)];
  }
  return [e];
}
function kt(e) {
  return e.length === 1
    ? x(v(`a single {face}`), { face: e })
    : e.length > 4 && [...e].every((t, n) => Number(t) === +e[0] + n)
      ? x(v(`{first} to {last}`), { first: e[0], last: e.at(-1) })
      : P(e);
}
function At(e) {
  let { best: t, rows: n } = e;
  return t
    ? Ot(t, n)
        .map(({ keep: e, points: t }) => x(v(`{dice} {points}`), { dice: kt(e), points: t }))
        .join(`, `)
    : ``;
}
function jt(e) {
  let { row: t, bestToBank: n } = e;
  return !t?.keep || !n || n.total <= t.total
    ? null
    : { row: n, dice: Dt(t.keep, n.keep) ? Et(n.keep, t.keep) : null, more: n.total - t.total };
}
function Mt(e) {
  let { may: t, selection: n, rules: r } = e,
    i = n.rows.get(``) ?? n.row,
    a = (e, t, n) => ({ on: !1, label: e, small: Tt(t, n), code: t, given: n }),
    o = { build: null };
  if (
    (i
      ? ((o.roll = i.roll ? a(v(`Roll`), i.roll, I(i, r)) : It(i, e.chances)),
        (o.bank = i.bank
          ? a(v(`Bank`), i.bank, I(i, r))
          : { on: !0, label: x(v(`Bank {points}`), { points: i.total }), small: Lt(e, i.total) }))
      : ((o.roll = n.best ? Nt(e) : a(v(`Roll`), `nothing_kept`)),
        (o.bank = a(v(`Bank`), `nothing_kept`))),
    t?.build)
  ) {
    let [n, r] = t.offer,
      i = [N(r), ft(e.chances[r - 1])].join(`, `);
    o.build = { on: !0, label: x(v(`Continue from {points}`), { points: n }), small: i };
  }
  return (
    e.asking === `roll` && (o.roll = Pt(o.roll)),
    e.asking === `bank` && Object.assign(o, Ft(n)),
    o
  );
}
function Nt({ selection: e, rules: t }) {
  let { best: n } = e,
    { points: r, next: i } = n,
    a = e.bestIsAll
      ? n.keep.length === 6
        ? v(`Keep all six · {points}`)
        : v(`Keep all · {points}`)
      : v(`Keep best · {points}`),
    o = n.ends
      ? v(`ends your turn`)
      : n.roll
        ? Tt(n.roll, I(n, t))
        : x(v(`then roll {count}`), { count: i });
  return { on: !0, keep: n, label: x(a, { points: r }), small: o };
}
const Pt = (e) => ({
  ...e,
  asks: !0,
  label: v(`Roll anyway?`),
  small: x(v(`{odds} – tap again`), { odds: e.small }),
});
function Ft(e) {
  let { row: t, dice: n, more: r } = jt(e);
  return {
    roll: {
      on: !0,
      keep: t,
      label: x(v(`Add {points}`), { points: r }),
      small: n
        ? x(v(`keep {dice} too`), { dice: nt(n) })
        : x(v(`keep {dice}`), { dice: P(t.keep) }),
    },
    bank: {
      on: !0,
      label: x(v(`Bank {points}`), { points: e.row.total }),
      small: n ? x(v(`without {dice}`), { dice: nt(n) }) : v(`as it is`),
    },
  };
}
function It({ ends: e, next: t, points: n }, r) {
  return e
    ? { on: !0, label: x(v(`Keep {points}`), { points: n }), small: v(`ends your turn`) }
    : { on: !0, label: x(v(`Roll {dice}`), { dice: N(t) }), small: ft(r[t - 1]), chance: r[t - 1] };
}
function Lt({ state: e, nameOf: t }, n) {
  let r = j(e, e.current) + n;
  if (e.phase === `final` && e.leader >= 0 && !M(e, e.leader, e.current)) {
    let n = e.scores.map((t, n) => (M(e, n, e.current) ? -1 / 0 : j(e, n))),
      i = Math.max(...n),
      a = Qe(e, n.indexOf(i), t);
    return r < i
      ? x(v(`{points} behind {name}`), { points: i - r, name: a })
      : r > i
        ? x(v(`{points} ahead of {name}`), { points: r - i, name: a })
        : x(v(`tied with {name}`), { name: a });
  }
  return x(v(`new total {total}`), { total: r });
}
var Rt = class {
  constructor(e) {
    this.nodes = { roll: l(`#roll`), bank: l(`#bank`), build: l(`#build`) };
    for (let [t, n] of Object.entries(this.nodes))
      n.addEventListener(`click`, (n) => e(t, n.detail === 2));
  }
  draw(e) {
    let t = (e.canAct || e.myFarkle) && !e.passing,
      n = l(`#acts`).contains(document.activeElement) && !t;
    if (
      (s(l(`#acts`), t),
      s(l(`#react`), !t && !e.passing),
      s(l(`#pass`), e.passing),
      e.passing &&
        (a(l(`#pass-on b`), x(v(`Pass the device to {name}`), { name: e.name })),
        a(l(`#pass-on small`), x(v(`I'm {name}, continue`), { name: e.name }))),
      n && l(`#heading`).focus({ preventScroll: !0 }),
      !t)
    ) {
      a(l(`#react-words`), e.waitingText());
      return;
    }
    let r = e.canAct ? Mt(e) : this.turnOverButtons(e);
    for (let [t, n] of Object.entries(this.nodes)) {
      let o = r[t];
      (s(n, !!o),
        o &&
          (a(l(`b`, n), o.label),
          a(l(`small`, n), o.small),
          i(n, `aria-disabled`, !o.on || e.pending ? `true` : null),
          n.classList.toggle(`asks`, !!o.asks),
          n.classList.toggle(`keep`, !!o.keep),
          n.classList.toggle(`sent`, e.pending && o.on)));
    }
    (r.build && s(this.nodes.bank, !1),
      e.canAct &&
        document.activeElement === l(`#heading`) &&
        this.nodes.roll.focus({ preventScroll: !0 }));
  }
  turnOverButtons({ nextName: e }) {
    return {
      roll: { on: !1, label: v(`Roll`), small: e ? x(v(`{name} is next`), { name: e }) : `` },
      bank: { on: !1, label: v(`Bank`), small: v(`Nothing to bank`) },
      build: null,
    };
  }
};
function zt(e, t) {
  let n = [],
    r = { events: [], hold: 0, kind: `still` },
    i = (e, t) => {
      (n.push({ ...r, kind: e, hold: t }), (r = { events: [], hold: 0, kind: `still` }));
    };
  for (let a of e)
    if ((r.events.push(a), a[0] === `rolled_off`)) i(`rolloff`, t.rolloff);
    else if (a[0] === `rolled`) i(`throw`, t.throw);
    else if (a[0] === `second_chance`) i(`again`, t.moment / 2);
    else if (a[0] === `farkled` || a[0] === `ran_out`) {
      i(`farkle`, t.moment);
      let r = e.find(([e]) => e === `penalised`);
      Object.assign(n.at(-1), { lost: a[2], ranOut: a[0] === `ran_out`, penalty: r?.[2] ?? 0 });
    } else a[0] === `banked` && (i(`bank`, t.moment / 2), (n.at(-1).points = a[2]));
  return (r.events.length && n.push(r), n);
}
var Bt = class {
  constructor(e, t, n) {
    ((this.draw = e),
      (this.ended = t),
      (this.pace = n),
      (this.state = null),
      (this.scene = null),
      (this.rules = null),
      (this.queue = []),
      (this.timer = 0),
      document.addEventListener(`visibilitychange`, () => document.hidden && this.finish()));
  }
  get busy() {
    return this.scene !== null;
  }
  reset(e) {
    (clearTimeout(this.timer), (this.queue = []), (this.scene = null), (this.state = Re(e)));
  }
  play(e, t, n = !1) {
    (this.skip(),
      (this.rules = t),
      (this.queue = zt(e, this.pace())),
      n ? this.finish() : this.next());
  }
  next() {
    let e = this.queue.shift();
    e
      ? (Le(this.state, e.events, this.rules),
        (this.scene = e),
        this.draw(e),
        e.hold > 0 ? (this.timer = setTimeout(() => this.next(), e.hold)) : this.next())
      : ((this.scene = null), this.ended());
  }
  finish() {
    this.skip() && this.ended();
  }
  skip() {
    if (!this.scene && !this.queue.length) return !1;
    clearTimeout(this.timer);
    for (let e of this.queue) Le(this.state, e.events, this.rules);
    return ((this.queue = []), (this.scene = null), !0);
  }
};
const Vt = /* @__PURE__ */ new Set([`rolled`, `kept`, `second_chance`, `built`]);
function Ht({ best: e, bestToBank: t }, n) {
  if (t) return x(v(`You can bank {total}.`), { total: t.total });
  let r = Tt(e.bank, I(e, n));
  return x(v(`You can't bank yet: {reason}.`), { reason: r });
}
var Ut = class {
    constructor(e, t) {
      ((this.say = e), (this.isBrief = t), (this.held = ``));
    }
    events(e, t, { acting: n, ...r }) {
      let i = at(e, t, r);
      ((this.held = ``), n && e.at(-1)?.[0] === `rolled` && (this.held = i.pop()));
      let a = i.filter((t, n) => t && !(this.isBrief() && Vt.has(e[n][0])));
      this.say(a.join(` `));
    }
    roll(e, t) {
      let n = At(e);
      (this.say(
        [this.isBrief() ? `` : this.held, n && x(v(`Scoring: {list}.`), { list: n }), n && Ht(e, t)]
          .filter(Boolean)
          .join(` `),
      ),
        (this.held = ``));
    }
    selected({ row: e }) {
      e?.keep
        ? this.isBrief()
          ? this.say(x(v(`{total} at risk.`), e))
          : this.say(x(v(`{points} selected, {total} at risk.`), e))
        : this.say(v(`Nothing selected.`));
    }
  },
  Wt = class {
    constructor(e) {
      ((this.moves = []),
        (this.drawing = new Ae(e, 16)),
        document.addEventListener(`close`, () => this.drawing.pending && this.drawing.flush(), !0));
    }
    countMove() {
      return ((this.moves = [...this.moves.slice(-2), performance.now()]), this.on);
    }
    get on() {
      return this.moves.length === 3 && performance.now() - this.moves[0] < 500;
    }
    get pending() {
      return this.drawing.pending;
    }
    drawSoon() {
      document.hidden ||
        ((this.drawing.every = l(`dialog[open]`) ? 500 : 16), this.drawing.schedule());
    }
  };
const Gt = () =>
    t(
      `span`,
      { class: `cube`, "aria-hidden": `true` },
      Array.from({ length: 6 }, () => t(`i`)),
    ),
  Kt = /* @__PURE__ */ new WeakMap();
function qt(e, t) {
  for (let t of e.querySelectorAll(`.die`))
    t.firstElementChild.localName !== `span` && t.prepend(Gt());
  for (let t of e.getAnimations({ subtree: !0 })) t.currentTime = 0;
  (e.classList.add(`rolling`),
    clearTimeout(Kt.get(e)),
    Kt.set(
      e,
      setTimeout(() => Jt(e), t),
    ));
}
function Jt(e) {
  (clearTimeout(Kt.get(e)), e.classList.remove(`rolling`));
  for (let t of e.querySelectorAll(`.cube`)) t.remove();
}
const Yt = (e) =>
  n(
    `svg`,
    { class: `drawn`, viewBox: `0 0 120 128`, "aria-hidden": `true` },
    n(`use`, { href: `#die-${e}` }),
  );
function Xt() {
  return n(
    `svg`,
    { class: `ring`, viewBox: `0 0 100 110`, preserveAspectRatio: `none`, "aria-hidden": `true` },
    n(`path`, {
      pathLength: `1`,
      d: `M30 7C48 2 70 1.5 82 6 96 11 98.5 31 98 55 97.6 81 95 100 78 106 60 110.5 36 110 22 106 6 101 1.6 82 2 56 2.4 30 4 13 18 8 30 4 50 3 67 8`,
    }),
  );
}
function Zt(e) {
  return t(`span`, { class: `die`, "data-face": e, role: `img`, "aria-label": String(e) }, Yt(e));
}
function Qt(e) {
  let n = [...e].map((e) => t(`span`, { class: `dot`, "data-face": e }));
  return t(`span`, { class: `dots`, role: `img`, "aria-label": [...e].join(`, `) }, n);
}
var $t = class {
  constructor(e, t, n) {
    ((this.node = e),
      (this.pick = t),
      (this.focusLost = n),
      (this.timer = 0),
      (this.landing = !1),
      (this.flight = 0));
  }
  show(e, t) {
    let { node: n } = this;
    for (; n.children.length > e.length; )
      (n.lastElementChild === document.activeElement && this.focusLost(),
        n.lastElementChild.remove());
    for (; n.children.length < e.length; ) n.append(this.make(n.children.length));
    (e.forEach((r, a) => {
      let o = n.children[a],
        { can: s, pressed: c, mine: l, dead: u } = t(a);
      (i(o, `data-face`, r),
        i(o.querySelector(`.drawn > use`), `href`, `#die-${r}`),
        i(o, `aria-pressed`, String(c)));
      let d = o.querySelector(`.ring`);
      (c && !d ? o.append(Xt()) : !c && d && d.remove(),
        i(o, `data-can`, s && !u && !this.landing),
        i(o, `data-off`, !s && !u && !this.landing),
        i(o, `aria-disabled`, s && l ? null : `true`),
        i(o, `tabindex`, l ? null : `-1`),
        i(o, `data-mine`, l),
        i(o, `aria-label`, rt({ face: r, at: a, count: e.length, can: s, dead: u })));
    }),
      this.flight && qt(n, this.flight),
      (this.flight = 0));
  }
  make(e) {
    return t(`button`, { class: `die`, type: `button`, onclick: () => this.pick(e) }, Yt(1));
  }
  focus(e) {
    this.node.children[e]?.focus({ preventScroll: !0 });
  }
  tumble(e, t) {
    e
      ? (clearTimeout(this.timer),
        (this.landing = !0),
        (this.flight = e),
        (this.timer = setTimeout(() => {
          (this.land(), t());
        }, e)))
      : this.land();
  }
  land() {
    (clearTimeout(this.timer), (this.landing = !1), (this.flight = 0), Jt(this.node));
  }
};
function en(e, t, n) {
  let r = [],
    i = e.built ?? 0;
  return (
    e.rolls.forEach((a, o) => {
      let s = Be(a);
      if (a.keep || s) {
        i += a.points;
        let e = v(s ? `{name}, no score:` : `{name} kept`);
        r.unshift({
          what: [x(e, { name: t }), ` `, Qt(a.keep || a.dice), Ve(a) ? ` ${v(`hot dice`)}` : ``],
          result: x(v(`{points} at risk`), { points: i }),
        });
      } else
        o === e.rolls.length - 1 &&
          n.throw.length &&
          r.unshift({
            what: [x(v(`{name} rolled:`), { name: t }), ` `, Qt(a.dice)],
            result: v(`selecting…`),
            quiet: !0,
          });
    }),
    r
  );
}
function tn(e, t, n) {
  let r =
    e.current && e.current.seat === t.state.current
      ? en(e.current, t.nameOf(e.current.seat), t.state)
      : [];
  for (let i = e.finished.length - 1; i >= 0 && r.length < n; i--) {
    let n = e.finished[i],
      [a, o] = dt(n, t.nameOf(n.seat));
    r.push({ what: [a], result: o, turn: n });
  }
  return r.slice(0, n);
}
const nn = (e) =>
  e.rolls.flatMap((e) => [
    Qt(e.dice),
    e.keep ? t(`span`, { class: `quiet` }, ` → `, Qt(e.keep)) : null,
    ` `,
  ]);
function rn({ what: e, result: n, quiet: r, turn: i }, a) {
  return t(
    `li`,
    null,
    t(`span`, null, e),
    t(`span`, { class: r ? `quiet` : null }, n),
    a && i?.rolls.length ? t(`span`, { class: `throws` }, nn(i)) : null,
  );
}
function an(e, t, { detailed: n = !1 } = {}) {
  c(
    e,
    t,
    (e) => e.turn ?? e,
    (e) => rn(e, n),
    (e, { what: t, result: n, turn: r }) => {
      r && (a(e.children[0], t[0]), a(e.children[1], n));
    },
  );
}
const on = `farkle-selection`;
function sn(e, t, n, r) {
  try {
    r.size
      ? sessionStorage.setItem(on, JSON.stringify({ room: e, move: t, dice: n, picked: [...r] }))
      : sessionStorage.removeItem(on);
  } catch {}
}
function cn(e, t, n) {
  try {
    let r = JSON.parse(sessionStorage.getItem(on) ?? `null`),
      i = r?.room === e && r.move === t && String(r.dice) === String(n);
    return new Set(i ? r.picked : []);
  } catch {
    return /* @__PURE__ */ new Set();
  }
}
const ln = { 1: 12.4, 7: 14.4, ",": 6.2 },
  un = {
    0: [`d0`, `d0b`, `d0c`],
    5: [`d5`, `d5b`],
    ",": [`dc`],
    "+": [`dp`],
    "=": [`de`],
    "-": [`dm`],
  };
function dn(e) {
  let t = {},
    r = [],
    i = 0;
  for (let a of e) {
    let e = un[a] ?? [`d${a}`],
      o = (t[a] = (t[a] ?? -1) + 1);
    (r.push(n(`use`, { href: `#${e[o % e.length]}`, x: i.toFixed(1) })), (i += ln[a] ?? 15));
  }
  return n(
    `svg`,
    { viewBox: `0 0 ${Math.max(i - 0.6, 1).toFixed(1)} 24`, "aria-hidden": `true` },
    r,
  );
}
function L(e, n, { bold: r = !1, write: i = !1 } = {}) {
  let a = `${n}`;
  if ((e.classList.toggle(`b`, r), e.dataset.value === a)) return;
  let o = e.dataset.value === void 0;
  e.dataset.value = a;
  let s = typeof n == `number` ? String(Math.abs(n)).replace(/\B(?=(\d{3})+$)/g, `,`) : n,
    c = typeof n == `number` && n < 0 ? `-${s}` : s,
    l = n === `+` ? v(`plus`) : n === `=` ? v(`equals`) : b(n);
  (e.replaceChildren(t(`span`, { class: `vh` }, l), dn(c)), e.classList.toggle(`write`, i && !o));
}
function fn(e, n) {
  let r = t(`span`, { class: `pn` });
  return (L(r, e, n), r);
}
function pn(e) {
  if (e.phase !== `turns` || e.current < 0) return null;
  let t = e.scores.length;
  for (let n = 1; n < t; n++) {
    let r = (e.current + n) % t;
    if (!e.left[r]) return r;
  }
  return null;
}
function mn(e, t) {
  let n = e.scores.length,
    r = 0;
  for (let i = 0; i < n; i++) {
    let a = (e.current + i) % n;
    if (i > 0 && t.includes(a) && !e.left[a]) return r;
    e.left[a] || (r += 1);
  }
  return null;
}
function hn(e, t, n) {
  return e.throw.length && n && !e.blank
    ? v(`Select at least one scoring die.`)
    : n && t.entry_min && !e.entered[e.current]
      ? x(v(`Score {points} in one turn to get on the board.`), { points: t.entry_min })
      : n
        ? v(`Your turn – roll the dice.`)
        : ``;
}
function gn(e, { lost: t, penalty: n, ranOut: r }, i) {
  let a = e.scores[e.current];
  return n
    ? x(v(`three farkles in a row: −{penalty}`), { penalty: n })
    : r
      ? v(`out of rolls to get on the board`)
      : x(
          v(
            t
              ? i
                ? `lost – your score stays {total}`
                : `lost – score stays {total}`
              : i
                ? `your score stays {total}`
                : `score stays {total}`,
          ),
          { total: a },
        );
}
function _n(e, t) {
  if (t.room.paused) return v(`The game is paused.`);
  if (!t.mySeats.length)
    return t.me === null ? v(`You're watching.`) : v(`You're in for the next game.`);
  if (e.phase === `playoff`) return v(`Tiebreaker in progress.`);
  if (e.phase === `final`)
    return e.leader >= 0 && t.mySeats.some((t) => M(e, t, e.leader))
      ? v(`The others get one last turn.`)
      : v(`One last turn each.`);
  let n = mn(e, t.mySeats);
  return n === null
    ? ``
    : n === 1
      ? v(`You're next.`)
      : x(y(`Your turn after {count} more.`, `Your turn after {count} more.`, n), { count: n });
}
const vn = matchMedia(`(max-width: 899px)`),
  yn = matchMedia(`(max-height: 719px)`),
  bn = () => (vn.matches ? (yn.matches ? 4 : 5) : yn.matches ? 6 : 9);
function xn(e) {
  let t = e.scores.map((e, t) => t);
  t.sort((t, n) => e.scores[n] - e.scores[t] || t - n);
  let n = 0;
  return t.map(
    (r, i) => ((i && e.scores[r] === e.scores[t[i - 1]]) || (n = i + 1), { seat: r, place: n }),
  );
}
function Sn(e, t) {
  let n = [];
  return (
    e.scores.forEach((r, i) => {
      let a = n.findIndex((t) => r > e.scores[t]);
      (r > 0 && (a >= 0 || n.length < t) && n.splice(a < 0 ? n.length : a, 0, i),
        (n.length = Math.min(n.length, t)));
    }),
    n
  );
}
function Cn(e, t, n) {
  let r = e.scores.length;
  if (r <= n + 1) return e.scores.map((e, t) => t);
  let i = /* @__PURE__ */ new Set(),
    [a, ...o] = Sn(e, n > 6 ? 3 : 2),
    s = Math.max(e.current, 0),
    c = pn(e) ?? (s + 1) % r;
  for (let e of [s, t[0], c, a, t[1], ...o]) i.size < n && e !== void 0 && i.add(e);
  for (let e = 2; i.size < n && e < r; e++) i.add((s + e) % r);
  return [...i].sort((e, t) => e - t);
}
function wn() {
  return n(
    `svg`,
    { class: `now-pencil`, viewBox: `0 0 24 24`, "aria-hidden": `true` },
    n(`use`, { href: `#now-pencil` }),
  );
}
function Tn() {
  return n(
    `svg`,
    { class: `box`, viewBox: `0 0 13 13`, "aria-hidden": `true` },
    n(`path`, { d: `M1 1h11v11H1z` }),
    n(`path`, { class: `x`, d: `M.5 1.5C4 4.5 8.5 9 12.5 12.5M12 .8C8.5 4.6 4.5 8.6 1 12.4` }),
  );
}
function R(e, n = ``) {
  return t(
    `span`,
    { class: `who` },
    t(`span`, { class: `pen p${(e?.colour ?? 0) + 1}` }),
    t(`span`, { class: `side`, hidden: !0 }),
    t(`span`, { class: `name` }, e?.name ?? `?`),
    t(`span`, { class: `tag` }, n),
  );
}
function En(e, t, n) {
  let r = e.querySelector(`.side`);
  (s(r, !!t.teams), t.teams && (a(r, Ze(t.teams[n])), i(r, `title`, A(t.teams[n]))));
}
function Dn() {
  return t(
    `tr`,
    null,
    t(`th`, { scope: `row` }, wn(), t(`span`, { class: `place`, hidden: !0 }), R(null)),
    t(`td`, { class: `strikes` }, t(`span`, { class: `vh` }), Array.from({ length: 3 }, Tn)),
    t(`td`, { class: `num` }, t(`span`, { class: `pn` }), t(`span`, { class: `entry` })),
  );
}
function On(e, t, n) {
  return e.state.left[t]
    ? v(`left`)
    : e.isMine(t)
      ? v(`you`)
      : n?.kind === `person`
        ? e.computerPlays(n.id)
          ? v(`computer playing for them`)
          : e.isOffline(n.id)
            ? v(`away`)
            : ``
        : v(`computer`);
}
function kn(e, t, n, { place: r = null, tag: o = On } = {}) {
  let { state: c, rules: l } = n,
    u = n.playerAt(t),
    d = t === c.current;
  (i(e, `aria-current`, d ? `true` : null),
    i(e, `data-left`, c.left[t]),
    i(
      e,
      `data-away`,
      u?.kind === `person` && !n.isMine(t) && n.isOffline(u.id) && !n.computerPlays(u.id),
    ));
  let f = e.dataset.seat === String(t);
  e.dataset.seat = t;
  let p = e.querySelector(`.place`);
  (s(p, r !== null),
    r !== null && a(p, x(v(`{place}.`), { place: r })),
    e.querySelector(`.pen`).setAttribute(`class`, `pen p${(u?.colour ?? 0) + 1}`),
    a(e.querySelector(`.name`), u?.name ?? `?`),
    a(e.querySelector(`.tag`), o(n, t, u)),
    En(e, c, t));
  let m = e.querySelector(`.strikes`),
    h = Math.min(c.streaks[t], 3);
  (a(m.firstElementChild, x(v(`{count} of 3 farkles in a row`), { count: h })),
    m.querySelectorAll(`.box`).forEach((e, t) => e.classList.toggle(`struck-out`, t < h)));
  let g = l.entry_min > 0 && !c.entered[t] && !c.left[t] && c.scores[t] === 0,
    _ = e.querySelector(`.num .pn`);
  (s(_, !g),
    L(_, c.scores[t], { bold: d, write: f }),
    An(e.querySelector(`.entry`), g ? l.entry_min : 0));
}
function An(e, n) {
  let r = n ? x(v(`needs {points} to get on the board`), { points: n }) : ``;
  e.title !== r &&
    ((e.title = r),
    e.replaceChildren(
      ...(r ? [t(`span`, { "aria-hidden": `true` }, `–`), t(`span`, { class: `vh` }, r)] : []),
    ));
}
function jn(e, n, { most: r = 1 / 0, columns: i = [`th`, `strikes`, `num`] } = {}) {
  let o = (e) =>
    e === `th`
      ? t(`th`, { scope: `row` })
      : t(`td`, { class: e }, e === `num` ? t(`span`, { class: `pn` }) : null);
  c(
    e,
    $e(n).slice(0, r),
    ({ team: e }) => e,
    () => t(`tr`, { class: `side-row` }, i.map(o)),
    (e, { team: t, total: n }) => {
      (a(l(`th`, e), A(t)), L(l(`.pn`, e), n, { bold: !0, write: !0 }));
    },
  );
}
var Mn = class {
  constructor(e) {
    ((this.more = l(`#pad-more`)),
      this.more.addEventListener(`click`, e),
      yn.addEventListener(`change`, () => this.model && this.draw(this.model)));
  }
  draw(e) {
    this.model = e;
    let { state: t, rules: n } = e;
    (a(l(`#pad-goal`), Fn(t, n)),
      a(l(`#pad-round`), Pn(t)),
      l(`#pad`).classList.toggle(`no-strikes`, !n.farkle_penalty),
      l(`#pad`).classList.toggle(`no-entry`, !n.entry_min));
    let r = Math.min($e(t).length, 3),
      o = Cn(t, e.mySeats, bn() - r);
    jn(l(`#pad-sides`), t, { most: 3 });
    let u = t.scores.length - o.length,
      d = u ? pn(t) : null;
    (c(
      l(`#pad-rows`),
      o,
      (e) => (u ? o.indexOf(e) : e),
      Dn,
      (t, n) => {
        (kn(t, n, e, { tag: u ? (...e) => Nn(...e, d) : On }),
          i(t, `data-gap`, o.indexOf(n) > 0 && !o.includes(n - 1)));
      },
    ),
      s(this.more, u > 0),
      u > 0 && a(l(`#pad-more-words`), x(v(`All {count} players`), { count: t.scores.length })));
  }
};
function Nn(e, t, n, r) {
  let { state: i } = e,
    a = 1 + i.scores.filter((e) => e > i.scores[t]).length,
    o = [On(e, t, n)];
  return (
    t === r && o.push(v(`next`)),
    i.scores[t] > 0 && o.push(a === 1 ? v(`leads`) : x(v(`no. {place}`), { place: a })),
    o.filter(Boolean).join(`, `)
  );
}
const Pn = (e) =>
  e.phase === `turns` && e.round ? x(v(`Turn {round}`), { round: e.round }) : v(`Total`);
function Fn(e, t) {
  return e.phase === `final`
    ? v(`Final round`)
    : e.phase === `playoff`
      ? v(`Tiebreaker`)
      : t.rounds
        ? x(v(`{rounds} turns each`), { rounds: t.rounds })
        : x(v(`Goal: {target}`), { target: b(t.target) });
}
const In = (e, t) =>
    [...t]
      .map((t) => e[t])
      .sort()
      .join(``),
  Ln = { keeps: { "": [0, 0, 6, 0, 1] }, why: [`not_rolled`] };
function Rn(e) {
  let { keeps: t, why: n } = e && !e.keeps ? Ln : (e ?? { keeps: {} }),
    r = (e) => (e > 0 ? n[e - 1] : null);
  return new Map(
    Object.entries(t).map(([e, [t, n, i, a, o]]) => [
      e,
      { keep: e, points: t, total: n, next: i, roll: r(a), bank: r(o), ends: a === -1 },
    ]),
  );
}
function zn(e, t, n) {
  let r = [...t].map(Number),
    i = [],
    a = [...e.keys()].sort((e, t) => n.has(t) - n.has(e) || e - t);
  for (let t of a) {
    let n = r.indexOf(e[t]);
    n >= 0 && (r.splice(n, 1), i.push(t));
  }
  return new Set(i);
}
const Bn = (e, t) => {
    let n = [...e];
    return [...t].every((e) => {
      let t = n.indexOf(e);
      return (t >= 0 && n.splice(t, 1), t >= 0);
    });
  },
  Vn = (e, t) => e.points > t.points || (e.points === t.points && e.keep.length > t.keep.length);
var Hn = class {
  constructor() {
    this.set([], null);
  }
  set(e, t) {
    ((this.dice = e),
      (this.rows = Rn(t)),
      (this.picked = /* @__PURE__ */ new Set()),
      (this.before = []));
  }
  restore(e) {
    this.rows.has(In(this.dice, e)) && (this.picked = new Set(e));
  }
  get row() {
    return this.rows.get(In(this.dice, this.picked)) ?? null;
  }
  get best() {
    return this.bestOf(() => !0);
  }
  get bestToBank() {
    return this.bestOf(({ bank: e }) => e === null);
  }
  bestOf(e) {
    return [...this.rows.values()]
      .filter((t) => t.keep && e(t))
      .reduce((e, t) => (!e || Vn(t, e) ? t : e), null);
  }
  get bestIsAll() {
    return this.dice.filter((e, t) => this.canSelect(t)).length === this.best?.keep.length;
  }
  canSelect(e) {
    let t = String(this.dice[e]);
    return [...this.rows.keys()].some((e) => e.includes(t));
  }
  toggle(e) {
    if (!this.canSelect(e)) return !1;
    this.remember();
    let t = new Set(this.picked),
      n = !t.delete(e);
    return (
      n && t.add(e),
      (this.picked = n
        ? (this.grown(t) ?? this.grown(/* @__PURE__ */ new Set([e])))
        : this.shrunk(t)),
      !0
    );
  }
  grown(e) {
    let t = In(this.dice, e),
      n = [...this.rows.values()].filter(({ keep: e }) => e && Bn(e, t));
    return n.length
      ? (n.sort((e, t) => e.keep.length - t.keep.length || t.points - e.points),
        zn(this.dice, n[0].keep, e))
      : null;
  }
  shrunk(e) {
    let t = In(this.dice, e),
      n = [...this.rows.values()].filter(({ keep: e }) => e && Bn(t, e));
    return n.length
      ? (n.sort((e, t) => t.keep.length - e.keep.length || t.points - e.points),
        zn(
          this.dice.map((t, n) => (e.has(n) ? t : 0)),
          n[0].keep,
          e,
        ))
      : /* @__PURE__ */ new Set();
  }
  selectBest() {
    this.selectRow(this.best);
  }
  selectRow(e) {
    e && (this.remember(), (this.picked = zn(this.dice, e.keep, this.picked)));
  }
  clear() {
    (this.remember(), (this.picked = /* @__PURE__ */ new Set()));
  }
  remember() {
    this.before.push(this.picked);
  }
  undo() {
    let e = String([...this.picked].sort());
    for (; this.before.length; )
      if (((this.picked = this.before.pop()), String([...this.picked].sort()) !== e)) return !0;
    return !1;
  }
};
const z = (e, n, r = ``) =>
    t(`div`, { class: `term ${r}` }, fn(e, { bold: r === `sum` }), t(`small`, null, n)),
  Un = (e) => t(`div`, { class: `op` }, fn(e)),
  Wn = (e, n) => t(`p`, { class: `slip-words tip` }, e && t(`b`, null, e), e && n ? ` ` : ``, n);
function Gn({ selection: e }) {
  let { dice: t, row: n, more: r } = jt(e);
  return [
    x(v(`Bank {points}?`), { points: e.row.total }),
    t
      ? x(v(`You left {dice}.`), { dice: nt(t) })
      : x(v(`{dice} is worth {more} more.`), { dice: P(n.keep), more: r }),
  ];
}
function Kn(e) {
  let { state: n, scene: r, selection: i, live: a, mine: o, name: s } = e,
    c = a ? i.row : null;
  if (r?.kind === `farkle`) {
    let { lost: n } = r;
    return [
      t(
        `div`,
        { class: `term` },
        n ? t(`span`, { class: `struck` }, fn(n)) : null,
        t(`small`, null, e.lossText()),
      ),
    ];
  }
  if (r?.kind === `bank`) return [z(r.points, v(`added to your score`), `sum`)];
  if (c?.keep && n.turn_points)
    return [
      z(n.turn_points, v(`set aside`)),
      Un(`+`),
      z(c.points, v(`selected`)),
      Un(`=`),
      z(c.total, v(`at risk`), `sum`),
    ];
  if (c?.keep) {
    let e = o ? v(`at risk`) : x(v(`{dice}, selected by {name}`), { dice: P(c.keep), name: s });
    return [z(c.total, e, `sum`)];
  }
  return n.turn_points
    ? [z(n.turn_points, v(`at risk`), `sum`)]
    : [t(`p`, { class: `slip-words` }, e.slipText())];
}
var qn = class {
  constructor({ undo: e, skipTips: t, redraw: n }) {
    ((this.node = l(`#slip`)),
      (this.words = l(`#slip-main`)),
      (this.key = null),
      (this.asked = null),
      (this.redraw = n),
      l(`#undo`).addEventListener(`click`, e),
      l(`#tips-skip`).addEventListener(`click`, t),
      l(`#what-scores`).addEventListener(`click`, () => this.ask()));
  }
  ask() {
    ((this.asked = this.asked === this.move ? null : this.move),
      this.asked && T(this.scoringText(this.model)),
      this.redraw());
  }
  scoringText({ selection: e }) {
    let t = At(e);
    return t ? x(v(`Scoring: {list}.`), { list: t }) : v(`Nothing scores here.`);
  }
  draw(e, t, n) {
    let { live: r, landing: a, selection: o, state: c, scene: u } = e;
    Object.assign(this, { model: e, move: t });
    let d = r && !a && !u && !e.rolling && c.throw.length > 0,
      f = d && this.asked === t,
      p = e.asking === `bank`,
      m = d && e.canAct && o.picked.size > 0;
    (s(l(`#what-scores`), d),
      i(l(`#what-scores`), `aria-pressed`, String(f)),
      s(l(`#undo`), m),
      s(l(`#tips-skip`), !!n && !m),
      this.node.classList.toggle(`can-ask`, d),
      this.node.classList.toggle(`with-side`, m));
    let h = e.waiting
        ? [null, v(`Connecting…`)]
        : f
          ? [null, this.scoringText(e)]
          : p
            ? Gn(e)
            : n
              ? [n.bold, n.more]
              : null,
      { row: g } = o,
      _ = JSON.stringify([
        h,
        u && [u.kind, u.lost],
        c.turn_points,
        r && [g?.keep, g?.points],
        c.current,
        e.slipText(),
        e.mine,
      ]);
    _ !== this.key && ((this.key = _), this.words.replaceChildren(...(h ? [Wn(...h)] : Kn(e))));
  }
};
function Jn({ canAct: e, live: t, landing: n, state: r, selection: i, mine: a, scene: o }) {
  return a && o?.kind === `farkle`
    ? `farkle`
    : !e || !t || n || o
      ? null
      : r.throw.length
        ? i.row?.keep
          ? `risk`
          : i.best
            ? `pick`
            : null
        : `goal`;
}
function Yn({ rules: { rounds: e, target: t } }) {
  return {
    bold: e
      ? x(v(`Most points after {rounds} rounds wins.`), { rounds: e })
      : x(v(`First to {target} wins.`), { target: t }),
    more: v(`Roll, keep what scores, bank or risk it.`),
  };
}
function Xn({ selection: { row: e }, rules: t }) {
  let n = x(v(`{points} at risk.`), { points: e.total }),
    r = N(e.next);
  if (e.ends) return { bold: n, more: v(`Keeping these ends your turn.`) };
  if (e.roll) return { bold: n, more: v(`Bank to write them down.`) };
  if (e.bank) {
    let i = Tt(e.bank, I(e, t));
    return { bold: n, more: x(v(`Roll {dice}. To bank: {reason}.`), { dice: r, reason: i }) };
  }
  return { bold: n, more: x(v(`Bank them, or roll {dice} for more and risk them.`), { dice: r }) };
}
const Zn = {
  goal: Yn,
  pick: ({ selection: e }) => ({
    bold: x(v(`Scoring: {list}.`), { list: At(e) }),
    more: v(`Tap dice to keep, or keep all.`),
  }),
  risk: Xn,
  farkle: ({ scene: { lost: e } }) => ({
    bold: v(`Farkle: no die scored.`),
    more: e ? x(v(`The {points} at risk are lost.`), { points: e }) : v(`Your turn is over.`),
  }),
};
var Qn = class {
  constructor(e) {
    ((this.redraw = e),
      (this.timer = 0),
      (this.key = null),
      (this.again = null),
      de((e, t) => e === `tour` && t && ue(`learned`, [])));
  }
  current(e, t) {
    let n = C(`tour`) && e.mySeats.length ? Jn(e) : null,
      r = n && [n, t, ...e.selection.picked].join(` `);
    return (
      r !== this.key &&
        ((this.key = r),
        (this.again = null),
        clearTimeout(this.timer),
        r && (this.timer = setTimeout(() => this.comeBack(), 12e3))),
      n && (!C(`learned`).includes(n) || this.again === r) ? Zn[n](e) : null
    );
  }
  comeBack() {
    this.key && this.again !== this.key && ((this.again = this.key), this.redraw());
  }
  did(...e) {
    let t = C(`learned`),
      n = e.filter((e) => !t.includes(e));
    C(`tour`) && n.length && ue(`learned`, [...t, ...n]);
  }
};
const $n = [3, 5, 2, 4, 1, 6];
var er = class {
    constructor(e) {
      ((this.node = l(`#heap`)),
        (this.button = l(`#heap-dice`)),
        (this.cue = l(`#heap-cue`)),
        (this.roll = e),
        (this.flick = null),
        (this.moves = []),
        (this.dragged = !1),
        (this.timer = 0));
      for (let [e, t] of [
        [`pointerdown`, (e) => this.take(e)],
        [`pointermove`, (e) => this.drag(e)],
        [`pointerup`, () => this.release()],
        [`pointercancel`, () => this.drop()],
        [`click`, (e) => this.tap(e)],
      ])
        this.button.addEventListener(e, t);
    }
    draw({ count: e, faces: n, mine: r, pending: a, waiting: o, name: c, paused: l }) {
      let u = this.button === document.activeElement;
      if (
        (s(this.node, e > 0),
        i(this.button, `disabled`, !r),
        this.node.classList.toggle(`mine`, r),
        this.node.classList.toggle(`rattling`, a && !o),
        r || this.drop(),
        !e)
      )
        return u;
      if (
        (i(this.button, `data-count`, e),
        this.button.children.length !== e || (a && n.length === e))
      ) {
        let r = n.length === e ? n : $n;
        this.button.replaceChildren(
          ...r.slice(0, e).map((e) => t(`span`, { class: `die` }, Yt(e))),
        );
      }
      i(this.button, `aria-label`, x(v(`Roll {dice}`), { dice: N(e) }));
      let d =
          r && !a
            ? [t(`b`, null, v(`Tap the dice`)), ` `, v(`or flick them to roll`)]
            : [r || !c || l ? `` : x(v(`{name} is about to roll`), { name: c })],
        f = d.map((e) => e.textContent ?? e).join(``);
      return (this.cue.textContent !== f && this.cue.replaceChildren(...d), u && !r);
    }
    take(e) {
      e.button ||
        ((this.dragged = !1),
        (this.moves = [[e.clientX, e.clientY, e.timeStamp]]),
        this.button.setPointerCapture(e.pointerId),
        (this.timer = setTimeout(() => this.hold(), 180)));
    }
    hold() {
      (this.node.classList.add(`held`), O(`held`), k(10));
    }
    drag(e) {
      if (!this.moves.length) return;
      this.moves.push([e.clientX, e.clientY, e.timeStamp]);
      let [t, n] = this.way(this.moves[0]);
      (!this.dragged && Math.hypot(t, n) <= 10) ||
        (this.dragged || this.hold(),
        (this.dragged = !0),
        (this.button.style.translate = `${(t / 3).toFixed(1)}px ${(n / 3).toFixed(1)}px`));
    }
    way([e, t]) {
      let [n, r] = this.moves.at(-1);
      return [n - e, r - t];
    }
    release() {
      if (!this.moves.length) return;
      let e = this.moves.at(-1)[2],
        t = this.moves.find(([, , t]) => e - t <= 90),
        [n, r] = this.way(t),
        i = Math.hypot(n, r),
        a = this.dragged && i / Math.max(8, e - t[2]) > 0.5;
      (this.drop(), a && ((this.flick = { x: n / i, y: r / i }), this.roll()));
    }
    drop() {
      (clearTimeout(this.timer),
        (this.moves = []),
        this.node.classList.remove(`held`),
        (this.button.style.translate = ``));
    }
    tap(e) {
      (e.stopPropagation(), (this.dragged && e.detail) || ((this.flick = null), this.roll()));
    }
  },
  tr = class {
    constructor(e, t) {
      ((this.node = l(`#tray`)),
        (this.head = l(`#heading`)),
        (this.words = l(`#heading-words`)),
        (this.heap = new er(t)),
        (this.dice = new $t(l(`#thrown`), e, () => this.head.focus({ preventScroll: !0 }))),
        (this.scene = null));
    }
    draw(e) {
      let { state: t, mine: n, name: r, scene: c, selection: u, live: d, hot: f } = e,
        p = c?.kind === `farkle`,
        m = c?.kind === `rolloff`,
        h = c?.kind === `bank` ? c.points : null;
      (c !== this.scene && this.beginScene(e),
        i(this.node, `data-dice`, m ? null : e.colourOf(t.current)),
        i(this.node, `data-moment`, p ? `farkle` : f ? `hot` : null),
        this.node.classList.toggle(`mine`, C(`rim`) && n && !p && d),
        this.head.classList.toggle(`is-hot`, f),
        s(l(`#hot-word`), f),
        s(this.words, !f),
        o(
          this.words,
          m
            ? v(`Roll to start`)
            : ct(t, n, r, {
                farkled: p,
                banked: h,
                chosen: u.picked.size > 0,
                sharedDevice: e.sharedDevice,
              }),
          r,
        ),
        a(l(`#throw-name`), m ? v(`highest goes first`) : this.subheading(e)),
        s(l(`#moment`), p),
        s(l(`#rolloff`), m));
      let g = m ? 0 : this.gathered(e);
      (s(this.dice.node, !m && !g),
        this.drawHeap(g, e),
        this.dice.show(m ? [] : t.throw, (e) => ({
          can: d && !t.blank && u.canSelect(e),
          pressed: d && u.picked.has(e),
          mine: n && d,
          dead: p || !d,
        })),
        this.drawAside(e.rolling ? { ...t, aside: e.rolling.aside } : t));
    }
    gathered({ state: e, rolling: t }) {
      return t ? t.count : e.throw.length ? 0 : 6 - e.aside.length || 6;
    }
    drawHeap(e, t) {
      let {
        state: n,
        rolling: r,
        waiting: i,
        canAct: a,
        live: o,
        name: s,
        scene: c,
        paused: l,
      } = t;
      this.heap.draw({
        count: e,
        faces: r?.faces ?? [],
        mine: e > 0 && a && o && (!n.throw.length || r !== null),
        pending: r !== null,
        waiting: i,
        name: c || n.current < 0 ? `` : s,
        paused: l,
      }) && this.head.focus({ preventScroll: !0 });
    }
    subheading({ state: e, hot: t, scene: n }) {
      return n?.kind === `bank`
        ? n.events.some(([e]) => e === `entered`)
          ? v(`on the board`)
          : ``
        : t
          ? v(`roll all six again`)
          : e.blank
            ? v(`no score: roll all six again`)
            : e.rolls
              ? tt(e.rolls)
              : ``;
    }
    beginScene(e) {
      this.scene = e.scene;
      let t = e.scene?.kind;
      (t === `throw`
        ? this.dice.tumble(e.pace.tumble ? e.scene.hold : 0, () => e.landed())
        : this.dice.land(),
        t === `rolloff` && this.drawRollOff(e));
    }
    drawRollOff({ scene: e, nameOf: n, colourOf: r, pace: i }) {
      let [, a, o] = e.events.find(([e]) => e === `rolled_off`),
        s = Math.max(...o),
        c = a.map((e, t) => ({ seat: e, face: o[t] }));
      c.length > 12 && (c = c.sort((e, t) => t.face - e.face).slice(0, 12));
      let u = l(`#rolloff`);
      (u.replaceChildren(
        ...c.map(({ seat: e, face: i }) =>
          t(
            `figure`,
            { class: i === s ? `high` : null, "data-dice": r(e) },
            Zt(i),
            t(`figcaption`, null, n(e)),
          ),
        ),
      ),
        u.classList.toggle(`many`, c.length > 6),
        i.tumble && qt(u, i.throw));
    }
    drawAside(e) {
      let n = Array.from({ length: 6 }, (t, n) => ({ at: n, face: e.aside[n] ?? 0 }));
      if (
        (c(
          l(`#kept`),
          n,
          ({ at: e, face: t }) => `${e}:${t}`,
          ({ face: e }) => (e ? Zt(e) : t(`span`, { class: `slot` })),
          () => {},
        ),
        s(l(`#stub`), e.hot > 0),
        e.hot > 0)
      ) {
        let t = e.hot_points ?? (e.aside.length ? null : e.turn_points);
        (a(
          l(`#stub-word`),
          e.hot > 1 ? x(v(`hot dice, {count}`), { count: e.hot }) : v(`hot dice`),
        ),
          s(l(`#stub-points`), t !== null),
          t !== null && L(l(`#stub-points`), t));
      }
      let r = e.aside.length ? e.aside.join(`, `) : v(`nothing yet`);
      i(
        l(`#shelf`),
        `aria-label`,
        x(v(`Set aside: {dice}, {points} points`), { dice: r, points: b(e.turn_points) }),
      );
    }
  };
const nr = /* @__PURE__ */ new Set([`final_round`, `playoff`, `over`]);
var rr = class {
  constructor(e, t, { changed: n, openScores: r, drawn: i }) {
    ((this.store = e),
      (this.connection = t),
      (this.changed = n),
      (this.drawn = i),
      (this.selection = new Hn()),
      (this.watched = new Hn()),
      (this.move = null),
      (this.may = null),
      (this.pendingPly = null),
      (this.pendingName = null),
      (this.waiting = !1),
      (this.waitTimer = 0),
      (this.asking = null),
      (this.keptAll = !1),
      (this.restored = null),
      (this.toldRoll = null),
      (this.pickTimer = 0),
      (this.wasMine = !1),
      (this.fastForward = new Wt(() => this.busy || this.settled())),
      (this.tray = new tr(
        (e) => this.pick(e),
        () => this.press(`roll`),
      )),
      (this.actions = new Rt((e, t) => this.press(e, t))),
      (this.tips = new Qn(() => this.draw())),
      (this.slip = new qn({
        undo: () => this.undo(),
        skipTips: () => this.skipTips(),
        redraw: () => this.draw(),
      })),
      (this.announcer = new Ut(T, () => C(`brief`))),
      (this.holder = null),
      l(`#pass-on`).addEventListener(`click`, () => this.passOn()),
      (this.scorepad = new Mn(r)),
      vn.addEventListener(`change`, () => this.draw()),
      (this.animation = new Bt(
        (e) => this.drawScene(e),
        () => this.settled(),
        pe,
      )));
  }
  get busy() {
    return this.animation.busy || this.fastForward.pending;
  }
  sync() {
    let { game: e } = this.store;
    (this.animation.reset(e.state),
      this.move !== `${e.number}:${e.ply}` && this.resetSelection(),
      (this.toldRoll = this.move),
      this.draw(),
      this.signalTurn(!1));
  }
  event(e, t) {
    (this.animation.skip(),
      (this.animation.state ??= {}),
      e.ply !== void 0 && this.resetSelection());
    let n = this.fastForward.countMove();
    (l(`#table`).classList.toggle(`rushed`, n),
      (!n || e.events.some(([e]) => nr.has(e))) && this.announceEvents(e.events),
      n && this.fastForward.drawSoon(),
      this.animation.play(e.events, this.store.game.rules, t || n));
  }
  resetSelection() {
    let { game: e, may: t } = this.store;
    ((this.move = `${e.number}:${e.ply}`),
      (this.may = t),
      this.selection.set(e.state.throw, t),
      this.watched.set(e.state.throw, t),
      this.answered(),
      (this.asking = null));
  }
  restoreSelection() {
    if (this.restored === this.move || !this.canActNow()) return;
    this.restored = this.move;
    let { dice: e } = this.selection;
    (this.selection.restore(cn(this.store.room.code, this.move, e)),
      this.selection.picked.size && this.sendSelection());
  }
  answered() {
    ((this.pendingPly = null), (this.waiting = !1), clearTimeout(this.waitTimer));
  }
  picking({ player: e, ply: t, dice: n }) {
    let { game: r, mine: i } = this.store;
    r &&
      t === r.ply &&
      !i.includes(e) &&
      r.players[r.state.current] === e &&
      ((this.watched.picked = new Set(n.filter((e) => e >= 0 && e < this.watched.dice.length))),
      this.draw());
  }
  model() {
    let { store: e, animation: t } = this,
      n = t.state,
      { game: r } = e,
      i = r.state,
      a = t.scene,
      o = e.isMine(n.current),
      s = t.queue.length === 0,
      c = r.status === `playing` && e.isMine(i.current),
      l = o ? this.selection : this.watched,
      u = s ? l.row : null,
      d = (t) => e.seat(t)?.name ?? `?`;
    return {
      state: n,
      scene: a,
      live: s,
      landing: this.tray.dice.landing,
      mine: o,
      sharedDevice: this.sharedDevice,
      passing: this.passing && s && a === null,
      canAct: c && !this.passing && !this.store.room.paused,
      selection: l,
      nameOf: d,
      name: d(n.current),
      colourOf: (e) => this.colourOf(e),
      myFarkle: o && !this.passing && a?.kind === `farkle` && !c,
      hot: !(!u?.keep || u.next !== 6 || this.tray.dice.landing),
      may: e.may,
      rules: r.rules,
      chances: n.rolls ? r.chances : r.chances.slice(6),
      mySeats: e.mySeats,
      pace: pe(),
      pending: this.pendingPly === r.ply && this.pendingPly !== null,
      rolling: s ? this.rolling() : null,
      waiting: this.waiting,
      paused: !!e.room.paused,
      asking: this.asking,
      nextName: i.current < 0 ? null : d(i.current),
      isMine: (t) => e.isMine(t),
      playerAt: (t) => e.seat(t),
      isOffline: (t) => !e.online.has(t),
      computerPlays: (t) => e.room.warm?.includes(t),
      landed: () => this.landed(),
      slipText: () => hn(n, r.rules, o),
      lossText: () => gn(n, a, o),
      waitingText: () => _n(i, e),
    };
  }
  rolling() {
    let { game: e, may: t } = this.store,
      { row: n, rows: r, dice: i, picked: a } = this.selection;
    if (this.pendingPly === null || this.pendingPly !== e.ply) return null;
    let { aside: o } = e.state;
    if (this.pendingName === `build`) return { count: t?.offer[1] ?? 6, faces: [], aside: o };
    let s = r.get(``) ?? n;
    return this.pendingName !== `roll` || !s || s.ends
      ? null
      : {
          count: s.next,
          faces: i.filter((e, t) => !a.has(t)),
          aside: s.keep && s.next === 6 ? [] : [...o, ...[...s.keep].map(Number)],
        };
  }
  draw() {
    if (!this.animation.state || !this.store.game) return;
    (!this.may && this.store.may && this.resetSelection(), this.restoreSelection());
    let e = this.model();
    (this.tray.draw(e),
      this.actions.draw(e),
      this.slip.draw(e, this.move, this.tips.current(e, this.move)),
      this.scorepad.draw(e),
      !vn.matches &&
        e.live &&
        !this.tray.dice.landing &&
        an(l(`#log`), tn(this.store.turns, e, 40)));
    let t = ut(e.state, ir(e), e.nameOf);
    (s(l(`#note`), t !== null),
      l(`#table`).classList.toggle(`with-note`, t !== null || !l(`#waits`).hidden),
      (l(`#table`).dataset.ply = this.move),
      t && (a(l(`#note-start`), t[0]), a(l(`#note-words`), ` ${t[1]}`)),
      this.drawn(e));
  }
  drawScene(e) {
    let t = new Set(e.events.map(([e]) => e));
    (t.has(`kept`) && O(`keep`),
      t.has(`hot_dice`) &&
        (O(`hot`), this.store.isMine(this.animation.state.current) && k([15, 40, 15, 40, 15])),
      t.has(`entered`) && O(`entry`),
      (t.has(`final_round`) || t.has(`playoff`)) && O(`bell`),
      e.kind === `throw` && O(`throw`, e.events.at(-1)[1].length),
      e.kind === `farkle` &&
        (O(`farkle`), this.store.isMine(this.animation.state.current) && k(60)),
      e.kind === `bank` && (O(`bank`), this.store.isMine(this.animation.state.current) && k(20)),
      this.draw());
  }
  landed() {
    this.draw();
  }
  settled() {
    this.fastForward.pending ||
      (this.tray.dice.land(), this.signalTurn(!0), this.changed(), this.tellRoll());
  }
  tellRoll() {
    let { selection: e, store: t } = this;
    if (!this.canActNow() || !e.dice.length || this.toldRoll === this.move) return;
    this.toldRoll = this.move;
    let n = e.dice.findIndex((t, n) => e.canSelect(n)),
      { activeElement: r } = document;
    ((r === document.body || l(`#table`).contains(r)) &&
      n >= 0 &&
      !e.picked.size &&
      this.tray.dice.focus(n),
      this.announcer.roll(e, t.game.rules));
  }
  signalTurn(e) {
    let t =
      this.store.game?.status === `playing` && this.store.isMine(this.store.game.state.current);
    (t &&
      !this.wasMine &&
      e &&
      (O(`turn`),
      k([40, 80, 40]),
      T(
        this.sharedDevice
          ? x(v(`{name}, your turn.`), {
              name: this.store.seat(this.store.game.state.current).name,
            })
          : v(`Your turn.`),
      )),
      (this.wasMine = t));
  }
  announceEvents(e) {
    let { store: t } = this;
    this.announcer.events(e, this.animation.state, {
      nameOf: (e) => t.seat(e)?.name ?? `?`,
      isMine: (e) => t.isMine(e) && !this.sharedDevice,
      acting: t.isMine(t.game.state.current),
      rules: t.game.rules,
    });
  }
  pick(e) {
    let { selection: t } = this;
    !this.canActNow() ||
      e >= t.dice.length ||
      (t.toggle(e)
        ? (O(t.picked.has(e) ? `select` : `deselect`), k(8), this.afterPick())
        : this.refuse(x(v(`That {face} doesn't score.`), { face: String(t.dice[e]) })));
  }
  refuse(e) {
    (O(`refused`), k([20, 40, 20]), w(e), this.tips.comeBack());
  }
  get sharedDevice() {
    let { game: e, mySeats: t } = this.store;
    return t.filter((t) => !e.state.left[t]).length > 1;
  }
  colourOf(e) {
    let t = this.store.seat(e);
    return !t || (this.store.isMine(e) && !this.sharedDevice) ? null : (t.colour % 6) + 1;
  }
  get passing() {
    let { game: e } = this.store;
    return (
      e?.status === `playing` &&
      this.sharedDevice &&
      this.store.isMine(e.state.current) &&
      this.holder !== e.state.current
    );
  }
  passOn() {
    ((this.holder = this.store.game.state.current),
      this.draw(),
      l(`#heading`).focus({ preventScroll: !0 }),
      this.draw());
  }
  pickBest(e = this.selection.best) {
    if (!this.canActNow()) return;
    let t = this.selection.picked.size;
    this.selection.selectRow(e);
    let n = this.selection.picked.size - t;
    (O(`select`),
      k(Array.from({ length: Math.max(0, 2 * n - 1) }, (e, t) => (t % 2 ? 30 : 8))),
      this.afterPick());
  }
  undo() {
    this.canActNow() &&
      (this.selection.undo() || this.selection.clear(),
      O(`deselect`),
      k(8),
      this.afterPick(),
      l(`#undo`).hidden &&
        document.activeElement === document.body &&
        this.actions.nodes.roll.focus({ preventScroll: !0 }));
  }
  skipTips() {
    (ue(`tour`, !1), this.actions.nodes.roll.focus({ preventScroll: !0 }));
  }
  afterPick() {
    this.asking = null;
    let { selection: e, store: t } = this;
    (sn(t.room.code, this.move, e.dice, e.picked),
      e.picked.size && this.tips.did(`pick`),
      this.announcer.selected(e),
      this.sendSelection(),
      this.draw());
  }
  canActNow() {
    let { game: e } = this.store;
    return (
      e?.status === `playing` &&
      this.store.isMine(e.state.current) &&
      !this.passing &&
      !this.store.room.paused &&
      this.pendingPly !== e.ply
    );
  }
  sendSelection() {
    this.pickTimer ||= setTimeout(() => {
      this.pickTimer = 0;
      let { game: e } = this.store;
      this.canActNow() &&
        this.connection.send({
          type: `pick`,
          player: e.players[e.state.current],
          ply: e.ply,
          dice: [...this.selection.picked].sort(),
        });
    }, 220);
  }
  press(e, t = !1) {
    if (!this.canActNow() || (t && (this.asking || this.keptAll))) return;
    let { game: n } = this.store;
    ((this.keptAll = !1), this.animation.finish());
    let r = Mt(this.model())[e];
    r &&
      (r.on
        ? r.keep
          ? ((this.keptAll = !0), this.pickBest(r.keep))
          : ((e === `roll` && this.isReckless(r)) || (e === `bank` && jt(this.selection))) &&
              this.asking !== e
            ? this.ask(e)
            : this.send(e, n)
        : this.refuse(wt(r.code, r.given)));
  }
  ask(e) {
    ((this.asking = e),
      this.draw(),
      T(e === `bank` ? this.slip.words.textContent : l(`#roll`).textContent));
  }
  isReckless({ chance: e }) {
    let t = this.selection.row;
    return C(`ask`) && t && !t.bank && e >= 0.4 && t.total >= 500;
  }
  async send(e, t) {
    let n = { type: e, player: t.players[t.state.current], game: t.number, ply: t.ply };
    (e !== `build` && (n.keep = this.selection.row?.keep ?? ``),
      (this.pendingPly = t.ply),
      (this.pendingName = e),
      (this.waitTimer = setTimeout(() => {
        ((this.waiting = !0), this.draw());
      }, 1500)),
      (this.asking = null),
      this.tips.did(
        ...(e === `bank` ? [`goal`, `pick`, `risk`, `farkle`] : [n.keep ? `risk` : `goal`]),
      ),
      clearTimeout(this.pickTimer),
      (this.pickTimer = 0),
      this.draw(),
      (await this.connection.command(n)).type === `no` && (this.answered(), this.draw()));
  }
};
function ir(e) {
  return e.isMine(e.state.current) ? e.state.current : (e.mySeats[0] ?? -1);
}
var ar = class {
  constructor(e, t) {
    ((this.store = e), (this.editor = t), (this.saved = []));
    for (let e of document.querySelectorAll(`[data-sheet="saved-sheet"]`))
      e.addEventListener(`click`, () => this.opened());
    for (let e of document.querySelectorAll(`#saved-sheet [data-copies]`))
      e.addEventListener(`click`, () => this.copies(l(`#${e.dataset.copies}`)));
    (l(`#save-rules`).addEventListener(`submit`, (e) => {
      (e.preventDefault(), this.save(!1));
    }),
      l(`#read-rules`).addEventListener(`submit`, (e) => {
        (e.preventDefault(), this.read());
      }));
  }
  get card() {
    return l(`#editor .card`).dataset;
  }
  opened() {
    (this.draw(), this.fetch());
  }
  draw() {
    if (!l(`#saved-sheet`).open) return;
    let e = `/rules/${this.card.text}/`;
    ((l(`#share-link`).value = new URL(e, location.href).href),
      (l(`#share-text`).value = this.card.text),
      i(l(`#share-file`), `href`, `${e}rules.json`),
      i(l(`#share-card`), `href`, `${e}card/`));
    let n = this.store.hosting !== null;
    (s(l(`#read-rules`), n),
      s(l(`#saved-none`), !this.saved.length),
      s(l(`#saved-manage`), this.saved.length > 0),
      c(
        l(`#saved-list`),
        this.saved,
        ({ id: e }) => e,
        () =>
          t(
            `li`,
            { class: `row one` },
            t(`span`, { class: `grow name` }),
            t(`button`, { class: `btn`, type: `button` }, v(`Use`)),
          ),
        (e, t) => {
          a(l(`.name`, e), t.name);
          let r = l(`button`, e);
          (s(r, n), i(r, `aria-label`, x(v(`Use {name}`), t)), (r.onclick = () => this.use(t)));
        },
      ));
  }
  async copies(e) {
    let t = await Se(e.value);
    (t || e.select(), w(v(t ? `Copied.` : `Couldn't copy automatically. The text is selected.`)));
  }
  async request(e, t) {
    try {
      let n = await fetch(e, {
        method: t ? `POST` : `GET`,
        body: t,
        headers: { Accept: `application/json` },
      });
      if (n.ok || n.status === 422) return await n.json();
    } catch {}
    return { problem: v(`That didn't go through. Try again.`) };
  }
  async fetch() {
    let e = await this.request(`/rules/mine/`);
    e.saved && ((this.saved = e.saved), this.draw());
  }
  form(e) {
    let t = new FormData(e);
    return (t.set(`csrfmiddlewaretoken`, l(`#save-rules [name=csrfmiddlewaretoken]`).value), t);
  }
  async save(e) {
    let t = this.form(l(`#save-rules`));
    (t.set(`rules`, this.card.text), e && t.set(`replace`, `yes`));
    let n = await this.request(`/rules/mine/`, t);
    n.code === `name_taken` && !e
      ? (await f(n.problem, v(`Replace them`))) && this.save(!0)
      : n.problem
        ? w(n.problem)
        : ((l(`#save-name`).value = ``), w(x(v(`Saved as {name}.`), n)), this.fetch());
  }
  async use(e) {
    (await this.editor.applyRuleSet({ rules: e.rules, base: e.base }))?.type === `ok` &&
      (d(), w(x(v(`The room now uses {name}.`), e)));
  }
  async read() {
    let e = l(`#read-problem`),
      t = this.form(l(`#read-rules`));
    t.get(`file`)?.size || t.delete(`file`);
    let n = await this.request(`/rules/read/`, t);
    (s(e, !!n.problem),
      n.problem
        ? a(l(`span`, e), x(v(`{problem} Nothing changed.`), n))
        : (await this.editor.applyRuleSet({ rules: n.rules, base: n.preset }))?.type === `ok` &&
          (l(`#read-rules`).reset(), d(), w(v(`The room now uses these rules.`))));
  }
};
const B = (e, t) => JSON.stringify(e) === JSON.stringify(t),
  or = /^\d+([.,'’\s]\d{3})*$/;
var sr = class {
    constructor(e, t) {
      ((this.node = e),
        (this.name = e.dataset.field),
        (this.kind = e.dataset.kind),
        (this.label = e.dataset.label),
        (this.step = Number(e.dataset.step)),
        (this.value = null),
        (this.lastOn = null),
        (this.typing = /* @__PURE__ */ new Set()),
        (this.refused = ``),
        (this.remarks = []),
        (this.change = (e, n = !1) => t(this.name, e, n)),
        (this.on = l(`[data-on]`, e)),
        (this.inputs = [...e.querySelectorAll(`[data-part]`)]),
        (this.radios = [...e.querySelectorAll(`input[type=radio]`)]),
        this.on?.addEventListener(`change`, () => this.switched()));
      for (let e of this.radios) e.addEventListener(`change`, () => this.change(e.value));
      (this.inputs.forEach((e, t) => this.bindNumber(e, t)),
        l(`[data-back]`, e).addEventListener(`click`, () => {
          (this.focusControl(), this.change(this.base));
        }));
    }
    bindNumber(e, t) {
      let n = (n) =>
        this.put(t, Math.max(0, (this.typedNumber(e) ?? this.numbers()[t]) + n * this.step), !0);
      (l(`[data-less="${t}"]`, this.node).addEventListener(`click`, () => n(-1)),
        l(`[data-more="${t}"]`, this.node).addEventListener(`click`, () => n(1)),
        e.addEventListener(`keydown`, (r) => {
          r.key === `ArrowUp` || r.key === `ArrowDown`
            ? (r.preventDefault(), n(r.key === `ArrowUp` ? 1 : -1))
            : r.key === `Enter`
              ? this.commit(e, t)
              : r.key === `Escape` && this.refuse(``);
        }),
        e.addEventListener(`focus`, () => e.select()),
        e.addEventListener(`input`, () => this.typing.add(e)),
        e.addEventListener(`blur`, () => this.typing.has(e) && this.commit(e, t)));
    }
    numbers() {
      return Array.isArray(this.value) ? this.value : [this.value];
    }
    typedNumber(e) {
      let t = e.value.trim();
      return or.test(t) ? Number(t.replace(/\D/g, ``)) : null;
    }
    commit(e, t) {
      let n = this.typedNumber(e),
        r = e.value.trim();
      n !== null && n !== this.numbers()[t]
        ? this.put(t, n)
        : n === null && r
          ? this.refuse(v(`Enter a whole number.`))
          : this.refuse(``);
    }
    put(e, t, n = !1) {
      this.write(this.inputs[e], t);
      let r = this.kind === `numbers` ? this.numbers().map((n, r) => (r === e ? t : n)) : t;
      this.change(r, n);
    }
    switched() {
      this.kind === `yes`
        ? this.change(this.on.checked)
        : this.change(
            this.on.checked ? (this.lastOn ?? (this.base || Number(this.node.dataset.usual))) : 0,
          );
    }
    focusControl() {
      (this.on ?? this.inputs[0] ?? this.radios.find(({ checked: e }) => e))?.focus();
    }
    show(e, t) {
      this.write(e, this.numbers()[t]);
    }
    write(e, t) {
      this.typing.delete(e);
      let n = b(t);
      e.value !== n && ((e.value = n), e === document.activeElement && e.select());
    }
    draw(e, { base: t, baseName: n, also: r, idle: i, by: o, host: c }) {
      (B(e, this.value) || (this.refused = ``),
        this.drawRemarks(this.remarks),
        (this.value = e),
        (this.base = t),
        this.kind === `number` && e && (this.lastOn = e),
        this.on && (this.on.checked = !!e));
      for (let t of this.radios) t.checked = t.value === e;
      this.inputs.forEach((e, t) => {
        (this.typing.has(e) && c) || this.show(e, t);
      });
      let u = this.kind === `number` ? l(`.step`, this.node) : null;
      u && s(u, !!e);
      let d = !B(e, t);
      (this.node.classList.toggle(`changed`, d),
        this.node.classList.toggle(`off`, e === 0 || e === !1),
        s(l(`[data-differs]`, this.node), d),
        d &&
          a(
            l(`[data-was]`, this.node),
            x(v(`{preset}: {value}`), { preset: n, value: this.valueText(t) }),
          ),
        s(l(`[data-back]`, this.node), c),
        this.offer(c ? r.filter((n) => !B(n, e) && !B(n, t)) : []),
        s(l(`[data-idle]`, this.node), i));
      let f = l(`[data-by]`, this.node);
      (s(f, !!o), a(f, o ?? ``));
    }
    offer(e) {
      let n = l(`[data-also]`, this.node),
        r = JSON.stringify(e);
      if ((s(n, e.length > 0), n.dataset.values !== r)) {
        n.dataset.values = r;
        for (let e of n.querySelectorAll(`button`)) e.remove();
        for (let r of e)
          n.append(
            t(
              `button`,
              {
                class: `btn`,
                type: `button`,
                onclick: () => {
                  (this.focusControl(), this.change(r));
                },
              },
              this.valueText(r),
              t(`span`, { class: `vh` }, ` ${this.label}`),
            ),
          );
      }
    }
    valueText(e) {
      if (Array.isArray(e)) return e.map(b).join(`, `);
      if (typeof e == `boolean`) return v(e ? `on` : `off`);
      if (typeof e == `number`) return e ? b(e) : v(`off`);
      let t = this.radios.find((t) => t.value === e);
      return t ? t.nextElementSibling.textContent : String(e);
    }
    refuse(e) {
      (this.inputs.forEach((e, t) => this.show(e, t)),
        (this.refused = e),
        this.drawRemarks(this.remarks));
    }
    drawRemarks(e) {
      this.remarks = e;
      let n = l(`.remarks`, this.node),
        a = JSON.stringify([this.refused, ...e.map(({ words: e }) => e)]);
      if (n.dataset.key === a) return;
      n.dataset.key = a;
      let o = this.refused
        ? [t(`p`, { class: `warn bad`, role: `alert` }, r(`warn`), t(`span`, null, this.refused))]
        : [];
      n.replaceChildren(...o, ...e.map(({ node: e }) => e.cloneNode(!0)));
      let s = e.some(({ error: e }) => e);
      this.node.classList.toggle(`wrong`, s);
      for (let e of [...this.inputs, ...(this.on ? [this.on] : [])])
        i(e, `aria-invalid`, s ? `true` : null);
    }
  },
  cr = class {
    constructor({ say: e, label: t, presetName: n }) {
      (Object.assign(this, { say: e, label: t, presetName: n }),
        (this.entries = []),
        (this.marks = /* @__PURE__ */ new Map()));
    }
    clear() {
      ((this.entries = []), this.marks.clear());
    }
    add(e, t, n, r) {
      let i = Object.keys(t.rules).filter((n) => !B(e.rules[n], t.rules[n]));
      if (!i.length && e.base === t.base) return;
      if (r) for (let e of i) this.marks.delete(e);
      else for (let t of i) this.marks.set(t, this.mark(t, e.rules[t], n));
      let a = this.entriesOf(i, e, t, n);
      for (let e of a) this.addEntry(e);
      r || T(a.map(({ words: e }) => e).join(` `));
    }
    mark(e, t, n) {
      let r = { name: n, value: this.say(e, t) };
      return x(
        v(
          n === null
            ? `Changed while you were away (was {value}).`
            : n === ``
              ? `You changed this elsewhere (was {value}).`
              : `{name} changed this (was {value}).`,
        ),
        r,
      );
    }
    entriesOf(e, t, n, r) {
      let i = (e, t, n, i) => x(r ? e : r === `` ? t : n, { name: r, ...i }),
        { base: a, preset: o } = n;
      if (o === a && (e.length > 3 || t.base !== a)) {
        let e = { preset: this.presetName(a) };
        return [
          {
            who: r,
            words: i(
              v(`{name} switched to {preset}.`),
              v(`You switched to {preset}.`),
              v(`The rules are now {preset}.`),
              e,
            ),
          },
        ];
      }
      if (e.length > 3) {
        let t = { count: e.length },
          n = (t, n) => y(t, n, e.length);
        return [
          {
            who: r,
            words: i(
              n(`{name} changed {count} rule.`, `{name} changed {count} rules.`),
              n(`You changed {count} rule.`, `You changed {count} rules.`),
              n(`{count} rule has changed.`, `{count} rules have changed.`),
              t,
            ),
          },
        ];
      }
      return e.map((e) => this.entry(e, t.rules[e], n.rules[e], r));
    }
    entry(e, t, n, r) {
      let i = { field: this.label(e), from: this.say(e, t), to: this.say(e, n) };
      return {
        who: r,
        name: e,
        from: t,
        to: n,
        words: x(
          v(
            r
              ? `{name}: {field} {to} (was {from}).`
              : r === ``
                ? `You: {field} {to} (was {from}).`
                : `{field}: {to} (was {from}).`,
          ),
          { name: r, ...i },
        ),
      };
    }
    addEntry(e) {
      let t = this.entries[0];
      if (t && e.name && t.name === e.name && t.who === e.who) {
        if ((this.entries.shift(), B(t.from, e.to))) return;
        this.entries.unshift(this.entry(e.name, t.from, e.to, e.who));
      } else this.entries.unshift(e);
      this.entries.length = Math.min(this.entries.length, 4);
    }
    draw() {
      for (let e of document.querySelectorAll(`[data-news]`))
        (s(e, this.entries.length > 0),
          e.replaceChildren(...this.entries.map(({ words: e }) => t(`li`, null, e))));
    }
  },
  lr = class {
    constructor(e, t) {
      this.selects = [...document.querySelectorAll(`[data-quick]`)];
      for (let n of this.selects) {
        let r = n.dataset.quick,
          i = Object.values(e).flatMap(({ rules: e, also: t }) => [e[r], ...(t[r] ?? [])]);
        for (let e of new Set(i)) this.offer(n, e);
        n.addEventListener(`change`, () => t(r, Number(n.value)));
      }
    }
    offer(e, n) {
      let r = [...e.options].find((e) => Number(e.value) > n);
      e.insertBefore(t(`option`, { value: n }, n ? b(n) : v(`Nothing`)), r ?? null);
    }
    draw(e, t, n) {
      for (let r of this.selects) {
        let i = r.dataset.quick,
          a = String(e[i]);
        (s(r.parentElement, t && !n.has(i)),
          [...r.options].some((e) => e.value === a) || this.offer(r, e[i]),
          r.value !== a && (r.value = a));
      }
    }
  };
function ur(e) {
  (e.scrollIntoView({ block: `start` }), e.focus({ preventScroll: !0 }));
}
var dr = class {
    constructor(e, t, { changed: n }) {
      ((this.store = e),
        (this.connection = t),
        (this.changed = n),
        (this.sets = JSON.parse(l(`#rule-sets`).textContent)),
        (this.pending = /* @__PURE__ */ new Map()),
        (this.unsent = /* @__PURE__ */ new Set()),
        (this.inFlight = /* @__PURE__ */ new Map()),
        (this.ruleSetsInFlight = 0),
        (this.replaced = null),
        (this.known = null),
        (this.timer = 0),
        (this.rows = /* @__PURE__ */ new Map()));
      for (let e of document.querySelectorAll(`[data-field]`)) {
        let t = new sr(e, (...e) => this.set(...e));
        this.rows.set(t.name, t);
      }
      ((this.ruleChanges = new cr({
        say: (e, t) => this.rows.get(e)?.valueText(t) ?? String(t),
        label: (e) => this.rows.get(e)?.label ?? e,
        presetName: (e) => this.baseName(e),
      })),
        (this.quick = new lr(this.sets, (e, t) => this.set(e, t))));
      for (let e of document.querySelectorAll(`[data-jump]`))
        e.addEventListener(`click`, () => ur(l(`[data-group="${e.dataset.jump}"]`)));
      l(`#editor-wrong`).addEventListener(`click`, () => {
        (ur(this.wrong.node), this.wrong.focusControl());
      });
      for (let e of document.querySelectorAll(`[data-preset], [data-base]`))
        e.addEventListener(`click`, () => this.applyRuleSet(e.dataset.preset ?? e.dataset.base));
      l(`#all-back`).addEventListener(`click`, () => this.applyRuleSet(e.room.base));
      for (let e of document.querySelectorAll(`[data-bring-back]`))
        e.addEventListener(`click`, () => this.bringBack());
      this.readRemarks();
    }
    baseName(e) {
      return l(`[data-base="${e}"]`)?.textContent ?? e;
    }
    set(e, t, n) {
      this.store.hosting !== null &&
        (this.pending.set(e, t),
        this.unsent.add(e),
        (this.replaced = null),
        clearTimeout(this.timer),
        n ? (this.timer = setTimeout(() => this.send(), 400)) : this.send(),
        this.draw());
    }
    send() {
      clearTimeout(this.timer);
      let e = [...this.unsent];
      if ((this.unsent.clear(), this.store.hosting === null)) this.pending.clear();
      else for (let t of e) this.sendField(t);
    }
    async sendField(e) {
      let t = this.pending.get(e);
      this.inFlight.set(e, [...(this.inFlight.get(e) ?? []), t]);
      let n = await this.connection.command({
        type: `change`,
        player: this.store.hosting,
        fields: { [e]: t },
      });
      (!this.unsent.has(e) && B(this.pending.get(e), t) && this.pending.delete(e),
        n.type === `no` && this.confirm(e, t),
        this.draw(),
        n.type === `no` && this.rows.get(e).refuse(n.text));
    }
    async applyRuleSet(e) {
      let { room: t, hosting: n } = this.store;
      if (n === null) return;
      (clearTimeout(this.timer), this.unsent.clear(), this.pending.clear());
      let r = { rules: t.rules, base: t.base },
        i = this.differing(r).length;
      this.ruleSetsInFlight += 1;
      let a = typeof e == `string` ? { rules: e } : e,
        o = await this.connection.command({ type: `rules`, player: n, ...a });
      return (
        o.type === `ok` && i ? (this.replaced = r) : o.type === `no` && --this.ruleSetsInFlight,
        this.draw(),
        o
      );
    }
    bringBack() {
      let { replaced: e } = this;
      ((this.replaced = null),
        e && this.applyRuleSet(e),
        l(`#editor [data-start]`).focus({ preventScroll: !0 }));
    }
    update(e) {
      let { room: t } = this.store,
        n = { rules: t.rules, base: t.base, preset: t.preset },
        r = this.known;
      if (
        ((this.known = n),
        e?.events.some(([e]) => e === `game`) && this.started(),
        !r || (e && !e.events.some(([e]) => e === `rules`)))
      )
        return;
      let i = Object.keys(n.rules).filter((e) => !B(r.rules[e], n.rules[e])),
        a = e !== null && this.store.mine.includes(e.by),
        o = a && i.length > 0 && i.every((e) => this.confirm(e, n.rules[e]));
      (a && !o && this.ruleSetsInFlight > 0 && (--this.ruleSetsInFlight, (o = !0)),
        this.ruleChanges.add(r, n, this.sender(e), o));
    }
    confirm(e, t) {
      let n = this.inFlight.get(e) ?? [],
        r = n.findIndex((e) => B(e, t));
      return (r >= 0 && n.splice(0, r + 1), r >= 0);
    }
    sender(e) {
      return e
        ? this.store.mine.includes(e.by)
          ? ``
          : (this.store.player(e.by)?.name ?? null)
        : null;
    }
    started() {
      (this.ruleChanges.clear(), (this.replaced = null), this.pending.clear(), this.unsent.clear());
    }
    readRemarks() {
      let e = l(`#editor .card`);
      this.idle = new Set((e?.dataset.idle ?? ``).split(` `));
      let t = [...(e?.querySelectorAll(`[data-remark]`) ?? [])].map((e) => ({
          node: e,
          words: e.textContent.trim(),
          error: e.classList.contains(`bad`),
          fields: e.dataset.remark.split(` `),
        })),
        n = t.find(({ error: e }) => e);
      ((this.broken = !!n), (this.wrong = this.rows.get(n?.fields[0])));
      let r = this.remarks ?? new Set(t.map(({ words: e }) => e));
      ((this.remarks = new Set(t.map(({ words: e }) => e))),
        T([...this.remarks].filter((e) => !r.has(e)).join(` `)));
      for (let [e, n] of this.rows) n.drawRemarks(t.filter(({ fields: t }) => t.includes(e)));
    }
    differing({ rules: e, base: t }) {
      return [...this.rows.keys()].filter((n) => !B(e[n], this.sets[t].rules[n]));
    }
    subtitle() {
      let { room: e, hosting: t } = this.store;
      if (t !== null) return v(`Editing rules (everyone sees changes live)`);
      let n = this.store.player(e.host);
      return n ? x(v(`Rules set by {name}`), { name: n.name }) : v(`House rules`);
    }
    draw() {
      let { room: e, hosting: t } = this.store;
      if (!e) return;
      let n = t !== null && e.status !== `closed`,
        r = { ...e.rules, ...Object.fromEntries(this.pending) },
        o = this.sets[e.base],
        c = this.baseName(e.base);
      for (let e of document.querySelectorAll(`#editor .group`)) i(e, `disabled`, !n);
      l(`#editor`).classList.toggle(`watching`, !n);
      for (let [e, t] of this.rows)
        t.draw(r[e], {
          base: o.rules[e],
          baseName: c,
          also: o.also[e] ?? [],
          idle: this.idle.has(e),
          by: this.ruleChanges.marks.get(e),
          host: n,
        });
      for (let t of document.querySelectorAll(`[data-preset], [data-base]`))
        (i(t, `aria-pressed`, String((t.dataset.preset ?? t.dataset.base) === e.base)),
          t.dataset.base && i(t, `disabled`, !n));
      let u = this.differing({ rules: r, base: e.base }).length;
      (a(l(`#base-line`), l(`[data-preset="${e.base}"] [data-line]`).textContent),
        s(l(`#base-changes`), u > 0),
        a(
          l(`#base-count`),
          x(y(`{count} change from {preset}.`, `{count} changes from {preset}.`, u), {
            count: u,
            preset: c,
          }),
        ),
        s(l(`#all-back`), n));
      for (let e of document.querySelectorAll(`[data-replaced]`)) s(e, n && this.replaced !== null);
      (this.quick.draw(r, n, this.idle),
        s(l(`#editor-wrong`), this.broken && n),
        this.broken &&
          a(
            l(`#editor-wrong span`),
            x(v(`These rules don't work yet: {field}`), { field: this.wrong.label }),
          ),
        this.ruleChanges.draw(),
        this.changed());
    }
  },
  fr = class {
    constructor(e, t) {
      ((this.store = e),
        (this.changed = t),
        (this.key = null),
        (this.name = l(`#rules-name`).textContent));
    }
    update() {
      let { room: e, game: t } = this.store,
        n = e.status === `playing` ? [t.rules, !!t.teams] : [e.rules, e.base, e.teams > 0],
        r = JSON.stringify(n),
        i = this.key === null;
      r !== this.key && ((this.key = r), i || this.fetch());
    }
    async fetch() {
      let e = this.key;
      try {
        let t = await fetch(`${document.documentElement.dataset.path}rules/card/`);
        if (!t.ok || e !== this.key) return;
        let n = new DOMParser().parseFromString(await t.text(), `text/html`).body;
        for (let e of document.querySelectorAll(`[data-rules]`))
          e.replaceChildren(...n.cloneNode(!0).childNodes);
        this.name = l(`[data-rules] [data-name]`)?.dataset.name ?? v(`House rules`);
        for (let e of document.querySelectorAll(`[data-rules-name]`)) a(e, this.name);
        this.changed();
      } catch {
        this.key = ``;
      }
    }
  };
const pr = [
    [`day`, 86400],
    [`hour`, 3600],
    [`minute`, 60],
    [`second`, 1],
  ],
  mr = document.documentElement.lang || `en`;
function hr(e) {
  let [t, n] = pr.find(([, t]) => e >= t && e % t === 0) ?? pr.at(-1);
  return new Intl.NumberFormat(mr, { style: `unit`, unit: t, unitDisplay: `long` }).format(e / n);
}
function gr(e) {
  let t = Math.max(0, Math.ceil(e / 1e3)),
    n = (e) => String(e).padStart(2, `0`);
  return t >= 3600
    ? v(`{time} h`).replace(
        `{time}`,
        `${b(Math.floor(t / 3600))}:${n(Math.floor((t % 3600) / 60))}`,
      )
    : `${b(Math.floor(t / 60))}:${n(t % 60)}`;
}
function _r(e, t) {
  let n = e.split(` `).filter(Boolean).map(Number);
  if (!n.length) return 0;
  let r = Math.max(0, t - 2),
    [i, a] = [n.at(-1), n.at(-2)],
    o = Math.max(0, r - n.length + 1),
    s = (n[r] ?? i) + o * (i - a);
  return s < 10 ? s : Math.floor((s + 2) / 5) * 5;
}
const vr = 2e4,
  yr = (e) => document.querySelector(`[data-level="${e}"] b`)?.textContent ?? v(`A computer`);
var br = class {
  constructor(e, t, { model: n }) {
    (Object.assign(this, { store: e, connection: t, model: n }),
      (this.action = null),
      (this.warned = null),
      l(`#waits-act`).addEventListener(`click`, () => this.action?.()));
    for (let e of document.querySelectorAll(`[data-wait]`))
      e.addEventListener(`click`, () => {
        (d(), this[e.dataset.wait]());
      });
    (l(`#pause-form`).addEventListener(`submit`, (n) => {
      (n.preventDefault(),
        t.command({ type: `pause`, player: e.hosting, reason: l(`#pause-reason`).value.trim() }),
        d());
    }),
      setInterval(() => this.tick(), 250));
  }
  get now() {
    return this.store.now;
  }
  get late() {
    let { store: e, current: t } = this,
      { room: n } = e;
    return !t || t.kind !== `person` || n.warm.includes(t.id) || n.paused || n.stand_in === t.id
      ? !1
      : We(e, this.now);
  }
  get asksAgain() {
    let { paused: e } = this.store.room;
    return !!e?.again && this.now >= e.again;
  }
  get current() {
    let { game: e } = this.store;
    return e?.status === `playing` ? this.store.seat(e.state.current) : void 0;
  }
  voter(e) {
    let { store: t } = this,
      n = t.mySeats.filter((e) => !t.game.state.left[e]);
    if (!(e === `go_on` && t.isMine(t.game.state.current)))
      return n.length ? t.game.players[n[0]] : void 0;
  }
  vote(e) {
    let t = this.voter(e),
      n = !this.hasVoted(e) || (e === `resume` && this.asksAgain);
    t !== void 0 && this.connection.command({ type: `vote`, player: t, about: e, yes: n });
  }
  hasVoted(e) {
    return (this.store.room.votes?.[e] ?? []).some((e) => this.store.mine.includes(e));
  }
  goOn() {
    this.vote(`go_on`);
  }
  askPause() {
    this.vote(`pause`);
  }
  pause() {
    u(`pause-sheet`);
  }
  resume() {
    let { hosting: e } = this.store;
    e === null ? this.vote(`resume`) : this.connection.command({ type: `resume`, player: e });
  }
  extend() {
    this.current && this.connection.command({ type: `extend`, player: this.current.id });
  }
  draw() {
    let { store: e } = this,
      { room: t, due: n } = e,
      r = e.game?.status === `playing`,
      o = r && e.isMine(e.game.state.current);
    ((this.wasLate = r && this.late), (this.wasAskingAgain = r && this.asksAgain));
    let c = {
      pause: r && !t.paused && e.hosting !== null && t.votes !== void 0,
      askPause: r && !t.paused && e.hosting === null && this.voter(`pause`) !== void 0,
      resume: !!(r && t.paused) && (e.hosting !== null || this.voter(`resume`) !== void 0),
      goOn: this.wasLate && this.voter(`go_on`) !== void 0,
      extend: o && !!n.turn,
    };
    for (let e of document.querySelectorAll(`[data-wait]`)) {
      let { wait: t, about: n } = e.dataset;
      (s(e.closest(`li`), c[t]), n && i(e, `aria-pressed`, String(this.hasVoted(n))));
    }
    let u = r ? this.note() : null;
    if (
      (s(l(`#waits`), u !== null),
      l(`#table`).classList.toggle(`with-note`, u !== null || !l(`#note`).hidden),
      u)
    ) {
      (a(l(`#waits-start`), u.start), a(l(`#waits-words`), u.words));
      let e = l(`#waits-act`);
      (s(e, !!u.act), u.act && a(e, u.label), (this.action = u.act ?? null));
    }
    ((this.until = u?.until ?? null),
      s(l(`#waits-clock`), this.until !== null),
      s(l(`#waits-bar`), this.until !== null),
      this.drawHost(),
      this.tick());
  }
  note() {
    let { store: e } = this,
      { room: t, due: n } = e,
      r = this.current;
    if (t.paused) return this.pausedNote(t.paused);
    if (!r) return null;
    let { name: i } = r,
      a = e.mine.includes(r.id);
    if (n.away && !a) {
      let e = this.voter(`go_on`) === void 0 ? void 0 : () => this.goOn();
      return {
        start: x(v(`{name} is away.`), { name: i }),
        words: this.policyText(i),
        until: n.away,
        act: e,
        label: this.voteLabel(`go_on`, v(`Skip the wait`)),
      };
    }
    if (!a && this.late && this.voter(`go_on`) !== void 0)
      return {
        start: x(v(`{name} is taking a while.`), { name: i }),
        words: ``,
        act: () => this.goOn(),
        label: this.voteLabel(`go_on`, v(`Skip the wait`)),
      };
    if (t.warm?.includes(r.id)) {
      let e = { name: i, level: yr(t.level) };
      return {
        start: x(v(`{name} is away.`), e),
        words: x(v(`{level} is playing for {name} until they're back.`), e),
      };
    }
    if (t.stand_in === r.id)
      return {
        start: x(v(`{name}'s time is up.`), { name: i }),
        words: x(v(`{level} plays this turn.`), { level: yr(t.level) }),
      };
    if (a && n.turn && n.turn - this.now < vr)
      return {
        start: v(`Time's almost up.`),
        words: this.policyText(null),
        until: n.turn,
        act: () => this.extend(),
        label: v(`Add time`),
      };
    let o = t.votes?.pause?.length;
    return o && this.voter(`pause`) !== void 0
      ? {
          start: x(y(`{count} wants a break.`, `{count} want a break.`, o), {
            count: this.votesText(`pause`, o),
          }),
          words: ``,
          act: () => this.askPause(),
          label: v(`Pause`),
        }
      : this.mayJoin()
        ? {
            start: v(`A game is in progress.`),
            words: v(`You can join from the next round.`),
            act: () => this.join(),
            label: v(`Join`),
          }
        : null;
  }
  mayJoin() {
    let { store: e } = this;
    return (
      e.me !== null &&
      e.room.settings.late === `play` &&
      !e.mySeats.length &&
      e.game.state.phase === `turns`
    );
  }
  join() {
    for (let e of this.store.mine) this.connection.command({ type: `join`, player: e });
  }
  pausedNote({ by: e, reason: t, again: n }) {
    let { store: r } = this,
      i = r.player(e)?.name,
      a = i ? x(v(`{name} paused the game.`), { name: i }) : v(`The game is paused.`),
      o = r.hosting !== null,
      s = o || this.voter(`resume`) !== void 0,
      c = r.room.votes?.resume?.length,
      l = c
        ? x(y(`{count} wants to resume.`, `{count} want to resume.`, c), {
            count: this.votesText(`resume`, c),
          })
        : ``,
      u = s && !o && n && !this.asksAgain,
      d = u ? v(`You can ask again in`) : ``,
      f = !o && this.asksAgain ? v(`Ask again`) : v(`Resume`);
    return {
      start: a,
      words: [t, l, d].filter(Boolean).join(` · `),
      until: u ? n : void 0,
      act: s ? () => this.resume() : void 0,
      label: f,
    };
  }
  voteLabel(e, t) {
    let n = this.store.room.votes?.[e]?.length ?? 0;
    return n ? `${t} (${this.votesText(e, n)})` : t;
  }
  votesText(e, t) {
    let n = this.store.room.needed[e];
    return n ? x(v(`{votes} of {needed}`), { votes: t, needed: n }) : b(t);
  }
  policyText(e) {
    let t = (t, n) => (e === null ? t : x(n, { name: e }));
    switch (this.store.room.settings.away) {
      case `computer`:
        return v(`A computer takes over in`);
      case `skip`:
        return t(v(`Your turn will be skipped in`), v(`Turn will be skipped in`));
      default:
        return t(v(`Your points will be banked in`), v(`Their points will be banked in`));
    }
  }
  drawHost() {
    let { store: e } = this,
      t = e.player(e.room.host),
      n = e.due.host && t ? v(`The host is away. A new host will be chosen in`) : ``;
    for (let e of document.querySelectorAll(`[data-host-due]`))
      (s(e, n !== ``), a(e.firstElementChild, n));
  }
  tick() {
    let { store: e } = this;
    if (!e.room) return;
    let { due: t } = e,
      n = e.game?.status === `playing`,
      [r, i] = [n && this.late, n && this.asksAgain];
    if (r !== this.wasLate || i !== this.wasAskingAgain) {
      this.draw();
      return;
    }
    let o = l(`#clock`),
      c = t.turn ? t.turn - this.now : null;
    if (
      (s(o, c !== null && !e.room.paused && !this.until),
      c !== null && (a(o, gr(c)), o.classList.toggle(`soon`, c < vr), this.warn(c)),
      this.until)
    ) {
      let n = this.until - this.now;
      a(l(`#waits-clock`), gr(n));
      let r = t.away ? e.room.settings.away_after * 1e3 : vr,
        i = e.room.paused ? 3e5 : r;
      l(`#waits-bar`).style.scale = `${Math.min(1, Math.max(0, n / i)).toFixed(3)} 1`;
    }
    if (t.host)
      for (let e of document.querySelectorAll(`[data-host-due] .clock`))
        a(e, gr(t.host - this.now));
  }
  warn(e) {
    let { store: t } = this,
      n = `${t.game?.number}:${t.due.turn}`;
    e > vr ||
      e < 0 ||
      this.warned === n ||
      !t.isMine(t.game?.state.current ?? -1) ||
      ((this.warned = n), T(v(`20 seconds left in your turn.`)), this.draw());
  }
  announceEvent([e, t, ...n]) {
    let { store: r } = this,
      i = r.player(t),
      a = r.mine.includes(t),
      o = { name: i?.name };
    e === `away` && !a
      ? T(x(v(`{name} is away.`), o))
      : e === `back`
        ? a
          ? n[0] > 0 && this.showMissedTurns(i, n[0])
          : T(x(v(`{name} is back.`), o))
        : e === `stand_in` || e === `warm`
          ? T(x(v(`{level} is playing for {name}.`), { ...o, level: yr(n[0]) }))
          : e === `weaker`
            ? w(
                x(v(`{name} couldn't decide in time, so {level} picked this move.`), {
                  name: i?.level ? i.name : v(`The computer`),
                  level: yr(n[0]),
                }),
              )
            : e === `waited`
              ? a
                ? w(this.timeUpText(n[1]))
                : T(x(v(`{name}'s time is up.`), o))
              : e === `extended`
                ? a
                  ? w(
                      x(
                        y(
                          `Time added. You can do that {count} more time this turn.`,
                          `Time added. You can do that {count} more times this turn.`,
                          n[0],
                        ),
                        { count: n[0] },
                      ),
                    )
                  : T(x(v(`{name} added time.`), o))
                : e === `paused`
                  ? T(x(v(`The game is paused. {reason}`), { reason: n[0] ?? `` }))
                  : e === `resumed` && T(v(`The game continues.`));
  }
  timeUpText(e) {
    return v(
      e === `computer`
        ? `Time ran out, so a computer plays this turn.`
        : e === `bank`
          ? `Time ran out, so your points were banked.`
          : `Time ran out, so your turn was skipped.`,
    );
  }
  showMissedTurns(e, t) {
    let { store: n } = this;
    if (!n.game) return;
    let r = this.model(),
      i = n.game.players.indexOf(e.id),
      o = x(y(`You missed {count} turn.`, `You missed {count} turns.`, t), { count: t }),
      s = x(v(`Your score: {total}.`), { total: n.game.state.scores[i] ?? 0 });
    a(l(`#back-words`), `${o} ${s}`);
    let c = tn(n.turns, r, 20).filter(({ turn: e }) => e),
      f = 0,
      p = c.findIndex(({ turn: e }) => e.seat === i && ++f === t);
    (an(l(`#back-log`), p < 0 ? c : c.slice(0, p + 1)), d(), u(`back-sheet`));
  }
};
const xr = () => ({
    clap: v(`Nice!`),
    ouch: v(`Ouch`),
    wow: v(`Wow`),
    luck: v(`Good luck`),
    laugh: v(`Haha`),
    hurry: v(`Hurry up`),
    thanks: v(`Thanks`),
    again: v(`Again!`),
  }),
  Sr = new Intl.DateTimeFormat(document.documentElement.lang || `en`, {
    hour: `numeric`,
    minute: `2-digit`,
  });
var Cr = class {
  constructor(e, n) {
    (Object.assign(this, { store: e, connection: n }),
      (this.messages = []),
      (this.read = 0),
      (this.timer = 0),
      (this.key = `farkle-muted-${document.documentElement.dataset.room}`),
      (this.muted = this.loadMuted()));
    for (let e of document.querySelectorAll(`[data-reactions]`))
      e.append(
        ...Object.entries(xr()).map(([e, n]) =>
          t(`button`, { class: `reaction`, type: `button`, onclick: () => this.react(e) }, n),
        ),
      );
    (l(`#talk-form`).addEventListener(`submit`, (e) => {
      (e.preventDefault(), this.say());
    }),
      new MutationObserver(() => this.opened()).observe(l(`#talk-sheet`), {
        attributeFilter: [`open`],
      }));
  }
  loadMuted() {
    try {
      return new Set(JSON.parse(sessionStorage.getItem(this.key) ?? `[]`));
    } catch {
      return /* @__PURE__ */ new Set();
    }
  }
  toggleMute(e) {
    this.muted.delete(e) || this.muted.add(e);
    try {
      sessionStorage.setItem(this.key, JSON.stringify([...this.muted]));
    } catch {}
    this.draw();
  }
  get on() {
    return this.store.room?.settings.talk === !0;
  }
  get allowed() {
    return this.on && this.store.me !== null && this.store.room.status !== `closed`;
  }
  receiveAll({ messages: e }) {
    let t = new Map(this.messages.map((e) => [e.id, e]));
    for (let n of e) t.set(n.id, n);
    ((this.messages = [...t.values()].sort((e, t) => e.id - t.id).slice(-100)),
      this.known || (this.read = this.newest),
      (this.known = !0),
      this.draw());
  }
  get newest() {
    return this.messages.at(-1)?.id ?? 0;
  }
  get unmuted() {
    return this.messages.filter(({ player: e }) => !this.muted.has(e));
  }
  receive(e) {
    this.messages.some(({ id: t }) => t === e.id) ||
      ((this.messages = [...this.messages, e].sort((e, t) => e.id - t.id).slice(-100)),
      this.muted.has(e.player) || this.show(e.player, e.text, !l(`#talk-sheet`).open),
      l(`#talk-sheet`).open && (this.read = this.newest),
      this.draw());
  }
  receiveReaction({ player: e, reaction: t }) {
    let n = xr()[t];
    n && !this.muted.has(e) && this.show(e, n, !1);
  }
  show(e, t, n) {
    let r = this.store.player(e)?.name ?? `?`,
      i = x(v(`{name}: {words}`), { name: r, words: t });
    (a(l(`#said`), i),
      s(l(`#said`), !0),
      clearTimeout(this.timer),
      (this.timer = setTimeout(() => s(l(`#said`), !1), 5e3)),
      n && !this.store.mine.includes(e) && T(i));
  }
  react(e) {
    this.allowed &&
      !this.reacting &&
      ((this.reacting = !0),
      setTimeout(() => (this.reacting = !1), 1e3),
      this.connection.command({ type: `react`, player: this.speaker, reaction: e }));
  }
  get speaker() {
    let { store: e } = this,
      t = e.game?.players[e.game.state.current];
    return e.mine.includes(t) ? t : e.me;
  }
  async say() {
    let e = l(`#talk-text`),
      t = e.value.trim();
    t &&
      this.allowed &&
      ((e.value = ``),
      (await this.connection.command({ type: `say`, player: this.speaker, text: t })).type ===
        `no` &&
        !e.value &&
        (e.value = t));
  }
  opened() {
    l(`#talk-sheet`).open &&
      ((this.read = this.newest),
      this.draw(),
      (l(`#talk-log`).scrollTop = l(`#talk-log`).scrollHeight));
  }
  draw() {
    if (!this.store.room) return;
    let e = l(`#talk-open`);
    s(e, this.on);
    let n = this.unmuted.filter(
      ({ id: e, player: t }) => e > this.read && !this.store.mine.includes(t),
    ).length;
    (s(l(`#talk-fresh`), n > 0), a(l(`#talk-fresh`), b(n)));
    let r = x(y(`Chat, {count} new`, `Chat, {count} new`, n), { count: n });
    (i(e, `aria-label`, n ? r : v(`Chat`)), s(l(`#talk-form`), this.allowed));
    for (let e of document.querySelectorAll(`[data-reactions]`)) s(e, this.allowed);
    if ((s(l(`#talk-off`), !this.on), !l(`#talk-sheet`).open)) return;
    let o = l(`#talk-log`),
      u = o.scrollHeight - o.scrollTop - o.clientHeight < 60;
    (s(l(`#talk-none`), this.unmuted.length === 0),
      c(
        l(`#talk-list`),
        this.unmuted,
        ({ id: e }) => e,
        (e) => this.make(e),
        () => {},
      ),
      u && (o.scrollTop = o.scrollHeight),
      s(l(`#talk-muted`), this.muted.size > 0),
      c(
        l(`#talk-muted ul`),
        [...this.muted].map((e) => this.store.player(e)).filter(Boolean),
        ({ id: e }) => e,
        (e) =>
          t(
            `li`,
            null,
            R(e),
            t(
              `button`,
              { class: `btn plain`, type: `button`, onclick: () => this.toggleMute(e.id) },
              v(`Unmute`),
            ),
          ),
        () => {},
      ));
  }
  make({ player: e, text: n, at: i }) {
    let a = this.store.player(e),
      o = t(
        `button`,
        { class: `tool`, type: `button`, onclick: () => this.toggleMute(e) },
        r(`close`),
        t(`span`, { class: `vh` }, x(v(`Mute {name}`), { name: a?.name ?? `?` })),
      );
    return t(
      `li`,
      null,
      t(
        `p`,
        { class: `by` },
        R(a),
        t(`time`, { class: `small quiet`, datetime: new Date(i).toISOString() }, Sr.format(i)),
      ),
      t(`p`, { class: `words` }, n),
      this.store.mine.includes(e) ? null : o,
    );
  }
};
function wr(e) {
  let t = e.length + 4,
    r = e.flatMap((e, t) => [...e].map((e, n) => (e === `1` ? `M${n + 2} ${t + 2}h1v1h-1z` : ``)));
  return n(
    `svg`,
    {
      viewBox: `0 0 ${t} ${t}`,
      role: `img`,
      "aria-label": v(`QR code that opens this seat on another device`),
    },
    n(`path`, { d: r.join(``) }),
  );
}
var Tr = class {
    constructor(e) {
      ((this.store = e), (this.player = null), (this.expires = 0));
      for (let e of document.querySelectorAll(`[name=device-how]`))
        e.addEventListener(`change`, () => this.requestCode());
      (l(`#device-again`).addEventListener(`click`, () => this.requestCode()),
        setInterval(() => this.tick(), 1e3));
    }
    open(e) {
      ((this.player = e), u(`device-sheet`), this.requestCode());
    }
    async requestCode() {
      let e = l(`[name=device-how]:checked`).value;
      this.show(null, v(`One moment…`));
      let t = new URLSearchParams({ player: this.player, how: e }),
        n = l(`[name=csrfmiddlewaretoken]`).value;
      try {
        let e = await fetch(`${document.documentElement.dataset.path}device/`, {
            method: `POST`,
            body: t,
            headers: { "X-CSRFToken": n },
          }),
          r = await e.json();
        e.ok ? this.show(r, ``) : this.show(null, r.text);
      } catch {
        this.show(null, v(`No connection. Try again in a moment.`));
      }
    }
    show(e, t) {
      (s(l(`#device-code-place`), e !== null),
        be(l(`#device-words`), t),
        (this.expires = e?.expires ?? 0),
        e &&
          (a(l(`#device-code`), `${e.code.slice(0, 4)} ${e.code.slice(4)}`),
          a(l(`#device-url`), e.url.replace(/#.*$/, ``)),
          l(`#device-qr`).replaceChildren(wr(e.qr)),
          this.tick()));
    }
    tick() {
      if (!this.expires || !l(`#device-sheet`).open) return;
      let e = this.expires - Date.now() - this.store.clockOffset;
      e > 0
        ? a(l(`#device-left`), x(v(`One use, expires in {time}.`), { time: gr(e) }))
        : this.show(null, v(`This code has expired. Get a new one.`));
    }
  },
  Er = class {
    constructor(e, t) {
      (Object.assign(this, { store: e, connection: t }),
        l(`#knock-yes`).addEventListener(`click`, () => this.answer(!0)),
        l(`#knock-no`).addEventListener(`click`, () => this.answer(!1)));
      for (let n of [l(`#take-host`), l(`#seat-take-host`)])
        n.addEventListener(`click`, () => {
          (d(), t.command({ type: `take_host`, player: e.room.founder }));
        });
      l(`#room-new-form`).addEventListener(`submit`, (e) => {
        (e.preventDefault(), this.removeNew(Number(l(`#room-new`).value)));
      });
    }
    answer(e) {
      let { store: t } = this,
        [n] = t.room.knocks;
      n && this.connection.command({ type: `let_in`, player: t.hosting, knock: n[0], yes: e });
    }
    async removeNew(e) {
      let { store: t } = this,
        n = t.newcomers(e).map(({ name: e }) => e);
      if (!n.length) {
        w(v(`Nobody joined in that time.`));
        return;
      }
      let r = n.slice(0, 8).join(`, `);
      (await f(
        x(
          y(
            `Remove {count} player: {names}? They can't rejoin with this link.`,
            `Remove {count} players: {names}? They can't rejoin with this link.`,
            n.length,
          ),
          { count: n.length, names: n.length > 8 ? `${r}…` : r },
        ),
        v(`Remove`),
      )) && (this.connection.command({ type: `remove_new`, player: t.hosting, minutes: e }), d());
    }
    draw() {
      let { store: e } = this,
        { room: t } = e,
        n = t.status !== `closed`,
        r = n && e.hosting !== null ? (t.knocks ?? []) : [];
      if ((s(l(`#knock`), r.length > 0), r.length)) {
        let e = r.length - 1,
          t = { name: r[0][1], more: e };
        a(
          l(`#knock span`),
          x(v(e ? `{name} and {more} more want to join.` : `{name} wants to join.`), t),
        );
      }
      let i = n && e.mine.includes(t.founder) && t.host !== t.founder,
        o = e.player(t.host);
      s(l(`#seat-take-host`), i);
      let c = o ? x(v(`{name} is the host for now.`), { name: o.name }) : ``,
        u = i && this.handed !== t.host;
      (u && l(`#founder`).hidden && T(c), s(l(`#founder`), u), a(l(`#founder span`), c));
    }
    announceEvent([e, t, n], r) {
      let { store: i } = this;
      e === `host`
        ? (this.handed = r === i.room.founder ? t : null)
        : e === `knocked` &&
          i.hosting !== null &&
          (O(`sat`), T(x(v(`{name} wants to join.`), { name: n })));
    }
  };
const Dr = (e) => e.normalize(`NFD`).replace(/\p{M}/gu, ``).toLowerCase();
function Or(e, t, n) {
  let r = Dr(t.trim());
  return r ? e.filter((e) => Dr(n(e)).includes(r)) : e;
}
var kr = class {
    constructor(e, t, n, r = null) {
      (Object.assign(this, { scroller: e, body: t, rows: n, finder: r }),
        (this.items = []),
        (this.height = 0),
        (this.view = { top: 0, size: 0 }),
        e.addEventListener(`scroll`, () => this.scrolled(), { passive: !0 }),
        new ResizeObserver(() => this.resized()).observe(e),
        r?.addEventListener(`input`, () => {
          ((e.scrollTop = 0),
            (this.view.top = 0),
            this.draw(),
            be(this.resultNode, this.resultText()));
        }));
    }
    get isLong() {
      return this.items.length > 40;
    }
    get resultNode() {
      return l(`[data-found]`, this.finder.closest(`[data-finder]`));
    }
    show(e) {
      ((this.items = e),
        this.finder &&
          s(this.finder.closest(`[data-finder]`), e.length >= 12 || this.finder.value !== ``),
        this.draw());
    }
    resultText() {
      if (!this.finder.value.trim()) return ``;
      let e = this.matching().length;
      return e
        ? x(v(`{count} of {all}`), { count: e, all: this.items.length })
        : v(`No player by that name.`);
    }
    matching() {
      return this.finder ? Or(this.items, this.finder.value, this.rows.nameOf) : this.items;
    }
    draw() {
      let e = this.matching(),
        t = e.length > 40;
      (this.scroller.classList.toggle(`crowd`, this.isLong),
        i(this.scroller, `tabindex`, t ? `0` : null));
      let [n, r] = [0, e.length];
      if (t) {
        let t = this.height || 44;
        ((n = Math.max(0, Math.min(Math.floor(this.view.top / t), e.length - 1) - 6)),
          (r = Math.min(e.length, n + Math.ceil((this.view.size || 600) / t) + 12)));
      }
      this.keepFocus(e.slice(n, r));
      let a = e.slice(n, r).map((e, t) => ({ item: e, at: n + t }));
      (t && (a.unshift({ space: n, id: `above` }), a.push({ space: e.length - r, id: `below` })),
        c(
          this.body,
          a,
          ({ id: e, item: t }) => e ?? this.rows.key(t),
          ({ id: e, item: t }) => (e ? this.makeSpacer() : this.rows.make(t)),
          (n, { space: r, item: i, at: a }) => {
            r === void 0
              ? (this.setPosition(n, a, t ? e.length : null), this.rows.update(n, i))
              : (n.style.blockSize = `${r * this.height}px`);
          },
        ),
        this.measure());
    }
    setPosition(e, t, n) {
      let r = e.localName === `tr`;
      (i(e, r ? `aria-rowindex` : `aria-posinset`, n && t + 1),
        r ? i(e.closest(`table`), `aria-rowcount`, n && n + 1) : i(e, `aria-setsize`, n));
    }
    makeSpacer() {
      return this.body.localName === `tbody`
        ? t(`tr`, { class: `space`, "aria-hidden": `true` }, t(`td`))
        : t(`li`, { class: `space`, "aria-hidden": `true` });
    }
    keepFocus(e) {
      let t = document.activeElement;
      if (t === this.body || t === this.scroller || !this.body.contains(t)) return;
      let n = new Set(e.map((e) => this.rows.key(e)));
      for (let [e, r] of this.body.farkleKeyed ?? [])
        r.contains(t) && !n.has(e) && this.scroller.focus({ preventScroll: !0 });
    }
    measure() {
      if (this.height || !this.scroller.checkVisibility()) return;
      let e = [...(this.body.farkleKeyed ?? [])].find(([e]) => e !== `above` && e !== `below`)?.[1];
      ((this.height = e?.offsetHeight ?? 0),
        (this.view.size = this.scroller.clientHeight),
        this.height && this.isLong && this.draw());
    }
    scrolled() {
      this.frame ||= requestAnimationFrame(() => {
        ((this.frame = 0), (this.view.top = this.scroller.scrollTop), this.isLong && this.draw());
      });
    }
    resized() {
      let e = this.scroller.clientHeight;
      e !== this.view.size && ((this.view.size = e), (this.height = 0), this.isLong && this.draw());
    }
    reveal(e) {
      let t = this.matching().findIndex((t) => this.rows.key(t) === e);
      t < 0 ||
        (this.isLong &&
          ((this.scroller.scrollTop = Math.max(0, (t - 2) * this.height)),
          (this.view.top = this.scroller.scrollTop),
          this.draw()),
        this.body.farkleKeyed.get(e)?.scrollIntoView({ block: `nearest` }));
    }
  },
  Ar = class {
    constructor(e) {
      this.store = e;
      for (let e of [...document.querySelectorAll(`[data-preset]`), l(`#edit-rules`)])
        e.addEventListener(`click`, d);
    }
    draw() {
      let { seated: e, hosting: t } = this.store,
        n = l(`[data-rules] .card`).dataset,
        r = _r(n.minutes, e.length);
      (a(
        l(`#rules-goal`),
        r ? x(v(`{goal} · about {count} min`), { goal: n.goal, count: r }) : n.goal,
      ),
        s(l(`#change-rules`), t !== null),
        s(l(`#view-rules`), t === null));
      for (let t of document.querySelectorAll(`[data-preset]`)) {
        let n = _r(t.dataset.minutes, e.length);
        a(l(`.mins`, t), x(v(`≈ {count} min`), { count: n }));
      }
      let i = Math.max(2, e.length);
      a(
        l(`#choose-for`),
        x(y(`Times are for {count} player.`, `Times are for {count} players.`, i), { count: i }),
      );
    }
  };
const jr = [1, 5, 3, 6, 2, 4];
var Mr = class {
  constructor(e, t, { openSeat: n, teams: r, editor: i }) {
    (Object.assign(this, { store: e, connection: t, openSeat: n, teams: r, editor: i }),
      (this.rulesLine = new Ar(e)),
      (this.live = !1));
    let a = {
      key: ({ id: e }) => e,
      make: (e) => this.makeSeat(e),
      update: (e, t) => this.updateSeat(e, t),
      nameOf: ({ name: e }) => e,
    };
    ((this.list = new kr(l(`#seats`), l(`#seats`), a, l(`#find-seat`))),
      l(`#start`).addEventListener(`click`, () => this.start()));
  }
  draw() {
    let { store: e } = this,
      { seated: t, hosting: n, room: r } = e;
    (a(l(`#seat-count`), x(v(`Players ({count})`), { count: t.length })),
      this.live || this.takeOver(),
      this.list.show(t),
      s(l(`#lobby-hints`), !!r.settings.hints),
      s(l(`#empty-seat`), t.length < r.settings.seats));
    let o = t.length < 2,
      c = l(`#start`);
    s(c, n !== null);
    let u = !o && !this.editor.broken;
    (i(c, `aria-disabled`, u ? null : `true`),
      c.classList.toggle(`main`, u),
      a(
        l(`span`, c),
        o ? v(`Start game`) : x(v(`Start game ({count} players)`), { count: t.length }),
      ));
    let d = typeof navigator.share == `function` ? `share` : `copy`;
    (l(`#lobby [data-${d}]`).classList.toggle(`main`, o && e.me !== null),
      a(l(`#start-words`), this.statusText(t, n)),
      this.rulesLine.draw(),
      a(l(`#commitment`), r.next?.commitment ?? ``),
      s(l(`#fairness`), !!r.next));
  }
  takeOver() {
    ((this.live = !0), l(`#seats`).replaceChildren());
    for (let e of document.querySelectorAll(`#lobby [inert]`)) i(e, `inert`, null);
  }
  statusText(e, t) {
    if (e.length < 2) return v(`You need at least two players. Invite a friend or add a computer.`);
    if (this.editor.broken) return v(`These rules don't work yet. Fix the marked ones first.`);
    let n = this.store.player(this.store.room.host);
    return t === null
      ? n
        ? x(v(`Waiting for {name} to start the game.`), { name: n.name })
        : v(`There's no host right now.`)
      : this.store.room.rules.first_player === `seat`
        ? v(`Seat 1 goes first.`)
        : v(`Highest roll goes first.`);
  }
  makeSeat(e) {
    let n = t(
      `button`,
      { class: `tool`, type: `button`, onclick: () => this.openSeat(e.id) },
      r(`more`),
      t(`span`, { class: `vh` }),
    );
    return t(
      `li`,
      null,
      t(`span`, { "data-face": jr[(e.id - 1) % jr.length], "aria-hidden": `true` }),
      t(`span`, { class: `who` }, t(`span`, { class: `name` }), t(`span`, { class: `tag` })),
      this.teams.make(e),
      n,
    );
  }
  updateSeat(e, t) {
    let { store: n } = this;
    (i(l(`[data-face]`, e), `class`, `dot p${t.colour + 1}`),
      a(l(`.name`, e), t.name),
      a(l(`.tag`, e), Nr(n, t).join(`, `)),
      this.teams.update(l(`.team`, e), t));
    let r = n.mine.includes(t.id),
      o = l(`.tool`, e);
    (s(o, r || n.hosting !== null),
      a(l(`.vh`, o), r ? v(`Your seat`) : x(v(`{name}'s seat`), { name: t.name })));
  }
  async start() {
    let { hosting: e } = this.store;
    e === null
      ? w(v(`Connecting…`))
      : (await this.editor.send(), this.connection.command({ type: `start`, player: e }));
  }
};
function Nr(e, t) {
  let n = [];
  return (
    t.id === e.room.host && n.push(v(`host`)),
    e.mine.includes(t.id)
      ? n.push(v(`you`))
      : t.kind === `person`
        ? e.room.warm?.includes(t.id)
          ? n.push(v(`computer playing for them`))
          : e.online.has(t.id) || n.push(v(`away`))
        : n.push(v(`computer`)),
    n
  );
}
var Pr = class {
  constructor(e, { openSeat: t, tagsOf: n }) {
    Object.assign(this, { store: e, openSeat: t, tagsOf: n });
    let r = {
      key: ({ id: e }) => e,
      make: (e) => this.make(e),
      update: (e, t) => this.update(e, t),
      nameOf: ({ name: e }) => e,
    };
    ((this.list = new kr(l(`#people-rows`), l(`#people-rows`), r, l(`#find-person`))),
      new MutationObserver(() => this.draw()).observe(l(`#people-sheet`), {
        attributeFilter: [`open`],
      }));
  }
  make(e) {
    return t(
      `li`,
      null,
      R(e),
      t(
        `button`,
        {
          class: `tool`,
          type: `button`,
          onclick: () => {
            (d(), this.openSeat(e.id));
          },
        },
        r(`more`),
        t(`span`, { class: `vh` }),
      ),
    );
  }
  update(e, t) {
    (i(l(`.pen`, e), `class`, `pen p${t.colour + 1}`),
      a(l(`.name`, e), t.name),
      a(l(`.tag`, e), this.tagsOf(t).join(`, `)),
      a(l(`.vh`, e), x(v(`{name}'s seat`), { name: t.name })));
  }
  draw() {
    if (!l(`#people-sheet`).open) return;
    let { seated: e, online: t, spectators: n } = this.store;
    this.list.show(e);
    let r = e.filter(({ kind: e }) => e === `person`),
      i = r.filter(({ id: e }) => t.has(e)).length,
      o = [x(v(`{there} of {all} online`), { there: i, all: r.length })];
    (n && o.push(x(y(`{count} watching`, `{count} watching`, n), { count: n })),
      a(l(`#people-words`), o.join(`, `)),
      s(l(`#people-words`), r.length > 0));
  }
};
const V = [];
for (let e = 2; V.length < 64; e++) V.every((t) => e % t) && V.push(e);
function Fr(e, t) {
  let n = BigInt(e) << BigInt(32 * t),
    r = 0n,
    i = BigInt(e) << 32n;
  for (; r < i; ) {
    let e = (r + i + 1n) >> 1n;
    e ** BigInt(t) <= n ? (r = e) : (i = e - 1n);
  }
  return Number(r & 4294967295n);
}
const Ir = V.slice(0, 8).map((e) => Fr(e, 2)),
  Lr = V.map((e) => Fr(e, 3)),
  H = (e, t) => (e >>> t) | (e << (32 - t));
function Rr(e, t, n) {
  let r = /* @__PURE__ */ new Uint32Array(64);
  for (let e = 0; e < 16; e++) r[e] = t.getUint32(n + 4 * e);
  for (let e = 16; e < 64; e++) {
    let t = r[e - 15],
      n = r[e - 2],
      i = H(t, 7) ^ H(t, 18) ^ (t >>> 3),
      a = H(n, 17) ^ H(n, 19) ^ (n >>> 10);
    r[e] = r[e - 16] + i + r[e - 7] + a;
  }
  let [i, a, o, s, c, l, u, d] = e;
  for (let e = 0; e < 64; e++) {
    let t = (c & l) ^ (~c & u),
      n = (i & a) ^ (i & o) ^ (a & o),
      f = (d + (H(c, 6) ^ H(c, 11) ^ H(c, 25)) + t + Lr[e] + r[e]) | 0,
      p = ((H(i, 2) ^ H(i, 13) ^ H(i, 22)) + n) | 0;
    [d, u, l, c, s, o, a, i] = [u, l, c, (s + f) | 0, o, a, i, (f + p) | 0];
  }
  [i, a, o, s, c, l, u, d].forEach((t, n) => (e[n] += t));
}
function zr(e) {
  let t = new Uint8Array(Math.ceil((e.length + 9) / 64) * 64);
  (t.set(e), (t[e.length] = 128));
  let n = new DataView(t.buffer);
  n.setBigUint64(t.length - 8, BigInt(e.length) * 8n);
  let r = Uint32Array.from(Ir);
  for (let e = 0; e < t.length; e += 64) Rr(r, n, e);
  let i = /* @__PURE__ */ new DataView(/* @__PURE__ */ new ArrayBuffer(32));
  return (r.forEach((e, t) => i.setUint32(4 * t, e)), new Uint8Array(i.buffer));
}
const Br = (e) => Uint8Array.from(e.match(/../g) ?? [], (e) => parseInt(e, 16)),
  Vr = (e) => Array.from(e, (e) => e.toString(16).padStart(2, `0`)).join(``),
  Hr = () =>
    t(
      `tr`,
      null,
      t(`td`, { class: `place` }),
      t(`th`, { scope: `row` }),
      t(`td`, { class: `num best` }),
      t(`td`, { class: `num farkles` }),
      t(`td`, { class: `num total` }, t(`span`, { class: `pn` })),
    );
function Ur(e, t) {
  return v(
    e
      ? t === !1
        ? `Your random data wasn't used. It was replaced, perhaps by another device with your seat.`
        : t
          ? `This browser saw the same fingerprint before the game, and its data was used.`
          : `This browser saw the same fingerprint before the game.`
      : `This browser saw a different fingerprint before the game. Don't trust these rolls.`,
  );
}
var Wr = class {
    constructor(e, t, { change: n, memory: r }) {
      ((this.store = e), (this.memory = r), (this.connection = t), (this.details = { number: 0 }));
      let i = {
        key: ({ seat: e }) => e,
        make: Hr,
        update: (e, t) => this.updateRow(e, t),
        nameOf: ({ seat: e }) => this.model.nameOf(e),
      };
      ((this.list = new kr(l(`#final-scroll`), l(`#final-rows`), i, l(`#find-result`))),
        l(`#rematch`).addEventListener(`click`, () => t.command({ type: `rematch`, player: e.me })),
        l(`#to-lobby`).addEventListener(`click`, n));
    }
    draw(e) {
      let { store: t } = this,
        { game: n, room: r } = t,
        o = n.state,
        { winners: c } = o,
        u = c.some((e) => t.isMine(e)),
        d = o.teams && c.length ? A(o.teams[c[0]]) : S(c.map(e.nameOf)),
        f = n.status === `abandoned` || !c.length;
      (a(
        l(`#win-title`),
        f
          ? v(`Game abandoned`)
          : u && c.length === 1
            ? v(`You win!`)
            : x(y(`{names} wins`, `{names} win`, o.teams ? 1 : c.length), { names: d }),
      ),
        s(l(`#win-figure`), !f),
        f || L(l(`#win-points`), j(o, c[0]), { bold: !0 }),
        a(l(`#win-how`), f ? v(`No winner. Scores as they were.`) : this.howText(e)),
        this.drawLastThrow(c),
        this.drawScores(e));
      let p = t.player(t.me),
        m = l(`#rematch`);
      s(m, !!p && r.status === `over`);
      let h = p?.ready && t.hosting === null;
      (i(m, `aria-disabled`, h ? `true` : null),
        a(l(`span`, m), v(h ? `Waiting for the host…` : `Rematch`)),
        a(l(`#rematch-words`), this.rematchText()),
        s(l(`#to-lobby`), !!p && r.status === `over`),
        s(l(`#home-from-result`), r.status !== `over`));
      for (let [e, t] of [
        [`commitment-was`, n.commitment],
        [`fingerprint`, n.fingerprint ?? ``],
        [`seed`, n.seed ?? ``],
        [`strings`, n.strings.filter(Boolean).join(` `)],
      ])
        a(l(`#${e}`), t);
      (s(l(`#checked`), !!n.seed), n.seed && this.drawOwnCheck(n));
      let g = `${location.pathname}game/${n.number}/`;
      (i(l(`#go-through`), `href`, g),
        i(l(`#check-dice`), `href`, `${g}dice/`),
        this.details.number !== n.number && this.fetchDetails(n.number, e));
    }
    drawOwnCheck({ number: e, seed: t, strings: n, players: r, fingerprint: i }) {
      let o = this.memory.of(e);
      if ((s(l(`#own-check`), !!o), !o || l(`#own-check`).dataset.game === String(e))) return;
      l(`#own-check`).dataset.game = e;
      let { promise: c, text: u } = _(o, {
        commitment: Vr(zr(Br(t))),
        fingerprint: i,
        strings: n,
        seats: r,
      });
      ((l(`#own-check`).dataset.fits = c && u !== !1),
        c || (l(`#checked`).open = !0),
        a(l(`#own-check`), Ur(c, u)));
    }
    howText({ state: e, nameOf: t }) {
      let { store: n } = this,
        r = e.winners[0],
        i = j(e, r),
        a = n.turns.finished.findLast((e) => e.seat === r && e.outcome === `banked`),
        o = e.scores
          .map((e, t) => t)
          .filter((t) => !M(e, t, r) && !e.left[t])
          .map((t) => j(e, t));
      if (!o.length) return v(`Everyone else left.`);
      let s = i - Math.max(...o),
        c = n.mySeats[0];
      if (e.leader >= 0 && !M(e, e.leader, r) && a) {
        let i = {
          leader: Qe(e, e.leader, t),
          closed: j(e, e.leader),
          points: a.points,
          name: t(r),
        };
        return x(
          n.isMine(r)
            ? v(`{leader} reached {closed}; you beat it with a {points} turn.`)
            : v(`{leader} reached {closed}; {name} beat it with a {points} turn.`),
          i,
        );
      }
      return c !== void 0 && !M(e, c, r)
        ? x(e.teams ? v(`{ahead} ahead of your team.`) : v(`{ahead} ahead of you.`), {
            ahead: i - j(e, c),
          })
        : s > 0
          ? x(v(`{ahead} ahead of second place.`), { ahead: s })
          : v(`Tied, but got there first.`);
    }
    rematchText() {
      let { store: e } = this;
      if (e.room.status !== `over`) return v(`The room is closed. This page stays.`);
      let t = e.seated
          .filter(({ id: t, ready: n }) => n && !e.mine.includes(t))
          .map(({ name: e }) => e),
        n = v(`Same players and rules.`);
      return t.length
        ? `${x(y(`{names} wants a rematch.`, `{names} want a rematch.`, t.length), { names: S(t) })} ${n}`
        : n;
    }
    drawLastThrow(e) {
      let t =
          this.store.turns.finished
            .findLast((t) => e.includes(t.seat) && t.rolls.length)
            ?.rolls.at(-1)?.dice ?? [],
        n = l(`#last-throw`);
      (s(n, t.length > 0),
        n.dataset.dice !== t.join(``) &&
          ((n.dataset.dice = t.join(``)), n.replaceChildren(...t.map(Zt))));
    }
    drawScores(e) {
      let { state: t } = e,
        n = new Set(t.winners),
        r = t.scores.map((e, t) => t);
      (r.sort(
        (e, r) =>
          n.has(r) - n.has(e) || t.left[e] - t.left[r] || t.scores[r] - t.scores[e] || e - r,
      ),
        (this.model = e),
        this.list.show(r.map((e, t) => ({ seat: e, place: t + 1 }))),
        jn(l(`#final-sides`), t, { columns: [`place`, `th`, `best num`, `farkles num`, `num`] }),
        a(l(`#final-length`), this.lengthText()));
    }
    updateRow(e, { seat: t, place: n }) {
      let { state: r, playerAt: i } = this.model,
        o = i(t),
        s = r.winners.includes(t);
      (e.classList.toggle(`won`, s),
        a(l(`.place`, e), r.left[t] ? `` : b(n)),
        l(`th`, e).replaceChildren(R(o, On(this.model, t, o))),
        En(e, r, t));
      let c = this.details.number === this.store.game.number ? this.details.rows?.[t] : null;
      (a(l(`.best`, e), c ? b(c.best) : ``),
        a(l(`.farkles`, e), c ? b(c.farkles) : ``),
        L(l(`.pn`, e), r.scores[t], { bold: s }));
    }
    lengthText() {
      let { turns: e, minutes: t, number: n } = this.details;
      if (n !== this.store.game.number || !e) return ``;
      let r = [x(y(`{count} turn`, `{count} turns`, e), { count: e })];
      return (
        t && r.push(x(y(`{count} minute`, `{count} minutes`, t), { count: t })),
        r.join(`, `)
      );
    }
    async fetchDetails(e, t) {
      this.details = { number: e };
      try {
        let n = await fetch(`${document.documentElement.dataset.path}result/${e}/`);
        if (!n.ok) return;
        ((this.details = { number: e, ...(await n.json()) }), this.drawScores(t));
      } catch {
        this.details = { number: 0 };
      }
    }
  },
  Gr = class {
    constructor(e, t) {
      ((this.store = e),
        (this.connection = t),
        l(`#room-name-form`).addEventListener(`submit`, (e) => {
          (e.preventDefault(), this.rename());
        }),
        l(`#room-listed`).addEventListener(`change`, (e) =>
          this.send({ type: `settings`, listed: e.target.checked }),
        ),
        l(`#room-past`).addEventListener(`change`, (e) =>
          this.send({ type: `settings`, past: e.target.checked ? `players` : `link` }),
        ),
        l(`#room-close`).addEventListener(`click`, () => this.close()),
        l(`#leave-open`).addEventListener(`click`, () => this.leave()));
    }
    draw() {
      let { store: e } = this,
        { room: t, hosting: n, me: r } = e;
      for (let e of document.querySelectorAll(`[data-host]`))
        s(e, n !== null && t.status !== `closed`);
      for (let e of document.querySelectorAll(`[data-seated]`))
        s(e, r !== null && t.status !== `closed`);
      for (let e of document.querySelectorAll(`[data-take-seat]`))
        s(e, r === null && t.status !== `closed`);
      (s(l(`#leave-open`), r !== null && t.status !== `closed`), s(l(`#room-close`), !!e.owns));
      let i = l(`#room-listed`);
      ((i.checked = t.settings.listed), (l(`#room-past`).checked = t.settings.past === `players`));
      let a = l(`#room-name-input`);
      document.activeElement !== a && (a.value = t.name);
    }
    send(e) {
      return this.connection.command({ ...e, player: this.store.hosting });
    }
    async rename() {
      (await this.send({ type: `settings`, name: l(`#room-name-input`).value.trim() })).type ===
        `ok` && (d(), w(v(`Room renamed.`)));
    }
    async close() {
      (await f(v(`Close the room for good? A game in progress is abandoned.`), v(`Close room`))) &&
        (await this.send({ type: `close` }), d());
    }
    async leave() {
      let { store: e } = this;
      (await f(
        e.room.status === `playing`
          ? v(`Leave this game? Your score stays and the others keep playing.`)
          : v(`Give up your seat?`),
        v(`Leave`),
      )) &&
        (
          await Promise.all(
            e.mine.map((e) => this.connection.command({ type: `leave`, player: e })),
          )
        ).every(({ type: e }) => e === `ok`) &&
        location.assign(`/`);
    }
  },
  Kr = class {
    constructor(e, t) {
      ((this.store = e),
        (this.model = t),
        (this.logLength = 30),
        (this.scores = new Ae(() => this.drawScores(), 500)),
        (this.log = new Ae(() => this.drawLog(), 0)),
        (this.list = new kr(
          l(`#all-scroll`),
          l(`#all-rows`),
          {
            key: ({ seat: e }) => e,
            make: Dn,
            update: (e, { seat: t, place: n }) => kn(e, t, this.shown, { place: n }),
            nameOf: ({ seat: e }) => this.shown.nameOf(e),
          },
          l(`#find-score`),
        )),
        l(`#scores-open`).addEventListener(`click`, () => this.open()),
        l(`#find-turn`).addEventListener(`click`, () => this.list.reveal(this.shown.state.current)),
        l(`#find-me`).addEventListener(`click`, () => this.list.reveal(this.shown.mySeats[0])),
        l(`#more-log`).addEventListener(`click`, () => {
          ((this.logLength += 60), this.log.flush());
        }));
    }
    open() {
      (d(), (this.logLength = 30), u(`scores-sheet`), this.scores.flush(), this.log.flush());
    }
    draw() {
      l(`#scores-sheet`).open && this.scores.schedule(100);
    }
    drawScores() {
      let e = !!this.store.game;
      if ((s(l(`#scores-table`), e), s(l(`#scores-none`), !e), !e)) return;
      let t = (this.shown = this.model()),
        { state: n } = t;
      (l(`#all-scores`).classList.toggle(`no-strikes`, !t.rules.farkle_penalty),
        this.list.show(xn(n)),
        jn(l(`#all-sides`), n),
        s(l(`#find-turn`), this.list.isLong && n.current >= 0),
        s(l(`#find-me`), this.list.isLong && t.mySeats.length > 0),
        this.log.schedule(100));
    }
    drawLog() {
      if (!this.store.game) return;
      let e = tn(this.store.turns, this.model(), this.logLength + 1);
      (s(l(`#more-log`), e.length > this.logLength),
        an(l(`#all-log`), e.slice(0, this.logLength), { detailed: !0 }));
    }
  },
  qr = class {
    constructor(e, t, { muted: n, mute: r, device: i, handover: a }) {
      (Object.assign(this, { store: e, connection: t, muted: n, handover: a }),
        (this.id = null),
        l(`#seat-name-form`).addEventListener(`submit`, (e) => {
          (e.preventDefault(), this.rename());
        }));
      for (let e of document.querySelectorAll(`[data-colour]`))
        e.addEventListener(`click`, () =>
          this.send({ type: `colour`, colour: Number(e.dataset.colour) }),
        );
      (l(`#seat-up`).addEventListener(`click`, () => this.move(-1)),
        l(`#seat-down`).addEventListener(`click`, () => this.move(1)),
        l(`#seat-host`).addEventListener(`click`, () =>
          this.asHost(`host`, v(`Make {name} the host?`), v(`Make host`)),
        ),
        l(`#seat-remove`).addEventListener(`click`, () =>
          this.asHost(
            `remove`,
            e.player(this.id).kind === `person`
              ? v(`Remove {name}? They can't rejoin with the same link.`)
              : v(`Remove {name}?`),
            v(`Remove`),
          ),
        ),
        l(`#seat-mute`).addEventListener(`click`, () => {
          (r(this.id), this.draw());
        }),
        l(`#seat-device`).addEventListener(`click`, () => {
          (d(), i(this.id));
        }),
        l(`#seat-leave`).addEventListener(`click`, () => this.leave()));
    }
    open(e) {
      ((this.id = e),
        (l(`#seat-name`).value = this.store.player(e).name),
        this.draw(),
        u(`seat-sheet`));
    }
    draw() {
      let { store: e, id: t } = this,
        n = e.player(t);
      if (t === null || !n) return;
      n.left && l(`#seat-sheet`).open && d();
      let r = e.mine.includes(t),
        o = e.hosting !== null;
      (a(l(`#seat-title`), r ? v(`Your seat`) : n.name),
        s(l(`#seat-mine`), r),
        s(l(`#seat-leave`), r),
        s(l(`#seat-device`), r),
        this.handover.drawFor(t),
        s(l(`#seat-order`), o && e.room.status !== `playing` && e.seated.length > 1),
        s(l(`#seat-of-other`), o && t !== e.hosting),
        s(l(`#seat-mute`), !r && n.kind === `person` && e.room.settings.talk),
        i(l(`#seat-mute`), `aria-pressed`, String(this.muted(t))),
        s(l(`#seat-host`), n.kind === `person` && e.owns),
        s(l(`#seat-remove`), e.owns || t !== e.room.founder));
      for (let e of document.querySelectorAll(`[data-colour]`))
        i(e, `aria-pressed`, String(Number(e.dataset.colour) === n.colour));
    }
    send(e) {
      return this.connection.command({ ...e, player: this.id });
    }
    async rename() {
      let e = l(`#seat-name`).value.trim();
      (e ? await this.send({ type: `rename`, name: e }) : null)?.type === `ok` && d();
    }
    move(e) {
      let t = this.store.seated.map(({ id: e }) => e),
        n = t.indexOf(this.id),
        r = n + e;
      r < 0 ||
        r >= t.length ||
        (([t[n], t[r]] = [t[r], t[n]]),
        this.connection.command({ type: `order`, player: this.store.hosting, players: t }));
    }
    async asHost(e, t, n) {
      let { id: r } = this,
        { name: i } = this.store.player(r);
      ((await f(x(t, { name: i }), n)) &&
        this.connection.command({ type: e, player: this.store.hosting, whom: r }),
        d());
    }
    async leave() {
      let { id: e } = this;
      if (
        !(await f(
          this.store.room.status === `playing`
            ? v(`Leave this game? Your score stays and the others keep playing.`)
            : v(`Give up your seat?`),
          v(`Leave`),
        ))
      )
        return;
      let t = this.store.mine.some((t) => t !== e);
      (await this.connection.command({ type: `leave`, player: e })).type === `ok` &&
        !t &&
        location.assign(`/`);
    }
  },
  Jr = class {
    constructor(e, t) {
      (Object.assign(this, { store: e, connection: t, seat: null }),
        l(`#seat-give`).addEventListener(`submit`, (e) => {
          (e.preventDefault(), this.give());
        }),
        l(`#object`).addEventListener(`click`, () =>
          t.command({ type: `object`, player: e.lost[0] }),
        ));
    }
    drawFor(e) {
      let { store: n } = this,
        r = n.player(e),
        i = r.kind === `person` && !n.mine.includes(e) && !n.online.has(e),
        o = n.seated.filter((t) => t.kind === `person` && t.id !== e && n.online.has(t.id));
      s(l(`#seat-give`), n.hosting !== null && i && o.length > 0);
      let c = l(`#seat-give-to`),
        u = o.map((e) => `${e.id}:${e.name}`).join();
      ((this.seat !== e || c.dataset.key !== u) &&
        ((c.dataset.key = u),
        c.replaceChildren(...o.map((e) => t(`option`, { value: e.id }, e.name)))),
        (this.seat = e),
        a(
          l(`#seat-give-words`),
          x(v(`Everyone will be notified, and {name} can undo it.`), { name: r.name }),
        ));
    }
    async give() {
      let { store: e, seat: t } = this,
        n = Number(l(`#seat-give-to`).value),
        r = { name: e.player(t).name, to: e.player(n)?.name };
      (await f(x(v(`Give {name}'s seat and score to {to}?`), r), v(`Give seat`))) &&
        (this.connection.command({ type: `give`, player: e.hosting, whom: t, to: n }), d());
    }
    draw() {
      let e = this.store.lost.map((e) => this.store.player(e)).filter(Boolean);
      (s(l(`#lost`), e.length > 0),
        e.length &&
          be(
            l(`#lost span`),
            x(v(`The host gave {name}'s seat to someone else.`), { name: e[0].name }),
          ));
    }
    objectedText(e, t, n) {
      let r = x(v(`{name} took their seat back.`), n);
      return this.store.mine.includes(e)
        ? `${r} ${v(t === null ? `There's no free seat for you right now.` : `You have your own seat again.`)}`
        : r;
    }
    announceEvent([e, t, n]) {
      let r = { name: this.store.player(t)?.name, to: this.store.player(n)?.name };
      e === `given`
        ? w(x(v(`{name}'s seat was given to {to}.`), r))
        : e === `objected`
          ? w(this.objectedText(t, n, r))
          : e === `device` &&
            this.store.mine.includes(t) &&
            T(v(`This seat is now open on another device.`));
    }
  };
function Yr(e) {
  let n = e.room.series ?? [],
    r = n.some(([, e]) => e > 1),
    i = [...n].sort((e, t) => t[2] - e[2] || t[3] - e[3] || e[0] - t[0]).slice(0, 12);
  for (let n of document.querySelectorAll(`[data-series]`))
    (s(n, r),
      r &&
        c(
          l(`tbody`, n),
          i,
          ([e]) => e,
          () =>
            t(
              `tr`,
              null,
              t(`th`, { scope: `row` }),
              t(`td`, { class: `num` }),
              t(`td`, { class: `num` }),
              t(`td`, { class: `num` }),
            ),
          (t, [n, ...r]) => {
            let i = e.player(n);
            (l(`.name`, t)?.textContent !== i?.name && l(`th`, t).replaceChildren(R(i)),
              [...t.querySelectorAll(`td`)].forEach((e, t) => a(e, b(r[t]))));
          },
        ));
}
const Xr = new Intl.DateTimeFormat(document.documentElement.lang || `en`, {
  weekday: `long`,
  day: `numeric`,
  month: `long`,
  hour: `numeric`,
  minute: `2-digit`,
});
var Zr = class {
    constructor(e, t) {
      ((this.store = e),
        (this.connection = t),
        (this.controls = [...document.querySelectorAll(`[data-setting]`)]));
      for (let e of this.controls)
        (e.dataset.seconds && this.fillSeconds(e, [`0`, ...e.dataset.seconds.split(` `)]),
          e.addEventListener(`change`, () => this.send(e)));
      for (let n of document.querySelectorAll(`[data-level]`))
        n.addEventListener(`click`, () =>
          t.command({ type: `add_computer`, player: e.hosting, level: n.dataset.level }),
        );
    }
    fillSeconds(e, n) {
      let r = (t) => (t === `0` ? e.dataset.none : x(v(`{time}`), { time: hr(Number(t)) }));
      e.replaceChildren(...n.map((e) => t(`option`, { value: e }, r(e))));
    }
    send(e) {
      let { value: t, type: n } = e,
        r = n === `checkbox` ? e.checked : e.dataset.seconds ? Number(t) : t;
      this.connection.command({
        type: e.dataset.command ?? `settings`,
        player: this.store.hosting,
        [e.dataset.setting]: r,
      });
    }
    draw() {
      let { room: e, hosting: t } = this.store,
        n = t !== null && e.status !== `closed`;
      a(
        l(`#run-words`),
        v(n ? `Changes apply from the next turn.` : `Only the host can change these.`),
      );
      let { closes: r } = this.store;
      (s(l(`#run-closes`), !!r && e.status !== `closed`),
        r &&
          a(
            l(`#run-closes`),
            x(v(`If the room is idle, it closes after {when}. Finished games are kept.`), {
              when: Xr.format(r),
            }),
          ));
      for (let t of this.controls) {
        let r = e.settings[t.dataset.setting];
        (s(t.closest(`[data-run]`), r !== void 0),
          r !== void 0 &&
            (i(t, `disabled`, !n),
            t.type === `checkbox`
              ? (t.checked = r)
              : (t !== document.activeElement || t.disabled) && this.select(t, String(r))));
      }
    }
    select(e, t) {
      let n = [...e.options].map((e) => e.value);
      (e.dataset.seconds &&
        !n.includes(t) &&
        this.fillSeconds(
          e,
          [...n, t].sort((e, t) => e - t),
        ),
        e.value !== t && (e.value = t));
    }
  },
  Qr = class {
    constructor(e, t) {
      ((this.store = e),
        (this.connection = t),
        (this.selects = document.querySelectorAll(`[data-teams]`)));
      for (let n of this.selects)
        n.addEventListener(`change`, () =>
          t.command({ type: `teams`, player: e.hosting, count: Number(n.value) }),
        );
    }
    draw() {
      let { room: e, hosting: t } = this.store;
      for (let n of this.selects)
        (n.value !== String(e.teams) && (n.value = String(e.teams)), i(n, `disabled`, t === null));
      for (let n of document.querySelectorAll(`[data-teams-row]`)) s(n, t !== null || e.teams > 0);
    }
    make(e) {
      return t(
        `span`,
        { class: `team` },
        t(`select`, {
          class: `input`,
          onchange: (t) => {
            let { store: n } = this,
              r = n.hosting ?? e.id;
            this.connection.command({
              type: `team`,
              player: r,
              whom: e.id,
              team: Number(t.target.value),
            });
          },
        }),
        t(`span`, { class: `letter` }),
      );
    }
    update(e, n) {
      let { store: r } = this,
        o = r.room.teams;
      if ((s(e, o > 0), !o)) return;
      let c = r.hosting !== null || r.mine.includes(n.id),
        [l, u] = e.children;
      (s(l, c),
        s(u, !c),
        a(u, n.team === null ? `` : A(n.team)),
        l.length !== o &&
          l.replaceChildren(
            ...Array.from({ length: o }, (e, n) => t(`option`, { value: n }, Ze(n))),
          ),
        i(l, `aria-label`, x(v(`{name}'s team`), { name: n.name })),
        n.team !== null && l.value !== String(n.team) && (l.value = String(n.team)));
    }
  };
const U = document.documentElement,
  W = new Xe(),
  G = new h(U.dataset.room),
  $r = /* @__PURE__ */ new Set();
let K = null,
  q = !1,
  ei = 0,
  ti = null,
  ni = null;
const J = new Me(
    `${location.protocol === `https:` ? `wss` : `ws`}://${location.host}/ws/room/${U.dataset.room}/`,
    {
      sync: yi,
      event: xi,
      you: (e) => {
        let t = W.mine.length > 0;
        (W.you(`screen` in U.dataset ? { ...e, players: [] } : e),
          t && !W.mine.length && Si(),
          Q());
      },
      here: (e) => {
        (W.here(e), $());
      },
      pong: ({ now: e }) => W.setClock(e),
      hint: (e) => {
        (pi.receive(e), $());
      },
      picking: (e) => X.picking(e),
      talk: (e) => Z.receiveAll(e),
      said: (e) => Z.receive(e),
      reacted: (e) => Z.receiveReaction(e),
      refused: (e) => {
        (O(`refused`), w(e.text));
      },
      state: Mi,
      leaving: () => {
        (Y.send(), G.save());
      },
    },
  ),
  Y = new dr(W, J, { changed: () => ri.draw() }),
  ri = new ar(W, Y),
  ii = new Qr(W, J),
  ai = new Mr(W, J, { openSeat: (e) => ci.open(e), teams: ii, editor: Y }),
  oi = new Jr(W, J),
  si = new Tr(W),
  ci = new qr(W, J, {
    muted: (e) => Z.muted.has(e),
    mute: (e) => Z.toggleMute(e),
    device: (e) => si.open(e),
    handover: oi,
  }),
  li = new Gr(W, J),
  ui = new Er(W, J),
  di = new Zr(W, J),
  fi = new fr(W, () => {
    (Y.readRemarks(), $());
  }),
  pi = new gt(W),
  X = new rr(W, J, {
    changed: Q,
    openScores: () => gi.open(),
    drawn: (e) => {
      (pi.draw(e), ti?.drawTable(e));
    },
  }),
  mi = new Pr(W, { openSeat: (e) => ci.open(e), tagsOf: (e) => Nr(W, e) }),
  Z = new Cr(W, J),
  hi = new br(W, J, { model: () => X.model() }),
  gi = new Kr(W, () => X.model()),
  _i = new Wr(W, J, {
    memory: G,
    change: () => {
      ((q = !0), Q());
    },
  });
`screen` in U.dataset &&
  import(`./room-screen.d26ece7597cc.js`).then(({ Screen: e }) => {
    ((ti = new e(W)), $());
  });
const vi = new Ae(Ei, 500);
(we(() => W.room?.name || v(`Farkle`)),
  he(),
  bt({ table: X, active: () => K === `table`, help: () => u(`keys-sheet`) }),
  de(() => $()),
  l(`#my-seat`).addEventListener(`click`, () => {
    (d(), ci.open(W.me));
  }),
  addEventListener(`hashchange`, Q),
  l(`#to-result`).addEventListener(`click`, () => {
    ((q = !1), Q());
  }));
function yi(e) {
  W.sync(e);
  let t = e.protocol !== Number(U.dataset.protocol) || e.assets !== U.dataset.assets;
  (t && l(`#outdated`).hidden && T(v(`A new version is available.`)),
    s(l(`#outdated`), t),
    t && `screen` in U.dataset && bi(e.assets),
    W.game && X.sync(),
    ki(),
    Y.update(null),
    fi.update(),
    Q());
}
function bi(e) {
  try {
    if (sessionStorage.getItem(`farkle-reloaded`) === e) return;
    (sessionStorage.setItem(`farkle-reloaded`, e), location.reload());
  } catch {}
}
function xi(e, t) {
  let n = e.events.map(([e]) => e);
  (W.event(e),
    n.includes(`game`) && (ki(), Si()),
    e.ply !== void 0 && G.threw(W.game.number, e.ply, e.events),
    Y.update(e));
  for (let t of e.events)
    (Ci(t), hi.announceEvent(t), oi.announceEvent(t), ui.announceEvent(t, e.by));
  ((e.ply !== void 0 || n.includes(`started`)) &&
    W.game &&
    (K !== `table` && wi(`table`), X.event(e, t)),
    fi.update(),
    X.busy || Q());
}
function Si() {
  ((q = !1), d(), history.replaceState(null, ``, location.pathname + location.search));
}
function Ci([e, t, n]) {
  let r = W.player(t),
    i = W.mine.includes(t);
  e === `sat`
    ? (i || O(`sat`), T(x(v(`{name} joined.`), { name: r.name })))
    : e === `ready` && n && !i && K === `result`
      ? T(x(v(`{name} wants a rematch.`), { name: r.name }))
      : e === `gone` && !i
        ? w(x(v(`{name} left.`), { name: r.name }))
        : e === `removed`
          ? w(
              i
                ? v(`The host removed you from this room.`)
                : x(v(`The host removed {name}.`), { name: r.name }),
            )
          : e === `clock`
            ? W.setClock(t)
            : e === `host` && i
              ? w(v(`You're the host now.`))
              : e === `closed` &&
                w(
                  v(
                    t === `idle`
                      ? `This room closed because nobody was active. Finished games are kept.`
                      : `The host closed the room. Finished games are kept.`,
                  ),
                );
}
function Q() {
  if (!W.room || X.busy) return;
  Ai();
  let { status: e } = W.room,
    t = W.game && W.game.status !== `playing`,
    n = location.hash === `#rules` ? `rules` : `lobby`;
  e === `lobby` || !W.game
    ? wi(e === `closed` ? `closed` : n)
    : wi(t ? (q && e === `over` ? n : `result`) : `table`);
}
function wi(e) {
  if (K !== e) {
    let t = K === null;
    ((K = e), (U.dataset.stage = e));
    for (let t of document.querySelectorAll(`[data-view]`)) s(t, t.dataset.view === e);
    for (let t of document.querySelectorAll(`[data-only]`))
      s(t, t.dataset.only.split(` `).includes(e));
    (t || (scrollTo(0, 0), l(`[data-view="${e}"] [data-start]`)?.focus({ preventScroll: !0 })),
      e === `result` && !t && Ti());
  }
  $();
}
function Ti() {
  let e = W.game.number;
  ni !== e &&
    ((ni = e),
    O(W.game.state.winners.some((e) => W.isMine(e)) ? `win` : `bell`),
    T(l(`#win-title`).textContent));
}
function $() {
  if (!W.room || !K) return;
  let { room: e, game: t } = W,
    n = e.name || v(`Farkle`);
  (a(l(`#room-name`), n),
    a(l(`#room-state`), Di(t)),
    (K === `lobby` || K === `rules`) && (Y.draw(), ii.draw(), ai.draw(), ti?.drawLobby()),
    K === `table` && X.draw(),
    hi.draw(),
    K === `result` && (_i.draw(X.model()), ti?.drawResult(X.model())));
  let r = l(`#leads-back`);
  (i(r, `href`, K === `rules` ? `#` : r.dataset.home),
    i(r, `aria-label`, v(K === `rules` ? `Back to the table` : `My rooms`)),
    s(l(`#to-result`), K === `lobby` && q),
    X.fastForward.on ? vi.schedule() : vi.flush(),
    gi.draw(),
    document.title !== Oi(n) && (document.title = Oi(n)));
}
function Ei() {
  (ci.draw(), li.draw(), di.draw(), mi.draw(), oi.draw(), ui.draw(), Z.draw(), Yr(W));
}
function Di(e) {
  return K === `lobby`
    ? v(`Lobby`)
    : K === `rules`
      ? Y.subtitle()
      : K === `closed`
        ? v(`Closed`)
        : K === `result`
          ? x(v(`Game {number}, over`), { number: e.number })
          : fi.name;
}
function Oi(e) {
  let { game: t } = W;
  return C(`title`) && t?.status === `playing` && W.isMine(t.state.current)
    ? x(v(`Your turn, {room}`), { room: e })
    : e;
}
function ki() {
  let { game: e } = W;
  e?.status === `playing` && (G.promised(e.number, e.commitment), G.began(e.number, e.fingerprint));
}
function Ai() {
  let { next: e } = W.room;
  if (e) {
    G.promised(e.number, e.commitment);
    for (let t of W.mine) {
      let n = `${e.number}:${t}`;
      $r.has(n) || G.hasAdded(e.number, t) || ($r.add(n), ji(t, e.number, je() + je()));
    }
  }
}
async function ji(e, t, n) {
  (await J.command({ type: `string`, player: e, game: t, text: n })).type === `ok` &&
    G.added(t, e, n);
}
function Mi(e) {
  if (e === `bye:removed`) {
    location.replace(location.pathname);
    return;
  }
  let t = l(`#network`);
  if (
    (clearTimeout(ei), e === `bye:no_spectators` && location.replace(U.dataset.path), e === `open`)
  ) {
    (t.hidden || T(v(`Reconnected.`)), s(t, !1));
    return;
  }
  let n = {
      offline: v(`Connection lost. Your seat is safe. Reconnecting…`),
      "bye:no_room": v(`This room no longer exists.`),
      "bye:flood": v(`Too many requests. Reload to continue.`),
      "bye:too_many": v(`This room is open in too many tabs. Close some and reload.`),
    },
    r = n[e] ?? n.offline;
  ei = setTimeout(
    () => {
      (t.hidden && T(r), a(l(`#network-words`), r), s(t, !0));
    },
    e.startsWith(`bye:`) || e === `offline` ? 0 : 1200,
  );
}
l(`#reload`).addEventListener(`click`, () => location.reload());
export {
  o as C,
  a as S,
  l as _,
  Pn as a,
  c as b,
  L as c,
  dt as d,
  x as f,
  ie as g,
  b as h,
  Dn as i,
  Zt as l,
  y as m,
  jn as n,
  kn as o,
  v as p,
  Fn as r,
  Cn as s,
  Nr as t,
  N as u,
  i as v,
  s as x,
  t as y,
};
