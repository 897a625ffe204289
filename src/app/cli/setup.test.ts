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
  let said = "";
  const write = (text: string) => {
    said += text;
  };
  const values = await askAndSaveSettings(file, { isPerson, write, readAnswer: async () => left.shift() ?? null });
  return { values, said };
}

const place = (name: string) => path.join(folder, name);
const contents = async (file: string) =>
  (await readFile(file, "utf8")).split("\n").filter((line) => !/^#|^$/.test(line));

test("writes three answers to a file that only its owner can read", async () => {
  const file = place("new");
  const { said } = await run(file, ["YES", "Jane <jane@example.org>", ""]);
  assert.deepEqual(await contents(file), [
    "SENATE_EFD_ACCEPT_TERMS=true",
    "CONTACT='Jane <jane@example.org>'",
    "PORT=3000",
  ]);
  if (process.platform !== "win32") assert.equal((await stat(file)).mode & 0o777, 0o600);
  assert.match(said, /https:\/\/efdsearch\.senate\.gov\/.*5 U\.S\.C\. 13107\(c\)/);
  assert.match(said, /\n`npm start` and every command read it/);

  const without = await run(place("without"), ["", "", ""]);
  assert.deepEqual(await contents(place("without")), ["SENATE_EFD_ACCEPT_TERMS=false", "PORT=3000"]);
  assert.match(without.said, /Senate reports are left out\.\n/);
});

test("keeps existing lines, and replaces none without a yes", async () => {
  const file = place("kept");
  const text = "# mine\nexport PORT=4000\n\nMASTER_KEY='a long passphrase # 1'\nCONTACT=a@example.org";
  await writeFile(file, text);
  await chmod(file, 0o644);
  const { said: refused } = await run(file, ["yes", "", "4001", "no"]);
  assert.match(refused, /Replace in .*: PORT=4000 by 4001\? yes or no \[no\] \nNothing was written\.\n$/);
  await assert.rejects(run(file, ["yes", "", "4001"]), {
    name: "UsageError",
    message: /needs a yes in a fourth line/,
  });
  assert.equal(await readFile(file, "utf8"), text);
  await run(file, ["yes", "", "4001", "yes"]);
  const changed = text.replace("export PORT=4000", "PORT=4001");
  assert.equal(await readFile(file, "utf8"), `${changed}\nSENATE_EFD_ACCEPT_TERMS=true\n`);
  if (process.platform !== "win32") assert.equal((await stat(file)).mode & 0o777, 0o600);

  const { said } = await run(file, ["", "", ""]);
  assert.match(said, /accept it\? yes or no \[yes\] .*\[a@example\.org\] .*\[4001\] /s);
  assert.equal(await readFile(file, "utf8"), `${changed}\nSENATE_EFD_ACCEPT_TERMS=true\n`);
});

test("keeps a symbolic link a symbolic link", { skip: process.platform === "win32" }, async () => {
  await writeFile(place("target"), "");
  await symlink(place("target"), place("link"));
  await run(place("link"), ["no", "", "5000"]);
  assert.deepEqual(await contents(place("target")), ["SENATE_EFD_ACCEPT_TERMS=false", "PORT=5000"]);
  assert.match(await readFile(place("link"), "utf8"), /PORT=5000/);
});

test("a wrong or missing answer writes nothing; a person is asked again", async () => {
  const file = place("refused");
  for (const [answers, message] of [
    [[], /^Nothing was written: not every question was answered\. Run it in a terminal, or send three lines/],
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
    message: /cannot be written \(ENOENT\): set them in the environment instead\.$/,
  });
});
