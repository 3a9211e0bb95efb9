// The dialog that saves and shares rule sets: under a name, as a link, a text or a file.
import { ask, closeDialogs, onOpen } from "../lib/dialogs.js";
import { $, attr, h, keyed, shown, text } from "../lib/dom.js";
import { fill, gettext } from "../lib/i18n.js";
import { copyField } from "../lib/share.js";
import { note, toast } from "../lib/toast.js";

/** @typedef {{ id: number, name: string, rules: Wire.Rules, base: string }} Saved rules of mine */

export class SavedRules {
  /** @type {Saved[]} */ saved = [];

  /** @param {Store} store @param {import("./editor.js").Editor} editor
      @param {import("./rules-card.js").RulesCard} card */
  constructor(store, editor, card) {
    this.store = store;
    this.editor = editor;
    this.card = card;
    onOpen($("dialog#saved-sheet"), () => {
      this.draw();
      this.fetch();
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
    const host = this.store.owner !== null;
    shown($("#read-rules"), host);
    shown($("#saved-none"), !this.saved.length);
    shown($("#saved-manage"), this.saved.length > 0);
    keyed(
      $("#saved-list"),
      this.saved,
      ({ id }) => id,
      () =>
        h(
          "li",
          { class: "row one" },
          h("span", { class: "grow name" }),
          h("button", { class: "btn", type: "button" }, gettext("Use")),
        ),
      (row, one) => {
        text($(".name", row), one.name);
        const use = $("button", row);
        shown(use, host);
        attr(use, "aria-label", fill(gettext("Use {name}"), one));
        use.onclick = () => this.use(one);
      },
    );
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
    this.saved = answer.saved;
    this.draw();
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
    toast(fill(gettext("Saved as {name}."), answer));
    this.fetch();
  }

  async use(/** @type {Saved} */ { name, rules, base }) {
    const answer = await this.editor.applyRuleSet({ rules, base });
    if (answer?.type !== "ok") return;
    closeDialogs();
    toast(fill(gettext("The room now uses {name}."), { name }));
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
