/** Mean return after purchases minus that after sales, and how securities did against the benchmark before and after trades. */
import type { IsoDate } from "../../domain/dates.ts";
import { CHAMBERS, type Chamber, PARTIES, type Party } from "../../domain/politician.ts";
import { ANCHORS, type Anchor, HORIZONS, type Horizon } from "./abnormal-return.ts";
import type { Figure } from "./performance.ts";
import type { UnstoredReason } from "./price-coverage.ts";
import type { NonEmpty, ReturnQuestions } from "./return-calculator.ts";
import type { SinceDisclosure } from "./since-disclosure.ts";
import type { TradePath } from "./trade-path.ts";

export interface Members {
  readonly chamber?: Chamber | undefined;
  readonly party?: Party | undefined;
}

/** Mean return after purchases minus mean return after sales, for a set of members. */
export interface Difference {
  readonly members: Members;
  readonly anchor: Anchor;
  readonly horizon: Horizon;
  readonly figure: Figure;
}

export interface Overview {
  readonly version: string;
  /** Token for the stored prices. Any new price of the latest day changes the token. Only some new prices of older days do so. */
  readonly revision: string;
  readonly decisions: number;
  /** Last day with a stored benchmark price. Null if no benchmark price is stored, in which case no return is computed. */
  readonly pricesTo: IsoDate | null;
  /** Why no price of the benchmark is stored; null if a price is stored. */
  readonly benchmarkGap: UnstoredReason | null;
  /** Differences at both anchors, for all members together at every horizon and for each chamber and party at `GROUP_HORIZON`. */
  readonly differences: readonly Difference[];
  readonly path: TradePath;
  readonly monthly: SinceByList;
}

/** Results for the home page's lists of the most bought and most sold securities. One per security, in list order. */
export interface SinceByList {
  readonly bought: readonly SinceDisclosure[];
  readonly sold: readonly SinceDisclosure[];
}

/** Horizon at which chambers and parties are compared, and which the home page shows. */
export const GROUP_HORIZON = 63;
const GROUPS: readonly Members[] = [
  ...CHAMBERS.map((chamber) => ({ chamber })),
  ...PARTIES.map((party) => ({ party })),
];

interface AnsweredDifference {
  readonly question: { readonly anchor: Anchor; readonly horizon: Horizon };
  readonly result: {
    readonly performance: { readonly decisions: number; readonly difference: Figure };
    readonly path: TradePath | null;
    readonly pricesTo: IsoDate | null;
  };
}

export type RequestedDifferences = Pick<ReturnQuestions, "anchors" | "horizons" | "path">;

/** Requests about all members, one after another to save memory: `path` alone takes as much memory as returns at all horizons. */
const REQUESTS_ABOUT_ALL: readonly RequestedDifferences[] = [
  { anchors: ["skill"], horizons: [GROUP_HORIZON], path: true },
  ...ANCHORS.map((anchor) => ({ anchors: [anchor], horizons: HORIZONS }) as const),
];
const OF_GROUP: readonly RequestedDifferences[] = [{ anchors: ANCHORS, horizons: [GROUP_HORIZON] }];

/** @param answerAll yields one array per item of `requested`, with a result about `members` for each anchor and horizon. */
export async function buildOverview(
  parts: Pick<Overview, "version" | "revision" | "benchmarkGap" | "monthly">,
  answerAll: (
    members: Members,
    requested: readonly RequestedDifferences[],
  ) => AsyncIterable<NonEmpty<AnsweredDifference>>,
): Promise<Overview> {
  const differences: Difference[] = [];
  let pathPart: Pick<Overview, "decisions" | "path" | "pricesTo"> | null = null;
  for await (const answers of answerAll({}, REQUESTS_ABOUT_ALL)) {
    const { performance, path, pricesTo } = answers[0].result;
    if (path === null) differences.push(...toDifferences({}, answers));
    else pathPart = { decisions: performance.decisions, path, pricesTo };
  }
  for (const members of GROUPS) {
    for await (const answers of answerAll(members, OF_GROUP)) differences.push(...toDifferences(members, answers));
  }
  if (pathPart === null) throw new RangeError("no result about all members contains the path of returns");
  return { ...parts, differences, ...pathPart };
}

function toDifferences(members: Members, answers: readonly AnsweredDifference[]): Difference[] {
  return answers.map(({ question: { anchor, horizon }, result }) => ({
    members,
    anchor,
    horizon,
    figure: result.performance.difference,
  }));
}

interface KeeperParts<Version> {
  readonly make: (version: Version, revision: string) => Promise<Overview>;
  /** Returns the token for the prices that are stored now (see `Overview.revision`). */
  readonly readRevision: () => Promise<string>;
  readonly readMonotonicMs: () => number;
  /** Called with the error if an overview could not be computed. */
  readonly onFailure: (error: unknown) => void;
}

/** Minimum and maximum time from an overview to the next check for newer prices. Both also apply while prices are backfilled. */
const [MIN_CHECK_INTERVAL_MS, MAX_CHECK_INTERVAL_MS] = [60_000, 30 * 60_000];
/** Ratio of check interval to computing time. Computing takes at most 1% of the time, unless `MAX_CHECK_INTERVAL_MS` applies. */
const CACHE_FACTOR = 100;

/** Caches one overview, and computes the next one in the background for a new version or newer prices. */
export class OverviewCache<Version extends { readonly version: string }> {
  readonly #parts: KeeperParts<Version>;
  #cached: Overview | null = null;
  #isUnderWay = false;
  #cachedMs = MIN_CHECK_INTERVAL_MS;
  /** Time of the next check for newer prices, and the version to which it applies. */
  #next = { version: "", at: Number.NEGATIVE_INFINITY };

  constructor(parts: KeeperParts<Version>) {
    this.#parts = parts;
  }

  /** Null while a version's first overview is computed, or if that failed. Prices may lag by up to `MAX_CHECK_INTERVAL_MS`. */
  getLatest(version: Version): Overview | null {
    const isDue = this.#next.version !== version.version || this.#next.at <= this.#parts.readMonotonicMs();
    if (isDue && !this.#isUnderWay) void this.#updateOverview(version);
    return this.#cached?.version === version.version ? this.#cached : null;
  }

  async #updateOverview(version: Version): Promise<void> {
    const { make, readRevision, readMonotonicMs, onFailure } = this.#parts;
    this.#isUnderWay = true;
    const buildNextCheck = (ms: number) => ({ version: version.version, at: readMonotonicMs() + ms });
    try {
      const stored = await readRevision();
      const isNew = this.#cached?.version !== version.version || this.#cached.revision !== stored;
      if (isNew) {
        const begun = readMonotonicMs();
        this.#cached = await make(version, stored);
        this.#cachedMs = Math.min(
          MAX_CHECK_INTERVAL_MS,
          Math.max(MIN_CHECK_INTERVAL_MS, CACHE_FACTOR * (readMonotonicMs() - begun)),
        );
      }
      this.#next = buildNextCheck(this.#cachedMs);
    } catch (error) {
      this.#next = buildNextCheck(MIN_CHECK_INTERVAL_MS);
      onFailure(error);
    } finally {
      this.#isUnderWay = false;
    }
  }
}
