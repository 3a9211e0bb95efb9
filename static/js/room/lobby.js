// The lobby: who has a seat, who is ready, and the start of a game.
import { $, attr, h, icon, s, shown, text } from "../lib/dom.js";
import { fill, gettext, listed, num } from "../lib/i18n.js";
import { VirtualList } from "../lib/virtual-list.js";

const NAMED = 3; // players named of those who are not ready
const TICK = "M4 14.5C6.5 16.5 8.4 18.8 10 21.4 13 14 17 8.4 22.4 4";

const tick = () =>
  s(
    "svg",
    { class: "tick", viewBox: "0 0 26 26", role: "img", "aria-label": gettext("ready") },
    s("path", { d: TICK, pathLength: "1" }),
  );

export class Lobby {
  constructor(store, connection, { openSeat, teams, editor }) {
    Object.assign(this, { store, connection, openSeat, teams, editor });
    this.places = new Map(); // by player, from 1
    const rows = {
      key: ({ id }) => id,
      make: (player) => this.makeSeat(player),
      update: (row, player) => this.updateSeat(row, player),
      nameOf: ({ name }) => name,
    };
    this.list = new VirtualList($("#seats"), $("#seats"), rows, $("#find-seat"));
    $("#start").addEventListener("click", () => this.start());
    $("#ready").addEventListener("click", () => this.ready());
  }

  draw() {
    const { store } = this;
    const { seated, hosting, room } = store;
    text($("#seat-count"), fill(gettext("Players ({count})"), { count: seated.length }));
    this.places = new Map(seated.map(({ id }, at) => [id, at + 1]));
    this.list.show(seated);
    text($("#empty-n"), num(seated.length + 1));
    shown($("#lobby-hints"), Boolean(room.settings.hints));
    shown($("#empty-seat"), seated.length < room.settings.seats);

    const alone = seated.length < 2;
    const start = $("#start");
    shown(start, hosting !== null);
    const ready = !alone && !this.editor.broken;
    attr(start, "aria-disabled", ready ? null : "true");
    start.classList.toggle("main", ready);
    text(
      $("span", start),
      alone
        ? gettext("Start game")
        : fill(gettext("Start game ({count} players)"), { count: seated.length }),
    );
    // A view has one main button: Share while I am alone, then Start or Ready.
    for (const share of document.querySelectorAll("#lobby [data-share]")) {
      share.classList.toggle("main", alone);
    }
    if (!canShare()) {
      for (const one of document.querySelectorAll("#lobby [data-copy]")) {
        one.classList.toggle("main", alone);
      }
    }

    const me = store.player(store.me);
    const mark = $("#ready");
    shown(mark, Boolean(me) && hosting === null);
    attr(mark, "aria-pressed", String(Boolean(me?.ready)));
    mark.classList.toggle("main", !me?.ready && !alone);
    text($("span", mark), me?.ready ? gettext("Ready! Waiting for the host") : gettext("Ready"));
    text($("#start-words"), this.statusText(seated, hosting));

    shown($("#presets"), hosting !== null);
    text(
      $("#edit-rules span"),
      hosting === null ? gettext("View all rules") : gettext("Edit rules"),
    );
    text($("#commitment"), room.next?.commitment ?? "");
    shown($("#fairness"), Boolean(room.next));
  }

  statusText(seated, hosting) {
    if (seated.length < 2) {
      return gettext("You need at least two players. Invite a friend or add a computer.");
    }
    if (this.editor.broken) {
      return gettext("These rules don't work yet. Fix the marked ones first.");
    }
    const unready = seated.filter(
      ({ ready, id, kind }) => !ready && kind === "person" && id !== this.store.room.host,
    );
    const host = this.store.player(this.store.room.host);
    if (hosting === null) {
      return host
        ? fill(gettext("Waiting for {name} to start the game."), { name: host.name })
        : gettext("There's no host right now.");
    }
    if (unready.length) {
      const names = unready.slice(0, NAMED).map(({ name }) => name);
      const more = unready.length - names.length;
      if (more) names.push(fill(gettext("{count} more"), { count: more }));
      return fill(gettext("Waiting for {names}. You can start anyway."), { names: listed(names) });
    }
    return this.store.room.rules.first_player === "seat"
      ? gettext("Seat 1 goes first.")
      : gettext("Highest roll goes first.");
  }

  makeSeat(player) {
    const more = h(
      "button",
      { class: "tool", type: "button", onclick: () => this.openSeat(player.id) },
      icon("more"),
      h("span", { class: "vh" }),
    );
    return h(
      "li",
      null,
      h("span", { class: "n" }),
      h(
        "span",
        { class: "who" },
        h("span", { class: "pen" }),
        h("span", { class: "name" }),
        h("span", { class: "tag" }),
      ),
      this.teams.make(player),
      h("span", { class: "state" }),
      more,
    );
  }

  updateSeat(row, player) {
    const { store } = this;
    text($(".n", row), num(this.places.get(player.id)));
    attr($(".pen", row), "class", `pen p${player.colour + 1}`);
    text($(".name", row), player.name);
    text($(".tag", row), playerTags(store, player).join(", "));
    this.teams.update($(".team", row), player);
    const state = $(".state", row);
    const waits =
      player.id === store.room.host || player.kind !== "person" ? "" : gettext("joining…");
    const kind = player.ready ? "ready" : waits;
    if (state.dataset.kind !== kind) {
      state.dataset.kind = kind;
      state.replaceChildren(player.ready ? tick() : h("span", { class: "small quiet" }, waits));
    }
    const mine = store.mine.includes(player.id);
    const more = $(".tool", row);
    shown(more, mine || store.hosting !== null);
    text(
      $(".vh", more),
      mine ? gettext("Your seat") : fill(gettext("{name}'s seat"), { name: player.name }),
    );
  }

  async start() {
    const { hosting } = this.store;
    await this.editor.send(); // a number typed just now counts
    this.connection.command({ type: "start", player: hosting });
  }

  ready() {
    const { store } = this;
    for (const id of store.mine) {
      this.connection.command({ type: "ready", player: id, yes: !store.player(store.me).ready });
    }
  }
}

const canShare = () => typeof navigator.share === "function";

/** Returns what stands beside a player's name. */
export function playerTags(store, player) {
  const found = [];
  if (player.id === store.room.host) found.push(gettext("host"));
  if (store.mine.includes(player.id)) found.push(gettext("you"));
  else if (player.kind !== "person") found.push(gettext("computer"));
  else if (store.room.warm?.includes(player.id)) found.push(gettext("computer playing for them"));
  else if (!store.online.has(player.id)) found.push(gettext("away"));
  return found;
}
