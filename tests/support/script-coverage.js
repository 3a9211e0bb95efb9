// Reports how many lines of the scripts the tests beside them reach. Scripts that no test loads
// count with all of their lines: most of them need a real browser, where tests/browser runs them.
import { globSync, readFileSync } from "node:fs";
import { relative } from "node:path";

const SCRIPTS = "static/js/**/*.js";

const row = (name, covered, total) =>
  `${name.padEnd(40)} ${String(covered).padStart(6)} of ${String(total).padStart(6)}` +
  ` ${((100 * covered) / total).toFixed(0).padStart(4)} %\n`;

const sum = (rows, name) => rows.reduce((total, file) => total + file[name], 0);

export default async function* report(source) {
  for await (const { type, data } of source) {
    if (type === "test:fail") yield `failed: ${data.name}\n`;
    if (type !== "test:coverage") continue;
    const loaded = data.summary.files.map(({ path, coveredLineCount, totalLineCount }) => ({
      name: relative("", path),
      covered: coveredLineCount,
      total: totalLineCount,
    }));
    const names = new Set(loaded.map(({ name }) => name));
    const others = globSync(SCRIPTS)
      .filter((name) => !name.endsWith(".test.js") && !names.has(name))
      .map((name) => ({
        name,
        covered: 0,
        total: readFileSync(name, "utf8").trimEnd().split("\n").length,
      }));
    const all = [...loaded, ...others].sort((a, b) => (a.name < b.name ? -1 : 1));
    for (const { name, covered, total } of all) yield row(name, covered, total);
    yield row("scripts that a test loads", sum(loaded, "covered"), sum(loaded, "total"));
    yield row("all scripts", sum(all, "covered"), sum(all, "total"));
  }
}
