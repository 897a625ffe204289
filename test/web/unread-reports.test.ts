/** Members with unread reports: no page, file or API response says that they have no trades. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { json, startService } from "../contract/service.ts";
import { buildDataset } from "../dataset/build-dataset.ts";
import { makeTradeSource } from "../dataset/made-trades.ts";
import { politician, trade } from "../store/made.ts";

const HTML = { headers: { accept: "text/html" } };
const PEOPLE = [
  politician("A000001", { name: "Adam Unread" }),
  politician("B000001", { name: "Bea Partly" }),
  politician("C000001", { name: "Cal None" }),
  politician("D000001", { name: "Dora Amends" }),
  politician("E000001", { name: "Eve Unlisted" }),
];
const filings = {
  countFilingsByPolitician: async () =>
    new Map([
      ["A000001", { needs_ocr: 27, withdrawn: 1 }],
      ["B000001", { parsed: 1, needs_review: 1 }],
      ["C000001", { no_trades: 2 }],
      ["D000001", { parsed: 2 }],
    ]),
  countOpenReportsByPolitician: async () =>
    new Map([
      ["A000001", { unread: 28, amending: 0 }],
      ["B000001", { unread: 1, amending: 0 }],
      ["D000001", { unread: 0, amending: 1 }],
    ]),
};
const trades = ["B000001", "D000001"].map((politicianId, at) => trade(String(9 - at), 1, { politicianId }));
const dataset = await buildDataset({ ...makeTradeSource(trades, PEOPLE), filings });
const service = await startService({ datasets: { getCurrent: () => dataset, findCached: () => dataset } });
after(() => service.close());

async function fetchText(path: string): Promise<string> {
  const { status, text } = await service.ask(path, HTML);
  assert.equal(status, 200);
  return text.replaceAll(/<[^>]+>/g, " ").replaceAll(/\s+/g, " ");
}

test("the list shows the number of unread reports instead of a zero, and next to a count that may be too low", async () => {
  const { text } = await service.ask("/politicians", HTML);
  const cells = [...text.matchAll(/<td class="number">(.*?)<\/td>/g)].map(([, cell = ""]) =>
    cell.replaceAll(/<[^>]+>/g, "").trim(),
  );
  assert.deepEqual(cells, ["not read: 28 reports", "1 not read: 1 report", "0", "1", "0"]);
});

test("the CSV file leaves out an unknown number of trades, and has the number of unread reports", async () => {
  const { text } = await service.ask("/politicians.csv");
  const [header = "", ...rows] = text.trimEnd().split("\r\n");
  const getColumnIndex = (name: string) => header.split(",").indexOf(name);
  assert.deepEqual(
    rows.map((row) => [
      row.split(",")[getColumnIndex("total_trades")],
      row.split(",")[getColumnIndex("unread_reports")],
    ]),
    [
      ["", "28"],
      ["1", "1"],
      ["0", "0"],
      ["1", "0"],
      ["0", "0"],
    ],
  );
});

test("total_trades is a number even with unread reports, and only a member's details have unread_reports", async () => {
  const detail = json(await service.ask("/api/v1/politicians/A000001"));
  assert.deepEqual([detail["total_trades"], detail["unread_reports"]], [0, 28]);
  const list = (await service.ask("/api/v1/politicians/")).text;
  assert.ok(!list.includes("unread_reports"), "the list has only the documented fields");
});

test("a member's page says what is missing, and does not call a report with an unsettled amendment fully read", async () => {
  const unread = await fetchText("/politicians/A000001");
  assert.match(unread, /No known trade by this member; not read: 28 reports\./);
  assert.match(
    unread,
    /27 reports are scans waiting to be read\. 1 report was removed from the official list before it was read\./,
  );
  assert.match(await fetchText("/politicians/C000001"), /Every known report by this member has been read in full\./);
  const unlisted = await fetchText("/politicians/E000001");
  assert.match(unlisted, /No report by this member is known\./);
  assert.doesNotMatch(unlisted, /read in full/);
  const amends = await fetchText("/politicians/D000001");
  assert.doesNotMatch(amends, /read in full/);
  assert.match(
    amends,
    /1 report corrects another report, but it is not certain yet how; corrected trades may be counted twice/,
  );
});
