/**
 * Tests a politician who had two ids: paths with the former id redirect to the new one, and a filter by either id finds all
 * trades.
 */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { buildDataset } from "../dataset/build-dataset.ts";
import { day, NOON, politician, trade } from "../store/made.ts";
import { BASE_URL, json, startService } from "./service.ts";

const span = { start: day("2011-01-03"), end: day("2017-01-03") };
const former = politician("F000001", { name: "Ann Former", current: false, mergedInto: "L000002" }, span);
const latter = politician("L000002", { name: "Ann Latter" }, { chamber: "senate", district: null });
const other = politician("O000003", { name: "Bob Other" });
const published = [
  trade("29990003", 1, { politicianId: "L000002", chamber: "senate" }),
  trade("29990002", 1, { politicianId: "F000001" }),
  trade("29990001", 1, { politicianId: "O000003" }),
];
const dataset = await buildDataset({
  publications: {
    readCurrent: async () => ({ version: "2026-11-20.1", publishedAt: NOON }),
    async *streamTrades() {
      yield published;
    },
  },
  reference: { listPoliticians: async () => [former, latter, other] },
  companies: { readIndustries: async () => new Map() },
  filings: {
    countFilingsByPolitician: async () =>
      new Map([
        ["F000001", { parsed: 2 }],
        ["L000002", { parsed: 1, ocr: 3 }],
      ]),
    countOpenReportsByPolitician: async () =>
      new Map([
        ["F000001", { unread: 2, amending: 0 }],
        ["L000002", { unread: 1, amending: 1 }],
      ]),
  },
});
const service = await startService({ datasets: { getCurrent: () => dataset, findCached: () => undefined } });
after(() => service.close());

test("the former id returns 308 with the new address and no body, and counts like any request", async () => {
  for (const method of ["GET", "HEAD"]) {
    const answer = await service.ask("/api/v1/politicians/F000001", { method });
    assert.deepEqual([answer.status, answer.headers.location], [308, `${BASE_URL}/politicians/L000002`]);
    assert.deepEqual([answer.text, answer.headers["content-length"]], ["", "0"]);
    assert.equal(answer.headers["x-dataset-version"], "2026-11-20.1");
    assert.ok(answer.headers["x-ratelimit-remaining"]);
  }
  const refused = await service.ask("/api/v1/politicians/F000001?colour=red");
  assert.equal(refused.status, 400);
});

test("the former id's trades return 308 with the query in canonical form", async () => {
  const answer = await service.ask("/api/v1/politicians/F000001/trades?limit=1&ticker=aapl,msft&sort=amount");
  assert.equal(answer.status, 308);
  assert.equal(
    answer.headers.location,
    `${BASE_URL}/politicians/L000002/trades?ticker=AAPL,MSFT&sort=amount&limit=1&skip=0`,
  );
});

test("both chambers' trades belong to one politician, under the new id", async () => {
  const { headers } = await service.ask("/api/v1/politicians/F000001/trades");
  const list = json(await service.ask(String(headers.location).replace(BASE_URL, "/api/v1"))) as {
    trades: { politician: string; politician_id: string; chamber: string }[];
  };
  assert.deepEqual(
    list.trades.map((each) => [each.politician, each.politician_id, each.chamber]),
    [
      ["Ann Latter", "L000002", "senate"],
      ["Ann Latter", "L000002", "house"],
    ],
  );
  for (const id of ["F000001", "L000002", "F000001,L000002"]) {
    assert.equal(json(await service.ask(`/api/v1/trades?politician_id=${id}`))["total"], 2, id);
  }
});

test("the former id is in no list; its terms, names and filings belong to the new id", async () => {
  const list = json(await service.ask("/api/v1/politicians/")) as {
    politicians: { id: string; total_trades: number }[];
  };
  assert.deepEqual(
    list.politicians.map(({ id, total_trades }) => [id, total_trades]),
    [
      ["L000002", 2],
      ["O000003", 1],
    ],
  );
  const detail = json(await service.ask("/api/v1/politicians/L000002")) as Record<string, unknown>;
  assert.deepEqual(detail["filings"], { parsed: 3, ocr: 3 });
  assert.deepEqual(
    (detail["terms"] as { chamber: string }[]).map(({ chamber }) => chamber),
    ["house", "senate"],
  );
  assert.deepEqual([detail["chamber"], detail["district"]], ["senate", null]);
});
