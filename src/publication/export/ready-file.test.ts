import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { UnavailableError } from "../../base/errors.ts";
import { arePartsComplete, readParts, writeFileAtomically } from "./ready-file.ts";

const folder = mkdtempSync(join(tmpdir(), "ready-file-"));
after(() => rmSync(folder, { recursive: true, force: true }));

test("a file appears under its name only once complete", async () => {
  const getPath = (sha256: string) => join(folder, "whole", sha256);
  const written = await writeFileAtomically(folder, getPath, true, async (write) => {
    await write(Buffer.from("abc"));
    assert.deepEqual(
      readdirSync(folder).map((name) => name.endsWith(".draft")),
      [true],
    );
    await write(Buffer.from("def"));
  });
  // The digest of `abcdef`, as sha256sum prints it.
  assert.equal(written.sha256, "bef57ec7f53a6d40beb640a780a639c83bc29ac8a9816f1fc6c5c6dcd93c4721");
  assert.equal(written.bytes, 6);
  assert.equal(readFileSync(getPath(written.sha256), "utf8"), "abcdef");
});

test("reports a full disk as `storage_full` and any other error unchanged, and leaves no file behind", async () => {
  const before = readdirSync(folder);
  for (const code of ["ENOSPC", "EDQUOT"]) {
    const failing = writeFileAtomically(
      folder,
      () => join(folder, "x"),
      false,
      async (write) => {
        await write(Buffer.from("abc"));
        throw Object.assign(new Error("write"), { code });
      },
    );
    await assert.rejects(failing, (error) => error instanceof UnavailableError && error.code === "storage_full");
  }
  const failing = writeFileAtomically(
    folder,
    () => join(folder, "x"),
    false,
    () => Promise.reject(new RangeError("bug")),
  );
  await assert.rejects(failing, RangeError);
  assert.deepEqual(readdirSync(folder), before);
});

test("reads the same bytes of any range from a file in parts as from a whole file, and detects a missing or truncated part", async () => {
  const texts = ["one", "", "two two", "3"];
  const parts = [];
  for (const [at, text] of texts.entries()) {
    const path = join(folder, `part-${at}`);
    await writeFileAtomically(
      folder,
      () => path,
      false,
      (write) => write(Buffer.from(text)),
    );
    parts.push({ path, bytes: text.length });
  }
  const whole = texts.join("");
  for (let start = 0; start <= whole.length; start += 1) {
    for (let end = start; end <= whole.length; end += 1) {
      let read = "";
      for await (const bytes of readParts(parts, start, end)) read += Buffer.from(bytes).toString();
      assert.equal(read, whole.slice(start, end), `${start} to ${end}`);
    }
  }
  assert.equal(await arePartsComplete(parts), true);
  assert.equal(await arePartsComplete([...parts, { path: join(folder, "part-0"), bytes: 4 }]), false);
  assert.equal(await arePartsComplete([{ path: join(folder, "none"), bytes: 0 }]), false);
});

test("sends a large file in chunks that stay valid while the next chunk is read", async () => {
  const whole = Buffer.alloc(3_000_000);
  for (let at = 0; at < whole.length; at += 4) whole.writeUInt32LE(at, at);
  const path = join(folder, "large");
  const written = await writeFileAtomically(
    folder,
    () => path,
    false,
    (write) => write(whole),
  );
  const got: Buffer[] = [];
  let before: Uint8Array = Buffer.alloc(0);
  for await (const piece of readParts([{ path, bytes: written.bytes }], 3, whole.length)) {
    got.push(Buffer.from(before));
    before = piece;
  }
  got.push(Buffer.from(before));
  assert.ok(Buffer.concat(got).equals(whole.subarray(3)));
});

test("a download of a truncated file fails, even for a client that has stopped reading", async () => {
  const path = join(folder, "short");
  await writeFileAtomically(
    folder,
    () => path,
    false,
    (write) => write(Buffer.alloc(1000)),
  );
  const read = async () => {
    let bytes = 0;
    for await (const piece of readParts([{ path, bytes: 600_000 }], 0, 600_000)) bytes += piece.length;
    return bytes;
  };
  await assert.rejects(read, RangeError);
  for await (const _ of readParts([{ path, bytes: 600_000 }], 0, 600_000)) break;
  await assert.rejects(async () => {
    for await (const _ of readParts([{ path: join(folder, "none"), bytes: 1 }], 0, 1)) break;
  }, /ENOENT/);
});
