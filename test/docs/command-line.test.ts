/** Every command of the program, option, setting, script and file of the clone that a document names is one that there is. */
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

/** `npm run -s cli -- keys create --plan premium`, and the same in the image and under systemd. */
const COMMAND = /(?:npm run -s cli -- |npx congress-trades |bin\/congress-trades\.js )([^\n`#|]*)/g;

/** What a page has between backticks in its sentences. */
const inCode = (text: string) =>
  [...text.replace(/```.*?```/gs, "").matchAll(/(?<!`)`([^`\n]+)`/g)].map(([, code = ""]) => code);

function printedCommands(): PrintedCommand[] {
  return texts.flatMap(({ page, text }) => {
    // A sentence names `keys revoke` without what stands before it in a shell.
    const inSentences = inCode(text).filter((code) => commandOf(program, code.split(" ")[0] ?? "") !== undefined);
    const inShells = [...text.matchAll(COMMAND)].map(([, rest = ""]) => rest);
    return [...inShells, ...inSentences].map((rest) => {
      const words = rest.trim().split(/\s+/);
      const end = words.findIndex((word) => !/^[a-z][a-z-]*$/.test(word));
      const named = end === -1 ? words : words.slice(0, end);
      const options = optionsIn(rest);
      return { name: named.slice(0, 2).join(" "), options, page };
    });
  });
}

/** `--state` of `[--state S]` and of `--state=parsed`. */
const optionsIn = (code: string) => [...code.matchAll(/(?:^|[\s[])(--[a-z-]+)/g)].map(([, option = ""]) => option);

const program = createProgram();

test("every command printed in a document exists, with its options", () => {
  const commands = printedCommands().filter(({ name }) => name !== "" && name !== "demo" && name !== "help");
  assert.ok(commands.length > 100, `${commands.length} found`);
  for (const { name, options, page } of commands) {
    const [first = "", second] = name.split(" ");
    const group = commandOf(program, first) ?? assert.fail(`${page}: ${first} is no command`);
    const isGroup = group.commands.length > 0 && second !== undefined;
    const command = isGroup ? commandOf(group, second) : group;
    assert.ok(command, `${page}: ${name} is no command`);
    for (const option of options) {
      const isKnown = option === "--help" || command.options.some(({ long }) => long === option);
      assert.ok(isKnown, `${page}: ${name} has no ${option}`);
    }
  }
});

const commandOf = (program: Command, name: string) => program.commands.find((command) => command.name() === name);

/** All that is written in the sources of these folders, but for these tests. */
const sourcesOf = (...folders: string[]) =>
  globSync(
    folders.map((folder) => `${folder}/**/*.{ts,js}`),
    { cwd: ROOT },
  )
    .filter((file) => !file.startsWith("test/docs/"))
    .map((file) => readFileSync(path.join(ROOT, file), "utf8"))
    .join("\n");

/** An option of `curl`, and files that are made later or stand for others. */
const NOT_OURS = ["--retry", "test/corpus/documents/", "src/store/migrations/NNNN-what-it-is.ts"];

test("every option named in a sentence exists in the program, in Node or in a script", () => {
  const sources = sourcesOf("src", "bin", "bench", "test");
  for (const { page, text } of texts.filter((each) => !each.page.startsWith("docs/adr/"))) {
    for (const option of inCode(text).flatMap(optionsIn)) {
      // A script's options are the names that it gives to `parseArgs`.
      const isKnown =
        sources.includes(option) || new RegExp(`^\\s+"?${option.slice(2)}"?: \\{ type:`, "m").test(sources);
      assert.ok(isKnown || NOT_OURS.includes(option), `${page}: ${option}`);
    }
  }
});

/** `NAME=value` of a shell or a file of settings. */
const assignedIn = (text: string) =>
  [...text.matchAll(/```sh\n(.*?)```/gs)]
    .flatMap(([, block = ""]) => [...block.matchAll(/^([A-Z]+_[A-Z_]+=)/gm)])
    .map(([, name = ""]) => name);

test("every setting named in a document exists", () => {
  const known = new Set([...sourcesOf("src", "bin", "test").matchAll(/\b[A-Z][A-Z0-9_]+\b/g)].map(([name]) => name));
  for (const { page, text } of texts.filter((each) => !each.page.startsWith("docs/adr/"))) {
    for (const code of [...inCode(text), ...assignedIn(text)]) {
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
    for (const [, file = ""] of [...blocks, ...inCode(text)].join("\n").matchAll(FILE)) {
      assert.ok(existsSync(path.join(ROOT, file)) || NOT_OURS.includes(file), `${page}: ${file}`);
    }
  }
});
