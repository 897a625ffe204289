/** Creates example filings, members and trades for tests of the store. */
import type { IsoDate } from "../../src/domain/dates.ts";
import { buildTradeId, type FilingListing } from "../../src/domain/filing.ts";
import type { PersonName, Politician, Term } from "../../src/domain/politician.ts";
import { findCurrentTicker } from "../../src/domain/renames.ts";
import { createUnamendedState, type Trade } from "../../src/domain/trade.ts";
import { buildFilingId } from "../../src/filings/sources/all.ts";
import type { FilingOutcome } from "../../src/store/publication.ts";

export const NOON = new Date("2026-11-20T12:00:00Z");

export function day(text: string): IsoDate {
  return text as IsoDate;
}

export function listing(docId: string, changes: Partial<FilingListing> = {}): FilingListing {
  const source = changes.source ?? "house-clerk";
  return {
    id: buildFilingId(source, changes.docId ?? docId),
    source,
    docId,
    kind: "ptr",
    year: 2026,
    filer: { prefix: "Hon.", first: "Ann", last: "Example", suffix: null },
    stateDistrict: "CA11",
    filedDate: day("2026-02-09"),
    title: "P",
    url: `https://example.org/${docId}.pdf`,
    ...changes,
  };
}

export function personName(first: string, last: string, changes: Partial<PersonName> = {}): PersonName {
  return { first, middle: null, last, suffix: null, nickname: null, officialFull: null, ...changes };
}

export function politician(id: string, changes: Partial<Politician> = {}, term: Partial<Term> = {}): Politician {
  const start = day("2025-01-03");
  const end = day("2027-01-03");
  return {
    id,
    name: `Ann Example ${id}`,
    names: [personName("Ann", "Example")],
    terms: [
      {
        chamber: "house",
        start,
        end,
        state: "CA",
        district: 11,
        parties: [{ start, end, party: "Democrat", caucus: null }],
        ...term,
      },
    ],
    committees: [],
    current: true,
    ...changes,
  };
}

/** Creates a trade of House filing `docId`. */
export function trade(docId: string, line: number, changes: Partial<Trade> = {}): Trade {
  const filing = buildFilingId("house-clerk", docId);
  const { ticker = "AAPL", transactionDate = day("2026-01-20") } = changes;
  const filedDate = changes.filedDate ?? changes.disclosureDate ?? day("2026-02-09");
  return {
    id: buildTradeId(filing, line),
    filingId: filing,
    line,
    politicianId: "E000001",
    chamber: "house",
    party: "Democrat",
    ticker,
    tickerSource: "filed",
    currentTicker: ticker === "" ? null : findCurrentTicker(ticker, transactionDate),
    noCurrentTicker: changes.currentTicker === null && ticker !== "" ? "another_issuer" : null,
    endedOn: null,
    coin: null,
    company: "Apple Inc.",
    transactionType: "purchase",
    amount: { lowUsd: 1001, highUsd: 15_000 },
    amountRaw: "$1,001 - $15,000",
    filedDate,
    disclosureDate: filedDate,
    ...createUnamendedState(filedDate),
    transactionDate,
    notificationDate: day("2026-01-21"),
    dateSuspect: null,
    lateExemption: null,
    assetType: "Stock",
    assetTypeRaw: "ST",
    assetNameRaw: "Apple Inc. - Common Stock",
    comment: null,
    owner: "self",
    ownerUnread: null,
    notificationUnread: null,
    assetNameUnsure: false,
    capGainsOver200: false,
    option: null,
    shortSale: false,
    directionDoubt: null,
    assetDetails: null,
    account: null,
    location: null,
    filingStatus: "New",
    received: null,
    page: 1,
    box: null,
    confidence: "printed",
    ...changes,
  };
}

export function outcome(docId: string, trades: readonly Trade[], changes: Partial<FilingOutcome> = {}): FilingOutcome {
  return {
    filingId: buildFilingId("house-clerk", docId),
    state: "parsed",
    reason: null,
    politicianId: "E000001",
    rawJson: JSON.stringify({ docId, lines: trades.length }),
    trades,
    rejected: [],
    ...changes,
  };
}

export async function all<T>(stream: AsyncIterable<T>): Promise<T[]> {
  const values: T[] = [];
  for await (const value of stream) values.push(value);
  return values;
}
