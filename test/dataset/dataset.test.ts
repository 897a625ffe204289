import assert from "node:assert/strict";
import { test } from "node:test";
import { PoliticianDetailSchema } from "../../src/api/disclosures/politician-schema.ts";
import { TickerDetailSchema } from "../../src/api/disclosures/ticker-schema.ts";
import type { IsoDate } from "../../src/domain/dates.ts";
import type { Politician } from "../../src/domain/politician.ts";
import { PUBLIC_FIELD_NAMES } from "../../src/domain/public-trade.ts";
import type { Trade } from "../../src/domain/trade.ts";
import { type DatasetSource, emptyDataset } from "../../src/publication/dataset/build.ts";
import type { DatasetPage } from "../../src/publication/dataset/dataset.ts";
import { DatasetHolder } from "../../src/publication/dataset/holder.ts";
import type { OpenReports } from "../../src/store/filings-by-politician.ts";
import { day, NOON, personName, politician, trade } from "../store/made.ts";
import { buildDataset } from "./build-dataset.ts";

/** A published version in memory; `trades` in the order of the list. */
interface Published {
  version?: string;
  politicians: readonly Politician[];
  trades: readonly Trade[];
  states?: ReadonlyMap<string, Readonly<Record<string, number>>>;
  open?: ReadonlyMap<string, OpenReports>;
}

function makeSource(published: Published): DatasetSource {
  return {
    publications: {
      readCurrent: async () =>
        published.version === undefined ? undefined : { version: published.version, publishedAt: NOON },
      async *streamTrades() {
        yield published.trades.slice(0, 3);
        yield published.trades.slice(3);
      },
    },
    reference: { listPoliticians: async () => published.politicians },
    companies: { readIndustries: async () => new Map() },
    filings: {
      countFilingsByPolitician: async () => published.states ?? new Map(),
      countOpenReportsByPolitician: async () => published.open ?? new Map(),
    },
  };
}

const POLITICIAN_FIELDS =
  "id name chamber party state district total_trades total_volume_estimate last_trade_date top_tickers";

type Fields = Record<string, unknown>;

function parsePage(page: DatasetPage, list: "trades" | "politicians"): { rows: readonly Fields[]; rest: Fields } {
  const { [list]: rows, ...rest } = JSON.parse(page.body.toString("utf8")) as Fields;
  assert.equal(rest["total"], page.total);
  return { rows: rows as readonly Fields[], rest };
}

const senator = politician(
  "S000002",
  { name: "Älva Senator", names: [personName("Älva", "Senator")] },
  { chamber: "senate", state: "VT", district: null, parties: [] },
);

test("a page of trades has the public fields in order and echoes the applied values", async () => {
  const odd = trade("1", 1, {
    company: 'A "quoted"\u2028 \\ \u0001 é中😀',
    comment: "line\nbreak",
    ticker: "",
    amount: { lowUsd: 318.74, highUsd: 318.74 },
    transactionType: "sale_partial",
    chamber: "senate",
    party: "Independent",
  });
  const trades = [odd, ...Array.from({ length: 9 }, (_, index) => trade("2", index + 1))];
  const dataset = await buildDataset(
    makeSource({ version: "2026-11-20.1", politicians: [politician("E000001")], trades }),
  );
  assert.equal(dataset.version, "2026-11-20.1");
  assert.equal(dataset.publishedAt, NOON);
  assert.equal(dataset.tradeCount, 10);
  const { rows, rest } = parsePage(dataset.listRecentTrades(2, 0), "trades");
  assert.deepEqual(rest, { total: 10, limit: 2, skip: 0 });
  for (const row of rows) assert.equal(Object.keys(row).join(" "), PUBLIC_FIELD_NAMES.join(" "));
  assert.deepEqual(rows[0], {
    id: "txn_h1_01",
    politician: "Ann Example E000001",
    politician_id: "E000001",
    chamber: "senate",
    party: "Independent",
    ticker: "",
    company: odd.company,
    transaction_type: "sale_partial",
    amount_range: "$318.74 - $318.74",
    disclosure_date: "2026-02-09",
    transaction_date: "2026-01-20",
    asset_type: "Stock",
    comment: "line\nbreak",
  });
  const listIds = (limit: number, skip: number) =>
    parsePage(dataset.listRecentTrades(limit, skip), "trades").rows.map((row) => row["id"]);
  const expected = trades.map((each) => each.id);
  assert.deepEqual(listIds(100, 0), expected);
  assert.deepEqual(listIds(3, 8), expected.slice(8));
  assert.deepEqual(listIds(3, 10), []);
  assert.deepEqual(parsePage(dataset.listRecentTrades(3, Number.MAX_SAFE_INTEGER), "trades").rest, {
    total: 10,
    limit: 3,
    skip: Number.MAX_SAFE_INTEGER,
  });
});

