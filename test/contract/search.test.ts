/** Tests filtered and sorted trades, single trades, a politician's trades, and the activity of securities. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import fc from "fast-check";
import type { z } from "zod";
import { IndustryListSchema } from "../../src/api/disclosures/industry-schema.ts";
import { TickerDetailSchema, TickerListSchema } from "../../src/api/disclosures/ticker-schema.ts";
import { TradeDetailSchema } from "../../src/api/disclosures/trade-detail-schema.ts";
import { tradeFilterShape } from "../../src/api/disclosures/trade-query.ts";
import { TradeListSchema } from "../../src/api/disclosures/trade-schema.ts";
import { explainNoDirection, findDirection } from "../../src/domain/direction.ts";
import { computeReportingGapDays, countDaysLate, isLate } from "../../src/domain/lateness.ts";
import { splitSearchWords } from "../../src/domain/search-words.ts";
import type { Trade } from "../../src/domain/trade.ts";
import { matchesTrade, type TradeFilter } from "../../src/domain/trade-filter.ts";
import { formatHeadline } from "../../src/domain/trade-headline.ts";
import { findSecuritySymbol } from "../../src/domain/traded-security.ts";
import { buildTradeDataset, findTradeContext, makeTrades } from "../dataset/made-trades.ts";
import { day } from "../store/made.ts";
import { type Answered, assertProblem, BASE_URL, json, type Service, startService } from "./service.ts";

const published = makeTrades(1500, 3);
const dataset = await buildTradeDataset(published);
const byId = new Map(published.map((each) => [each.id, each]));
const FIRST_SEEN = new Date("2026-02-20T07:00:00.250Z");
const UPDATED = new Date("2026-03-01T08:30:00Z");
/** A trade that no list shows, because a later report replaced it. */
const SUPERSEDED = { ...(published[0] as Trade), id: "txn_h20000001_01" };
const INDUSTRIES = new Map([["META", { sic: "7370", description: "Services-Computer Programming" }]]);
const records = {
  async findTrade(id: string) {
    const found = id === SUPERSEDED.id ? SUPERSEDED : byId.get(id);
    if (found === undefined) return undefined;
    const relations = {
      supersedes: id === published[0]?.id ? SUPERSEDED.id : null,
      supersededBy: found === SUPERSEDED ? (published[0]?.id ?? null) : null,
    };
    return { trade: found, ...relations, firstSeenAt: FIRST_SEEN, updatedAt: UPDATED };
  },
  async readDetailed(ids: readonly string[]) {
    const found = await Promise.all(ids.map((id) => this.findTrade(id)));
    return new Map(
      found.flatMap((published) =>
        published ? [[published.trade.id, { published, filing: makeFiling(published.trade.filingId) }]] : [],
      ),
    );
  },
  findFiling: async (id: string) => makeFiling(id),
  readIndustries: async () => INDUSTRIES,
};
const service = await startService({
  datasets: { getCurrent: () => dataset, findCached: (version) => (version === dataset.version ? dataset : undefined) },
  records,
});
after(() => service.close());

const TRADES = "/api/v1/trades";

function makeFiling(id: string) {
  return { source: "house-clerk", url: `http://127.0.0.1:9/public_disc/ptr-pdfs/2022/${id.slice(1)}.pdf` } as const;
}

function parseExactly<T>(answer: Answered, schema: z.ZodType<T>): T {
  assert.equal(answer.status, 200, answer.text);
  const body = json(answer);
  const parsed = schema.parse(body);
  assert.deepEqual(parsed, body, "the response has a field that is not in the schema");
  return parsed;
}

async function listTrades(query: string, from: Service = service, path = TRADES) {
  return parseExactly(await from.ask(`${path}?${query}`), TradeListSchema);
}

function filterTrades(filter: TradeFilter): readonly Trade[] {
  return published.filter((each) => matchesTrade(filter, each, findTradeContext(each)));
}

