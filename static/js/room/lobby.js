// The lobby: who has a seat, by which rules, and the start of a game. Until the first sync it shows
// what the server has drawn.
import { $, attr, clone, shown, text } from "../lib/dom.js";
import { commas, fill, gettext, ngettext, together } from "../lib/i18n.js";
import { fitted } from "../lib/named-dice.js";
import { toast } from "../lib/toast.js";
import { VirtualList } from "../lib/virtual-list.js";
import { diceOf } from "../client/legal-moves.js";
import { setText } from "../table/text/dice.js";
import { holidayOf, holidayText } from "./absence/holidays.js";
import { faceOf } from "./felt.js";
import { computerText } from "./levels.js";
import { RulesLine } from "./rules-line.js";

export class Lobby {
  /** @param {Store} store
      @param {Connection} connection
      @param {{ openSeat: (id: number) => void, teams: import("./teams.js").Teams,
        felt: import("./felt.js").Felt, editor: import("../rules/editor.js").Editor }} parts */
  constructor(store, connection, { openSeat, teams, felt, editor }) {
    this.store = store;
    this.connection = connection;
    this.openSeat = openSeat;
    this.teams = teams;
    this.felt = felt;
    this.editor = editor;
    this.rulesLine = new RulesLine(store, connection, editor);
    this.live = false;
    /** @type {import("../lib/virtual-list.js").Rows<Wire.Player>} */
    const rows = {
      key: ({ id }) => id,
      make: (player) => this.makeSeat(player),
      update: (row, player) => this.updateSeat(row, player),
      nameOf: ({ name }) => name,
    };
    this.list = new VirtualList($("#seats"), $("#seats"), rows, $("input#find-seat"));
    $("#start").addEventListener("click", () => this.start());
  }

  draw() {
    const { store } = this;
    const { seated, hosting, room } = store;
    text($("#seat-count"), fill(gettext("Players ({count})"), { count: seated.length }));
    if (!this.live) this.takeOver();
    this.list.show(store.lineUp);
    this.felt.draw();
    shown($("#lobby-hints"), Boolean(room.settings.hints));
    shown($("#empty-seat"), seated.length < room.settings.seats);

    const alone = seated.length < 2;
    text(
      $("#empty-seat span:last-child"),
      alone ? gettext("Waiting for players…") : gettext("More players can join"),
    );
    const start = $("#start");
    shown(start, hosting !== null);
    $("#lobby").classList.toggle("guest", hosting === null);
    const ready = !alone && !this.editor.broken;
    attr(start, "aria-disabled", ready ? null : "true");
    start.classList.toggle("main", ready);
    text(
      $("span", start),
      alone
        ? gettext("Start game")
        : fill(
            ngettext("Start game ({count} player)", "Start game ({count} players)", seated.length),
            { count: seated.length },
          ),
    );
    // A view has one main button: Share while I am alone, then Start.
    const way = typeof navigator.share === "function" ? "share" : "copy";
    $(`#lobby [data-${way}]`).classList.toggle("main", alone && store.me !== null);
    text($("#start-words"), this.statusText(seated, hosting));
    this.rulesLine.draw();
    text($("#commitment"), room.next?.commitment ?? "");
    shown($("#fairness"), Boolean(room.next));
  }

  /** Replaces what the server has drawn, and enables the controls that need the socket. */
  takeOver() {
    this.live = true;
    $("#seats").replaceChildren();
    for (const one of document.querySelectorAll("#lobby [inert]")) attr(one, "inert", null);
  }

  /** @param {Wire.Player[]} seated @param {number | null} hosting */
  statusText(seated, hosting) {
    if (seated.length < 2 && hosting !== null) {
      return gettext(
        "You need two players. Invite a friend, add one on this device, or add a computer.",
      );
    }
    if (this.editor.broken) {
      return gettext("These rules don't work yet. Fix the marked ones first.");
    }
    const host = this.store.player(this.store.room.host);
    if (hosting === null) {
      return host
        ? fill(gettext("Waiting for {name} to start the game."), { name: host.name })
        : gettext("There's no host right now.");
    }
    const { rules, settings } = this.store.room;
    if (settings.together) {
      return gettext(
        "All play at the same time, with the same dice. Anyone who joins later begins at turn 1.",
      );
    }
    const first =
      rules.first_player === "seat"
        ? gettext("Seat 1 goes first.")
        : gettext("A roll at the start decides who goes first.");
    if (settings.late === "play") return first;
    return together([first, gettext("Anyone who joins later plays the next game.")]);
  }

  makeSeat(/** @type {Wire.Player} */ player) {
    const row = clone("seat-row");
    $(".tool", row).addEventListener("click", () => this.openSeat(player.id));
    this.teams.bind($("button.team", row), player.id);
    return row;
  }

  /** @param {HTMLElement} row @param {Wire.Player} player */
  updateSeat(row, player) {
    const { store } = this;
    attr($(".dot", row), "class", `dot p${player.colour + 1}`);
    attr($(".dot", row), "data-material", player.material);
    attr($(".dot", row), "data-face", faceOf(player));
    text($(".name", row), player.name);
    text($(".tag", row), commas(playerTags(store, player)));
    this.teams.update(row, player);
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
    if (hosting === null) {
      toast(gettext("Connecting…")); // the server's button stands before the socket
      return;
    }
    await this.editor.send(); // a number typed just now counts
    this.connection.command({ type: "start", player: hosting });
  }
}

/** Returns what stands beside a player's name. @param {Store} store @param {Wire.Player} player */
export function playerTags(store, player) {
  const found = [];
  if (player.id === store.room.host) found.push(gettext("host"));
  if (store.mine.includes(player.id)) {
    found.push(store.mine.length > 1 ? gettext("on this device") : gettext("you"));
  } else if (player.kind !== "person") {
    found.push(computerText(player.level));
  } else if (holidayOf(store, player.id)) {
    found.push(holidayText(store, player.id, gettext("on holiday until {date}")));
  } else if (store.room.autoplay.includes(player.id)) {
    found.push(gettext("computer playing for them"));
  } else if (!store.online.has(player.id)) found.push(gettext("away"));
  const { rules, settings } = store.room;
  if (settings.own_dice) found.push(setText(fitted(player.dice, diceOf(rules))));
  return found;
}
