// Dialogs and a view that a page fetches when they are first needed, or before, when somebody
// begins to use the page.
import { $, shown, wordsOf } from "../../lib/dom.js";
import { announce } from "../../lib/toast.js";

const PATIENCE = 20_000; // ms
const THERE = "there"; // what the sheet returns when there is nothing left to wait for

export class Fragment {
  arrived = false;
  /** @type {Promise<void> | null} */
  loading = null;
  /** Stands in for a dialog until it can be opened. */
  sheet = $("dialog#loading");

  /** `script` loads what it needs, and resolves to what is called once it is in the page.
      @param {string} url @param {() => Promise<() => void>} script */
  constructor(url, script) {
    this.url = url;
    this.script = script;
    $("#loading-again").addEventListener("click", () => this.attempt());
  }

  /** Fetches it once. What has failed is tried again by the next call. */
  fetch() {
    this.loading ??= this.load().catch((error) => {
      this.loading = null;
      throw error;
    });
    return this.loading;
  }

  async load() {
    const answer = await fetch(this.url, { signal: AbortSignal.timeout(PATIENCE) });
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const bind = await this.script();
    for (const part of [...page.body.children]) {
      (part.matches("dialog") ? document.body : $("main")).append(part);
    }
    this.arrived = true;
    try {
      bind();
    } catch (error) {
      reportError(error); // a fault of ours: trying again would not help
    }
  }

  /** Fetches it while the page has nothing else to do. */
  prefetch() {
    if (this.loading) return;
    const whenIdle = globalThis.requestIdleCallback ?? setTimeout; // Safari has only the latter
    // Opening a dialog tries again, and says what is wrong.
    whenIdle(() => this.fetch().catch(() => {}));
  }

  /** Resolves to true when it is in the page. Meanwhile a sheet is shown; resolves to false if that
      is closed. */
  async ready() {
    if (this.arrived) return true;
    const { sheet } = this;
    if (!sheet.open) {
      sheet.returnValue = "";
      shown($("#loading-again"), false);
      sheet.showModal();
      this.attempt();
    }
    await new Promise((resolve) => sheet.addEventListener("close", resolve, { once: true }));
    return sheet.returnValue === THERE;
  }

  async attempt() {
    const failed = $("#loading-failed");
    this.drawFailed(false);
    try {
      await this.fetch();
      this.sheet.close(THERE);
    } catch {
      this.drawFailed(true);
      if (this.sheet.open) announce(wordsOf(failed));
    }
  }

  /** @param {boolean} yes */
  drawFailed(yes) {
    shown($("#loading-words"), !yes);
    shown($("#loading-failed"), yes);
    const again = $("#loading-again");
    // It stays where it is while it is tried again, or the focus would be lost.
    if (yes) {
      shown(again, true);
      again.focus();
    }
  }
}