/** Query strings, each with the filter that it means. */
const QUERIES: readonly (readonly [query: string, filter: TradeFilter])[] = [
  ["ticker=AAPL", { ticker: ["AAPL"] }],
  ["ticker=aapl,brk-b,T", { ticker: ["AAPL", "BRK.B", "T"] }],
  ["ticker=BRK%2FB", { ticker: ["BRK.B"] }],
  ["ticker=FB", { ticker: ["FB"] }],
  ["ticker=META", { ticker: ["META"] }],
  ["coin=btc", { coin: ["BTC"] }],
  ["coin=BTC,ETH", { coin: ["BTC", "ETH"] }],
  ["politician_id=E000001", { politicianId: ["E000001"] }],
  ["politician_id=e000001,E000003", { politicianId: ["E000001", "E000003"] }],
  ["chamber=SENATE", { chamber: "senate" }],
  ["party=democrat,Independent", { party: ["Democrat", "Independent"] }],
  ["state=vt", { state: "VT" }],
  ["transaction_type=sale_full,SALE_PARTIAL", { transactionType: ["sale_full", "sale_partial"] }],
  ["asset_type=etf,corporate%20bond", { assetType: ["ETF", "Corporate Bond"] }],
  ["asset_type=Corporate+Bond", { assetType: ["Corporate Bond"] }],
  ["industry=3571", { industry: ["3571"] }],
  ["industry=d,48", { industry: ["D", "48"] }],
  ["owner=Spouse", { owner: "spouse" }],
  ["min_amount=15001", { minAmountUsd: 15_001 }],
  ["min_amount=318.74&max_amount=15000", { minAmountUsd: 318.74, maxAmountUsd: 15_000 }],
  [
    "disclosed_from=2022-01-01&disclosed_to=2022-12-31",
    { disclosedFrom: day("2022-01-01"), disclosedTo: day("2022-12-31") },
  ],
  ["traded_from=2022-01-01", { tradedFrom: day("2022-01-01") }],
  ["traded_to=2022-01-01", { tradedTo: day("2022-01-01") }],
  ["late=true", { late: true }],
  ["late=False", { late: false }],
  ["late_not_judged=true", { lateNotJudged: true }],
  ["late_not_judged=false", { lateNotJudged: false }],
  ["amendment_pending=true", { amendmentPending: true }],
  ["possible_duplicate=false", { possibleDuplicate: false }],
  ["q=MU%C3%91OZ", { words: splitSearchWords("munoz") }],
  ["q=ford+motor", { words: ["ford", "motor"] }],
  ["q=at%26t", { words: ["at&t"] }],
];

test("each filter finds the same trades as checking every trade, and their exact number", async () => {
  const asked = new Set<string>();
  for (const [query, filter] of QUERIES) {
    const expected = filterTrades(filter);
    assert.ok(expected.length > 0 && expected.length < published.length, query);
    const { trades, total } = await listTrades(`${query}&limit=100&skip=5`);
    assert.equal(total, expected.length, query);
    assert.deepEqual(
      trades.map(({ id }) => id),
      expected.slice(5, 105).map(({ id }) => id),
      query,
    );
    for (const pair of query.split("&")) asked.add(pair.split("=")[0] ?? "");
  }
  assert.deepEqual([...asked].sort(), Object.keys(tradeFilterShape).sort(), "every filter is tested");
});

test("combined filters find only the trades that match all of them", async () => {
  await fc.assert(
    fc.asyncProperty(fc.subarray([...QUERIES], { minLength: 2, maxLength: 4 }), async (chosen) => {
      const names = chosen.flatMap(([query]) => query.split("&").map((pair) => pair.split("=")[0]));
      fc.pre(new Set(names).size === names.length);
      const filter: TradeFilter = Object.assign({}, ...chosen.map(([, each]) => each));
      const expected = filterTrades(filter);
      const { trades, total } = await listTrades(`${chosen.map(([query]) => query).join("&")}&limit=100`);
      assert.equal(total, expected.length);
      assert.deepEqual(
        trades.map(({ id }) => id),
        expected.slice(0, 100).map(({ id }) => id),
      );
    }),
    { numRuns: 60 },
  );
});

