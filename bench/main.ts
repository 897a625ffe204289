/**
 * Runs the benchmarks whose tables the documents quote: `npm run bench` all of them, one after another, `npm run bench -- NAME [ARGUMENTS]`
 * one of them (`http`, `search`, `pages`, `costs`, `data-files`, `returns`), which says at its top what its arguments are.
 */
import { spawnSync } from "node:child_process";

const NAMES = ["http", "search", "pages", "costs", "data-files", "returns"];

const [name, ...rest] = process.argv.slice(2);
if (name !== undefined && !NAMES.includes(name)) {
  console.error(`There is no benchmark '${name}': ${NAMES.join(", ")}.`);
  process.exit(2);
}
for (const each of name === undefined ? NAMES : [name]) {
  console.log(`\n## ${each}\n`);
  const program = new URL(`${each}.ts`, import.meta.url).pathname;
  const { status } = spawnSync(process.execPath, ["--expose-gc", program, ...rest], { stdio: "inherit" });
  if (status !== 0) process.exitCode = 1;
}
