// The series: the finished games of a room, added up.

/** Returns the room's rows, by player, with a finished game added.
    @param {Wire.SeriesRow[]} series @param {Game} game */
export function withGame(series, game) {
  const rows = new Map(series.map((row) => [row[0], row]));
  game.players.forEach((id, seat) => {
    const [, games, wins, points] = rows.get(id) ?? [id, 0, 0, 0];
    rows.set(id, [
      id,
      games + 1,
      wins + Number(game.state.winners.includes(seat)),
      points + game.state.scores[seat],
    ]);
  });
  return [...rows.values()].sort((a, b) => a[0] - b[0]);
}
