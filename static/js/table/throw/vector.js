// Vectors of three numbers.
/** @import { Vector } from "./quaternion.js" */

/** @type {(a: Vector, b: Vector) => number} */
export const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** @type {(a: Vector, b: Vector) => Vector} */
export const cross = (a, b) => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

/** Adds a vector to the first. @param {Vector} a @param {Vector} b */
export const add = (a, b, times = 1) => {
  for (let i = 0; i < 3; i++) a[i] += b[i] * times;
};

/** Returns a vector given by these axes. @type {(axes: Vector[], vector: Vector) => Vector} */
export const turned = ([x, y, z], [a, b, c]) => [
  x[0] * a + y[0] * b + z[0] * c,
  x[1] * a + y[1] * b + z[1] * c,
  x[2] * a + y[2] * b + z[2] * c,
];
