// Builds static/dist: for each kind of page one script and one style sheet, and the sprite of all
// pages, minified, with a hash of the content in each name.
//
// What a template asks for with {% script %} or {% style_sheet %} is an entry. A script's dynamic
// imports become files of their own, which import what they share with the page from its script.
// `node bundle.js css svg` builds only these kinds: pages load the others from their sources.
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { build } from "esbuild";
import { rolldown } from "rolldown";

const STATIC = "static";
const SPRITE = "img/sprite.svg";
const KINDS = process.argv.length > 2 ? process.argv.slice(2) : ["css", "js", "svg"];
const ENTRY = /\{% (?:script|style_sheet) ["']([\w/.-]+)["']/g;

/** The static names of all entries, in order. */
function entries() {
  const paths = readdirSync("templates", { recursive: true });
  const names = paths
    .filter((path) => path.endsWith(".html"))
    .flatMap((path) => {
      const text = readFileSync(join("templates", path), "utf8");
      return [...text.matchAll(ENTRY)].map(([, name]) => name);
    });
  return [...new Set([...names, SPRITE])].sort().filter((name) => KINDS.includes(kindOf(name)));
}

/** Returns the files of one script: the first is the entry, the others its dynamic imports. */
async function script(name) {
  const bundle = await rolldown({ input: join(STATIC, name) });
  const { output } = await bundle.generate({
    format: "esm",
    minify: true,
    // What the page needs at once is one file, whatever else imports parts of it.
    codeSplitting: { groups: [{ name: pageOf(name), tags: ["$initial"] }] },
    hashCharacters: "hex",
    entryFileNames: `${pageOf(name)}.[hash:12].js`,
    chunkFileNames: `${pageOf(name)}-[name].[hash:12].js`,
  });
  await bundle.close();
  return output.map((file) => [file.fileName, Buffer.from(file.code)]);
}

/** Returns the files of one style sheet: the first is the sheet, the others the images it shows. */
async function styleSheet(name) {
  const { outputFiles } = await build({
    entryPoints: [join(STATIC, name)],
    bundle: true,
    minify: true,
    write: false,
    outdir: "dist",
    assetNames: "[name].[hash]",
    loader: { ".svg": "file" },
  });
  const [images, [sheet]] = [
    outputFiles.filter((file) => !file.path.endsWith(".css")),
    outputFiles.filter((file) => file.path.endsWith(".css")),
  ];
  const hash = createHash("sha256").update(sheet.contents).digest("hex").slice(0, 12);
  return [
    [`${pageOf(name)}.${hash}.css`, sheet.contents],
    ...images.map((file) => [basename(file.path), file.contents]),
  ];
}

/** Returns the one file of the sprite, without comments and indentation. */
function sprite(name) {
  const text = readFileSync(join(STATIC, name), "utf8")
    .replace(/<!--.*?-->/gs, "")
    .replace(/\s+/g, " ")
    .replace(/ ?(?=<)|(?<=>) /g, "");
  return [[`sprite.${createHash("sha256").update(text).digest("hex").slice(0, 12)}.svg`, text]];
}

const kindOf = (name) => name.split(".").at(-1);

/** "js/pages/home.js" is the script of "home", "js/room/main.js" that of "room". */
function pageOf(name) {
  const [file, folder] = name
    .replace(/\.\w+$/, "")
    .split("/")
    .reverse();
  return file === "main" ? folder : file;
}

const files = new Map();
const names = {};
for (const name of entries()) {
  const make = { css: styleSheet, js: script, svg: sprite }[kindOf(name)];
  const made = await make(name);
  names[name] = `dist/${made[0][0]}`;
  for (const [path, content] of made) files.set(path, content);
}
files.set("manifest.json", `${JSON.stringify(names, null, 2)}\n`);

const target = join(STATIC, "dist");
rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });
for (const [path, content] of files) writeFileSync(join(target, path), content);
