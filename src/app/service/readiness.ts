import type { Readiness, ReadinessCheck } from "../../api/operations/readiness.ts";
import type { Config } from "../../base/config.ts";
import { AppError, UnavailableError } from "../../base/errors.ts";
import { formatReason } from "../../domain/reason.ts";
import { determineSourceCondition } from "../../domain/source-condition.ts";
import { formatHeldNotice } from "../../filings/ingest/publisher.ts";
import { SOURCE_IDS, SOURCES } from "../../filings/sources/all.ts";
import type { ProviderHealth } from "../../prices/providers/provider-client.ts";
import type { Dataset } from "../../publication/dataset/dataset.ts";
import type { Archive } from "../../publication/export/archive.ts";
import type { HeldPublication } from "../../store/publication.ts";
import type { SourceStatus } from "../../store/sources.ts";
import type { Store } from "../../store/store.ts";

/** The database is queried every few seconds. After this many milliseconds without an answer, it counts as down. */
const DATABASE_SILENT_MS = 15_000;

/**
 * Tracks the checks of `/health/ready`. The service is ready if something is published and all webhook deliveries can be signed.
 * Other checks do not affect readiness. They report failures of the database, the sources and the price providers. They also
 * report held publications, an interrupted run, and a wrong archive folder.
 */
export async function trackReadiness(
  config: Config,
  store: Pick<Store, "sources" | "held"> & { readonly archive: Pick<Archive, "explainWrongFolder"> },
  getDataset: () => Dataset,
  readMonotonicMs: () => number = () => performance.now(),
): Promise<{
  /** @param unsigned the number of webhook endpoints whose deliveries cannot be signed. */
  buildReadiness(brokeOffAt: Date | null, prices: readonly ProviderHealth[], unsigned?: number): Readiness;
  /** Queries the store again. Rejects if a query fails. The readiness check `database` reports a store that does not answer. */
  refresh(): Promise<void>;
  isDatabaseAnswering(): boolean;
}> {
  let sources: readonly ReadinessCheck[] = [];
  let heldChecks: readonly ReadinessCheck[] = [];
  const archive = trackArchive(store.archive);
  let answeredAt = readMonotonicMs();
  let failure: string | null = null;
  let pendingRead: Promise<void> | null = null;
  const isDatabaseAnswering = () => failure === null && readMonotonicMs() - answeredAt < DATABASE_SILENT_MS;
  const loadChecks = async () => {
    const known = await store.sources.listAll();
    const held = await store.held.list();
    heldChecks = held.map(toHeldCheck);
    sources = ["legislators", "tickers", ...SOURCE_IDS].map((name) => {
      const status = known.find(({ source }) => source === name);
      const off = SOURCES.find(({ id }) => id === name)?.explainOff(config);
      return off
        ? { name, ready: false, detail: `Off: ${off.detail}` }
        : toSourceCheck(name, { lastError: null, lastSuccessAt: null, ...status }, new Date());
    });
  };
  const refresh = async () => {
    void archive.refreshArchive();
    // One query at a time: queries to a hanging database must not pile up.
    pendingRead ??= loadChecks().finally(() => {
      pendingRead = null;
    });
    try {
      await pendingRead;
      answeredAt = readMonotonicMs();
      failure = null;
    } catch (error) {
      failure = error instanceof AppError ? error.code : "error";
      throw error;
    }
  };
  await archive.refreshArchive();
  await refresh().catch((error: unknown) => {
    // The service starts even if the store does not answer: the check `database` reports that.
    if (!(error instanceof UnavailableError)) throw error;
  });
  return {
    refresh,
    isDatabaseAnswering,
    buildReadiness(brokeOffAt, prices, unsigned = 0) {
      const { version, tradeCount, politicianCount } = getDataset();
      const published: ReadinessCheck = {
        name: "dataset",
        ready: version !== "0",
        detail:
          version === "0"
            ? "Nothing has been published yet."
            : `Version ${version}: ${tradeCount} trades, ${politicianCount} politicians.`,
      };
      return {
        ready: published.ready && unsigned === 0,
        checks: [
          published,
          toDatabaseCheck(isDatabaseAnswering(), failure, readMonotonicMs() - answeredAt),
          ...sources,
          ...prices.map(toProviderCheck),
          ...heldChecks,
          ...createBrokenRunChecks(brokeOffAt),
          ...createSigningChecks(unsigned),
          ...archive.check(),
        ],
      };
    },
  };
}