test("the recent list accepts every filter, and returns the same as the list of all trades", async () => {
  const readLinks = (answer: Answered) => String(answer.headers["link"]).replaceAll("/trades/recent/list?", "/trades?");
  for (const [query] of QUERIES.filter(([each]) => !each.includes("sort="))) {
    const all = await service.ask(`${TRADES}?${query}`);
    const recent = await service.ask(`/api/v1/trades/recent/list?${query}`);
    assert.equal(recent.text, all.text, query);
    assert.equal(recent.headers.etag, all.headers.etag, query);
    assert.equal(readLinks(recent), String(all.headers["link"]), query);
    assert.equal(recent.headers["x-ignored-parameters"], undefined, query);
  }
  for (const query of ["ticker=%24", "late=maybe", "traded_from=2026-02-02&traded_to=2026-02-01"]) {
    assertProblem(await service.ask(`/api/v1/trades/recent/list?${query}`), "invalid_parameter");
  }
});

test("sorts in both directions; ties come newest first", async () => {
  const keys: Readonly<Record<string, (of: Trade) => string | number | null>> = {
    disclosure_date: (of) => of.disclosureDate,
    transaction_date: (of) => of.transactionDate,
    amount: (of) => of.amount.lowUsd,
    reporting_gap: computeReportingGapDays,
  };
  for (const [name, key] of Object.entries(keys)) {
    for (const sign of ["", "-"]) {
      const expected = [...published].sort((a, b) => {
        const [x, y] = [key(a), key(b)];
        if (x === null || y === null) return Number(x === null) - Number(y === null);
        const order = x < y ? -1 : x > y ? 1 : 0;
        return sign === "-" ? -order : order;
      });
      const { trades } = await listTrades(`sort=${sign}${name}&limit=100&skip=700`);
      assert.deepEqual(
        trades.map(({ id }) => id),
        expected.slice(700, 800).map(({ id }) => id),
        sign + name,
      );
    }
  }
});

test("without parameters, equals the recent list with ten trades", async () => {
  const recent = await service.ask("/api/v1/trades/recent/list");
  for (const path of [TRADES, `${TRADES}/`]) {
    const all = await service.ask(path);
    assert.equal(all.text, recent.text);
    assert.equal(all.headers["x-dataset-version"], "2026-11-20.1");
  }
  assert.equal((await listTrades("limit=5000")).limit, 100);
});

test("following the `next` links visits every trade once, for a filter and a sort order", async () => {
  const ids: string[] = [];
  let next: string | undefined = `${TRADES}?party=Democrat,Republican&sort=amount&limit=100&late=false&q=inc`;
  while (next !== undefined) {
    const answer: Answered = await service.ask(next);
    ids.push(...parseExactly(answer, TradeListSchema).trades.map(({ id }) => id));
    next = /<([^>]*)>; rel="next"/.exec(String(answer.headers["link"]))?.[1]?.replace(BASE_URL, "/api/v1");
  }
  const filter: TradeFilter = { party: ["Democrat", "Republican"], late: false, words: ["inc"] };
  assert.equal(new Set(ids).size, ids.length);
  assert.deepEqual(
    [...ids].sort(),
    filterTrades(filter)
      .map(({ id }) => id)
      .sort(),
  );
});

