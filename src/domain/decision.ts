/** Decisions by people who looked at a document. A file stores them with reason and author; each normalization applies them. */
import { resolveMergedIdentities } from "./identity.ts";
import type { PageBox } from "./trade.ts";

/** Line fields people may set, written as in the House electronic form: `SP`, `S (partial)`, `06/11/2020`, `$1,001 - $15,000`. */
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

/** Position of a row: its box on a scanned page. Rows that a person typed in are numbered per page instead, from 1. */
export type RowPlace =
  | { readonly page: number; readonly box: PageBox }
  | { readonly page: number; readonly row: number };

/** Identifies a line of a filing even if a later version of the reader numbers the lines differently. */
export interface LineReference {
  /** Line number at the time of the decision; used if `place` is absent. */
  readonly line: number;
  /** Digest of the document that the person looked at; absent if the decision applies to every revision of the document. */
  readonly document?: string | undefined;
  /** Position on that document's pages, for a scan. */
  readonly place?: RowPlace | undefined;
  /** The line's asset, if `place` is absent: a line with the same number but another asset is a different line. */
  readonly asset?: string | undefined;
}

export type EnteredRow = Readonly<Partial<Record<DecidedField, string>>>;

/** A decision on one line of a filing. It applies only to the document with the digest `document`, not to a later revision. */
export interface LineDecision extends Signature, LineReference {
  readonly subject: "line";
  readonly filing: string;
  readonly document: string;
  /** `accept`: all best readings are right. `correct`: all except those of `fields` are right. `reject`: not a transaction. */
  readonly verdict: "accept" | "correct" | "reject";
  readonly fields: EnteredRow;
}

export interface PageDecision extends Signature {
  readonly subject: "page";
  readonly filing: string;
  readonly page: number;
  readonly document: string;
  /** All rows in printed order, replacing the rows found by the reader; empty if the page has no transactions. */
  readonly rows?: readonly EnteredRow[] | undefined;
  /** Boxes of all rows on the page. If both `seen` and `rows` are absent, all rows that a reader finds are accepted. */
  readonly seen?: readonly PageBox[] | undefined;
}

/** Rows that were found missing from a page after its other rows had been published. */
export interface MissedDecision extends Signature {
  readonly subject: "missed";
  readonly filing: string;
  readonly page: number;
  readonly document: string;
  /** Number of the report's last line when the rows were added; the added rows keep the numbers that follow this one. */
  readonly after: number;
  readonly rows: readonly EnteredRow[];
}

/** A decision on the security of a line without a ticker. `ticker` is empty for "no security". The filed text does not change. */
export interface TickerDecision extends Signature, LineReference {
  readonly subject: "ticker";
  readonly filing: string;
  readonly ticker: string;
}

/** A decision on who filed; `politician` is a Bioguide id. */
export interface FilerDecision extends Signature {
  readonly subject: "filer";
  readonly filing: string;
  readonly politician: string;
}

/**
 * A decision on which trade a line of an amending filing replaces: a trade's id, or null for none. If `line` is null, a decision
 * on which report the whole filing restates: a filing's id, or null for none.
 */
export interface AmendmentDecision extends Signature, Omit<LineReference, "line"> {
  readonly subject: "amendment";
  readonly filing: string;
  readonly line: number | null;
  readonly supersedes: string | null;
}

/** A decision that two Bioguide ids belong to one person, shown under the id `to`. Two equal ids undo an earlier merge. */
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

/** The decisions on one filing, oldest first. If two of one kind are on the same line, page or filing, the later one applies. */
export interface FilingDecisions {
  readonly lines: readonly LineDecision[];
  readonly pages: readonly PageDecision[];
  /** All decisions about missed rows apply, even if several concern the same page. */
  readonly missed: readonly MissedDecision[];
  readonly tickers: readonly TickerDecision[];
  readonly filer: FilerDecision | null;
  readonly amendments: readonly AmendmentDecision[];
}

/** All decisions, indexed by filing and member. */
export class Decisions {
  readonly #all: readonly Decision[];
  readonly #byFiling: ReadonlyMap<string, readonly Exclude<Decision, IdentityDecision>[]>;
  /** Maps a Bioguide id to the id under which it is served, following chains. */
  readonly identities: ReadonlyMap<string, string>;

  /** @param decisions oldest first. @throws {ConfigError} if merged identities form a cycle. */
  constructor(decisions: readonly Decision[]) {
    this.#all = decisions;
    const onFilings = decisions.filter((each) => each.subject !== "identity");
    this.#byFiling = Map.groupBy(onFilings, ({ filing }) => filing);
    this.identities = resolveMergedIdentities(
      decisions.filter((each) => each.subject === "identity").map(({ from, to }) => [from, to] as const),
    );
  }

  /** Returns these decisions plus a later one. @throws {ConfigError} like the constructor. */
  concat(decision: Decision): Decisions {
    return new Decisions([...this.#all, decision]);
  }

  /** Oldest first. */
  get all(): readonly Decision[] {
    return this.#all;
  }

  /** Ids of the filings with decisions. */
  get filings(): readonly string[] {
    return [...this.#byFiling.keys()];
  }

  findForFiling(filing: string): FilingDecisions {
    const all = this.#byFiling.get(filing) ?? [];
    const valid = all.filter((each, at) => !all.slice(at + 1).some((later) => wasPageRetyped(each, later)));
    return {
      lines: valid.filter((each) => each.subject === "line"),
      pages: valid.filter((each) => each.subject === "page"),
      missed: valid.filter((each) => each.subject === "missed"),
      tickers: valid.filter((each) => each.subject === "ticker"),
      filer: valid.findLast((each) => each.subject === "filer") ?? null,
      amendments: valid.filter((each) => each.subject === "amendment"),
    };
  }
}

/** True if, in `later`, a person typed in all rows of the page. The row numbers in `decision` may then mean other rows. */
function wasPageRetyped(decision: Decision, later: Decision): boolean {
  if (later.subject !== "page" || later.rows === undefined) return false;
  if (!("document" in decision) || decision.document !== later.document) return false;
  if (decision.subject === "missed") return decision.page === later.page;
  const place = "place" in decision ? decision.place : undefined;
  return place !== undefined && "row" in place && place.page === later.page;
}
