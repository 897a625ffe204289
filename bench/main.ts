/**
 * Runs the benchmarks whose tables the docs quote. `npm run bench` runs all of them one after another;
 * `npm run bench -- NAME [ARGUMENTS]` runs one of them (`http`, `search`, `pages`, `costs`, `data-files`, `returns`). The comment
 * at the top of each file describes its arguments.
 */
import { spawnSync } from "node:child_process";

const NAMES = ["http", "search", "pages", "costs", "data-files", "returns"];

const [name, ...rest] = process.argv.slice(2);
if (name !== undefined && !NAMES.includes(name)) {
  console.error(`Unknown benchmark '${name}'. Choose one of ${NAMES.join(", ")}.`);
  process.exit(2);
}
for (const each of name === undefined ? NAMES : [name]) {
  console.log(`\n## ${each}\n`);
  const program = new URL(`${each}.ts`, import.meta.url).pathname;
  const { status } = spawnSync(process.execPath, ["--expose-gc", program, ...rest], { stdio: "inherit" });
  if (status !== 0) process.exitCode = 1;
}
