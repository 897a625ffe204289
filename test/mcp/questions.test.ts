/** Asks fifty questions about the demo over standard input and output; expected answers are computed from the stored trades. */
import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import type { Client } from "@modelcontextprotocol/client";
import { createDemonstration } from "../../src/app/demo/content/material.ts";
import { isLate } from "../../src/domain/lateness.ts";
import type { Trade } from "../../src/domain/trade.ts";
import { openWorkplace, serviceEnvironment, type Workplace } from "../e2e/workplace.ts";
import { startUpstream, type Upstream } from "../upstream/server.ts";
import { connectToCommand, type Era, getText } from "./client.ts";

interface Question {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** The path of a field in the answer, and its expected value. */
  readonly field: string;
  readonly expected: unknown;
}

interface Citation {
  readonly trade_id: string;
  readonly filing_id: string;
  readonly page: number | null;
  readonly line: number;
  readonly evidence_url: string;
}

const SETTINGS = { DATA_NOTICE: "Fictional data of a test.", SENATE_EFD_ACCEPT_TERMS: "true", INGEST: "false" };

suite("answers questions about the demo data", () => {
  let sites: Upstream;
  let place: Workplace;
  const trades = new Map<string, Trade>();
  const clients = new Map<Era, Client>();
  before(async () => {
    sites = await startUpstream({ material: createDemonstration(new Date()).material, port: 0 });
    const since = { INGEST_SINCE_YEAR: String(new Date().getUTCFullYear() - 1), INGEST_RATE: "0" };
    place = await openWorkplace(sites.url, { ...SETTINGS, ...since });
    await place.run();
    for await (const chunk of place.store.publications.streamTrades())
      for (const each of chunk) trades.set(each.id, each);
    for (const era of ["2026-07-28", "2025-11-25"] as const) {
      clients.set(era, await connectToCommand(serviceEnvironment(sites.url, place.dataDir, SETTINGS), era));
    }
  });
  after(async () => {
    for (const client of clients.values()) await client.close();
    await place?.close();
    await sites?.stop();
  });

  test("gives the known answers to fifty questions, and cites each trade by id, page and line", async () => {
    const all = [...trades.values()];
    const questions = [
      ...askAboutSecurities(all),
      ...askAboutPeople(all),
      ...askAboutFilters(all),
      ...askAboutTrades(all),
    ];
    assert.ok(questions.length >= 50, `${questions.length} questions`);
    for (const [number, { tool, args, field, expected }] of questions.entries()) {
      // A client of the 2025 protocol asks every tenth question too.
      for (const era of number % 10 === 0 ? (["2026-07-28", "2025-11-25"] as const) : (["2026-07-28"] as const)) {
        const answer = await clients.get(era)?.callTool({ name: tool, arguments: args });
        assert.ok(answer && !answer.isError, answer && getText(answer));
        const data = answer.structuredContent;
        const found = field
          .split(".")
          .reduce((value, name) => (value as Record<string, unknown>)[name], data as unknown);
        assert.deepEqual(found, expected, `${tool} ${JSON.stringify(args)}: ${field}`);
        const cited = [...findCitations(data)];
        assert.ok(cited.length > 0);
        for (const citation of cited) checkCitation(citation, trades, getText(answer));
      }
    }
  });

  test("finds a member by name, and states the member's id", async () => {
    const client = clients.get("2026-07-28");
    const [first] = trades.values();
    assert.ok(client && first);
    const id = first.politicianId;
    const { structuredContent } = await client.callTool({ name: "get_politician", arguments: { id } });
    const { politician } = structuredContent as { readonly politician: { readonly name: string } };
    const byName = await client.callTool({ name: "get_politician", arguments: { name: politician.name } });
    assert.match(getText(byName), new RegExp(`^${politician.name} \\(${id}\\)`));
  });
});

function checkCitation(citation: Citation, trades: ReadonlyMap<string, Trade>, text: string): void {
  const trade = trades.get(citation.trade_id);
  assert.ok(trade, citation.trade_id);
  const { filing_id, page, line, evidence_url } = citation;
  assert.deepEqual([filing_id, page, line], [trade.filingId, trade.page, trade.line], trade.id);
  assert.ok(evidence_url.endsWith(`/evidence/${trade.id}.png`));
  const place = page === null ? `filing ${filing_id}, line ${line}` : `filing ${filing_id}, page ${page}, line ${line}`;
  assert.ok(text.includes(`[${trade.id}; ${place}; ${evidence_url}]`), text);
}

