// Several people at one device: whose dice have which colour, and when the device has to be passed.
const COLOURS = 6;

export class SharedDevice {
  constructor(/** @type {Store} */ store) {
    this.store = store;
    /** @type {number | null} */ this.holder = null; // the player who took the device last
  }

  /** Whether several people play on this device. */
  get shared() {
    const { newestGame: game, mySeats } = this.store;
    return mySeats.filter((seat) => !game.state.left[seat]).length > 1;
  }

  /** Whether the device has to be passed to the player whose turn it is. At first the host, who
      pressed Start, has it. */
  get passing() {
    const { game, hosting } = this.store;
    return (
      game?.status === "playing" &&
      this.shared &&
      this.store.isMine(game.state.current) &&
      (this.holder ?? hosting) !== game.players[game.state.current]
    );
  }

  /** Returns the colour of a player's dice, 1 to 6, or null: my own dice are ivory to me.
      @param {number} seat */
  colourOf(seat) {
    const player = this.store.seat(seat);
    if (!player || (this.store.isMine(seat) && !this.shared)) return null;
    return (player.colour % COLOURS) + 1;
  }

  /** The player whose turn it is has the device now. */
  take() {
    const { players, state } = this.store.newestGame;
    this.holder = players[state.current];
  }
}