test("lists current members, and former members with trades, sorted by name (ignoring case), then by id", async () => {
  const former = { current: false };
  const politicians = [
    politician("B000003", { name: "bea Example" }),
    politician("B000002", { name: "Bea Example" }),
    politician("E000001", { name: "Carl Example", ...former }),
    politician("F000001", { name: "Dora Former", ...former }),
    politician("F000002", { name: "Eve Former", ...former }),
    senator,
  ];
  const dataset = await buildDataset(
    makeSource({
      version: "2026-11-20.1",
      politicians,
      trades: [trade("1", 1)],
      states: new Map([
        ["E000001", { parsed: 1 }],
        ["F000002", { needs_ocr: 2 }],
      ]),
    }),
  );
  const list = (filter: Parameters<typeof dataset.listPoliticianPage>[0], limit = 50, skip = 0) =>
    parsePage(dataset.listPoliticianPage(filter, limit, skip), "politicians");
  const listIds = (...given: Parameters<typeof list>) => list(...given).rows.map((row) => row["id"]);
  assert.deepEqual(listIds({}), ["B000002", "B000003", "E000001", "S000002"]);
  assert.equal(dataset.politicianCount, 4);
  for (const row of list({}).rows) assert.equal(Object.keys(row).join(" "), POLITICIAN_FIELDS);
  assert.deepEqual(list({ chamber: "senate" }).rows, [
    {
      id: "S000002",
      name: "Älva Senator",
      chamber: "senate",
      party: "Independent",
      state: "VT",
      district: null,
      total_trades: 0,
      total_volume_estimate: "$0+",
      last_trade_date: null,
      top_tickers: [],
    },
  ]);
  assert.deepEqual(listIds({ party: "Democrat", chamber: "house" }), ["B000002", "B000003", "E000001"]);
  assert.deepEqual(listIds({ party: "Independent" }), ["S000002"]);
  assert.deepEqual(list({ party: "Republican" }).rest, { total: 0, limit: 50, skip: 0 });
  assert.deepEqual(listIds({ chamber: "house" }, 1, 1), ["B000003"]);
  assert.deepEqual(list({ chamber: "house" }, 1, 1).rest, { total: 3, limit: 1, skip: 1 });
  assert.deepEqual(listIds({}, 200, 4), []);
  assert.equal(dataset.getPolitician("F000001"), undefined, "a former member without trades or filings");
  assert.equal(dataset.getPolitician("nobody"), undefined);
  assert.deepEqual((JSON.parse(String(dataset.getPolitician("F000002"))) as Fields)["filings"], { needs_ocr: 2 });
});