/** Not ready after 26 hours without success: the source has missed a run, or a run hangs. */
export function toSourceCheck(
  name: string,
  known: Pick<SourceStatus, "lastError" | "lastSuccessAt">,
  now: Date,
): ReadinessCheck {
  const condition = determineSourceCondition(known, false, now);
  const success = known.lastSuccessAt?.toISOString() ?? "";
  if (condition === "ok") return { name, ready: true, detail: success };
  if (condition === "never_answered") return { name, ready: false, detail: "Not asked yet." };
  if (condition !== "overdue")
    return { name, ready: false, detail: known.lastError ? formatReason(known.lastError) : "" };
  return { name, ready: false, detail: `No success for more than 26 hours; the last was at ${success}.` };
}

/** Reports whether the database responds. This does not affect readiness, since published data is served from memory. */
function toDatabaseCheck(answers: boolean, failure: string | null, silentMs: number): ReadinessCheck {
  const why = failure === null ? "" : `, with \`${failure}\``;
  return {
    name: "database",
    ready: answers,
    detail: answers ? "Answers." : `Not responding for ${Math.round(silentMs / 1000)} s${why}.`,
  };
}

function toHeldCheck(held: HeldPublication): ReadinessCheck {
  return { name: `held-publication-${held.id}`, ready: false, detail: formatHeldNotice(held) };
}

/** Reports whether a price provider works. This does not affect readiness, since known prices are served in any case. */
function toProviderCheck({ id, state, lastSuccessAt, lastError, pausedUntil }: ProviderHealth): ReadinessCheck {
  const success = `last success ${lastSuccessAt?.toISOString() ?? "none since the service started"}`;
  const error = lastError ? `; last error ${lastError.at.toISOString()} ${lastError.code}: ${lastError.message}` : "";
  const pause = pausedUntil ? `; paused until ${pausedUntil.toISOString()}` : "";
  const idle = lastSuccessAt === null && lastError === null;
  return {
    name: `prices-${id}`,
    ready: state === "closed",
    detail: idle ? "Not asked yet." : `${success}${error}${pause}.`,
  };
}

function createSigningChecks(unsigned: number): ReadinessCheck[] {
  if (unsigned === 0) return [];
  const detail = `Messages to ${unsigned} webhook endpoints cannot be signed: their secrets are encrypted with another master key, or damaged.`;
  return [{ name: "webhook-signing", ready: false, detail }];
}

/** A wrong folder breaks only the routes of the archive, not readiness. Only startup awaits the check: a network folder may hang. */
function trackArchive(archive: Pick<Archive, "explainWrongFolder">) {
  let elsewhere: string | null = null;
  let pendingCheck: Promise<void> | null = null;
  const recheckArchive = async () => {
    elsewhere = await archive.explainWrongFolder();
    pendingCheck = null;
  };
  return {
    refreshArchive: () => {
      pendingCheck ??= recheckArchive();
      return pendingCheck;
    },
    check: (): ReadinessCheck[] => (elsewhere === null ? [] : [{ name: "archive", ready: false, detail: elsewhere }]),
  };
}

function createBrokenRunChecks(at: Date | null): ReadinessCheck[] {
  if (at === null) return [];
  return [{ name: "run", ready: false, detail: `Failed at ${at.toISOString()}; see the log. It will be retried.` }];
}
