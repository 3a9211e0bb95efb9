// The dialog that saves and shares rule sets: under a name, as a link, a text or a file.
import { ask, closeDialogs } from "../lib/dialogs.js";
import { $, attr, h, keyed, shown, text } from "../lib/dom.js";
import { fill, gettext } from "../lib/i18n.js";
import { copyField } from "../lib/share.js";
import { note, toast } from "../lib/toast.js";

export class SavedRules {
  constructor(store, editor, card) {
    this.store = store;
    this.editor = editor;
    this.card = card;
    this.saved = [];
    for (const button of document.querySelectorAll('[data-sheet="saved-sheet"]')) {
      button.addEventListener("click", () => this.opened());
    }
    for (const button of document.querySelectorAll("#saved-sheet [data-copies]")) {
      const field = $(`#${button.dataset.copies}`);
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

  opened() {
    this.draw();
    this.fetch();
  }

  draw() {
    if (!$("#saved-sheet").open) return;
    const code = this.card.facts.text;
    const path = `/rules/${code}/`;
    $("#share-link").value = new URL(path, location.href).href;
    $("#share-text").value = code;
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

  /** Sends a request. Resolves to the answer, which has a `problem` if something went wrong. */
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

  form(node) {
    const form = new FormData(node);
    form.set("csrfmiddlewaretoken", $("#save-rules [name=csrfmiddlewaretoken]").value);
    return form;
  }

  async save(replace) {
    const form = this.form($("#save-rules"));
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
    $("#save-name").value = "";
    toast(fill(gettext("Saved as {name}."), answer));
    this.fetch();
  }

  async use(one) {
    const answer = await this.editor.applyRuleSet({ rules: one.rules, base: one.base });
    if (answer?.type !== "ok") return;
    closeDialogs();
    toast(fill(gettext("The room now uses {name}."), one));
  }

  /** Applies the rule set that was pasted or chosen as a file. */
  async read() {
    const problem = $("#read-problem");
    const form = this.form($("#read-rules"));
    if (!form.get("file")?.size) form.delete("file");
    const answer = await this.request("/rules/read/", form);
    shown(problem, Boolean(answer.problem));
    if (answer.problem) {
      note($("span", problem), fill(gettext("{problem} Nothing changed."), answer));
      return;
    }
    const done = await this.editor.applyRuleSet({ rules: answer.rules, base: answer.preset });
    if (done?.type !== "ok") return;
    $("#read-rules").reset();
    closeDialogs();
    toast(gettext("The room now uses these rules."));
  }
}
