// Rotations as quaternions [x, y, z, w].

/** @typedef {number[]} Vector of three numbers
    @typedef {number[]} Quaternion of four */

/** @type {(one: Quaternion, other: Quaternion) => Quaternion} */
export const multiply = ([ax, ay, az, aw], [bx, by, bz, bw]) => [
  aw * bx + ax * bw + ay * bz - az * by,
  aw * by - ax * bz + ay * bw + az * bx,
  aw * bz + ax * by - ay * bx + az * bw,
  aw * bw - ax * bx - ay * by - az * bz,
];

/** @type {(turn: Quaternion) => Quaternion} */
export const inverse = ([x, y, z, w]) => [-x, -y, -z, w];

export const unit = (/** @type {number[]} */ q) => {
  const length = Math.hypot(...q);
  return q.map((part) => part / length);
};

/** The rotation by the length of a vector (radians) about the vector.
    @type {(vector: Vector) => Quaternion} */
export const about = ([x, y, z]) => {
  const angle = Math.hypot(x, y, z);
  const part = angle < 1e-9 ? 0.5 : Math.sin(angle / 2) / angle;
  return [x * part, y * part, z * part, Math.cos(angle / 2)];
};

/** The vector for which `about` gives this rotation, the short way round.
    @type {(turn: Quaternion) => Vector} */
export const vectorOf = ([x, y, z, w]) => {
  const sine = Math.hypot(x, y, z);
  if (sine < 1e-9) return [0, 0, 0];
  const angle = 2 * Math.atan2(sine, Math.abs(w));
  const part = (w < 0 ? -angle : angle) / sine;
  return [x * part, y * part, z * part];
};

/** The columns of a rotation's matrix: where the axes x, y and z point to.
    @type {(turn: Quaternion) => Vector[]} */
export const columns = ([x, y, z, w]) => [
  [1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)],
  [2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)],
  [2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)],
];

/** The rotation with these columns. @type {(columns: Vector[]) => Quaternion} */
export const fromColumns = ([[a, d, g], [b, e, h], [c, f, i]]) => {
  const parts = [1 + a - e - i, 1 - a + e - i, 1 - a - e + i, 1 + a + e + i];
  const most = parts.indexOf(Math.max(...parts));
  return unit(
    [
      [parts[0], b + d, c + g, h - f],
      [b + d, parts[1], f + h, c - g],
      [c + g, f + h, parts[2], d - b],
      [h - f, c - g, d - b, parts[3]],
    ][most],
  );
};
