import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { chmod, mkdtemp, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { replaceSettings } from "./settings-file.ts";
import { askAndSaveSettings } from "./setup.ts";

const folder = await mkdtemp(path.join(tmpdir(), "congress-trades-"));
after(() => rm(folder, { recursive: true }));

/** Answers the questions; further questions get no answer. */
async function run(file: string, answers: readonly string[], isPerson = false) {
  const left = [...answers];
  let output = "";
  const write = (text: string) => {
    output += text;
  };
  const values = await askAndSaveSettings(file, { isPerson, write, readAnswer: async () => left.shift() ?? null });
  return { values, output };
}

const getPath = (name: string) => path.join(folder, name);
const readLines = async (file: string) =>
  (await readFile(file, "utf8")).split("\n").filter((line) => !/^#|^$/.test(line));

test("writes three answers to a file that only its owner can read", async () => {
  const file = getPath("new");
  const { output } = await run(file, ["YES", "Jane <jane@example.org>", ""]);
  assert.deepEqual(await readLines(file), [
    "SENATE_EFD_ACCEPT_TERMS=true",
    "CONTACT='Jane <jane@example.org>'",
    "PORT=3000",
  ]);
  if (process.platform !== "win32") assert.equal((await stat(file)).mode & 0o777, 0o600);
  assert.match(output, /https:\/\/efdsearch\.senate\.gov\/.*5 U\.S\.C\. 13107\(c\)/);
  assert.match(output, /\n`npm start` and every command read it/);

  const without = await run(getPath("without"), ["", "", ""]);
  assert.deepEqual(await readLines(getPath("without")), ["SENATE_EFD_ACCEPT_TERMS=false", "PORT=3000"]);
  assert.match(without.output, /Senate reports are left out\.\n/);
});

test("keeps existing lines, and replaces a setting only if the answer is yes", async () => {
  const file = getPath("kept");
  const text = "# mine\nexport PORT=4000\n\nMASTER_KEY='a long passphrase # 1'\nCONTACT=a@example.org";
  await writeFile(file, text);
  await chmod(file, 0o644);
  const { output: refused } = await run(file, ["yes", "", "4001", "no"]);
  assert.match(refused, /Replace in .*: PORT=4000 by 4001\? yes or no \[no\] \nNothing was written\.\n$/);
  await assert.rejects(run(file, ["yes", "", "4001"]), {
    name: "UsageError",
    message: /answer yes in a fourth line of input/,
  });
  assert.equal(await readFile(file, "utf8"), text);
  await run(file, ["yes", "", "4001", "yes"]);
  const changed = text.replace("export PORT=4000", "PORT=4001");
  assert.equal(await readFile(file, "utf8"), `${changed}\nSENATE_EFD_ACCEPT_TERMS=true\n`);
  if (process.platform !== "win32") assert.equal((await stat(file)).mode & 0o777, 0o600);

  const { output } = await run(file, ["", "", ""]);
  assert.match(output, /accept it\? yes or no \[yes\] .*\[a@example\.org\] .*\[4001\] /s);
  assert.equal(await readFile(file, "utf8"), `${changed}\nSENATE_EFD_ACCEPT_TERMS=true\n`);
});

test("keeps a symbolic link, and writes to its target", { skip: process.platform === "win32" }, async () => {
  await writeFile(getPath("target"), "");
  await symlink(getPath("target"), getPath("link"));
  await run(getPath("link"), ["no", "", "5000"]);
  assert.deepEqual(await readLines(getPath("target")), ["SENATE_EFD_ACCEPT_TERMS=false", "PORT=5000"]);
  assert.match(await readFile(getPath("link"), "utf8"), /PORT=5000/);
});

test("writes nothing after a wrong or missing answer; in an interactive session, repeats the question instead", async () => {
  const file = getPath("refused");
  for (const [answers, message] of [
    [[], /^Nothing was written: not every question was answered\. Run the command in a terminal, or pipe three lines/],
    [["yes", "a@example.org"], /^Nothing was written/],
    [["maybe"], /^Your answer must be yes or no, not "maybe"\.$/],
    [["no", "nobody"], /^CONTACT must be an address to reach you, such as .*, not "nobody"\.$/],
    [["no", "", "port"], /^PORT must be .*, not "port"\.$/],
  ] as const) {
    await assert.rejects(run(file, answers), { name: "UsageError", message });
    assert.equal(existsSync(file), false);
  }
  const { values } = await run(file, ["maybe", "no", "nobody", "", "70000", "3001"], true);
  assert.deepEqual(values, { SENATE_EFD_ACCEPT_TERMS: "false", PORT: "3001" });
});

test("leaves the file unchanged if it cannot be edited safely or cannot be written", async () => {
  const text = 'NOTE="first\nPORT=1\nlast"\nPORT=2\n';
  assert.throws(
    () => replaceSettings(text, { PORT: "3" }),
    /cannot be changed without also changing NOTE: add PORT=3 manually/,
  );
  assert.equal(replaceSettings(text, { PORT: "2" }), text);
  await assert.rejects(run(path.join(folder, "absent", ".env"), ["", "", ""]), {
    name: "ConfigError",
    message: /cannot be written \(ENOENT\)\. Set environment variables instead\.$/,
  });
});
