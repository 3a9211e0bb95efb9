// Builds static/dist: for each kind of page one script and one style sheet, and the sprite of all
// pages, minified, with a hash of the content in each name.
//
// What a template asks for with {% script %} or {% style_sheet %} is an entry. A script's dynamic
// imports become files of their own, which import what they share with the page from its script.
// A script is built once for each language, with its texts in place of the English ones.
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
const TEXT = String.raw`("(?:[^"\\]|\\.)*")`;
const CALL = new RegExp(String.raw`\bp?gettext\(\s*(?:${TEXT},\s*)?${TEXT},?\s*\)`, "g");
const CALL_OF_FORMS = new RegExp(String.raw`\bngettext\(\s*${TEXT},\s*${TEXT}`, "g");

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

/** Returns the translations of a catalogue by context and message, each with all its forms. */
function translations(path) {
  const found = {};
  for (const entry of readFileSync(path, "utf8").split(/\n{2,}/)) {
    const fields = [...entry.matchAll(/^(msg\w+)(?:\[\d\])? ((?:".*"\n?)+)/gm)].map(
      ([, field, lines]) => [field, lines.match(/".*"/g).map(JSON.parse).join("")],
    );
    const { msgctxt = "", msgid } = Object.fromEntries(fields);
    const forms = fields.filter(([field]) => field === "msgstr").map(([, text]) => text);
    const isDone = forms.every(Boolean) && !/^#, .*fuzzy/m.test(entry);
    if (isDone) found[`${msgctxt}\u0004${msgid}`] = forms;
  }
  return found;
}

/** Writes the texts of a language into a script: gettext("Roll") becomes "Würfeln". */
function translated(code, texts) {
  const forms = (...id) =>
    texts[id.map(JSON.parse).join("\u0004")]?.map((text) => JSON.stringify(text));
  return code
    .replace(CALL, (_call, context, text) => forms(context ?? '""', text)?.[0] ?? text)
    .replace(CALL_OF_FORMS, (_call, one, many) => `ngettext(${forms('""', one) ?? [one, many]}`);
}

/** Returns the files of one script: the first is the entry, the others its dynamic imports. */
async function script(name, texts) {
  const bundle = await rolldown({
    input: join(STATIC, name),
    plugins: [{ name: "texts", transform: (code) => translated(code, texts) }],
  });
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
function add(name, made) {
  names[name] = `dist/${made[0][0]}`;
  for (const [path, content] of made) files.set(path, content);
}
const locales = readdirSync("locale").filter((name) => !name.includes("."));
const catalogues = locales.map((name) => translations(`locale/${name}/LC_MESSAGES/djangojs.po`));
for (const name of entries()) {
  if (kindOf(name) !== "js") {
    add(name, kindOf(name) === "css" ? await styleSheet(name) : sprite(name));
    continue;
  }
  const made = await Promise.all([{}, ...catalogues].map((texts) => script(name, texts)));
  for (const [at, locale] of ["en", ...locales].entries()) add(`${locale}/${name}`, made[at]);
}
files.set("manifest.json", `${JSON.stringify(names, null, 2)}\n`);

const target = join(STATIC, "dist");
rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });
for (const [path, content] of files) writeFileSync(join(target, path), content);
