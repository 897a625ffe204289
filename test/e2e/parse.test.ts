/** Tests `parse` as a user runs it: it prints one line per file, whatever the file is. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdir, rm, truncate, writeFile } from "node:fs/promises";
import path from "node:path";
import { after, before, test } from "node:test";
import { fictionalMaterial } from "../upstream/fictional/material.ts";
import { temporaryFolder } from "./workplace.ts";

interface Line {
  readonly file: string;
  readonly kind?: string;
  readonly doc_id?: string;
  readonly transactions?: readonly unknown[];
  readonly error?: { readonly code: string; readonly message: string };
}

let folder: string;
before(async () => {
  folder = await temporaryFolder();
});
after(() => rm(folder, { recursive: true, force: true }));

function runParse(...files: readonly string[]): Promise<{ code: number; lines: Line[] }> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      ["src/app/cli/main.ts", "parse", ...files],
      { maxBuffer: 1 << 26 },
      (_, stdout) => {
        const lines = stdout.split("\n").filter((line) => line !== "");
        resolve({ code: child.exitCode ?? -1, lines: lines.map((line) => JSON.parse(line) as Line) });
      },
    );
  });
}

async function writeTestFile(name: string, content: Uint8Array | string): Promise<string> {
  const file = path.join(folder, name);
  await writeFile(file, content);
  return file;
}

/** Finds a made-up text report of 2026. */
async function findReport(): Promise<{ docId: string; bytes: Uint8Array }> {
  const material = fictionalMaterial({ today: new Date("2026-11-20T12:00:00Z") });
  const rows = (await material.house.readIndex(2026)) ?? [];
  for (const row of rows) {
    if (row.filingType !== "P" || !/^20\d{6}$/.test(row.docId)) continue;
    const bytes = await material.house.readDocument("ptr-pdfs", 2026, row.docId);
    if (bytes !== null) return { docId: row.docId, bytes };
  }
  return assert.fail("the made-up documents have no text report of 2026");
}

test("each unreadable file has a line with a named error; the others are still read; exits with 1", async () => {
  const { docId, bytes } = await findReport();
  const good = await writeTestFile(`${docId}.pdf`, bytes);
  const huge = await writeTestFile("20000009.pdf", "%PDF-1.4\n");
  await truncate(huge, 65 * 2 ** 20);
  await mkdir(path.join(folder, "folder.pdf"));
  const wrong: [string, RegExp][] = [
    [await writeTestFile("20000001.pdf", ""), /^file_empty$/],
    [await writeTestFile("20000002.pdf", bytes.subarray(0, Math.floor(bytes.length / 2))), /^pdf_/],
    [await writeTestFile("20000003.pdf", bytes), /^pdf_wrong_document$/],
    [await writeTestFile("20000004.pdf", "%PDF-1.7\nnothing of the kind"), /^pdf_/],
    [await writeTestFile("image.pdf", Buffer.from("89504e470d0a1a0a0000000d49484452", "hex")), /^foreign_file$/],
    [
      await writeTestFile(
        "page.html",
        "<!DOCTYPE html><html><head><title>eFD: Home</title></head><body></body></html>",
      ),
      /^html_/,
    ],
    [huge, /^file_too_large$/],
    [path.join(folder, "folder.pdf"), /./],
    [path.join(folder, "nowhere.pdf"), /./],
  ];
  const { code, lines } = await runParse(...wrong.map(([file]) => file), good);
  assert.equal(code, 1);
  assert.equal(lines.length, wrong.length + 1);
  wrong.forEach(([file, expected], at) => {
    assert.equal(lines[at]?.file, file);
    assert.match(lines[at]?.error?.code ?? "", expected, file);
    assert.ok((lines[at]?.error?.message.length ?? 0) > 10, file);
  });
  const last = lines.at(-1);
  assert.equal(last?.doc_id, docId);
  assert.equal(last?.kind, "text");
  assert.ok((last?.transactions?.length ?? 0) > 0);
});

test("exits with 0 if a file is read", async () => {
  const { docId, bytes } = await findReport();
  const { code, lines } = await runParse(await writeTestFile(`${docId}.pdf`, bytes));
  assert.equal(code, 0);
  assert.equal(lines.length, 1);
});
