import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { AppError, ConfigError } from "../../base/errors.ts";
import { createSecret, createSecretBox, loadOrCreateMasterKey } from "./secret.ts";

const KEY = new Uint8Array(32).fill(7);

test("a secret is 32 random bytes and never repeats", () => {
  const secrets = new Set(Array.from({ length: 100 }, createSecret));
  assert.equal(secrets.size, 100);
  for (const secret of secrets) {
    assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
    assert.equal(Buffer.from(secret.slice(6), "base64").length, 32);
  }
});

test("a sealed secret opens only with its own key, differs each time, and does not reveal the secret", () => {
  const box = createSecretBox(KEY);
  const secret = createSecret();
  const sealed = box.seal(secret);
  assert.equal(box.open(sealed), secret);
  assert.notDeepEqual(sealed, box.seal(secret));
  assert.ok(!Buffer.from(sealed).includes(secret.slice(6, 20)));
  const other = createSecretBox(new Uint8Array(32).fill(8));
  assert.throws(
    () => other.open(sealed),
    (error) => error instanceof AppError && error.code === "secret_sealed_otherwise",
  );
});

test("a sealed secret with a missing or changed byte does not open", () => {
  const box = createSecretBox(KEY);
  const sealed = box.seal(createSecret());
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Uint8Array.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    assert.throws(() => box.open(changed), AppError, `byte ${at}`);
    assert.throws(() => box.open(sealed.subarray(0, at)), AppError, `cut at ${at}`);
  }
});

test("MASTER_KEY is hex, base64 or a passphrase; a short one is rejected without printing it", () => {
  const load = (key: string) => Buffer.from(loadOrCreateMasterKey({ MASTER_KEY: key }, "/nonexistent"));
  assert.deepEqual(load("07".repeat(32)), Buffer.from(KEY));
  assert.deepEqual(load(Buffer.from(KEY).toString("base64")), Buffer.from(KEY));
  assert.equal(load("correct horse battery").length, 32);
  assert.notDeepEqual(load("correct horse battery"), load("correct horse battery!"));
  assert.throws(
    () => load("hunter2"),
    (error) => error instanceof ConfigError && !error.message.includes("hunter2"),
  );
});

test("without MASTER_KEY, generates a key once, in a file that only its owner can read", () => {
  const folder = mkdtempSync(join(tmpdir(), "master-"));
  try {
    const made = loadOrCreateMasterKey({ MASTER_KEY: null }, join(folder, "data"));
    const path = join(folder, "data", "master.key");
    assert.equal(made.length, 32);
    assert.equal(statSync(path).mode & 0o777, 0o600);
    assert.deepEqual(loadOrCreateMasterKey({ MASTER_KEY: null }, join(folder, "data")), made);
    assert.equal(Buffer.from(readFileSync(path, "utf8"), "base64").length, 32);
    writeFileSync(path, "c2hvcnQ=");
    assert.throws(() => loadOrCreateMasterKey({ MASTER_KEY: null }, join(folder, "data")), ConfigError);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
