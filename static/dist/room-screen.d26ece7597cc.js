import {
  C as e,
  S as t,
  _ as n,
  a as r,
  b as i,
  c as a,
  d as o,
  f as s,
  g as c,
  h as l,
  i as u,
  l as d,
  m as f,
  n as p,
  o as m,
  p as h,
  r as g,
  s as _,
  t as v,
  u as y,
  v as b,
  x,
  y as S,
} from "./room.50a853ba061f.js";
function C(e, t) {
  if (e.outcome === `banked`) return [s(h(`{name} banked`), { name: t }), l(e.points), !1];
  if (e.outcome === `farkled` || e.outcome === `ran_out`) {
    let n = e.rolls.reduce((e, t) => e + t.points, e.built ?? 0),
      r = e.penalty || (e.lost ?? n);
    return [s(h(`{name} farkled`), { name: t }), r ? `−${l(r)}` : l(0), r > 0];
  }
  return [o(e, t)[0], ``, !1];
}
var w = class {
  constructor(e) {
    this.store = e;
    for (let e of [`#thrown`, `#heap`]) (b(n(e), `inert`, !0), b(n(e), `aria-hidden`, `true`));
    (this.keepAwake(), document.addEventListener(`visibilitychange`, () => this.keepAwake()));
  }
  async keepAwake() {
    if (!document.hidden)
      try {
        await navigator.wakeLock?.request(`screen`);
      } catch {}
  }
  drawLobby() {
    let { store: e } = this,
      { room: r } = e,
      a = e.seated,
      o = r.settings.door !== `locked`,
      c = a.length > 40 ? a.slice(0, 39) : a,
      l = [];
    (a.length > c.length
      ? l.push({ id: `more`, more: a.length - c.length })
      : o && l.push({ id: `free` }),
      t(n(`#tv-room`), r.name || h(`Farkle`)));
    let u = c.length < 12 ? 2 : c.length < 27 ? 3 : 4;
    (b(n(`#tv-seats`), `data-columns`, u),
      i(
        n(`#tv-seats`),
        [...c, ...l],
        ({ id: e }) => e,
        (e) => this.makeSeat(e),
        (e, t) => this.updateSeat(e, t),
      ),
      t(n(`#tv-goal`), n(`#rules-goal`).textContent));
    let d = e.player(r.host);
    t(n(`#tv-wait`), d ? s(h(`Waiting for {name} to start the game.`), { name: d.name }) : ``);
  }
  makeSeat({ id: e, colour: t }) {
    let n = e === `free` || e === `more`;
    return S(
      `li`,
      { class: n ? `free` : null },
      n ? S(`span`, { class: `ghost` }) : S(`span`, { "data-dice": (t % 6) + 1 }, d((t % 6) + 1)),
      S(`span`, null, S(`span`, { class: `name` }), S(`small`)),
    );
  }
  updateSeat(e, r) {
    if (r.id === `free`) t(n(`.name`, e), h(`Your seat?`));
    else if (r.id === `more`) {
      let i = f(`and {count} more player`, `and {count} more players`, r.more);
      t(n(`.name`, e), s(i, { count: r.more }));
    } else (t(n(`.name`, e), r.name), t(n(`small`, e), v(this.store, r).join(`, `)));
  }
  drawTable(t) {
    if ((this.drawPad(t), this.drawRisk(t), !t.live || t.landing)) return;
    let r = this.store.turns.finished.slice(-8).reverse();
    (x(n(`.tv-last`), r.length > 0),
      i(
        n(`#tv-turns`),
        r,
        (e) => e,
        (n) => {
          let r = t.nameOf(n.seat),
            [i, a, o] = C(n, r),
            s = S(`span`);
          return (e(s, i, r), S(`li`, null, s, S(`b`, { class: o ? `lost` : null }, a)));
        },
        () => {},
      ));
  }
  drawResult({ state: e, colourOf: t }) {
    let [r] = e.winners;
    b(n(`#last-throw`), `data-dice`, r === void 0 ? null : t(r));
  }
  drawPad(e) {
    let { state: a, rules: o } = e;
    (t(n(`#tv-target`), g(a, o)), t(n(`#tv-round`), r(a)));
    let c = a.teams ? Math.min(3, new Set(a.teams).size) : 0,
      l = _(a, [], 8 - c),
      d = a.scores.length - l.length;
    (b(n(`.tv-side`), `data-rows`, l.length + c),
      i(
        n(`#tv-rows`),
        l,
        (e) => (d ? l.indexOf(e) : e),
        u,
        (t, n) => m(t, n, e, { tag: () => `` }),
      ),
      p(n(`#tv-sides`), a, { most: c }),
      x(n(`#tv-others`), d > 0));
    let h = f(`and {count} more player`, `and {count} more players`, d);
    d > 0 && t(n(`#tv-others`), s(h, { count: d }));
  }
  drawRisk(e) {
    let { state: r, scene: i, selection: o, live: c } = e,
      l = i?.kind === `farkle`,
      u = c ? (o.rows.get(``) ?? o.row) : null,
      d = l ? (i.lost ?? 0) : (i?.points ?? u?.total ?? r.turn_points);
    (a(n(`#tv-points`), d ?? 0, { bold: !0 }),
      n(`#tv-points`).classList.toggle(`struck`, l && d > 0));
    let f = (r.scores[r.current] ?? 0) + (d ?? 0);
    (t(
      n(`#tv-points-words`),
      l
        ? e.lossText()
        : i?.kind === `bank`
          ? h(`banked`)
          : d
            ? s(h(`at risk · makes {total}`), { total: f })
            : h(`at risk`),
    ),
      this.drawChance(e, u, l));
  }
  drawChance({ state: e, chances: r, scene: i }, a, o) {
    let l = o || i?.kind === `bank` || e.current < 0,
      u = a ? !a.roll && !a.ends : !e.throw.length,
      d = a?.next ?? 6 - e.aside.length,
      f = l || !u ? null : r[(d || 6) - 1],
      p = f != null;
    (t(n(`#tv-chance`), p ? c(f) : `–`),
      t(
        n(`#tv-chance-words`),
        p
          ? s(h(`farkle risk with {dice}`), { dice: y(d || 6) })
          : l || !e.throw.length
            ? h(`farkle risk`)
            : h(`selecting…`),
      ),
      b(n(`#tv-bar`), `width`, p ? Math.round(f * 100) : 0));
  }
};
export { w as Screen };
