/** The type of a request, and the parts of requests to the large store. */
import { TRANSACTION_TYPES } from "../../../src/domain/trade.ts";
import type { LargeStore } from "../large-store.ts";

/** One request. If repeated with cold caches, `path` may name another thing of the same kind; `attempt` counts from 0. */
export interface ExpensiveRequest {
  readonly path: string | ((attempt: number) => string);
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON, or unchanged if it is a string. */
  readonly body?: unknown;
  /** Other statuses than 2xx that also show that the work was done. */
  readonly also?: readonly number[];
}

/** Ids and names that requests may use, read from the running service. */
export interface Subjects extends LargeStore {
  /** The current version. */
  readonly newest: string;
  /** A trade whose original is stored, and its filing. */
  readonly readTrade: string;
  readonly readFiling: string;
  /** A trade that an amendment replaced. */
  readonly supersededTrade: string;
  readonly alert: string;
  readonly webhook: string;
  readonly event: string;
  readonly delivery: string;
  readonly archived: string;
  /** Names of the newest version's public data files. */
  readonly dataFiles: readonly string[];
  /** Cookie of a reviewer's session, and a filing with pending items. */
  readonly reviewCookie: string;
  readonly waiting: string;
}

/** Creates one route's most expensive requests. */
export type CreateRequests = (subjects: Subjects) => readonly ExpensiveRequest[];

export const MAX_SKIP = 99_000;

/** A URL has room for this many symbols. */
export const MANY_SYMBOLS = Array.from({ length: 1300 }, (_, n) => `S${n * 2}`).join(",");
export const MANY_MEMBERS = Array.from({ length: 600 }, (_, n) => `M${String(n).padStart(6, "0")}`).join(",");

/** The longest `q`. Its one-letter words each begin a word of nearly every trade. */
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

/** Queries of `GET /trades`, and of other endpoints that list trades like it. */
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
