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
  const toPath = (...names: string[]) => path.join(folder, ...names);
  try {
    await mkdir(toPath("in", "deep"), { recursive: true });
    for (const file of [toPath("in", "20024542.pdf"), toPath("in", "deep", "20024543.pdf"), toPath("20024544.pdf")]) {
      await writeFile(file, "%PDF-1.7\n");
    }
    await symlink(".", toPath("in", "loop"));
    await symlink("..", toPath("in", "out"));
    await symlink(toPath("20024544.pdf"), toPath("in", "20024544.pdf"));
    await symlink(toPath("in"), toPath("link"));
    execFileSync("mkfifo", [toPath("in", "20024545.pdf")]);
    for (const given of ["in", "link"]) {
      const { documents, refused } = await findSavedDocuments([toPath(given)], signal);
      assert.deepEqual(
        documents.map(({ file }) => path.relative(toPath(given), file)),
        ["20024542.pdf", path.join("deep", "20024543.pdf")],
      );
      assert.deepEqual(
        refused.map(({ file, reason }) => [path.relative(toPath(given), file), reason.slice(0, 10)]),
        [
          ["20024544.pdf", "It is a li"],
          ["20024545.pdf", "It is not "],
          ["loop", "It is a li"],
          ["out", "It is a li"],
        ],
      );
    }
    const pipe = await findSavedDocuments([toPath("in", "20024545.pdf")], signal);
    assert.deepEqual(
      pipe.refused.map(({ reason }) => reason),
      ["It is not a regular file."],
    );
    await assert.rejects(findSavedDocuments([toPath("in")], AbortSignal.abort()), { name: "AbortError" });
  } finally {
    await rm(folder, { recursive: true });
  }
});
