/** Decisions of persons after looking at a document. They are stored in a file with reason and author, and applied each time the document is normalised. */

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

interface Signature {
  /** Instant in UTC, `2026-11-20T12:00:00Z`. */
  readonly at: string;
  readonly author: string;
  readonly reason: string;
}

/** Position of a row: the box of a scanned one; for a typed row its number among those on its page, from 1. */
export type RowPlace =
  | { readonly page: number; readonly box: PageBox }
  | { readonly page: number; readonly row: number };

/** Identifies a line of a filing, also when a later reader numbers the lines differently. */
export interface LineReference {
  /** Its number when it was decided on; it applies where there is no place. */
  readonly line: number;
  /** Digest of the document that was decided on; absent where the decision is on every revision of it. */
  readonly document?: string | undefined;
  /** Position on the pages of that document, for a scan. */
  readonly place?: RowPlace | undefined;
  /** The asset of the line, for one without a place: a line of this number with another asset is a different line. */
  readonly asset?: string | undefined;
}

/** Fields of a row as a person typed them in. */
export type TypedRow = Readonly<Partial<Record<DecidedField, string>>>;

/** A decision on one line of a filing, read from the document with this digest; a new revision of the document needs a new decision. */
export interface LineDecision extends Signature, LineReference {
  readonly subject: "line";
  readonly filing: string;
  readonly document: string;
  /** `accept`: the best readings stand. `correct`: these fields stand, the other readings too. `reject`: it is no transaction. */
  readonly verdict: "accept" | "correct" | "reject";
  readonly fields: TypedRow;
}

/** A decision on the rows of a scanned page. */
export interface PageDecision extends Signature {
  readonly subject: "page";
  readonly filing: string;
  readonly page: number;
  readonly document: string;
  /** All of them in the order of print, in place of those that were seen; empty where the page has no transaction. */
  readonly rows?: readonly TypedRow[] | undefined;
  /** The boxes of the rows that were seen: there are no others. With neither member, the page has whatever rows a reader sees. */
  readonly seen?: readonly PageBox[] | undefined;
}

/** Rows of a page that nobody saw before others were published. */
export interface MissedDecision extends Signature {
  readonly subject: "missed";
  readonly filing: string;
  readonly page: number;
  readonly document: string;
  /** Number of the report's last line when they were added: they are numbered after it, permanently. */
  readonly after: number;
  readonly rows: readonly TypedRow[];
}

/** A decision on the security of a line that is filed without a ticker; empty for none. The filed text stays. */
export interface TickerDecision extends Signature, LineReference {
  readonly subject: "ticker";
  readonly filing: string;
  readonly ticker: string;
}

/** A decision on the filer: a Bioguide id. */
export interface FilerDecision extends Signature {
  readonly subject: "filer";
  readonly filing: string;
  readonly politician: string;
}

/**
 * A decision on what a line of an amending filing replaces: a trade's id, or null for none. Without a line it says what the whole report
 * restates: a filing's id.
 */
export interface AmendmentDecision extends Signature, Omit<LineReference, "line"> {
  readonly subject: "amendment";
  readonly filing: string;
  readonly line: number | null;
  readonly supersedes: string | null;
}

/** Two Bioguide ids of one person: the first is served as the second. Twice the same id: it is a person of its own again. */
export interface IdentityDecision extends Signature {
  readonly subject: "identity";
  readonly from: string;
  readonly to: string;
}

export type Decision =
  | LineDecision
  | PageDecision
  | MissedDecision
  | TickerDecision
  | FilerDecision
  | AmendmentDecision
  | IdentityDecision;

/** The decisions on one filing, oldest first; of two on one subject the later stands. */
export interface FilingDecisions {
  readonly lines: readonly LineDecision[];
  readonly pages: readonly PageDecision[];
  /** All of them apply. */
  readonly missed: readonly MissedDecision[];
  readonly tickers: readonly TickerDecision[];
  readonly filer: FilerDecision | null;
  readonly amendments: readonly AmendmentDecision[];
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

  /** These decisions and a later one. @throws {ConfigError} as the constructor. */
  with(decision: Decision): Decisions {
    return new Decisions([...this.#all, decision]);
  }

  /** Oldest first. */
  get all(): readonly Decision[] {
    return this.#all;
  }

  /** Ids of the filings that something was decided on. */
  get filings(): readonly string[] {
    return [...this.#byFiling.keys()];
  }

  of(filing: string): FilingDecisions {
    const all = this.#byFiling.get(filing) ?? [];
    const own = all.filter((each, at) => !all.slice(at + 1).some((later) => isTypedAnew(each, later)));
    return {
      lines: own.filter((each) => each.subject === "line"),
      pages: own.filter((each) => each.subject === "page"),
      missed: own.filter((each) => each.subject === "missed"),
      tickers: own.filter((each) => each.subject === "ticker"),
      filer: own.findLast((each) => each.subject === "filer") ?? null,
      amendments: own.filter((each) => each.subject === "amendment"),
    };
  }
}

/** True if all rows of a page were typed in after a decision on typed rows of it: the numbers of its rows may mean other rows now. */
function isTypedAnew(decision: Decision, later: Decision): boolean {
  if (later.subject !== "page" || later.rows === undefined) return false;
  if (!("document" in decision) || decision.document !== later.document) return false;
  if (decision.subject === "missed") return decision.page === later.page;
  const place = "place" in decision ? decision.place : undefined;
  return place !== undefined && "row" in place && place.page === later.page;
}
