// The dialog that saves and shares rule sets: under a name, as a link, a text or a file.
import { ask, closeDialogs, onOpen } from "../lib/dialogs.js";
import { $, attr, shown, text } from "../lib/dom.js";
import { fill, gettext } from "../lib/i18n.js";
import { copyField } from "../lib/share.js";
import { note, toast } from "../lib/toast.js";

export class SavedRules {
  /** `redraw` runs when my saved rules have come. @param {Store} store
      @param {Connection} connection @param {import("./editor.js").Editor} editor
      @param {() => void} redraw */
  constructor(store, connection, editor, redraw) {
    this.store = store;
    this.connection = connection;
    this.editor = editor;
    this.card = editor.card;
    this.redraw = redraw;
    this.hint = $("#save-words").textContent;
    onOpen($("dialog#choose-sheet"), () => this.fetch());
    onOpen($("dialog#saved-sheet"), () => {
      text($("#save-words"), this.hint);
      this.draw();
    });
    for (const button of document.querySelectorAll("#saved-sheet [data-copies]")) {
      const field = $(`input#${button.dataset.copies}`);
      button.addEventListener("click", async () => toast(await copyField(field)));
    }
    $("#save-rules").addEventListener("submit", (event) => {
      event.preventDefault();
      this.save(false);
    });
    $("#read-rules").addEventListener("submit", (event) => {
      event.preventDefault();
      this.read();
    });
  }

  draw() {
    if (!$("dialog#saved-sheet").open) return;
    const code = this.card.facts.text;
    const path = `/rules/${code}/`;
    $("input#share-link").value = new URL(path, location.href).href;
    $("input#share-text").value = code;
    attr($("#share-file"), "href", `${path}rules.json`);
    attr($("#share-card"), "href", `${path}card/`);
    shown($("#import-rules"), this.store.owner !== null);
  }

  /** Sends a request. Resolves to the answer, which has a `problem` if something went wrong.
      @param {string} url @param {FormData} [form] */
  async request(url, form) {
    try {
      const answer = await fetch(url, {
        method: form ? "POST" : "GET",
        body: form,
        headers: { Accept: "application/json" },
      });
      if (answer.ok || answer.status === 422) return await answer.json();
    } catch {
      // No network, or an answer that is not ours.
    }
    return { problem: gettext("That didn't go through. Try again.") };
  }

  async fetch() {
    const answer = await this.request("/rules/mine/");
    if (!answer.saved) return;
    this.editor.offer(answer.saved);
    this.redraw();
  }

  form(/** @type {HTMLFormElement} */ node) {
    const form = new FormData(node);
    form.set("csrfmiddlewaretoken", $("input[name=csrfmiddlewaretoken]").value);
    return form;
  }

  async save(/** @type {boolean} */ replace) {
    const form = this.form($("form#save-rules"));
    form.set("rules", this.card.facts.text);
    if (replace) form.set("replace", "yes");
    const answer = await this.request("/rules/mine/", form);
    if (answer.code === "name_taken" && !replace) {
      if (await ask(answer.problem, gettext("Replace them"))) this.save(true);
      return;
    }
    if (answer.problem) {
      toast(answer.problem);
      return;
    }
    $("input#save-name").value = "";
    text($("#save-words"), fill(gettext("Saved as {name}. It's under My rules."), answer));
    this.fetch();
    // Set again, the rules of the room have this name for everybody.
    const { owner, room } = this.store;
    const { rules, base } = room;
    if (owner !== null) this.connection.command({ type: "rules", player: owner, rules, base });
  }

  /** Applies the rule set that was pasted or chosen as a file. */
  async read() {
    const problem = $("#read-problem");
    const form = this.form($("form#read-rules"));
    if (!$("input#read-file").value) form.delete("file");
    const answer = await this.request("/rules/read/", form);
    shown(problem, Boolean(answer.problem));
    if (answer.problem) {
      note($("span", problem), fill(gettext("{problem} Nothing changed."), answer));
      return;
    }
    const done = await this.editor.applyRuleSet({ rules: answer.rules, base: answer.preset });
    if (done?.type !== "ok") return;
    $("form#read-rules").reset();
    closeDialogs();
    toast(gettext("The room now uses these rules."));
  }
}
