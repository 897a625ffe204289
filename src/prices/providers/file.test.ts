import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { toCanonicalSymbol } from "../../domain/symbol.ts";
import { createFileProvider } from "./file.ts";

const folder = await mkdtemp(join(tmpdir(), "market-files-"));
after(() => rm(folder, { recursive: true }));
const provider = createFileProvider({ folder, getTime: () => new Date("2026-11-20T15:00:00Z") });
const ask = (text: string) =>
  provider.fetchDailyBars(toCanonicalSymbol(text) ?? assert.fail(text), AbortSignal.timeout(5_000));
const put = (name: string, text = "Date,Open,High,Low,Close\n2026-11-19,10,12,9,11\n") =>
  writeFile(join(folder, name), text);

test("finds a file by the symbol's name, and share classes with a dot or a dash", async () => {
  await put("SMPL.csv");
  await put("HLDG-B.csv");
  await put("BAC$K.csv");
  for (const name of ["SMPL", "HLDG.B", "BAC$K"]) {
    const answer = await ask(name);
    assert.deepEqual(answer?.bars, [{ date: "2026-11-19", open: 10, high: 12, low: 9, close: 11, volume: 0 }], name);
  }
});

test("a missing file means an unknown symbol", async () => assert.equal(await ask("NONE"), null));

test("rejects two files for one symbol", async () => {
  await put("TWO.A.csv");
  await put("TWO-A.csv");
  await assert.rejects(ask("TWO.A"), { code: "bad_answer", message: /TWO\.A\.csv and TWO-A\.csv/ });
});

test("rejects a bad file, a missing folder and a file in place of a folder, and names the file", async () => {
  await put("BAD.csv", "Date,Close\n2026-11-19,1\n");
  await assert.rejects(ask("BAD"), { code: "bad_answer", message: /^BAD\.csv: no column open/ });
  for (const elsewhere of [join(folder, "none"), join(folder, "SMPL.csv")]) {
    const lost = createFileProvider({ folder: elsewhere });
    await assert.rejects(lost.fetchDailyBars(toCanonicalSymbol("SMPL") ?? assert.fail(), AbortSignal.timeout(5_000)), {
      code: "bad_answer",
      message: /SMPL\.csv in MARKET_FILES cannot be read/,
    });
  }
});
