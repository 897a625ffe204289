/** Every command of the program, script and file of the clone that a document names is one that there is. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import manifest from "../../package.json" with { type: "json" };

const ROOT = path.join(import.meta.dirname, "../..");
const PAGES = ["README.md", "CONTRIBUTING.md", ...globSync(["docs/**/*.md", "clients/*/README.md"], { cwd: ROOT })];
const texts = PAGES.map((page) => ({ page, text: readFileSync(path.join(ROOT, page), "utf8") }));

interface PrintedCommand {
  /** `keys create` */
  readonly name: string;
  readonly options: readonly string[];
  readonly page: string;
}

const help = new Map<string, Promise<string>>();

/** What the program says of one of its commands. */
function helpOf(name: string): Promise<string> {
  const known = help.get(name);
  if (known !== undefined) return known;
  const asked = promisify(execFile)(process.execPath, ["src/cli/main.ts", ...name.split(" "), "--help"], {
    cwd: ROOT,
  }).then(({ stdout }) => stdout);
  help.set(name, asked);
  return asked;
}

/** `npm run -s cli -- keys create --plan premium`, and the same in the image and under systemd. */
const COMMAND = /(?:npm run -s cli -- |npx congress-trades |bin\/congress-trades\.js )([^\n`#|]*)/g;

function printedCommands(): PrintedCommand[] {
  return texts.flatMap(({ page, text }) =>
    [...text.matchAll(COMMAND)].map(([, rest = ""]) => {
      const words = rest.trim().split(/\s+/);
      const end = words.findIndex((word) => !/^[a-z][a-z-]*$/.test(word));
      const named = end === -1 ? words : words.slice(0, end);
      const options = words.filter((word) => word.startsWith("--")).map((word) => word.split("=")[0] ?? "");
      return { name: named.slice(0, 2).join(" "), options, page };
    }),
  );
}

test("every command that a document prints is one, with its options", { timeout: 120_000 }, async () => {
  const commands = printedCommands().filter(({ name }) => name !== "" && name !== "demo");
  assert.ok(commands.length > 40, `${commands.length} found`);
  const all = await helpOf("help");
  for (const { name, options, page } of commands) {
    const [first = "", second] = name.split(" ");
    assert.match(all, new RegExp(`^ {2}${first}\\b`, "m"), `${page}: ${name}`);
    const group = await helpOf(first);
    const isGroup = /^Commands:/m.test(group);
    if (isGroup && second !== undefined)
      assert.match(group, new RegExp(`^ {2}${second}\\b`, "m"), `${page}: ${name} is no command`);
    const told = isGroup && second !== undefined ? await helpOf(name) : group;
    for (const option of options) assert.ok(told.includes(option), `${page}: ${name} has no ${option}`);
  }
});

test("every npm script that a document names is one", () => {
  for (const { page, text } of texts) {
    for (const [, script = ""] of text.matchAll(/npm run (?:-s )?([a-z][a-z:-]*)/g)) {
      assert.ok(script in manifest.scripts, `${page}: npm run ${script}`);
    }
  }
});

test("every file of the clone that a document's command names is there", () => {
  for (const { page, text } of texts) {
    const blocks = [...text.matchAll(/```(?:sh|console)\n(.*?)```/gs)].map(([, block = ""]) => block).join("\n");
    for (const [, file = ""] of blocks.matchAll(
      /(?:^|\s)(?:\.\/)?((?:deploy|bin|scripts|test|clients|src)\/[\w./-]+)/gm,
    )) {
      assert.ok(existsSync(path.join(ROOT, file)), `${page}: ${file}`);
    }
  }
});
