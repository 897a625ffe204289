/** Who sits and who has left, and the seat on the day of a trade, as the pages say it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Politician, Term } from "../../src/domain/politician.ts";
import type { Trade } from "../../src/domain/trade.ts";
import { startService } from "../contract/service.ts";
import { datasetOf } from "../dataset/made-trades.ts";
import { day, politician, trade } from "../store/made.ts";

const HTML = { headers: { accept: "text/html" } };

type Seat = Pick<Term, "chamber" | "state" | "district"> & { readonly from: string; readonly to: string };

function member(id: string, name: string, ...seats: readonly Seat[]): Politician {
  const terms = seats.flatMap(
    ({ from, to, ...seat }) => politician(id, {}, { ...seat, start: day(from), end: day(to) }).terms,
  );
  return politician(id, { name, terms });
}

const house = (district: number, from: string, to: string): Seat => ({
  chamber: "house",
  state: "NJ",
  district,
  from,
  to,
});
const senate = (from: string, to: string): Seat => ({ chamber: "senate", state: "NJ", district: null, from, to });

/** The version is of 2026-11-20. */
const PEOPLE = [
  member("L000001", "Adam Left", house(7, "2019-01-03", "2021-01-03"), house(7, "2021-01-03", "2023-01-03")),
  member("S000001", "Bea Sits", house(7, "2023-01-03", "2025-01-03"), house(7, "2025-01-03", "2027-01-03")),
  member("R000001", "Cal Redrawn", house(12, "2021-01-03", "2023-01-03"), house(11, "2023-01-03", "2027-01-03")),
  member("M000001", "Dora Moved", house(3, "2019-01-03", "2024-12-08"), senate("2024-12-08", "2031-01-03")),
  member("E000001", "Eve Elected", house(9, "2026-11-24", "2027-01-03")),
];

async function service(trades: readonly Trade[] = [trade("1", 1, { politicianId: "L000001" })]) {
  const dataset = await datasetOf(trades, PEOPLE);
  const started = await startService({ datasets: { getCurrent: () => dataset, findCached: () => dataset } });
  const browse = async (path: string) => {
    const { status, text } = await started.ask(path, HTML);
    return { status, text: text.replaceAll(/\s+/g, " ") };
  };
  return { browse, ask: started.ask, [Symbol.asyncDispose]: () => started.close() };
}

/** Names in the rows of the list of politicians, in their order. */
function namesIn(text: string): readonly string[] {
  const rows = /<table class="people">.*?<\/table>/s.exec(text)?.[0] ?? "";
  return [...rows.matchAll(/<bdi>([^<]+)<\/bdi>/g)].map(([, name = ""]) => name);
}

test("lists current members first, marks the others, and can be filtered by it", async () => {
  await using site = await service();
  const { text } = await site.browse("/politicians");
  assert.deepEqual(namesIn(text), ["Bea Sits", "Cal Redrawn", "Dora Moved", "Adam Left", "Eve Elected"]);
  assert.match(text, /<td class="seat">NJ-7 <span class="former">former<\/span><\/td>/);
  assert.equal(text.split('class="former"').length - 1, 1, "a member who is elected has not left");
  assert.deepEqual(namesIn((await site.browse("/politicians?office=in")).text), [
    "Bea Sits",
    "Cal Redrawn",
    "Dora Moved",
  ]);
  assert.deepEqual(namesIn((await site.browse("/politicians?office=former")).text), ["Adam Left"]);
  assert.deepEqual(
    namesIn((await site.browse("/politicians?sort=-trades")).text)[0],
    "Adam Left",
    "a ranking ranks all",
  );
  assert.equal((await site.browse("/politicians?office=sitting")).status, 400);
});

test("the politicians file says who is in office, and has the filter too", async () => {
  await using site = await service();
  const rows = async (path: string) => (await site.ask(path)).text.trimEnd().split("\r\n");
  const [header = "", ...all] = await rows("/politicians.csv");
  const at = header.split(",").indexOf("in_office");
  assert.deepEqual(
    all.map((row) => [row.split(",")[0], row.split(",")[at]]),
    [
      ['"S000001"', "true"],
      ['"R000001"', "true"],
      ['"M000001"', "true"],
      ['"L000001"', "false"],
      ['"E000001"', "false"],
    ],
  );
  assert.equal((await rows("/politicians.csv?office=former")).length, 2);
});

test("a member's page has the years in each chamber", async () => {
  await using site = await service();
  const seat = async (id: string) => {
    const { text } = await site.browse(`/politicians/${id}`);
    return (/<p class="seat">(.*?)<\/p>/.exec(text)?.[1] ?? "").replaceAll(/<[^>]+>/g, "");
  };
  assert.equal(await seat("L000001"), "D Democrat · New Jersey, district 7 former · in the House 2019 to 2023");
  assert.equal(await seat("S000001"), "D Democrat · New Jersey, district 7 · in the House since 2023");
  assert.equal(await seat("M000001"), "D Democrat · New Jersey · in the House 2019 to 2024, in the Senate since 2024");
  assert.equal(await seat("E000001"), "D Democrat · New Jersey, district 9 · in the House from 2026");
});

test("lists of trades name the seat held on the day of each trade", async () => {
  const made = (docId: string, politicianId: string, on: string, changes: Partial<Trade> = {}) =>
    trade(docId, 1, { politicianId, transactionDate: day(on), ...changes });
  await using site = await service([
    made("4", "M000001", "2024-11-30", { chamber: "senate" }),
    made("3", "R000001", "2023-06-01"),
    made("2", "R000001", "2022-12-31"),
    made("1", "L000001", "2022-12-31"),
  ]);
  const feed = await site.browse("/");
  const heads = [...feed.text.matchAll(/<article class="filing">.*?<h2>.*?<\/h2> <p>(.*?)<\/p>/g)];
  assert.deepEqual(
    heads.map(([, head = ""]) => head.replaceAll(/<[^>]+>/g, "")),
    ["D Senate, on the day in the House for NJ-3", "D House, NJ-11", "D House, NJ-12", "D House, NJ-7 former"],
  );
  const { text } = await site.browse("/tickers/AAPL");
  assert.match(text, /Cal Redrawn<\/bdi><\/a> <abbr[^>]+>D<\/abbr> <small>House, NJ-12<\/small>/);
  assert.match(
    text,
    /Adam Left<\/bdi><\/a> <small>House, <span class="place">NJ-7<\/span> <span class="former">former<\/span><\/small><\/th>/,
  );
  assert.match((await site.browse("/late")).text, /<small>House, NJ <span class="former">former<\/span><\/small>/);
});
