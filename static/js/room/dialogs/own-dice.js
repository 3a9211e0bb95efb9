// The dialog in which players choose their named dice: a set for each of my seats, and the host's
// for computers. All see how often each die shows each number.
import { $, h, shown } from "../../lib/dom.js";
import { fill, gettext, num } from "../../lib/i18n.js";
import { fitted } from "../../lib/named-dice.js";
import { pageData } from "../../lib/page-data.js";
import { toast } from "../../lib/toast.js";
import { diceOf } from "../../client/legal-moves.js";
import { namedDie } from "../../table/text/dice.js";

export class OwnDiceDialog {
  drawn = ""; // the player and set on show

  /** @param {Store} store @param {Connection} connection */
  constructor(store, connection) {
    this.store = store;
    this.connection = connection;
    /** @type {Record<string, number[]>} */ this.weights = pageData("named-dice");
    $("#own-dice-for").addEventListener("change", () => this.draw());
    $("#own-dice-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.send();
    });
    const rows = Object.entries(this.weights).map(([letter, shares]) => {
      const sum = shares.reduce((all, share) => all + share, 0);
      const cells = shares.map((share) =>
        h("td", { class: "num" }, num(Math.round((100 * share) / sum))),
      );
      return h("tr", null, h("th", { scope: "row" }, namedDie(letter)), cells);
    });
    $("#own-dice-odds").replaceChildren(...rows);
  }

  /** Those for whom I may choose. */
  get players() {
    const { mine, hosting, seated } = this.store;
    return seated.filter(
      ({ id, kind }) => mine.includes(id) || (hosting !== null && kind === "computer"),
    );
  }

  draw() {
    const { room } = this.store;
    const { players } = this;
    shown($("#own-dice-form"), players.length > 0 && room.status !== "playing");
    const whose = $("select#own-dice-for");
    const key = players.map(({ id, name }) => `${id}:${name}`).join();
    if (whose.dataset.key !== key) {
      const { value } = whose;
      whose.dataset.key = key;
      whose.replaceChildren(...players.map(({ id, name }) => h("option", { value: id }, name)));
      if (players.some(({ id }) => String(id) === value)) whose.value = value;
    }
    shown($("#own-dice-whose"), players.length > 1);
    const player = players.find(({ id }) => String(id) === whose.value);
    if (player) this.drawSet(player, fitted(player.dice, diceOf(room.rules)));
  }

  /** Draws a set, unless it is on show: what was changed in it stays.
      @param {Wire.Player} player @param {string} letters */
  drawSet({ id }, letters) {
    const drawn = `${id}:${letters}`;
    if (this.drawn === drawn) return;
    this.drawn = drawn;
    const known = Object.keys(this.weights);
    const choices = [...letters].map((letter, at) => {
      const options = known.map((each) => h("option", { value: each }, namedDie(each)));
      const label = fill(gettext("Die {nth}"), { nth: at + 1 });
      const select = h("select", { class: "input grow", "aria-label": label }, options);
      select.value = letter;
      return select;
    });
    $("#own-dice-set").replaceChildren(...choices);
  }

  async send() {
    const { store } = this;
    const whom = Number($("select#own-dice-for").value);
    const player = store.mine.includes(whom) ? whom : store.hosting;
    if (player === null) return;
    const chosen = [...document.querySelectorAll("#own-dice-set select")];
    const letters = chosen.map(({ value }) => value).join("");
    const answer = await this.connection.command({ type: "dice", player, whom, letters });
    if (answer.type !== "ok") return;
    $("dialog#own-dice-sheet").close();
    toast(gettext("Dice chosen."));
  }
}
