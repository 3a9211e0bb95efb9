// Stages the moments on the felt: what each says is in text/moments.js.
import { $, attr, shown, text } from "../lib/dom.js";
import { pencil } from "../lib/pencil.js";
import { momentOf, momentWords } from "./text/moments.js";

export class Moments {
  /** `skip()` ends the moment on show. @param {() => void} skip */
  constructor(skip) {
    this.node = $("#moment");
    this.tray = $("#tray");
    /** @type {import("./animation-queue.js").Scene | null} */ this.scene = null;
    this.tray.addEventListener("pointerdown", () => this.scene && skip());
  }

  draw(/** @type {Model} */ model) {
    const moment = momentOf(model);
    const farkled = model.scene?.kind === "farkle";
    attr(this.tray, "data-moment", farkled ? "farkle" : moment === "hot" ? "hot" : moment);
    attr(this.tray, "data-big", moment === "bigFarkle");
    attr($("#pad"), "data-moment", moment);
    const words = momentWords(model);
    this.scene = words || farkled ? model.scene : null;
    shown(this.node, this.scene !== null);
    if (!this.scene) return;
    const shout = farkled ? "farkle" : moment === "hot" ? "hot" : null;
    shown($("#shout-farkle"), shout === "farkle");
    shown($("#shout-hot"), shout === "hot");
    shown($("#moment-points"), words?.points !== undefined);
    if (words?.points !== undefined) pencil($("#moment-points"), words.points, { bold: true });
    $("#moment-points").classList.add("write");
    text($("#moment-title"), words?.title ?? "");
    text($("#moment-line"), words?.line ?? "");
  }
}
