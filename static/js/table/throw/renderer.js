// Draws dice in the air with WebGL: rounded bodies with pits, in the light and the colours of the
// drawings they become at rest (partials/dice_drawings.html), and their shadows on the felt.
import { columns, inverse } from "./quaternion.js";
import { shows } from "./physics.js";

export const SIDE = 0.17; // how much of a die's side is seen, in edges
export const TOP = 0.97; // how much of its upper face is seen, in edges
const LIFT = 0.07; // how much larger a die looks for each edge that it is nearer to the eye
const ROUND = 0.2;
const LINES = [-0.5, -0.485, -0.46, -0.42, -0.37, -0.3];
const FLOATS = 15; // per point: place, normal, two axes of its face, place on the face, face

const VERTEX = `#version 300 es
in vec3 place, normal, across, along;
in vec3 face;
uniform vec4 turn; // a quaternion of any length
uniform vec3 middle;
uniform vec4 view; // scale and shift of both axes
out vec3 body, light, uAxis, vAxis;
out vec2 uv;
flat out float pips;
vec3 turned(vec3 v, vec4 q) {
  return v + 2.0 * cross(q.xyz, cross(q.xyz, v) + q.w * v);
}
void main() {
  vec4 q = normalize(turn);
  body = turned(place, q);
  light = turned(normal, q);
  uAxis = turned(across, q);
  vAxis = turned(along, q);
  uv = face.xy;
  pips = face.z;
  vec3 at = middle + body * (1.0 + ${LIFT} * (middle.z - 0.5));
  gl_Position = vec4(vec2(at.x, at.y * ${TOP} + at.z * ${SIDE}) * view.xy + view.zw,
    (at.y * ${SIDE} - at.z) / 30.0, 1.0);
}`;

const FRAGMENT = `#version 300 es
precision highp float;
in vec3 body, light, uAxis, vAxis;
in vec2 uv;
flat in float pips;
uniform vec3 top, side, pip;
uniform float sheen;
out vec4 colour;
vec2 nearest = vec2(9.0);
void pit(vec2 at) {
  if (length(uv - at) < length(nearest)) nearest = uv - at;
}
void main() {
  vec3 n = normalize(light);
  vec3 facing = normalize(cross(uAxis, vAxis));
  float across = (body.x - body.y) * 0.5 + 0.5; // from the upper left to the lower right
  float up = smoothstep(0.08, 0.3, n.z);
  vec3 low = side * (1.0 + 0.1 * dot(n.xy, vec2(-0.7, 0.7)));
  low = mix(low, vec3(0), 0.3 * clamp((across - 0.35) / 0.65, 0.0, 1.0));
  vec3 high = mix(top, vec3(1), 0.55 * sheen * clamp(1.0 - across / 0.42, 0.0, 1.0));
  high = mix(high, vec3(0), 0.1 * clamp((across - 0.6) / 0.4, 0.0, 1.0));
  // Each face has a tone of its own, until the die lies flat like its drawing.
  vec3 upright = abs(vec3(uAxis.z, vAxis.z, facing.z));
  float tilt = 1.0 - smoothstep(0.9, 1.0, max(upright.x, max(upright.y, upright.z)));
  float tone = 0.16 * (1.0 - facing.z) + 0.14 * dot(facing.xy, vec2(0.7, -0.7));
  high *= 1.0 - tilt * tone;
  high += tilt * (0.3 - tone) * max(0.0, 0.5 - top.g); // black can't get darker
  float bend = smoothstep(0.02, 0.2, 1.0 - dot(n, facing));
  float edge = mix(1.0, bend, tilt) * smoothstep(0.15, 0.35, n.z) * (1.0 - smoothstep(0.55, 0.8, n.z));
  high = mix(high, vec3(1), edge * clamp(0.95 - 1.4 * across, 0.0, 0.9));
  vec3 shade = mix(low, high, up);
  vec2 grid = pips > 5.5 ? vec2(0.26, 0.29) : vec2(0.275, 0.26);
  if (mod(pips, 2.0) > 0.5) pit(vec2(0));
  if (pips > 1.5) { pit(vec2(-grid.x, grid.y)); pit(vec2(grid.x, -grid.y)); }
  if (pips > 3.5) { pit(grid); pit(-grid); }
  if (pips > 5.5) { pit(vec2(grid.x, 0)); pit(vec2(-grid.x, 0)); }
  float radius = pips < 1.5 ? 0.12 : 0.1;
  float far = length(nearest);
  float blur = fwidth(far);
  vec2 way = (uAxis.xy * nearest.x + vAxis.xy * nearest.y) / radius;
  float lower = dot(way, vec2(0.7, -0.7)); // 1 at the lower right lip
  vec3 deep = mix(pip, vec3(1), 0.3 * smoothstep(-0.3, 1.1, lower));
  deep *= 1.0 - 0.35 * smoothstep(0.1, 1.0, -lower);
  deep = mix(deep, vec3(1), 0.4 * smoothstep(0.82, 0.95, far / radius) * smoothstep(0.3, 0.8, lower));
  colour = vec4(mix(deep, shade, smoothstep(radius - blur, radius + blur, far)), 1.0);
}`;

