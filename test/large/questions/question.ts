/** The type of a request, and the parts of requests to the large store. */
import { TRANSACTION_TYPES } from "../../../src/domain/trade.ts";
import type { LargeStore } from "../large-store.ts";

/** One request. A question that is asked again, as if nobody had asked it before, may name another thing of the same kind: `try` counts from 0. */
export interface Question {
  readonly path: string | ((attempt: number) => string);
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON, or as it is if it is a text. */
  readonly body?: unknown;
  /** Statuses besides those of success that show that the work was done. */
  readonly also?: readonly number[];
}

/** What a question may name, learned from the service once it runs. */
export interface Subjects extends LargeStore {
  /** The version in force, and one before it that is served by `version` still. */
  readonly newest: string;
  /** A trade whose original is kept, its filing and its filer. */
  readonly readTrade: string;
  readonly readFiling: string;
  /** A trade that an amendment replaced. */
  readonly supersededTrade: string;
  readonly alert: string;
  readonly webhook: string;
  readonly event: string;
  readonly delivery: string;
  readonly archived: string;
  /** Names of the files of the newest version that anybody may fetch. */
  readonly dataFiles: readonly string[];
  /** Cookie of a reviewer's session, and something that waits. */
  readonly reviewCookie: string;
  readonly waiting: string;
}

/** One route's most expensive requests. */
export type Ask = (subjects: Subjects) => readonly Question[];

export const MAX_SKIP = 99_000;

/** An address has room for this many symbols. */
export const MANY_SYMBOLS = Array.from({ length: 1300 }, (_, n) => `S${n * 2}`).join(",");
export const MANY_MEMBERS = Array.from({ length: 600 }, (_, n) => `M${String(n).padStart(6, "0")}`).join(",");

/** The longest `q`: words of one letter each begin a word of nearly every trade. */
export const MANY_WORDS =
  "a b c e i m n w 1 2 3 4 an ac ad al as ann acc acco accou account ex exa exam examp example ma mad made co com comp compa company in inc inco incor incorp by bo bou boug bought wi wit with witho without".slice(
    0,
    200,
  );
export const FEW_LETTERS = "a c e i m";
/** No trade has the last word. */
export const NO_MATCH = "a e m incorporated zzzz";

/** Many filters at their widest. */
export const WIDEST =
  `chamber=house&party=Democrat,Republican,Independent&transaction_type=${TRANSACTION_TYPES}&min_amount=1&max_amount=900000000` +
  "&disclosed_from=2012-01-01&disclosed_to=2030-01-01&traded_from=2011-01-01&traded_to=2030-01-01&late=false&possible_duplicate=false";

/** Queries of `GET /trades` and of what lists trades as it does. */
export const TRADE_QUERIES = [
  `q=${encodeURIComponent(MANY_WORDS)}`,
  `q=${encodeURIComponent(FEW_LETTERS)}&sort=reporting_gap`,
  `q=${encodeURIComponent(NO_MATCH)}&sort=amount`,
  `${WIDEST}&sort=-reporting_gap`,
  `ticker=${MANY_SYMBOLS}&sort=transaction_date`,
  `politician_id=${MANY_MEMBERS}&sort=-amount`,
  "ticker=S0&sort=reporting_gap",
  "industry=D,I,H&sort=-amount",
] as const;
