/** Current and former members, and the seat on the day of a trade, as shown on the pages. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Politician, Term } from "../../src/domain/politician.ts";
import type { Trade } from "../../src/domain/trade.ts";
import { startService } from "../contract/service.ts";
import { buildTradeDataset } from "../dataset/made-trades.ts";
import { day, politician, trade } from "../store/made.ts";

const HTML = { headers: { accept: "text/html" } };

type Seat = Pick<Term, "chamber" | "state" | "district"> & { readonly from: string; readonly to: string };

function createMember(id: string, name: string, ...seats: readonly Seat[]): Politician {
  const terms = seats.flatMap(
    ({ from, to, ...seat }) => politician(id, {}, { ...seat, start: day(from), end: day(to) }).terms,
  );
  return politician(id, { name, terms });
}

const createHouseSeat = (district: number, from: string, to: string): Seat => ({
  chamber: "house",
  state: "NJ",
  district,
  from,
  to,
});
const createSenateSeat = (from: string, to: string): Seat => ({
  chamber: "senate",
  state: "NJ",
  district: null,
  from,
  to,
});

/** Members of the dataset, whose version is from 2026-11-20. */
const PEOPLE = [
  createMember(
    "L000001",
    "Adam Left",
    createHouseSeat(7, "2019-01-03", "2021-01-03"),
    createHouseSeat(7, "2021-01-03", "2023-01-03"),
  ),
  createMember(
    "S000001",
    "Bea Sits",
    createHouseSeat(7, "2023-01-03", "2025-01-03"),
    createHouseSeat(7, "2025-01-03", "2027-01-03"),
  ),
  createMember(
    "R000001",
    "Cal Redrawn",
    createHouseSeat(12, "2021-01-03", "2023-01-03"),
    createHouseSeat(11, "2023-01-03", "2027-01-03"),
  ),
  createMember(
    "M000001",
    "Dora Moved",
    createHouseSeat(3, "2019-01-03", "2024-12-08"),
    createSenateSeat("2024-12-08", "2031-01-03"),
  ),
  createMember("E000001", "Eve Elected", createHouseSeat(9, "2026-11-24", "2027-01-03")),
];

async function startSeatsService(trades: readonly Trade[] = [trade("1", 1, { politicianId: "L000001" })]) {
  const dataset = await buildTradeDataset(trades, PEOPLE);
  const started = await startService({ datasets: { getCurrent: () => dataset, findCached: () => dataset } });
  const fetchPage = async (path: string) => {
    const { status, text } = await started.ask(path, HTML);
    return { status, text: text.replaceAll(/\s+/g, " ") };
  };
  return { fetchPage, ask: started.ask, [Symbol.asyncDispose]: () => started.close() };
}

/** Lists the names in the list of politicians, in order. */
function listNames(text: string): readonly string[] {
  const rows = /<table class="people">.*?<\/table>/s.exec(text)?.[0] ?? "";
  return [...rows.matchAll(/<bdi>([^<]+)<\/bdi>/g)].map(([, name = ""]) => name);
}

test("lists current members first, marks former members, and can list only current or only former members", async () => {
  await using site = await startSeatsService();
  const { text } = await site.fetchPage("/politicians");
  assert.deepEqual(listNames(text), ["Bea Sits", "Cal Redrawn", "Dora Moved", "Adam Left", "Eve Elected"]);
  assert.match(text, /<td class="seat">NJ-7 <span class="former">former<\/span><\/td>/);
  assert.equal(text.split('class="former"').length - 1, 1, "a member-elect is not a former member");
  assert.deepEqual(listNames((await site.fetchPage("/politicians?office=in")).text), [
    "Bea Sits",
    "Cal Redrawn",
    "Dora Moved",
  ]);
  assert.deepEqual(listNames((await site.fetchPage("/politicians?office=former")).text), ["Adam Left"]);
  assert.deepEqual(
    listNames((await site.fetchPage("/politicians?sort=-trades")).text)[0],
    "Adam Left",
    "a ranking includes all members",
  );
  assert.equal((await site.fetchPage("/politicians?office=sitting")).status, 400);
});

test("the politicians file says who is in office, and accepts the same filter as the page", async () => {
  await using site = await startSeatsService();
  const fetchRows = async (path: string) => (await site.ask(path)).text.trimEnd().split("\r\n");
  const [header = "", ...all] = await fetchRows("/politicians.csv");
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
  assert.equal((await fetchRows("/politicians.csv?office=former")).length, 2);
});

test("a member's page has the years in each chamber", async () => {
  await using site = await startSeatsService();
  const fetchSeat = async (id: string) => {
    const { text } = await site.fetchPage(`/politicians/${id}`);
    return (/<p class="seat">(.*?)<\/p>/.exec(text)?.[1] ?? "").replaceAll(/<[^>]+>/g, "");
  };
  assert.equal(await fetchSeat("L000001"), "D Democrat · New Jersey, district 7 former · in the House 2019 to 2023");
  assert.equal(await fetchSeat("S000001"), "D Democrat · New Jersey, district 7 · in the House since 2023");
  assert.equal(
    await fetchSeat("M000001"),
    "D Democrat · New Jersey · in the House 2019 to 2024, in the Senate since 2024",
  );
  assert.equal(await fetchSeat("E000001"), "D Democrat · New Jersey, district 9 · in the House from 2026");
});

test("lists of trades show the seat held on the day of each trade", async () => {
  const createTrade = (docId: string, politicianId: string, on: string, changes: Partial<Trade> = {}) =>
    trade(docId, 1, { politicianId, transactionDate: day(on), ...changes });
  await using site = await startSeatsService([
    createTrade("4", "M000001", "2024-11-30", { chamber: "senate" }),
    createTrade("3", "R000001", "2023-06-01"),
    createTrade("2", "R000001", "2022-12-31"),
    createTrade("1", "L000001", "2022-12-31"),
  ]);
  const feed = await site.fetchPage("/");
  const heads = [...feed.text.matchAll(/<article class="filing">.*?<h2>.*?<\/h2> <p>(.*?)<\/p>/g)];
  assert.deepEqual(
    heads.map(([, head = ""]) => head.replaceAll(/<[^>]+>/g, "")),
    [
      "D Senate; on the day of the trade, a member of the House for NJ-3",
      "D House, NJ-11",
      "D House, NJ-12",
      "D House, NJ-7 former",
    ],
  );
  const { text } = await site.fetchPage("/tickers/AAPL");
  assert.match(text, /Cal Redrawn<\/bdi><\/a> <abbr[^>]+>D<\/abbr> <small>House, NJ-12<\/small>/);
  assert.match(
    text,
    /Adam Left<\/bdi><\/a> <small>House, <span class="place">NJ-7<\/span> <span class="former">former<\/span><\/small><\/th>/,
  );
  assert.match((await site.fetchPage("/late")).text, /<small>House, NJ <span class="former">former<\/span><\/small>/);
});
