/**
 * Random but reproducible publications: reports that are new, reread or empty, and members whose name, seat or identity changes.
 */
import type { Trade } from "../../src/domain/trade.ts";
import type { Judgement } from "../../src/store/publication.ts";
import type { Store } from "../../src/store/store.ts";
import { day, listing, outcome, politician, trade } from "../store/made.ts";

export const MEMBERS = 6;
/** Time of the first publication; each of the others is a day after the previous one. */
export const FIRST = Date.parse("2026-01-01T08:00:00Z");
const DAY_MS = 86_400_000;

/** Creates a generator of reproducible random integers from 0 up to, but not including, `bound`. */
function createRandom(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}

export const random = createRandom(20261122);
const pick = <T>(values: readonly T[]): T => values[random(values.length)] as T;
export const formatMemberId = (n: number) => `E00000${n}`;

function makeRandomTrade(docId: string, line: number, politicianId: string): Trade {
  const company = pick(["Apple Inc.", "Zebra Holdings", "Made-up Bond"]);
  const filed = day(`2026-0${1 + random(3)}-${10 + random(15)}`);
  return trade(docId, line, {
    politicianId,
    ticker: pick(["AAPL", "MSFT", "", "NVDA"]),
    company,
    assetNameRaw: company,
    transactionType: pick(["purchase", "sale_full", "sale_partial"]),
    amount: pick([
      { lowUsd: 1001, highUsd: 15_000 },
      { lowUsd: 15_001, highUsd: 50_000 },
      { lowUsd: 50_000_001, highUsd: null },
    ]),
    owner: pick(["self", "spouse", null]),
    comment: pick([null, "a comment", "another one"]),
    filedDate: filed,
    disclosureDate: filed,
    transactionDate: day(`2025-1${random(3)}-${10 + random(15)}`),
    party: pick(["Democrat", "Republican"]),
  });
}

/** Publishes something at random: reports that are new, reread or empty, a member with another name or seat, merged members. */
export async function publishSomething(store: Store, n: number, judgement?: Judgement): Promise<void> {
  const docs = Array.from({ length: 1 + random(3) }, () => `2099${String(random(40)).padStart(4, "0")}`);
  const outcomes = [...new Set(docs)].map((docId) => {
    const politicianId = formatMemberId(random(MEMBERS));
    const trades = Array.from({ length: random(4) }, (_, line) => makeRandomTrade(docId, line + 1, politicianId));
    return { ...outcome(docId, trades), politicianId, state: pick(["parsed", "needs_review"] as const) };
  });
  const at = new Date(FIRST + n * DAY_MS);
  await store.filings.recordListings(
    outcomes.map(({ filingId }) => listing(filingId.slice(1))),
    at,
  );
  const renamed = random(4) === 0 ? [makeMember(random(MEMBERS), n)] : [];
  const publication = {
    at,
    outcomes,
    politicians: n === 0 ? Array.from({ length: MEMBERS }, (_, each) => makeMember(each, 0)) : renamed,
    ...(random(8) === 0 && { identities: random(2) === 0 ? {} : { [formatMemberId(1)]: formatMemberId(2) } }),
    ...(random(6) === 0 && { currentPoliticianIds: [formatMemberId(random(MEMBERS)), formatMemberId(0)] }),
  };
  await store.publications.publish(publication, judgement);
}

function makeMember(n: number, turn: number) {
  const state = pick(["CA", "NY", "TX"]);
  return politician(formatMemberId(n), { name: `Member ${n} of turn ${turn}`, current: random(3) > 0 }, { state });
}

/** Removes the member from a trade: if only the member's name or identity changes, the trade is unchanged. */
export function removeMember(trade: object | null): object | null {
  return trade && { ...trade, politician: null, politician_id: null };
}
