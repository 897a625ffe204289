/** Tests requesting industries from a stand-in of the SEC's host: each company once, in order, and not again in the next run. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { createLogger } from "../../src/base/log.ts";
import { updateIndustries } from "../../src/filings/ingest/industries.ts";
import { createCompaniesClient } from "../../src/filings/reference/companies/companies.ts";
import { submissionsReader } from "../../src/filings/reference/readers.ts";
import { createPoliteClient } from "../../src/outbound/client.ts";
import type { Store } from "../../src/store/store.ts";
import { judgedBy } from "../store/judged-by.ts";
import { day, listing, NOON, outcome, politician, trade } from "../store/made.ts";
import { later } from "../store/premium-made.ts";
import { testWithStore } from "../store/with-store.ts";
import { corpusCompanies } from "../upstream/corpus-companies.ts";
import { fictionalMaterial } from "../upstream/fictional/material.ts";
import { startUpstream } from "../upstream/server.ts";

const upstream = await startUpstream({
  material: { ...fictionalMaterial({ today: NOON }), companies: corpusCompanies },
  port: 0,
});
const log = createLogger("silent");
const http = createPoliteClient({
  ratePerSecond: 0,
  contact: "mail@example.org",
  log,
  limits: { retryPausesMs: [] },
});
after(async () => {
  await http.close();
  await upstream.stop();
});
const companies = createCompaniesClient({
  http,
  read: async (reader, bytes, options) => reader.read(bytes, options),
  baseUrl: `${upstream.url}/secdata`,
});
const DAY_S = 86_400;
const DAILY = { sinceYear: 2012, since: null };
const LISTED = [
  ["AAPL", 320193],
  ["MSFT", 789019],
  ["GONE", 9_999_999],
  ["NVDA", 1_045_810],
] as const;

/** Publishes a trade in each of `LISTED`, the last of them disclosed last. */
async function publishTrades(store: Store): Promise<void> {
  await store.filings.recordListings([listing("1")], NOON);
  await store.publications.publish({
    at: later(1),
    politicians: [politician("E000001")],
    securities: LISTED.map(([symbol, cik]) => ({ symbol, name: symbol, exchange: "Nasdaq", etf: false, cik })),
    outcomes: [
      outcome(
        "1",
        LISTED.map(([ticker], at) => trade("1", at + 1, { ticker, disclosureDate: day(`2026-02-0${at + 1}`) })),
      ),
    ],
  });
}

function createUpdater(store: Store) {
  let published = 0;
  const state = { now: later(2) };
  const parts = {
    store,
    companies,
    log,
    judge: () => judgedBy(async () => {}),
    now() {
      state.now = new Date(state.now.getTime() + 1);
      return state.now;
    },
    onPublished: async () => {
      published += 1;
    },
  };
  return {
    state,
    async run() {
      upstream.clearLog();
      published = 0;
      await updateIndustries(parts, DAILY, new AbortController().signal);
      const asked = upstream.listRequests().map(({ path }) => Number(/CIK(\d{10})/.exec(path)?.[1]));
      return { asked, published };
    },
  };
}

testWithStore(
  "a run requests each traded company once, newest traded first, and publishes the results",
  async (store) => {
    await publishTrades(store);
    const { state, run } = createUpdater(store);
    assert.deepEqual(await run(), { asked: [1_045_810, 9_999_999, 789019, 320193], published: 1 });
    assert.deepEqual(
      [...(await store.companies.readIndustries())].map(([symbol, { sic }]) => `${symbol} ${sic}`),
      ["AAPL 3571", "MSFT 7372", "NVDA 3674"],
    );
    const counts = await store.companies.readCounts();
    assert.deepEqual([counts.asked, counts.withIndustry, counts.failed], [4, 3, 1]);
    assert.match(counts.lastFailure?.reason.detail ?? "", /CIK0009999999\.json does not exist \(404\)/);
    assert.deepEqual(await run(), { asked: [], published: 0 }, "not again in the next run");
    state.now = later(8 * DAY_S);
    assert.deepEqual((await run()).asked, [9_999_999], "a failed company is requested again after a week");
    state.now = later(367 * DAY_S);
    assert.deepEqual(
      (await run()).asked,
      [1_045_810, 9_999_999, 789019, 320193],
      "all companies are requested again after a year",
    );
  },
);

testWithStore("sends a failed site no request for an hour, and keeps earlier results", async (store) => {
  await publishTrades(store);
  const { state, run } = createUpdater(store);
  upstream.force("CIK0000789019", "unavailable", 1);
  assert.deepEqual(await run(), { asked: [1_045_810, 9_999_999, 789019], published: 1 });
  assert.equal((await store.companies.readCounts()).lastFailure?.reason.code, "server_error");
  assert.deepEqual((await run()).asked, []);
  state.now = later(2 + 3601);
  assert.deepEqual((await run()).asked, [320193], "the company whose request failed waits for a week, like any other");
});

test("requests a company's file by ten-digit CIK, and sends the service's name and contact as User-Agent", async () => {
  upstream.clearLog();
  assert.deepEqual(await companies.fetchIndustry(320193, new AbortController().signal), {
    sic: "3571",
    description: "Electronic Computers",
  });
  const [asked] = upstream.listRequests();
  assert.equal(asked?.path, "/secdata/submissions/CIK0000320193.json");
  assert.match(asked?.userAgent ?? "", /congress-trades.*mail@example\.org/);
  assert.equal(submissionsReader.name, "company-submissions");
});