test("computes sums, latest trade and most traded symbols", async () => {
  const dates = ["2026-01-05", "2026-01-06", "2026-01-07"] as IsoDate[];
  const makePurchase = (line: number, ticker: string, date: number, lowUsd = 1001) =>
    trade("1", line, { ticker, transactionDate: day(dates[date] as string), amount: { lowUsd, highUsd: null } });
  const trades = [
    makePurchase(1, "ZZZ", 0, 50_000_001),
    makePurchase(2, "ZZZ", 0, 0.59),
    makePurchase(3, "BBB", 1, 0.58),
    makePurchase(4, "AAA", 1),
    makePurchase(5, "CCC", 2),
    makePurchase(6, "DDD", 0),
    makePurchase(7, "EEE", 0),
    ...[8, 9, 10].map((line) => makePurchase(line, "", 0)),
  ];
  const dataset = await buildDataset(
    makeSource({ version: "2026-11-20.1", politicians: [politician("E000001")], trades }),
  );
  const [row] = parsePage(dataset.listPoliticianPage({}, 50, 0), "politicians").rows;
  assert.equal(row?.["total_trades"], 10);
  assert.equal(row?.["total_volume_estimate"], "$50,007,009+", "50,000,001 + 0.59 + 0.58 + 7 * 1,001, rounded down");
  assert.equal(row?.["last_trade_date"], "2026-01-07");
  assert.deepEqual(row?.["top_tickers"], ["ZZZ", "CCC", "AAA", "BBB", "DDD"]);
});

test("a politician's details include terms, committees, filing counts and other names", async () => {
  const member = politician("E000001", {
    name: "Ann Example",
    names: [
      personName("Ann", "Example", { middle: "B.", suffix: "Jr.", nickname: "Annie", officialFull: "Ann Example" }),
      personName("Ann", "Former-Name"),
      personName("Ann", "Example"),
    ],
    committees: [
      { id: "HSZZ", name: "Committee on Examples", chamber: "house", parent: null, title: "Chairman" },
      { id: "HSZZ01", name: "Samples", chamber: "house", parent: "Committee on Examples", title: null },
    ],
  });
  const dataset = await buildDataset(makeSource({ version: "2026-11-20.1", politicians: [member], trades: [] }));
  const detail = JSON.parse(String(dataset.getPolitician("E000001"))) as Fields;
  assert.equal(
    Object.keys(detail).join(" "),
    `${POLITICIAN_FIELDS} in_office unread_reports without_possible_repeats terms committees filings other_names`,
  );
  assert.deepEqual(detail["committees"], member.committees);
  assert.deepEqual(PoliticianDetailSchema.parse(detail), detail, "the schema describes every served field");
  assert.deepEqual(detail["filings"], {});
  assert.deepEqual(detail["other_names"], ["Ann B. Example, Jr.", "Annie Example, Jr.", "Ann Former-Name"]);
  const span = { start: "2025-01-03", end: "2027-01-03" };
  assert.deepEqual(detail["terms"], [
    { chamber: "house", state: "CA", district: 11, ...span, parties: [{ party: "Democrat", caucus: null, ...span }] },
  ]);
});

test("the version's date and the list of current members decide who is in office; others have no committees", async () => {
  const committee = { id: "HSZZ", name: "Examples", chamber: "house", parent: null, title: null } as const;
  const makePolitician = (id: string, start: string, end: string, current = true) =>
    politician(id, { committees: [committee], current }, { start: day(start), end: day(end) });
  const politicians = [
    makePolitician("E000001", "2025-01-03", "2026-11-19", false),
    makePolitician("E000002", "2025-01-03", "2026-11-20"),
    makePolitician("E000003", "2026-11-20", "2027-01-03"),
    makePolitician("E000004", "2026-11-21", "2027-01-03"),
    makePolitician("E000005", "2025-01-03", "2026-11-03"),
    makePolitician("E000006", "2023-01-03", "2025-01-03"),
  ];
  const filings = {
    ...makeSource({ politicians, trades: [] }).filings,
    countFilingsByPolitician: async () => new Map([["E000001", { parsed: 1 }]]),
  };
  const dataset = await buildDataset({
    ...makeSource({ version: "2026-11-20.3", politicians, trades: [] }),
    filings,
  });
  const said = politicians.map(({ id }) => {
    const { in_office, committees } = JSON.parse(String(dataset.getPolitician(id))) as Fields;
    return [
      in_office,
      (committees as unknown[]).length,
      dataset.getMember(id)?.inOffice,
      dataset.getMember(id)?.hasLeft,
    ];
  });
  assert.deepEqual(said, [
    [false, 0, false, true],
    [true, 1, true, false],
    [true, 1, true, false],
    [false, 0, false, false],
    [true, 1, true, false],
    [false, 0, false, true],
  ]);
});

