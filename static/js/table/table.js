// The table: puts pad, tray and hand together, sends what I do, and shows what happened.
import { $, shown, text } from "../lib/dom.js";
import { Choice } from "./selection.js";
import { Hand, buttons } from "./actions.js";
import { fill, gettext } from "../lib/i18n.js";
import { draw as drawLog, logLines } from "./log.js";
import { announce, toast } from "../lib/toast.js";
import { Pad, phone } from "./scorepad.js";
import { pace, pref } from "../lib/prefs.js";
import { sentence } from "./refusals.js";
import { Rush } from "./fast-forward.js";
import { Scenes } from "./animation-queue.js";
import { buzz, play } from "../lib/sound.js";
import { Tray } from "./tray.js";
import { lostWords, slipWords, waitWords } from "./status-text.js";
import { narrate, roundNote } from "./narration.js";

const LOG_LINES = 40;
const PICK_EVERY = 220; // ms; the server passes on five a second
const RECKLESS_CHANCE = 0.4;
const RECKLESS_POINTS = 500;
const ALWAYS_TOLD = new Set(["final_round", "playoff", "over"]);

export class Table {
  /** `link` is the Connection; `changed()` is called when a scene has ended and draws what is true, `drawn(model)` with each drawing. */
  constructor(store, link, { changed, openScores, drawn }) {
    this.store = store;
    this.link = link;
    this.changed = changed;
    this.drawn = drawn;
    this.choice = new Choice();
    this.watched = new Choice(); // what the player at turn has selected, when it is not me
    this.stands = null; // the move the selection belongs to
    this.may = null; // what may be done in it, as far as the server has told
    this.pendingPly = null;
    this.asking = false;
    this.pickTimer = 0;
    this.wasMine = false;
    // A scene that began meanwhile draws at its end.
    this.rush = new Rush(() => this.busy || this.settled());
    this.tray = new Tray((at) => this.pick(at));
    this.hand = new Hand((name) => this.press(name));
    this.holder = null; // the seat that has this device in hand, where several share it
    $("#pass-on").addEventListener("click", () => this.passOn());
    this.pad = new Pad(openScores);
    phone.addEventListener("change", () => this.draw());
    this.scenes = new Scenes(
      (scene) => this.drawScene(scene),
      () => this.settled(),
      pace,
    );
  }

  get busy() {
    return this.scenes.busy || this.rush.due;
  }

  sync() {
    const { game } = this.store;
    this.scenes.reset(game.state);
    // Back on the line with nothing moved meanwhile: what was selected stays selected.
    if (this.stands !== `${game.number}:${game.ply}`) this.fresh();
    this.draw();
    this.turnSign(false);
  }

  event(frame, late) {
    this.scenes.skip();
    this.scenes.state ??= {};
    if (frame.ply !== undefined) this.fresh();
    const rushed = this.rush.came();
    $("#table").classList.toggle("rushed", rushed);
    if (!rushed || frame.events.some(([name]) => ALWAYS_TOLD.has(name))) this.tell(frame.events);
    if (rushed) this.rush.drawSoon();
    this.scenes.play(frame.events, this.store.game.rules, late || rushed);
  }

  /** The throw or the turn changed: nothing is selected any more. */
  fresh() {
    const { game, may } = this.store;
    this.stands = `${game.number}:${game.ply}`;
    this.may = may;
    this.choice.set(game.state.throw, may);
    this.watched.set(game.state.throw, may);
    this.pendingPly = null;
    this.asking = false;
  }

  picking({ player, ply, dice }) {
    const { game, mine } = this.store;
    if (
      !game ||
      ply !== game.ply ||
      mine.includes(player) ||
      game.players[game.state.current] !== player
    ) {
      return;
    }
    this.watched.picked = new Set(dice.filter((at) => at >= 0 && at < this.watched.dice.length));
    this.draw();
  }