test("equivalent filters have the same ETag, and different filters have different ETags", async () => {
  const readTag = async (query: string) => String((await service.ask(`${TRADES}?${query}`)).headers["etag"]);
  const one = await readTag("ticker=AAPL,T&chamber=house&sort=-disclosure_date");
  assert.equal(one, await readTag("chamber=HOUSE&limit=10&ticker=t,aapl"));
  const others = ["", "ticker=AAPL", "ticker=AAPL,T&chamber=house&sort=amount", "ticker=AAPL,T&chamber=senate", "q=t"];
  const tags = await Promise.all(others.map(readTag));
  assert.equal(new Set([one, ...tags]).size, others.length + 1);
  const again = await service.ask(`${TRADES}?ticker=T,AAPL&chamber=house`, { headers: { "If-None-Match": one } });
  assert.equal(again.status, 304);
});

test("a response to a very long filter has less than 10,000 bytes of headers", async () => {
  const symbols = Array.from({ length: 1300 }, (_, n) => `X${n}`);
  const answer = await service.ask(`${TRADES}?ticker=AAPL,${symbols.join(",")}`);
  assert.equal(answer.status, 200);
  const bytes = answer.rawHeaders.reduce((sum, text) => sum + text.length, 0);
  assert.ok(bytes < 10_000, `${bytes} bytes of headers`);
  assert.match(String(answer.headers["link"]), /^<[^>]*skip=10>; rel="next"$/);
  assert.equal((json(answer) as { total: number }).total, filterTrades({ ticker: ["AAPL"] }).length);
});

test("accepts a list in one parameter or several", async () => {
  const one = await service.ask(`${TRADES}?ticker=AAPL,T&limit=100`);
  for (const query of ["ticker=AAPL&ticker=T", "ticker=T&ticker=AAPL,T", "ticker=AAPL&limit=100&ticker=T"]) {
    const several = await service.ask(`${TRADES}?${query.includes("limit") ? query : `${query}&limit=100`}`);
    assert.equal(several.status, 200, query);
    assert.deepEqual(json(several), json(one), query);
    assert.equal(several.headers["etag"], one.headers["etag"], query);
  }
});

test("names each meaningless parameter in an error, and never returns the unfiltered list instead", async () => {
  const cases: readonly (readonly [query: string, name: string, reason: string])[] = [
    ["tiker=AAPL", "tiker", "unknown_parameter"],
    ["ticker=", "ticker", "malformed"],
    ["ticker=AAPL,,T", "ticker", "malformed"],
    ["ticker=A%20B", "ticker", "malformed"],
    ["ticker=AAPL&ticker=", "ticker", "malformed"],
    ["min_amount=1&min_amount=2", "min_amount", "repeated"],
    ["politician_id=Pelosi", "politician_id", "malformed"],
    ["chamber=lords", "chamber", "not_allowed"],
    ["chamber=house,senate", "chamber", "repeated"],
    ["party=Democrat,Whig", "party", "not_allowed"],
    ["state=California", "state", "malformed"],
    ["transaction_type=sale", "transaction_type", "not_allowed"],
    ["asset_type=Stocks", "asset_type", "not_allowed"],
    ["asset_type=Stoc%E2%84%AA", "asset_type", "not_allowed"],
    ["owner=me", "owner", "not_allowed"],
    ["min_amount=1e3", "min_amount", "not_a_number"],
    ["min_amount=-1", "min_amount", "too_small"],
    ["max_amount=1,000", "max_amount", "not_a_number"],
    ["disclosed_from=2022-02-30", "disclosed_from", "not_a_date"],
    ["disclosed_from=yesterday", "disclosed_from", "not_a_date"],
    ["late=yes", "late", "not_allowed"],
    ["q=", "q", "too_short"],
    ["q=+", "q", "too_short"],
    [`q=${"a".repeat(201)}`, "q", "too_long"],
    ["sort=price", "sort", "not_allowed"],
    ["limit=0", "limit", "too_small"],
    ["skip=-1", "skip", "too_small"],
    ["min_amount=2&max_amount=1", "max_amount", "inverted"],
    ["disclosed_from=2022-01-02&disclosed_to=2022-01-01", "disclosed_to", "inverted"],
    ["traded_from=2022-01-02&traded_to=2022-01-01", "traded_to", "inverted"],
  ];
  for (const path of [TRADES, "/api/v1/politicians/E000001/trades"]) {
    for (const [query, name, reason] of cases) {
      if (name === "politician_id" && path !== TRADES) continue;
      const { errors, detail } = assertProblem(await service.ask(`${path}?${query}`), "invalid_parameter");
      assert.deepEqual([errors[0]?.name, errors[0]?.reason], [name, reason], query);
      assert.match(String(detail), new RegExp(`'${name}'`), query);
    }
  }
  const { errors } = assertProblem(await service.ask(`${TRADES}?party=Whig`), "invalid_parameter");
  assert.deepEqual(errors[0]?.allowed, ["Democrat", "Republican", "Independent"]);
});