const SHADOW_VERTEX = `#version 300 es
in vec3 place;
uniform vec3 middle;
uniform vec4 view;
uniform float yaw;
out vec2 way;
void main() {
  float high = max(0.0, middle.z - 0.5);
  way = place.xy;
  vec2 size = vec2(0.64, 0.3 + 0.2 * min(high, 1.0)) * (1.0 + 0.3 * high);
  vec2 from = vec2(0.06 + 0.3 * high, -0.315 - 0.2 * high) + place.xy * size;
  from = mat2(cos(yaw), sin(yaw), -sin(yaw), cos(yaw)) * from;
  gl_Position = vec4((vec2(middle.x, middle.y * ${TOP}) + from) * view.xy + view.zw, 0.9, 1.0);
}`;

const SHADOW_FRAGMENT = `#version 300 es
precision highp float;
in vec2 way;
uniform vec3 middle;
out vec4 colour;
void main() {
  float far = length(way);
  float dark = far < 0.55 ? mix(0.78, 0.42, far / 0.55) : mix(0.42, 0.0, (far - 0.55) / 0.45);
  dark = max(0.0, dark) / (1.0 + 0.8 * max(0.0, middle.z - 0.5));
  colour = vec4(vec3(0.008, 0.059, 0.047) * dark, dark);
}`;

/** Returns the points and triangles of a die: six faces, each a grid that is bent at its edges. */
function shape() {
  const lines = [...LINES, ...LINES.map((line) => -line).reverse()];
  const points = [];
  const triangles = [];
  const inner = 0.5 - ROUND;
  for (let face = 1; face <= 6; face++) {
    const axes = columns(inverse(shows(face)));
    const first = points.length;
    for (const v of lines) {
      for (const u of lines) {
        const at = [0, 1, 2].map((i) => axes[0][i] * u + axes[1][i] * v + axes[2][i] * 0.5);
        const core = at.map((part) => Math.min(inner, Math.max(-inner, part)));
        const out = at.map((part, i) => part - core[i]);
        const normal = out.map((part) => part / Math.hypot(...out));
        const place = core.map((part, i) => part + normal[i] * ROUND);
        points.push([...place, ...normal, ...axes[0], ...axes[1], u, v, face]);
      }
    }
    const row = lines.length;
    for (let v = 0; v < row - 1; v++) {
      for (let u = 0; u < row - 1; u++) {
        const at = first + v * row + u;
        triangles.push(at, at + 1, at + row, at + 1, at + row + 1, at + row);
      }
    }
  }
  return { points: new Float32Array(points.flat()), triangles: new Uint16Array(triangles) };
}

/** Whether the processor draws, which takes too long for every frame.
    @param {WebGL2RenderingContext} gl */
function inSoftware(gl) {
  const info = gl.getExtension("WEBGL_debug_renderer_info");
  const name = info ? gl.getParameter(info.UNMASKED_RENDERER_WEBGL) : "";
  return /swiftshader|llvmpipe|softpipe|software|basic render/i.test(name);
}

/** @param {WebGL2RenderingContext} gl @param {string} vertex @param {string} fragment */
function program(gl, vertex, fragment) {
  const made = gl.createProgram();
  for (const [kind, source] of /** @type {const} */ ([
    [gl.VERTEX_SHADER, vertex],
    [gl.FRAGMENT_SHADER, fragment],
  ])) {
    const shader = gl.createShader(kind);
    if (!shader) throw new Error("no WebGL");
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(made, shader);
  }
  gl.linkProgram(made);
  if (!gl.getProgramParameter(made, gl.LINK_STATUS)) {
    throw new Error(gl.getProgramInfoLog(made) ?? "");
  }
  const names = ["turn", "middle", "view", "yaw", "top", "side", "pip", "sheen"];
  return { made, at: Object.fromEntries(names.map((n) => [n, gl.getUniformLocation(made, n)])) };
}