  /** Everything the parts need to draw themselves. */
  model() {
    const { store, scenes } = this;
    const state = scenes.state;
    const { game } = store;
    const truly = game.state;
    const scene = scenes.scene;
    const mine = store.isMine(state.current);
    const live = scenes.queue.length === 0;
    const canAct = game.status === "playing" && store.isMine(truly.current);
    const choice = mine ? this.choice : this.watched;
    const row = live ? choice.row : null;
    const nameOf = (seat) => store.seat(seat)?.name ?? "?";
    return {
      state,
      scene,
      live,
      landing: this.tray.thrown.landing,
      mine,
      several: this.several,
      passing: this.passing && live && scene === null,
      canAct: canAct && !this.passing && !this.store.room.paused,
      choice,
      nameOf,
      name: nameOf(state.current),
      farkledMine: mine && !this.passing && scene?.kind === "farkle" && !canAct,
      hot: Boolean(row?.keep && row.next === 6 && !this.tray.thrown.landing),
      may: store.may,
      rules: game.rules,
      chances: state.rolls ? game.chances : game.chances.slice(6),
      mySeats: store.mySeats,
      pace: pace(),
      pending: this.pendingPly === game.ply && this.pendingPly !== null,
      asking: this.asking,
      // While my farkle is shown, who throws next is already at turn.
      nextName: truly.current < 0 ? null : nameOf(truly.current),
      isMine: (seat) => store.isMine(seat),
      playerAt: (seat) => store.seat(seat),
      away: (id) => !store.online.has(id),
      warm: (id) => store.room.warm?.includes(id),
      landed: () => this.landed(),
      slipWords: () => slipWords(state, game.rules, mine),
      lostWords: () => lostWords(state, scene, mine),
      waitWords: () => waitWords(truly, store),
    };
  }

  draw() {
    if (!this.scenes.state || !this.store.game) return;
    // It was not told with the move: the table was paused, or another event followed at once.
    if (!this.may && this.store.may) this.fresh();
    const model = this.model();
    this.tray.draw(model);
    this.hand.draw(model);
    this.pad.draw(model);
    // The log must not tell a throw before it has landed. A phone has no place for it.
    if (!phone.matches && model.live && !this.tray.thrown.landing) {
      drawLog($("#log"), logLines(this.store.turns, model, LOG_LINES));
    }
    const note = roundNote(model.state, noteSeat(model), model.nameOf);
    shown($("#note"), note !== null);
    $("#table").classList.toggle("with-note", note !== null || !$("#waits").hidden);
    $("#table").dataset.ply = this.stands;
    if (note) {
      text($("#note-start"), note[0]);
      text($("#note-words"), ` ${note[1]}`);
    }
    this.drawn(model);
  }

  drawScene(scene) {
    const happened = new Set(scene.events.map(([name]) => name));
    if (happened.has("kept")) play("keep");
    if (happened.has("hot_dice")) {
      play("hot");
      if (this.store.isMine(this.scenes.state.current)) buzz([15, 40, 15, 40, 15]);
    }
    if (happened.has("entered")) play("entry");
    if (happened.has("final_round") || happened.has("playoff")) play("bell");
    if (scene.kind === "throw") play("throw", scene.events.at(-1)[1].length);
    if (scene.kind === "farkle") {
      play("farkle");
      if (this.store.isMine(this.scenes.state.current)) buzz(60);
    }
    if (scene.kind === "bank") {
      play("bank");
      if (this.store.isMine(this.scenes.state.current)) buzz(20);
    }
    this.draw();
  }

  landed() {
    this.draw();
  }

  settled() {
    if (this.rush.due) return;
    this.tray.thrown.land();
    this.turnSign(true);
    this.changed();
  }

  /** It has become my turn: sound and buzz, each once. The title is the room's business. */
  turnSign(loud) {
    const mine =
      this.store.game?.status === "playing" && this.store.isMine(this.store.game.state.current);
    if (mine && !this.wasMine && loud) {
      play("turn");
      buzz([40, 80, 40]);
      announce(
        this.several
          ? fill(gettext("{name}, your turn."), {
              name: this.store.seat(this.store.game.state.current).name,
            })
          : gettext("Your turn."),
      );
    }
    this.wasMine = mine;
  }

