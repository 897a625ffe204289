import assert from "node:assert/strict";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { ConfigError } from "../../errors.ts";
import { readRowsFile, writeRowsFile } from "./rows-file.ts";

test("a file of rows never overwrites another file, and a missing one is named", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "congress-trades-"));
  const file = path.join(folder, "rows.ndjson");
  try {
    await assert.rejects(readRowsFile(file), /rows\.ndjson cannot be read/);
    await writeRowsFile(file, [{ asset: "Sample, Inc." }]);
    const written = await readFile(file, "utf8");
    await assert.rejects(writeRowsFile(file, []), ConfigError);
    assert.deepEqual(await readRowsFile(file), { file, text: written });
  } finally {
    await rm(folder, { recursive: true });
  }
});