/** A die in the air; `turn` is a quaternion of any length.
    @typedef {{ place: Float32Array, turn: Float32Array, yaw: number }} FlyingDie */

export class Renderer {
  /** Throws where there is no WebGL 2, or only one in software.
      @param {HTMLCanvasElement} canvas */
  constructor(canvas) {
    const gl = canvas.getContext("webgl2", {
      antialias: true,
      failIfMajorPerformanceCaveat: true,
      powerPreference: "low-power",
    });
    if (!gl || inSoftware(gl)) throw new Error("no WebGL");
    this.canvas = canvas;
    this.gl = gl;
    this.dice = program(gl, VERTEX, FRAGMENT);
    this.shadows = program(gl, SHADOW_VERTEX, SHADOW_FRAGMENT);
    const { points, triangles } = shape();
    this.count = triangles.length;
    this.body = this.arrays(this.dice.made, points, triangles);
    const square = new Float32Array([-1, -1, 0, 1, -1, 0, -1, 1, 0, 1, 1, 0]);
    this.square = this.arrays(this.shadows.made, square, null);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
  }

  /** @param {WebGLProgram} made @param {Float32Array} points
      @param {Uint16Array | null} triangles */
  arrays(made, points, triangles) {
    const { gl } = this;
    const all = gl.createVertexArray();
    gl.bindVertexArray(all);
    gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
    gl.bufferData(gl.ARRAY_BUFFER, points, gl.STATIC_DRAW);
    const names = triangles ? ["place", "normal", "across", "along", "face"] : ["place"];
    for (const [at, name] of names.entries()) {
      const where = gl.getAttribLocation(made, name);
      if (where < 0) continue;
      gl.enableVertexAttribArray(where);
      gl.vertexAttribPointer(where, 3, gl.FLOAT, false, triangles ? FLOATS * 4 : 12, at * 12);
    }
    if (triangles) {
      gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, gl.createBuffer());
      gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, triangles, gl.STATIC_DRAW);
    }
    return all;
  }

  /** Sets the size (CSS pixels), how long an edge is in it, the colours [red, green, blue] and how
      much the dice shine (all 0 to 1), and how many pixels a CSS pixel may have.
      @param {{ width: number, height: number, edge: number, top: number[], side: number[],
        pip: number[], sheen: number, detail: number }} look */
  set({ width, height, edge, top, side, pip, sheen, detail }) {
    const { gl, canvas } = this;
    const fine = Math.min(devicePixelRatio, detail, Math.sqrt(3e6 / (width * height)));
    const [w, h] = [width, height].map((length) => Math.round(length * fine));
    if (canvas.width !== w || canvas.height !== h) Object.assign(canvas, { width: w, height: h });
    gl.viewport(0, 0, w, h);
    const view = [(2 * edge) / width, (2 * edge) / height, 0, 0];
    for (const { made, at } of [this.dice, this.shadows]) {
      gl.useProgram(made);
      gl.uniform4fv(at.view, view);
    }
    gl.useProgram(this.dice.made);
    for (const [name, value] of Object.entries({ top, side, pip })) {
      gl.uniform3fv(this.dice.at[name], value);
    }
    gl.uniform1f(this.dice.at.sheen, sheen);
  }

  /** Draws dice {place, turn, yaw}; the origin is the middle of the canvas, a turn a quaternion of
      any length. @param {FlyingDie[]} dice */
  draw(dice) {
    const { gl } = this;
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    gl.disable(gl.DEPTH_TEST);
    gl.useProgram(this.shadows.made);
    gl.bindVertexArray(this.square);
    for (const { place, yaw } of dice) {
      gl.uniform3fv(this.shadows.at.middle, place);
      gl.uniform1f(this.shadows.at.yaw, yaw);
      gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
    }
    gl.enable(gl.DEPTH_TEST);
    gl.useProgram(this.dice.made);
    gl.bindVertexArray(this.body);
    for (const { place, turn } of dice) {
      gl.uniform3fv(this.dice.at.middle, place);
      gl.uniform4fv(this.dice.at.turn, turn);
      gl.drawElements(gl.TRIANGLES, this.count, gl.UNSIGNED_SHORT, 0);
    }
  }
}
