import assert from "node:assert/strict";
import { appendFile, chmod, mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { ConfigError } from "../../base/errors.ts";
import type { Decision } from "../../domain/decision.ts";
import { appendDecision, readDecisions } from "./decisions.ts";

const signed = { at: "2026-11-20T12:00:00Z", author: "A. Editor", reason: "The page says so." };
const document = "ab".repeat(32);
const createLineDecision = (line: number, changes: object = {}): Decision => ({
  ...signed,
  subject: "line",
  filing: "h8217343",
  line,
  document,
  verdict: "correct",
  fields: { amount: "$1,001 - $15,000" },
  ...changes,
});

async function withFile(work: (file: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), "congress-trades-"));
  try {
    await work(path.join(folder, "deep", "decisions.ndjson"));
  } finally {
    await rm(folder, { recursive: true });
  }
}

test("appends decisions and finds them by subject, oldest first", () =>
  withFile(async (file) => {
    assert.equal((await readDecisions(file)).findForFiling("h8217343").lines.length, 0);
    await appendDecision(file, createLineDecision(3));
    await appendDecision(file, createLineDecision(3, { verdict: "reject", fields: {} }));
    await appendDecision(file, createLineDecision(4));
    await appendDecision(file, { ...signed, subject: "filer", filing: "h8217343", politician: "M001158" });
    await appendDecision(file, { ...signed, subject: "identity", from: "A000001", to: "B000001" });
    const decisions = await readDecisions(file);
    const { lines, filer } = decisions.findForFiling("h8217343");
    assert.deepEqual(
      lines.map(({ line, verdict }) => [line, verdict]),
      [
        [3, "correct"],
        [3, "reject"],
        [4, "correct"],
      ],
    );
    assert.equal(filer?.politician, "M001158");
    assert.equal(decisions.identities.get("A000001"), "B000001");
    assert.equal(decisions.findForFiling("h1").lines.length, 0);
  }));

test(
  "only the owner can read the file, even if an earlier version left it readable by all",
  {
    skip: process.platform === "win32",
  },
  () =>
    withFile(async (file) => {
      const readMode = async () => (await stat(file)).mode & 0o777;
      await appendDecision(file, createLineDecision(1));
      assert.equal(await readMode(), 0o600);
      await chmod(file, 0o644);
      await appendDecision(file, createLineDecision(2));
      assert.equal(await readMode(), 0o600);
    }),
);

test("a decision appended after an incomplete last line starts a new line", () =>
  withFile(async (file) => {
    await appendDecision(file, createLineDecision(1));
    await writeFile(file, JSON.stringify(createLineDecision(1)));
    await appendDecision(file, createLineDecision(2));
    assert.equal((await readDecisions(file)).findForFiling("h8217343").lines.length, 2);
  }));

test("reads back decisions on pages and decisions that name a row by its place", () =>
  withFile(async (file) => {
    const box = { left: 1, top: 2, width: 3, height: 4 };
    const page = { ...signed, filing: "h8217343", page: 2, document };
    const rows = [{ asset: "Sample", amount: "$1,001 - $15,000" }];
    const ticker = { ...signed, subject: "ticker", filing: "h8217343", line: 3, ticker: "SMPL" } as const;
    const appended: readonly Decision[] = [
      { ...page, subject: "page" },
      { ...page, subject: "page", seen: [box] },
      { ...page, subject: "page", rows },
      { ...page, subject: "missed", after: 7, rows },
      ticker,
      { ...ticker, document, place: { page: 2, row: 1 } },
      { ...ticker, asset: "Sample" },
    ];
    for (const each of appended) await appendDecision(file, each);
    const { pages, missed, tickers } = (await readDecisions(file)).findForFiling("h8217343");
    assert.deepEqual([...pages, ...missed, ...tickers], appended);
    const nowhere = { ...ticker, place: { page: 2 } } as unknown as Decision;
    await assert.rejects(appendDecision(file, nowhere), /not a valid decision: place/);
  }));

test("rejects a file with a line that is not a decision, and names the line's number; never appends an invalid decision", () =>
  withFile(async (file) => {
    await appendDecision(file, createLineDecision(1));
    await appendFile(file, '{"subject":"line"}\n');
    await assert.rejects(
      readDecisions(file),
      (error) => error instanceof ConfigError && /Line 2 of/.test(error.message),
    );
    await assert.rejects(appendDecision(file, createLineDecision(2, { author: " " })), /not a valid decision: author/);
    await assert.rejects(appendDecision(file, createLineDecision(2, { fields: { colour: "red" } })), ConfigError);
  }));