  /** Says a batch of events to readers. */
  tell(events) {
    const { store } = this;
    const said = narrate(events, this.scenes.state, {
      nameOf: (seat) => store.seat(seat)?.name ?? "?",
      isMine: (seat) => store.isMine(seat) && !this.several,
      rules: store.game.rules,
    });
    announce(said.filter(Boolean).join(" "));
  }

  /** I tap the die at `at`. */
  pick(at) {
    const { store, choice } = this;
    if (!this.actsNow() || at >= choice.dice.length) return;
    if (!choice.toggle(at)) {
      play("refused");
      toast(fill(gettext("The {face} does not score here."), { face: String(choice.dice[at]) }));
      return;
    }
    this.asking = false;
    play(choice.picked.has(at) ? "select" : "deselect");
    buzz(8);
    this.tellPicked();
    if (store.game) this.draw();
  }

  /** Several people share this device. */
  get several() {
    const { game, mySeats } = this.store;
    return mySeats.filter((seat) => !game.state.left[seat]).length > 1;
  }

  /** It is to be passed on before the next throw. */
  get passing() {
    const { game } = this.store;
    return (
      game?.status === "playing" &&
      this.several &&
      this.store.isMine(game.state.current) &&
      this.holder !== game.state.current
    );
  }

  passOn() {
    this.holder = this.store.game.state.current;
    this.draw();
    $("#heading").focus({ preventScroll: true });
    this.draw(); // from the heading the focus goes on to Roll
  }

  pickAll() {
    if (!this.actsNow()) return;
    this.choice.all();
    this.afterPick();
  }

  clear() {
    if (!this.actsNow()) return;
    this.choice.clear();
    this.afterPick();
  }

  afterPick() {
    this.asking = false;
    this.tellPicked();
    this.draw();
  }

  actsNow() {
    const { game } = this.store;
    return (
      game?.status === "playing" &&
      this.store.isMine(game.state.current) &&
      !this.passing &&
      !this.store.room.paused &&
      this.pendingPly !== game.ply
    );
  }

  /** Passes on what I have selected, at most five times a second, the last state always. */
  tellPicked() {
    const row = this.choice.row;
    if (row?.keep) announce(fill(gettext("{points} selected, {total} at risk."), row));
    if (this.pickTimer) return;
    this.pickTimer = setTimeout(() => {
      this.pickTimer = 0;
      const { game } = this.store;
      if (!this.actsNow()) return;
      this.link.send({
        type: "pick",
        player: game.players[game.state.current],
        ply: game.ply,
        dice: [...this.choice.picked].sort(),
      });
    }, PICK_EVERY);
  }

  /** Roll, bank or build was pressed. */
  press(name) {
    if (!this.actsNow()) return;
    const { game } = this.store;
    this.scenes.finish();
    const button = buttons(this.model())[name];
    if (!button) return;
    if (!button.on) {
      play("refused");
      toast(sentence(button.code, button.given));
      return;
    }
    if (name === "roll" && !this.asking && this.reckless(button)) {
      this.asking = true;
      this.draw();
      return;
    }
    this.send(name, game);
  }

  reckless({ chance }) {
    const row = this.choice.row;
    return (
      pref("ask") && row && !row.bank && chance >= RECKLESS_CHANCE && row.total >= RECKLESS_POINTS
    );
  }

  async send(name, game) {
    const frame = {
      type: name,
      player: game.players[game.state.current],
      game: game.number,
      ply: game.ply,
    };
    if (name !== "build") frame.keep = this.choice.row?.keep ?? "";
    this.pendingPly = game.ply;
    this.asking = false;
    clearTimeout(this.pickTimer);
    this.pickTimer = 0;
    this.draw();
    const answer = await this.link.command(frame);
    if (answer.type === "no") {
      this.pendingPly = null;
      this.draw();
    }
  }
}

/** The seat of mine that a note speaks to: the one at turn if it is mine, else my first. */
function noteSeat(model) {
  return model.isMine(model.state.current) ? model.state.current : (model.mySeats[0] ?? -1);
}