function* findCitations(value: unknown): Generator<Citation> {
  if (typeof value !== "object" || value === null) return;
  for (const [name, each] of Object.entries(value)) {
    if (name === "citation") yield each as Citation;
    else yield* findCitations(each);
  }
}

function createSearch(args: Question["args"], found: readonly Trade[]): Question {
  return { tool: "search_trades", args: { ...args, limit: 5 }, field: "total", expected: found.length };
}

/** Asks only about symbols that have always been those of one security. */
function askAboutSecurities(all: readonly Trade[]): Question[] {
  const steady = sortByFrequency(all.map(({ ticker }) => ticker)).filter(
    (ticker) =>
      ticker !== "" &&
      all.every((each) => (each.ticker === ticker) === (each.currentTicker === ticker) || each.coin !== null),
  );
  return steady.slice(0, 6).flatMap((ticker) => {
    const found = all.filter((each) => each.ticker === ticker);
    return [
      createSearch({ ticker }, found),
      { tool: "get_ticker_activity", args: { ticker }, field: "activity.trades", expected: found.length },
    ];
  });
}

function askAboutPeople(all: readonly Trade[]): Question[] {
  return sortByFrequency(all.map(({ politicianId }) => politicianId))
    .slice(0, 7)
    .flatMap((id) => {
      const found = all.filter(({ politicianId }) => politicianId === id);
      return [
        { tool: "get_politician", args: { id }, field: "politician.total_trades", expected: found.length },
        createSearch({ politician_id: id, transaction_type: "purchase" }, filterByType(found, "purchase")),
      ];
    });
}

function filterByType(all: readonly Trade[], type: Trade["transactionType"]): Trade[] {
  return all.filter(({ transactionType }) => transactionType === type);
}

function askAboutFilters(all: readonly Trade[]): Question[] {
  const year = String(new Date().getUTCFullYear() - 1);
  const filterSince = (day: string) => all.filter(({ disclosureDate }) => disclosureDate >= day);
  return [
    ...(["purchase", "sale_full"] as const).map((type) =>
      createSearch({ transaction_type: type }, filterByType(all, type)),
    ),
    createSearch({ transaction_type: "sale_full,sale_partial" }, [
      ...filterByType(all, "sale_full"),
      ...filterByType(all, "sale_partial"),
    ]),
    ...(["house", "senate"] as const).map((chamber) =>
      createSearch(
        { chamber },
        all.filter((each) => each.chamber === chamber),
      ),
    ),
    ...(["Democrat", "Republican"] as const).map((party) =>
      createSearch(
        { party },
        all.filter((each) => each.party === party),
      ),
    ),
    ...(["self", "spouse", "joint"] as const).map((owner) =>
      createSearch(
        { owner },
        all.filter((each) => each.owner === owner),
      ),
    ),
    createSearch(
      { late: true },
      all.filter((each) => isLate(each) === true),
    ),
    createSearch(
      { late: false },
      all.filter((each) => isLate(each) === false),
    ),
    createSearch({ disclosed_from: `${year}-01-01` }, filterSince(`${year}-01-01`)),
    createSearch(
      { disclosed_from: `${year}-07-01`, chamber: "senate" },
      filterSince(`${year}-07-01`).filter((each) => each.chamber === "senate"),
    ),
    createSearch(
      { traded_to: `${year}-06-30` },
      all.filter(({ transactionDate }) => transactionDate <= `${year}-06-30`),
    ),
    ...[15_001, 50_001, 100_001].map((usd) =>
      createSearch(
        { min_amount: usd },
        all.filter(({ amount }) => amount.lowUsd >= usd),
      ),
    ),
    createSearch(
      { max_amount: 15_000 },
      all.filter(({ amount }) => amount.highUsd !== null && amount.highUsd <= 15_000),
    ),
  ];
}

function askAboutTrades(all: readonly Trade[]): Question[] {
  const sample = all.filter((_, at) => at % Math.ceil(all.length / 4) === 0);
  return sample.flatMap((trade) => {
    const { id, filingId } = trade;
    return [
      { tool: "get_trade", args: { id }, field: "trade.owner", expected: trade.owner },
      { tool: "get_trade", args: { id }, field: "trade.amount_min", expected: trade.amount.lowUsd },
      { tool: "get_filing", args: { id: filingId }, field: "filing.id", expected: filingId },
    ];
  });
}

/** Each value once, the most frequent first. */
function sortByFrequency(values: readonly string[]): string[] {
  const counts = Map.groupBy(values, (each) => each);
  return [...counts].sort(([, a], [, b]) => b.length - a.length).map(([value]) => value);
}