test("the list of a politician's trades accepts the filters of the list of all trades", async () => {
  const path = "/api/v1/politicians/E000002/trades";
  const expected = filterTrades({ politicianId: ["E000002"], transactionType: ["purchase"] });
  const answer = await service.ask(`${path}?transaction_type=purchase&limit=20`);
  const { trades, total } = parseExactly(answer, TradeListSchema);
  assert.equal(total, expected.length);
  assert.deepEqual(
    trades.map(({ id }) => id),
    expected.slice(0, 20).map(({ id }) => id),
  );
  assert.match(
    String(answer.headers["link"]),
    /politicians\/E000002\/trades\?transaction_type=purchase&version=2026-11-20\.1&limit=20&skip=20>; rel="next"/,
  );
  assertProblem(await service.ask("/api/v1/politicians/Z999999/trades"), "politician_not_found");
  const { errors } = assertProblem(await service.ask(`${path}?politician_id=E000001`), "invalid_parameter");
  assert.equal(errors[0]?.reason, "unknown_parameter");
});

test("a superseded trade can still be fetched by id, and links to its replacement and back", async () => {
  const former = parseExactly(await service.ask(`${TRADES}/${SUPERSEDED.id}`), TradeDetailSchema);
  assert.equal(former.superseded_by, published[0]?.id);
  assert.equal(former.supersedes, null);
  const latter = parseExactly(await service.ask(`${TRADES}/${former.superseded_by}`), TradeDetailSchema);
  assert.deepEqual([latter.supersedes, latter.superseded_by], [SUPERSEDED.id, null]);
});

