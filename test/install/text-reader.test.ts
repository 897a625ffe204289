/** Tests removing never-loaded files of a clone's packages: the text reader's build stays, and Node loses only its headers. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

test("keeps only the build that the text reader loads, and Node without its headers", async () => {
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
    const node = path.join(folder, `node_modules/node-${process.platform}-${process.arch}`);
    for (const part of ["bin", "include/node"]) await mkdir(path.join(node, part), { recursive: true });
    await mkdir(path.join(folder, "scripts"));
    await cp(path.join(ROOT, "scripts/leave-out-unused.js"), path.join(folder, "scripts/leave-out-unused.js"));
    await writeFile(path.join(folder, "package.json"), '{"type":"module"}');
    await promisify(execFile)(process.execPath, [path.join(folder, "scripts/leave-out-unused.js")]);
    const left = (await readdir(builds)).toSorted();
    assert.deepEqual(left, await findLoadedFiles());
    assert.deepEqual(await readdir(node), ["bin"]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

/** The build that the reader imports, and the file next to it that the build loads. */
async function findLoadedFiles(): Promise<string[]> {
  const engine = await readFile(path.join(ROOT, "src/filings/imaging/text/engine.ts"), "utf8");
  const name = /from "tesseract\.js-core\/([\w-]+)\.js"/.exec(engine)?.[1];
  assert.ok(name);
  return [`${name}.js`, `${name}.wasm`];
}
