// Other games that wait for me, when turns take long: from table to table in one tap.

const AGAIN = 60_000; // ms after which it is looked up anew

export class WaitingGames {
  /** @param {Store} store @param {() => void} changed */
  constructor(store, changed) {
    this.store = store;
    this.changed = changed;
    this.found = { count: 0, url: "" };
    this.asked = 0;
    this.wasMine = false;
  }

  /** Looks it up when my turn here is over, and now and then. */
  look() {
    const { store } = this;
    if (store.me === null || !store.slow) return;
    const mine = store.game?.status === "playing" && store.isMine(store.game.state.current);
    const now = Date.now();
    const due = now - this.asked > AGAIN || (this.wasMine && !mine);
    this.wasMine = mine;
    if (mine || !due) return;
    this.asked = now;
    this.fetch();
  }

  async fetch() {
    try {
      const answer = await fetch(`/games/waiting/?but=${this.store.room.code}`);
      if (!answer.ok) return;
      const found = await answer.json();
      const changed = found.count !== this.found.count || found.url !== this.found.url;
      this.found = found;
      if (changed) this.changed();
    } catch {
      this.found = { count: 0, url: "" }; // the next look asks again
    }
  }
}