test("a trade has its public fields and its detail", async () => {
  const wanted = published.find(
    ({ ticker, assetType, transactionDate }) =>
      ticker === "FB" && assetType === "Stock" && transactionDate < "2022-06-09",
  );
  assert.ok(wanted);
  const answer = await service.ask(`${TRADES}/${wanted.id}`);
  const detail = parseExactly(answer, TradeDetailSchema) as Record<string, unknown>;
  const { trades } = await listTrades(
    `ticker=FB&traded_from=${wanted.transactionDate}&traded_to=${wanted.transactionDate}`,
  );
  const fields = trades.find(({ id }) => id === wanted.id) ?? {};
  const count = Object.keys(fields).length;
  assert.deepEqual(Object.keys(detail).slice(0, count), Object.keys(fields));
  for (const [name, value] of Object.entries(fields)) assert.equal(detail[name], value);
  const rest = Object.fromEntries(Object.entries(detail).slice(count));
  delete rest["prices"];
  assert.deepEqual(rest, {
    owner: wanted.owner,
    owner_unread: wanted.ownerUnread,
    amount_min: wanted.amount.lowUsd,
    amount_max: wanted.amount.highUsd,
    amount_exact: wanted.amount.lowUsd === wanted.amount.highUsd,
    amount_raw: wanted.amountRaw,
    asset_name_raw: wanted.assetNameRaw,
    asset_name_unsure: false,
    asset_type_raw: "ST",
    ticker_source: "filed",
    current_ticker: "META",
    no_current_ticker: null,
    ended_on: null,
    coin: null,
    notification_date: wanted.notificationDate,
    notification_unread: wanted.notificationUnread,
    date_suspect: null,
    filed_date: wanted.filedDate,
    first_disclosed_date: wanted.firstDisclosed.date,
    first_disclosed_source: wanted.firstDisclosed.source,
    amendment_pending: wanted.amendmentPending && { reason: "several_fit", amends: ["txn_h1_01"], amended_by: [] },
    possible_duplicate_of: wanted.possibleDuplicateOf,
    reporting_gap_days: computeReportingGapDays(wanted),
    late: isLate(wanted),
    late_not_judged: null,
    days_late: countDaysLate(wanted),
    cap_gains_over_200: false,
    option: null,
    headline: formatHeadline(wanted),
    short_sale: false,
    direction: findDirection(wanted),
    direction_not_judged: explainNoDirection(wanted),
    asset_details: null,
    account: null,
    filing_status: "New",
    supersedes: null,
    superseded_by: null,
    confidence: "printed",
    received: null,
    filing: {
      id: wanted.filingId,
      source: "house-clerk",
      document_url: `https://disclosures-clerk.house.gov/public_disc/ptr-pdfs/2022/${wanted.filingId.slice(1)}.pdf`,
      page: 1,
    },
    evidence_url: `https://api.example/evidence/${wanted.id}.png`,
    first_seen_at: "2026-02-20T07:00:00Z",
    updated_at: "2026-03-01T08:30:00Z",
    industry: { sic: "7370", description: "Services-Computer Programming", division: "I" },
  });
  assert.equal(answer.headers["x-dataset-version"], "2026-11-20.1");
  const again = await service.ask(`${TRADES}/${wanted.id}`, {
    headers: { "If-None-Match": String(answer.headers["etag"]) },
  });
  assert.equal(again.status, 304);
  const without = published.find(({ ticker }) => ticker === "");
  const bare = json(await service.ask(`${TRADES}/${without?.id}`));
  assert.deepEqual([bare["current_ticker"], bare["industry"]], [null, null]);
});

test("returns 404 for an unknown trade id of any form, and hides the details of a store failure", async () => {
  for (const id of ["txn_h1_99", "nothing", "%00", "txn_h1_01%27--", "recent", "x".repeat(300)]) {
    assertProblem(await service.ask(`${TRADES}/${id}`), "not_found");
  }
  assertProblem(await service.ask(`${TRADES}/txn_h1_01?verbose=1`), "invalid_parameter");
  const fail = async () => {
    throw new Error("connection refused at 10.0.0.7");
  };
  await using broken = await startService({
    datasets: {
      getCurrent: () => dataset,
      findCached: (version) => (version === dataset.version ? dataset : undefined),
    },
    records: { ...records, readDetailed: fail },
  });
  const answer = await broken.ask(`${TRADES}/txn_h1_01`);
  assertProblem(answer, "service_unavailable");
  assert.doesNotMatch(answer.text, /10\.0\.0\.7/);
  assert.equal((await broken.ask(TRADES)).status, 200, "lists are still served");
});

