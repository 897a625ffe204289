/** Fifty questions about the demonstration, asked over standard input and output; the answers are counted from the stored trades. */
import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import type { Client } from "@modelcontextprotocol/client";
import { createDemonstration } from "../../src/app/demo/content/material.ts";
import { isLate } from "../../src/domain/lateness.ts";
import type { Trade } from "../../src/domain/trade.ts";
import { openWorkplace, serviceEnvironment, type Workplace } from "../e2e/workplace.ts";
import { startUpstream, type Upstream } from "../upstream/server.ts";
import { connectToCommand, type Era, textOf } from "./client.ts";

interface Question {
  readonly tool: string;
  readonly given: Readonly<Record<string, unknown>>;
  /** The member of the answer, by its path, and what it is. */
  readonly member: string;
  readonly is: unknown;
}

interface Citation {
  readonly trade_id: string;
  readonly filing_id: string;
  readonly page: number | null;
  readonly line: number;
  readonly evidence_url: string;
}

const SETTINGS = { DATA_NOTICE: "Fictional data of a test.", SENATE_EFD_ACCEPT_TERMS: "true", INGEST: "false" };

suite("questions about the demonstration", () => {
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

  test("fifty questions get the known answer, and each trade in them has its id, page and line", async () => {
    const all = [...trades.values()];
    const questions = [...aboutSecurities(all), ...aboutPeople(all), ...aboutKinds(all), ...aboutOne(all)];
    assert.ok(questions.length >= 50, `${questions.length} questions`);
    for (const [number, { tool, given, member, is }] of questions.entries()) {
      // Every tenth is asked by a client of 2025 too.
      for (const era of number % 10 === 0 ? (["2026-07-28", "2025-11-25"] as const) : (["2026-07-28"] as const)) {
        const answer = await clients.get(era)?.callTool({ name: tool, arguments: given });
        assert.ok(answer && !answer.isError, answer && textOf(answer));
        const said = answer.structuredContent;
        const found = member
          .split(".")
          .reduce((value, name) => (value as Record<string, unknown>)[name], said as unknown);
        assert.deepEqual(found, is, `${tool} ${JSON.stringify(given)}: ${member}`);
        const cited = [...citationsIn(said)];
        assert.ok(cited.length > 0);
        for (const citation of cited) checkCitation(citation, trades, textOf(answer));
      }
    }
  });

  test("finds a member by name, and the response has the id of that name", async () => {
    const client = clients.get("2026-07-28");
    const [first] = trades.values();
    assert.ok(client && first);
    const id = first.politicianId;
    const { structuredContent } = await client.callTool({ name: "get_politician", arguments: { id } });
    const { politician } = structuredContent as { readonly politician: { readonly name: string } };
    const byName = await client.callTool({ name: "get_politician", arguments: { name: politician.name } });
    assert.match(textOf(byName), new RegExp(`^${politician.name} \\(${id}\\)`));
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

function* citationsIn(value: unknown): Generator<Citation> {
  if (typeof value !== "object" || value === null) return;
  for (const [name, each] of Object.entries(value)) {
    if (name === "citation") yield each as Citation;
    else yield* citationsIn(each);
  }
}

function search(given: Question["given"], found: readonly Trade[]): Question {
  return { tool: "search_trades", given: { ...given, limit: 5 }, member: "total", is: found.length };
}

/** Symbols that were always those of one security. */
function aboutSecurities(all: readonly Trade[]): Question[] {
  const steady = commonest(all.map(({ ticker }) => ticker)).filter(
    (ticker) =>
      ticker !== "" &&
      all.every((each) => (each.ticker === ticker) === (each.currentTicker === ticker) || each.coin !== null),
  );
  return steady.slice(0, 6).flatMap((ticker) => {
    const found = all.filter((each) => each.ticker === ticker);
    return [
      search({ ticker }, found),
      { tool: "get_ticker_activity", given: { ticker }, member: "activity.trades", is: found.length },
    ];
  });
}

function aboutPeople(all: readonly Trade[]): Question[] {
  return commonest(all.map(({ politicianId }) => politicianId))
    .slice(0, 7)
    .flatMap((id) => {
      const found = all.filter(({ politicianId }) => politicianId === id);
      return [
        { tool: "get_politician", given: { id }, member: "politician.total_trades", is: found.length },
        search({ politician_id: id, transaction_type: "purchase" }, ofType(found, "purchase")),
      ];
    });
}

function ofType(all: readonly Trade[], type: Trade["transactionType"]): Trade[] {
  return all.filter(({ transactionType }) => transactionType === type);
}

function aboutKinds(all: readonly Trade[]): Question[] {
  const year = String(new Date().getUTCFullYear() - 1);
  const since = (day: string) => all.filter(({ disclosureDate }) => disclosureDate >= day);
  return [
    ...(["purchase", "sale_full"] as const).map((type) => search({ transaction_type: type }, ofType(all, type))),
    search({ transaction_type: "sale_full,sale_partial" }, [
      ...ofType(all, "sale_full"),
      ...ofType(all, "sale_partial"),
    ]),
    ...(["house", "senate"] as const).map((chamber) =>
      search(
        { chamber },
        all.filter((each) => each.chamber === chamber),
      ),
    ),
    ...(["Democrat", "Republican"] as const).map((party) =>
      search(
        { party },
        all.filter((each) => each.party === party),
      ),
    ),
    ...(["self", "spouse", "joint"] as const).map((owner) =>
      search(
        { owner },
        all.filter((each) => each.owner === owner),
      ),
    ),
    search(
      { late: true },
      all.filter((each) => isLate(each) === true),
    ),
    search(
      { late: false },
      all.filter((each) => isLate(each) === false),
    ),
    search({ disclosed_from: `${year}-01-01` }, since(`${year}-01-01`)),
    search(
      { disclosed_from: `${year}-07-01`, chamber: "senate" },
      since(`${year}-07-01`).filter((each) => each.chamber === "senate"),
    ),
    search(
      { traded_to: `${year}-06-30` },
      all.filter(({ transactionDate }) => transactionDate <= `${year}-06-30`),
    ),
    ...[15_001, 50_001, 100_001].map((usd) =>
      search(
        { min_amount: usd },
        all.filter(({ amount }) => amount.lowUsd >= usd),
      ),
    ),
    search(
      { max_amount: 15_000 },
      all.filter(({ amount }) => amount.highUsd !== null && amount.highUsd <= 15_000),
    ),
  ];
}

function aboutOne(all: readonly Trade[]): Question[] {
  const some = all.filter((_, at) => at % Math.ceil(all.length / 4) === 0);
  return some.flatMap((trade) => {
    const { id, filingId } = trade;
    return [
      { tool: "get_trade", given: { id }, member: "trade.owner", is: trade.owner },
      { tool: "get_trade", given: { id }, member: "trade.amount_min", is: trade.amount.lowUsd },
      { tool: "get_filing", given: { id: filingId }, member: "filing.id", is: filingId },
    ];
  });
}

/** Each value once, the most frequent first. */
function commonest(values: readonly string[]): string[] {
  const counts = Map.groupBy(values, (each) => each);
  return [...counts].sort(([, a], [, b]) => b.length - a.length).map(([value]) => value);
}
