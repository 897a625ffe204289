/** The packages of a clone without the builds that are never loaded: the text reader still starts, on every processor. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

test("the builds that the text reader loads in Node are left, whatever the processor can do", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "unused-"));
  try {
    const builds = path.join(folder, "node_modules/tesseract.js-core");
    await mkdir(builds, { recursive: true });
    for (const kind of ["", "-simd", "-relaxedsimd"]) {
      for (const engine of ["", "-lstm"]) {
        for (const end of [".js", ".wasm", ".wasm.js"]) {
          await writeFile(path.join(builds, `tesseract-core${kind}${engine}${end}`), "");
        }
      }
    }
    await mkdir(path.join(folder, "scripts"));
    await cp(path.join(ROOT, "scripts/leave-out-unused.js"), path.join(folder, "scripts/leave-out-unused.js"));
    await writeFile(path.join(folder, "package.json"), '{"type":"module"}');
    await promisify(execFile)(process.execPath, [path.join(folder, "scripts/leave-out-unused.js")]);
    const left = (await readdir(builds)).toSorted();
    assert.deepEqual(left, await loadedBuilds());
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

/** Those that tesseract.js asks for as the reader starts it: it hands the chooser a yes where that expects an engine's number, which is no engine of LSTM alone. */
async function loadedBuilds(): Promise<string[]> {
  const scripts = path.join(ROOT, "node_modules/tesseract.js/src");
  const create = await readFile(path.join(scripts, "createWorker.js"), "utf8");
  assert.match(create, /lstmOnlyCore = \[OEM\.DEFAULT, OEM\.LSTM_ONLY\]\.includes\(oem\)/);
  const chooser = await readFile(path.join(scripts, "worker-script/node/getCore.js"), "utf8");
  assert.match(chooser, /\[OEM\.DEFAULT, OEM\.LSTM_ONLY\]\.includes\(oem\)/);
  const names = [...chooser.matchAll(/require\('tesseract\.js-core\/([\w-]+)'\)/g)].map(([, name]) => name as string);
  const asked = names.filter((name) => !name.endsWith("-lstm"));
  assert.equal(asked.length, 3);
  return asked.flatMap((name) => [`${name}.js`, `${name}.wasm`]).toSorted();
}