test("before the first publication lists are empty and the version is 0", async () => {
  const published: Published = { politicians: [politician("E000001")], trades: [] };
  assert.equal(await buildDataset(makeSource(published)), emptyDataset);
  assert.equal(emptyDataset.version, "0");
  assert.equal(emptyDataset.listRecentTrades(10, 0).body.toString(), '{"trades":[],"total":0,"limit":10,"skip":0}');
  assert.equal(
    emptyDataset.listPoliticianPage({}, 50, 5).body.toString(),
    '{"politicians":[],"total":0,"limit":50,"skip":5}',
  );
});

test("a version that changes during a build is built again from scratch", async () => {
  const published: Published = {
    version: "2026-11-20.1",
    politicians: [politician("E000001")],
    trades: [trade("1", 1)],
  };
  const source = makeSource(published);
  let builds = 0;
  const changing: DatasetSource = {
    ...source,
    reference: {
      async listPoliticians() {
        builds += 1;
        const before = published.politicians;
        if (builds === 1) {
          published.version = "2026-11-20.2";
          published.politicians = [...before, politician("E000002")];
          published.trades = [trade("2", 1, { politicianId: "E000002" }), ...published.trades];
        }
        return before;
      },
    },
  };
  const dataset = await buildDataset(changing);
  assert.equal(builds, 2);
  assert.deepEqual([dataset.version, dataset.tradeCount, dataset.politicianCount], ["2026-11-20.2", 2, 2]);
  published.trades = [trade("3", 1, { politicianId: "X000009" })];
  await assert.rejects(buildDataset(source), /politician X000009, who is not among the members/);
});

test("serves the former version until the new one is complete, and if building fails", async () => {
  const published: Published = { politicians: [politician("E000001")], trades: [] };
  const holder = new DatasetHolder(makeSource(published));
  assert.equal(holder.getCurrent(), emptyDataset);
  assert.equal(await holder.reload(), emptyDataset);
  published.version = "2026-11-20.1";
  const [first, second, third] = [holder.reload(), holder.reload(), holder.reload()];
  assert.equal(second, third, "calls during a build share the next one");
  assert.equal(holder.getCurrent(), emptyDataset);
  assert.equal((await first).version, "2026-11-20.1");
  assert.equal(await second, holder.getCurrent(), "an unchanged version is not built again");
  published.version = "2026-11-20.2";
  published.trades = [trade("1", 1, { politicianId: "X000009" })];
  await assert.rejects(holder.reload());
  assert.equal(holder.getCurrent().version, "2026-11-20.1");
  published.trades = [trade("1", 1)];
  assert.equal((await holder.reload()).tradeCount, 1);
});

test("gives totals and volumes with and without trades that an earlier filing reports too", async () => {
  const repeated = trade("2", 1, { possibleDuplicateOf: ["txn_h1_01"], isRepeat: true });
  const first = trade("1", 1, { possibleDuplicateOf: ["txn_h2_01"] });
  const trades = [repeated, first, trade("1", 2, { transactionType: "sale_full" })];
  const dataset = await buildDataset(
    makeSource({ version: "2026-11-20.1", politicians: [politician("E000001")], trades }),
  );
  const detail = JSON.parse(String(dataset.getPolitician("E000001"))) as Fields;
  assert.deepEqual([detail["total_trades"], detail["total_volume_estimate"]], [3, "$3,003+"]);
  assert.deepEqual(detail["without_possible_repeats"], { total_trades: 2, total_volume_estimate: "$2,002+" });
  const ticker = TickerDetailSchema.parse(JSON.parse(String(dataset.getTicker("AAPL"))));
  assert.deepEqual([ticker.trades, ticker.buys, ticker.volume_high], [3, 2, 45_000]);
  assert.deepEqual(ticker.without_possible_repeats, {
    trades: 2,
    buys: 1,
    sells: 1,
    volume_low: 2002,
    volume_high: 30_000,
  });
});
