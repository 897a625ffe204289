/** Tests the lock file: every package has its digest, no package runs a script of its own, and one Node runs everything. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";
import { ROOT } from "./workbench.ts";

interface LockEntry {
  readonly version?: string;
  readonly integrity?: string;
  readonly link?: true;
  readonly hasInstallScript?: true;
  readonly inBundle?: true;
  readonly bin?: Readonly<Record<string, string>>;
}

async function readJson<T>(file: string): Promise<T> {
  return JSON.parse(await readFile(path.join(ROOT, file), "utf8")) as T;
}

const { packages } = await readJson<{ packages: Record<string, LockEntry> }>("package-lock.json");
const installed = Object.entries(packages).filter(([place, { link }]) => place.startsWith("node_modules/") && !link);

test("every installed package has its digest in the lock file", () => {
  assert.ok(installed.length > 200);
  assert.deepEqual(
    installed.filter(([, { integrity }]) => !/^sha512-/.test(integrity ?? "")).map(([place]) => place),
    [],
  );
});

test("the lock file pins every Node package of runtime/package.json, and none needs an install script", async () => {
  const { optionalDependencies: nodes } = await readJson<{ optionalDependencies: Record<string, string> }>(
    "runtime/package.json",
  );
  for (const [name, version] of Object.entries(nodes)) {
    const locked = packages[`node_modules/${name}`];
    assert.equal(locked?.version, version, name);
    assert.ok(locked?.bin?.["node"], name);
    assert.notEqual(locked?.hasInstallScript, true, name);
  }
  assert.equal(packages["node_modules/node"], undefined, "the package that fetches Node by a script");
});

test("no package needs an install script", async () => {
  const scripts = installed.filter(([, { hasInstallScript }]) => hasInstallScript).map(([place]) => place);
  assert.deepEqual(scripts, []);
});
