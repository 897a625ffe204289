import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { findSavedDocuments } from "./saved-documents.ts";

const { signal } = new AbortController();

test("reports links and special files below a folder without opening them, but follows a link named directly", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "saved-"));
  const at = (...names: string[]) => path.join(folder, ...names);
  try {
    await mkdir(at("in", "deep"), { recursive: true });
    for (const file of [at("in", "20024542.pdf"), at("in", "deep", "20024543.pdf"), at("20024544.pdf")]) {
      await writeFile(file, "%PDF-1.7\n");
    }
    await symlink(".", at("in", "loop"));
    await symlink("..", at("in", "out"));
    await symlink(at("20024544.pdf"), at("in", "20024544.pdf"));
    await symlink(at("in"), at("link"));
    execFileSync("mkfifo", [at("in", "20024545.pdf")]);
    for (const given of ["in", "link"]) {
      const { documents, refused } = await findSavedDocuments([at(given)], signal);
      assert.deepEqual(
        documents.map(({ file }) => path.relative(at(given), file)),
        ["20024542.pdf", path.join("deep", "20024543.pdf")],
      );
      assert.deepEqual(
        refused.map(({ file, reason }) => [path.relative(at(given), file), reason.slice(0, 10)]),
        [
          ["20024544.pdf", "It is a li"],
          ["20024545.pdf", "It is not "],
          ["loop", "It is a li"],
          ["out", "It is a li"],
        ],
      );
    }
    const pipe = await findSavedDocuments([at("in", "20024545.pdf")], signal);
    assert.deepEqual(
      pipe.refused.map(({ reason }) => reason),
      ["It is not a regular file."],
    );
    await assert.rejects(findSavedDocuments([at("in")], AbortSignal.abort()), { name: "AbortError" });
  } finally {
    await rm(folder, { recursive: true });
  }
});
