/** Tests that every command, option, setting, npm script and repository file named in a document exists. */
import assert from "node:assert/strict";
import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import type { Command } from "commander";
import manifest from "../../package.json" with { type: "json" };
import { createProgram } from "../../src/app/cli/program.ts";

const ROOT = path.join(import.meta.dirname, "../..");
const PAGES = ["README.md", "CONTRIBUTING.md", ...globSync(["docs/**/*.md", "clients/*/README.md"], { cwd: ROOT })];
const texts = PAGES.map((page) => ({ page, text: readFileSync(path.join(ROOT, page), "utf8") }));

interface PrintedCommand {
  /** `keys create` */
  readonly name: string;
  readonly options: readonly string[];
  readonly page: string;
}

/** Matches `npm run -s cli -- keys create --plan premium`, and the same command in the image and under systemd. */
const COMMAND = /(?:npm run -s cli -- |npx congress-trades |bin\/congress-trades\.js )([^\n`#|]*)/g;

/** Returns the texts between backticks in the sentences of a page. */
const findCode = (text: string) =>
  [...text.replace(/```.*?```/gs, "").matchAll(/(?<!`)`([^`\n]+)`/g)].map(([, code = ""]) => code);

function findPrintedCommands(): PrintedCommand[] {
  return texts.flatMap(({ page, text }) => {
    // A sentence names `keys revoke` without the words before it in a shell.
    const inSentences = findCode(text).filter((code) => findCommand(program, code.split(" ")[0] ?? "") !== undefined);
    const inShells = [...text.matchAll(COMMAND)].map(([, rest = ""]) => rest);
    return [...inShells, ...inSentences].map((rest) => {
      const words = rest.trim().split(/\s+/);
      const end = words.findIndex((word) => !/^[a-z][a-z-]*$/.test(word));
      const named = end === -1 ? words : words.slice(0, end);
      const options = findOptions(rest);
      return { name: named.slice(0, 2).join(" "), options, page };
    });
  });
}

/** Returns the options in a text, such as `--state` in `[--state S]` and in `--state=parsed`. */
const findOptions = (code: string) => [...code.matchAll(/(?:^|[\s[])(--[a-z-]+)/g)].map(([, option = ""]) => option);

const program = createProgram();

test("every command printed in a document exists, with its options", () => {
  const commands = findPrintedCommands().filter(({ name }) => name !== "" && name !== "demo" && name !== "help");
  assert.ok(commands.length > 100, `${commands.length} found`);
  for (const { name, options, page } of commands) {
    const [first = "", second] = name.split(" ");
    const group = findCommand(program, first) ?? assert.fail(`${page}: ${first} is not a command`);
    const isGroup = group.commands.length > 0 && second !== undefined;
    const command = isGroup ? findCommand(group, second) : group;
    assert.ok(command, `${page}: ${name} is not a command`);
    for (const option of options) {
      const isKnown = option === "--help" || command.options.some(({ long }) => long === option);
      assert.ok(isKnown, `${page}: ${name} has no option ${option}`);
    }
  }
});

const findCommand = (program: Command, name: string) => program.commands.find((command) => command.name() === name);

/** Returns the text of all source files in these folders, except the tests in this folder. */
const readSources = (...folders: string[]) =>
  globSync(
    folders.map((folder) => `${folder}/**/*.{ts,js}`),
    { cwd: ROOT },
  )
    .filter((file) => !file.startsWith("test/docs/"))
    .map((file) => readFileSync(path.join(ROOT, file), "utf8"))
    .join("\n");

/** Names that need not exist: an option of `curl`, and files that are created later or stand for others. */
const NOT_OURS = ["--retry", "test/corpus/documents/", "src/store/migrations/NNNN-what-it-is.ts"];

test("every option named in a sentence exists in the program, in Node or in a script", () => {
  const sources = readSources("src", "bin", "bench", "test");
  for (const { page, text } of texts.filter((each) => !each.page.startsWith("docs/adr/"))) {
    for (const option of findCode(text).flatMap(findOptions)) {
      // The options of a script are the names that it passes to `parseArgs`.
      const isKnown =
        sources.includes(option) || new RegExp(`^\\s+"?${option.slice(2)}"?: \\{ type:`, "m").test(sources);
      assert.ok(isKnown || NOT_OURS.includes(option), `${page}: ${option}`);
    }
  }
});

/** Returns `NAME=` of each line `NAME=value` in the shell blocks of a page. */
const findAssignments = (text: string) =>
  [...text.matchAll(/```sh\n(.*?)```/gs)]
    .flatMap(([, block = ""]) => [...block.matchAll(/^([A-Z]+_[A-Z_]+=)/gm)])
    .map(([, name = ""]) => name);

test("every setting named in a document exists", () => {
  const known = new Set([...readSources("src", "bin", "test").matchAll(/\b[A-Z][A-Z0-9_]+\b/g)].map(([name]) => name));
  for (const { page, text } of texts.filter((each) => !each.page.startsWith("docs/adr/"))) {
    for (const code of [...findCode(text), ...findAssignments(text)]) {
      const [, name] = /^([A-Z][A-Z0-9]*_[A-Z0-9_]+)(?:=.*)?$/.exec(code) ?? [];
      if (name !== undefined) assert.ok(known.has(name.replace(/_FILE$/, "")), `${page}: ${name}`);
    }
  }
});

test("every npm script named in a document exists", () => {
  for (const { page, text } of texts) {
    for (const [, script = ""] of text.matchAll(/npm run (?:-s )?([a-z][a-z:-]*)/g)) {
      assert.ok(script in manifest.scripts, `${page}: npm run ${script}`);
    }
  }
});

const FILE = /(?:^|\s)(?:\.\/)?((?:bench|bin|clients|deploy|docs|runtime|scripts|src|test)\/[\w./-]+)/gm;

test("every repository file named in a document exists", () => {
  for (const { page, text } of texts.filter((each) => !each.page.startsWith("docs/adr/"))) {
    const blocks = [...text.matchAll(/```(?:sh|console)\n(.*?)```/gs)].map(([, block = ""]) => block);
    for (const [, file = ""] of [...blocks, ...findCode(text)].join("\n").matchAll(FILE)) {
      assert.ok(existsSync(path.join(ROOT, file)) || NOT_OURS.includes(file), `${page}: ${file}`);
    }
  }
});
