import type { Config } from "../../base/config.ts";
import { ConfigError, UsageError } from "../../base/errors.ts";
import { parseIsoDate } from "../../domain/dates.ts";
import type { FilingSourceId } from "../../domain/filing.ts";
import { formatReason } from "../../domain/reason.ts";
import type { Ingest } from "../../filings/ingest/assemble.ts";
import { formatHeldNotice } from "../../filings/ingest/publisher.ts";
import { readScans } from "../../filings/ingest/read-scans.ts";
import { loadReference } from "../../filings/ingest/reference.ts";
import { runIngest } from "../../filings/ingest/run.ts";
import { createScanReader } from "../../filings/ingest/scanned-report.ts";
import { ingestFiling } from "../../filings/ingest/take-filing.ts";
import { findSourceByName, SOURCE_NAMES, SOURCES } from "../../filings/sources/all.ts";
import { printResultWithCoverage } from "./coverage.ts";
import { withIngest } from "./data-folder.ts";
import { showProgress, toScanWorkProgress, toSourceWorkProgress } from "./progress.ts";
import { type PrintOptions, print } from "./shared-store.ts";

interface IngestArguments extends PrintOptions {
  readonly source?: string;
  readonly since?: string;
  readonly document?: string;
  readonly acceptLists?: boolean;
}

/** `ingest`: looks for new filings once. Exit code 1 when a source did not answer. */
export async function runIngestCommand(config: Config, options: IngestArguments, signal: AbortSignal): Promise<number> {
  const only = parseSource(config, options.source);
  const since = options.since === undefined ? null : parseIsoDate(options.since);
  if (options.since !== undefined && since === null) {
    throw new UsageError(`--since must be a date such as 2026-01-31, not "${options.since}".`);
  }
  return withIngest(config, "ingest", async (ingest) => {
    if (options.document !== undefined) {
      await ingestDocument(ingest, options.document, signal, options);
      return 0;
    }
    const sources = ingest.sources.filter(({ id }) => only === null || id === only);
    const show = showProgress(process.stderr);
    const sinceYear =
      since === null ? config.INGEST_SINCE_YEAR : Math.max(config.INGEST_SINCE_YEAR, Number(since.slice(0, 4)));
    const scope = { sinceYear, since, acceptLists: options.acceptLists ?? false };
    const progress = await runIngest({ ...ingest, sources }, scope, signal, (all) =>
      show.update(all.map(toSourceWorkProgress)),
    );
    show.end();
    const showScans = showProgress(process.stderr);
    await readScans(ingest, signal, (latest) => showScans.update([toScanWorkProgress(latest)]));
    showScans.end();
    const sourcesJson = progress.map(({ source, done, known, rejectedLines, error }) => ({
      source,
      read: done,
      new: known,
      rejected_lines: rejectedLines,
      error: error && { code: error.code, message: error.message },
    }));
    await printResultWithCoverage(config, ingest.store, options, { sources: sourcesJson }, "");
    for (const { source, error } of progress) if (error !== null) process.stderr.write(`${source}: ${error.message}\n`);
    return progress.some(({ error }) => error !== null) ? 1 : 0;
  });
}

/** @throws {UsageError} for an unknown source, and ConfigError for one that is off. */
function parseSource(config: Config, name: string | undefined): FilingSourceId | null {
  if (name === undefined) return null;
  const source = findSourceByName(name);
  if (source === undefined) throw new UsageError(`--source must be ${SOURCE_NAMES}, not "${name}".`);
  const off = source.explainOff(config);
  if (off !== null) throw new ConfigError(off.notice);
  return source.id;
}

/** Fetches one known filing (unless its original is stored) and reads it again. */
async function ingestDocument(
  ingest: Ingest,
  document: string,
  signal: AbortSignal,
  printed: PrintOptions,
): Promise<void> {
  const ids = [document, document.toLowerCase(), ...SOURCES.map(({ idPrefix }) => idPrefix + document.toLowerCase())];
  const found = (await Promise.all(ids.map((id) => ingest.store.filings.get(id)))).find(
    (filing) => filing !== undefined,
  );
  if (found === undefined) {
    throw new ConfigError(
      `No listed filing has the document id "${document}". Give a House DocID or Senate UUID that \`ingest\` has listed.`,
    );
  }
  const source = ingest.sources.find(({ id }) => id === found.source);
  if (source === undefined) throw new ConfigError(`The source of ${found.id}, ${found.source}, is off.`);
  const { scans } = ingest;
  const complete = scans.ocr === null ? scans.stored : createScanReader(scans, scans.ocr, signal);
  const outcome = await ingestFiling(ingest, source, await loadReference(ingest), found, signal, {
    complete,
    again: found.state === "unreadable",
  });
  const { held } = await ingest.store.publications.publish(
    { at: ingest.now(), outcomes: [outcome], cause: "reparsed" },
    ingest.judge("reparsed"),
  );
  const { state, trades, rejected } = outcome;
  const reason = formatReason(outcome.reason);
  const notice = held ? `${formatHeldNotice(held)}\n` : "";
  const why = reason === null ? "" : ` (${reason})`;
  const lines = rejected.map((each) => `  line ${each.line} ${each.reason}: ${each.text}\n`).join("");
  print(
    printed,
    { id: found.id, state, reason, trades: trades.map(({ id }) => id), rejected, held: held?.id ?? null },
    `${notice}${found.id}: ${state}${why}, ${trades.length} trades, ${rejected.length} rejected lines\n${lines}`,
  );
}
