/** Tests that the shell commands in the documents run as printed, against the demonstration. */
import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import { type ServedDemo, serveDemo, tradesOnceFilesAreMade } from "../upstream/imported-demo.ts";
import { runPrintedCommands, skipWithoutPrograms } from "./printed-commands.ts";

/** Pages, each with patterns that the output of its commands must match. The commands of `data.md` save a file. */
const PRINTED: Readonly<Record<string, readonly RegExp[]>> = {
  "README.md": [/"trades":\[\{"id":"txn_/, /"politicians":\[\{/, /"symbol":"ZZWID"/, /"period":"1y"/],
  "docs/api.md": [
    /"evidence_url":"http/,
    /"former_tickers":/,
    /"committees":\[/,
    /"rejected":\[/,
    /link: </i,
    /"name":"Senate tech buys over 15k"/,
    /"events":\[/,
  ],
  "docs/questions.md": [/^txn_|\ttxn_/m, /"document_url": "http/, /^\d+\t.+\t\d{4}-/m, /^"\d{4}-\d\d-\d\d",[\d.]+$/m],
  "docs/compat.md": [/"representative": "/],
  "docs/data.md": [],
  "docs/export.md": [],
  "docs/webhooks.md": [/"oldest_sequence":/, /"delivery_id":/],
};

suite("the shell commands in the docs run as printed", { skip: skipWithoutPrograms() }, () => {
  let demo: ServedDemo;
  before(async () => {
    demo = await serveDemo();
    await tradesOnceFilesAreMade(demo);
  });
  after(() => demo?.stop());

  for (const [page, wanted] of Object.entries(PRINTED)) {
    test(`${page}: every printed command runs, and no response is an error`, { timeout: 120_000 }, async () => {
      const stdout = await runPrintedCommands(page, {
        origin: demo.origin,
        key: demo.key,
        settings: { DATA_DIR: demo.dataDir },
        replaceSymbols: (script) =>
          script
            .replace(/\b(?:AAPL|NVDA|META)\b/g, "ZZWID")
            .replaceAll("BRK.B", "ZZOIL")
            .replaceAll("MSFT", "ZZCHP"),
      });
      for (const each of wanted) assert.match(stdout, each, page);
    });
  }
});