test("lists trading activity by security, and shows the activity of a single security", async () => {
  const all = parseExactly(await service.ask("/api/v1/tickers/?limit=200"), TickerListSchema);
  assert.equal((await service.ask("/api/v1/tickers")).status, 200);
  const sum = all.tickers.reduce((trades, each) => trades + each.trades, 0);
  const counted = published.filter((each) => findSecuritySymbol(each) !== null);
  assert.equal(sum, counted.length, "every trade with a ticker counts once, except bonds");
  assert.ok(published.some(({ ticker, assetType }) => ticker !== "" && assetType === "Corporate Bond"));
  const apple = counted.filter(({ ticker }) => ticker === "AAPL");
  const bought = apple.filter(({ transactionType }) => transactionType === "purchase");
  const row = all.tickers.find(({ ticker }) => ticker === "AAPL");
  assert.deepEqual(
    [row?.trades, row?.buys, row?.buyers],
    [apple.length, bought.length, new Set(bought.map(({ politicianId }) => politicianId)).size],
  );
  assert.equal(
    row?.last_trade_date,
    apple
      .map(({ transactionDate }) => String(transactionDate))
      .sort()
      .at(-1),
  );
  const paged = parseExactly(await service.ask("/api/v1/tickers/?limit=2&skip=1"), TickerListSchema);
  assert.deepEqual(paged.tickers, all.tickers.slice(1, 3));
  assert.deepEqual(parseExactly(await service.ask("/api/v1/tickers/?q=brk.b"), TickerListSchema).total, 1);
  assertProblem(await service.ask("/api/v1/tickers/?order=x"), "invalid_parameter");

  const meta = parseExactly(await service.ask("/api/v1/tickers/meta"), TickerDetailSchema);
  assert.deepEqual([meta.ticker, meta.former_tickers], ["META", ["FB"]]);
  const square = parseExactly(await service.ask("/api/v1/tickers/BRK-B"), TickerDetailSchema);
  assert.equal(square.ticker, "BRK.B");
  for (const symbol of ["MSFT", "%00", "a%20b"]) {
    assertProblem(await service.ask(`/api/v1/tickers/${symbol}`), "symbol_not_found");
  }
});

test("lists industries by number of trades, in total or per division; each count equals the industry filter's", async () => {
  const listIndustries = async (query: string) =>
    parseExactly(await service.ask(`/api/v1/industries?${query}`), IndustryListSchema);
  const all = await listIndustries("");
  assert.ok(all.total > 1 && all.total === all.industries.length);
  for (const { sic, division, trades } of all.industries) {
    assert.equal((await listTrades(`industry=${sic}`)).total, trades, sic);
    const ofDivision = await listIndustries(`division=${division?.toLowerCase()}`);
    assert.ok(ofDivision.industries.some((each) => each.sic === sic));
    const sum = ofDivision.industries.reduce((total, each) => total + each.trades, 0);
    assert.equal((await listTrades(`industry=${division}`)).total, sum, `division ${division}`);
  }
  const page = await listIndustries("limit=1&skip=1");
  assert.deepEqual([page.industries, page.total], [all.industries.slice(1, 2), all.total]);
});

test("rejects an unknown industry and says what is allowed; an industry cannot be combined with a former version", async () => {
  const wrong = await service.ask(`${TRADES}?industry=3571,computers`);
  assert.equal(wrong.status, 400);
  assert.match(wrong.text, /'computers'|computers/);
  assert.match(wrong.text, /an SIC code of four digits such as 3571/);
  const past = await service.ask(`${TRADES}?industry=3571&as_of=${dataset.version}`);
  assert.equal(past.status, 400);
  assert.match(past.text, /'industry' cannot be combined with 'as_of'/);
});

test("any unambiguous spelling of a symbol finds its security", async () => {
  const exact = await service.ask("/api/v1/tickers/BRK.B");
  assert.equal(exact.status, 200);
  for (const given of ["BRKB", "brkb", "BRK%20B", "BRK_B"]) {
    assert.equal((await service.ask(`/api/v1/tickers/${given}`)).text, exact.text, given);
  }
  for (const none of ["BR.KB", "BRKC", "AA.PL"]) {
    assertProblem(await service.ask(`/api/v1/tickers/${none}`), "symbol_not_found");
  }
  const returns = json(await service.ask("/api/v1/tickers/BRKB/performance?limit=1"));
  assert.equal(returns["ticker"], "BRK.B");
  const page = await service.ask("/tickers/BRKB", { headers: { accept: "text/html" } });
  assert.deepEqual([page.status, page.headers.location], [308, "/tickers/BRK.B"]);
});
