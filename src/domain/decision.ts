/** What a person settled by looking at a document: kept in a file with reason and author, and applied each time the document is normalised. */

import { mergedIdentities } from "./identity.ts";
import type { PageBox } from "./trade.ts";

/** Fields of a line that a person may set, in the words of the House's electronic form (`P`, `S (partial)`, `06/11/2020`, `$1,001 - $15,000`, `SP`). */
export const DECIDED_FIELDS = [
  "owner",
  "asset",
  "ticker",
  "transactionType",
  "transactionDate",
  "notificationDate",
  "amount",
] as const;
export type DecidedField = (typeof DECIDED_FIELDS)[number];

interface Signed {
  /** Instant in UTC, `2026-11-20T12:00:00Z`. */
  readonly at: string;
  readonly author: string;
  readonly reason: string;
}

/** Of one line of a filing, read from the document with this digest: a new revision of the document is looked at anew. */
export interface LineDecision extends Signed {
  readonly subject: "line";
  readonly filing: string;
  readonly line: number;
  readonly document: string;
  /** Of a scan, where the line stood when it was looked at: the decision goes with the row when a later reader numbers rows otherwise. */
  readonly place?: { readonly page: number; readonly box: PageBox } | undefined;
  /** `accept`: the best readings stand. `correct`: these fields stand, the other readings too. `reject`: it is no transaction. */
  readonly verdict: "accept" | "correct" | "reject";
  readonly fields: Readonly<Partial<Record<DecidedField, string>>>;
}

/** Of a page that the reader did not know: it has no transaction, or none that the reader missed. */
export interface PageDecision extends Signed {
  readonly subject: "page";
  readonly filing: string;
  readonly page: number;
  readonly document: string;
}

/** Which security a line that is filed without a ticker names; empty for none. What is filed stays as filed. */
export interface TickerDecision extends Signed {
  readonly subject: "ticker";
  readonly filing: string;
  readonly line: number;
  readonly ticker: string;
}

/** Who filed: a Bioguide id. */
export interface FilerDecision extends Signed {
  readonly subject: "filer";
  readonly filing: string;
  readonly politician: string;
}

/** What a line of an amending filing replaces: a trade's id, or null for none. Without a line, what the whole report restates: a filing's id. */
export interface AmendmentDecision extends Signed {
  readonly subject: "amendment";
  readonly filing: string;
  readonly line: number | null;
  readonly supersedes: string | null;
}

/** Two Bioguide ids of one person: the first is served as the second. Twice the same id: it is a person of its own again. */
export interface IdentityDecision extends Signed {
  readonly subject: "identity";
  readonly from: string;
  readonly to: string;
}

export type Decision =
  | LineDecision
  | PageDecision
  | TickerDecision
  | FilerDecision
  | AmendmentDecision
  | IdentityDecision;

/** The decisions on one filing; of two on one subject the later stands. */
export interface FilingDecisions {
  readonly lines: ReadonlyMap<number, LineDecision>;
  readonly pages: ReadonlyMap<number, PageDecision>;
  readonly tickers: ReadonlyMap<number, TickerDecision>;
  readonly filer: FilerDecision | null;
  /** By line; null is the whole report. */
  readonly amendments: ReadonlyMap<number | null, AmendmentDecision>;
}

/** Decisions, found by what they are on. */
export class Decisions {
  readonly #all: readonly Decision[];
  readonly #byFiling: ReadonlyMap<string, readonly Exclude<Decision, IdentityDecision>[]>;
  /** Bioguide id -> the id that it is served as, at the end of a chain. */
  readonly identities: ReadonlyMap<string, string>;

  /** @param decisions oldest first. @throws {ConfigError} when merged identities go round in a circle. */
  constructor(decisions: readonly Decision[]) {
    this.#all = decisions;
    const onFilings = decisions.filter((each) => each.subject !== "identity");
    this.#byFiling = Map.groupBy(onFilings, ({ filing }) => filing);
    this.identities = mergedIdentities(
      decisions.filter((each) => each.subject === "identity").map(({ from, to }) => [from, to] as const),
    );
  }

  /** These and a later one. @throws {ConfigError} as the constructor. */
  with(decision: Decision): Decisions {
    return new Decisions([...this.#all, decision]);
  }

  /** Ids of the filings that something was decided on. */
  get filings(): readonly string[] {
    return [...this.#byFiling.keys()];
  }

  of(filing: string): FilingDecisions {
    const own = this.#byFiling.get(filing) ?? [];
    return {
      lines: new Map(own.filter((each) => each.subject === "line").map((each) => [each.line, each])),
      pages: new Map(own.filter((each) => each.subject === "page").map((each) => [each.page, each])),
      tickers: new Map(own.filter((each) => each.subject === "ticker").map((each) => [each.line, each])),
      filer: own.findLast((each) => each.subject === "filer") ?? null,
      amendments: new Map(own.filter((each) => each.subject === "amendment").map((each) => [each.line, each])),
    };
  }
}
