import type { Config } from "../../base/config.ts";
import { ConfigError, UsageError } from "../../base/errors.ts";
import { createLogger } from "../../base/log.ts";
import { isoDate } from "../../domain/dates.ts";
import type { FilingSourceId } from "../../domain/filing.ts";
import { reasonText } from "../../domain/reason.ts";
import { assembleIngest, type Ingest } from "../../filings/ingest/assemble.ts";
import { heldNotice } from "../../filings/ingest/publisher.ts";
import { readScans } from "../../filings/ingest/read-scans.ts";
import { loadReference } from "../../filings/ingest/reference.ts";
import { ingestRun } from "../../filings/ingest/run.ts";
import { readingScans } from "../../filings/ingest/scanned-report.ts";
import { takeFiling } from "../../filings/ingest/take-filing.ts";
import { SOURCE_NAMES, SOURCES, sourceNamed } from "../../filings/sources/all.ts";
import { printAfter } from "./coverage.ts";
import { withStore } from "./data-folder.ts";
import { ofScans, ofSource, showProgress } from "./progress.ts";
import { type PrintOptions, print } from "./shared-store.ts";

interface IngestArguments extends PrintOptions {
  readonly source?: string;
  readonly since?: string;
  readonly document?: string;
  readonly acceptLists?: boolean;
}

/** `ingest`: runs once now. Exit code 1 when a source did not answer. */
export async function ingestCommand(config: Config, given: IngestArguments, signal: AbortSignal): Promise<number> {
  const only = sourceAsked(config, given.source);
  const since = given.since === undefined ? null : isoDate(given.since);
  if (given.since !== undefined && since === null) {
    throw new UsageError(`--since must be a date such as 2026-01-31, not "${given.since}".`);
  }
  const log = createLogger(process.stderr.isTTY ? "error" : config.LOG_LEVEL);
  return withStore(config, "ingest", log, async (store) => {
    const ingest = assembleIngest(config, store, log);
    try {
      if (given.document !== undefined) {
        await ingestDocument(ingest, given.document, signal, given);
        return 0;
      }
      const sources = ingest.sources.filter(({ id }) => only === null || id === only);
      const show = showProgress(process.stderr);
      const sinceYear =
        since === null ? config.INGEST_SINCE_YEAR : Math.max(config.INGEST_SINCE_YEAR, Number(since.slice(0, 4)));
      const scope = { sinceYear, since, acceptLists: given.acceptLists ?? false };
      const progress = await ingestRun({ ...ingest, sources }, scope, signal, (all) => show.update(all.map(ofSource)));
      show.end();
      const showScans = showProgress(process.stderr);
      await readScans(ingest, signal, (latest) => showScans.update([ofScans(latest)]));
      showScans.end();
      const sourcesJson = progress.map(({ source, done, known, rejectedLines, error }) => ({
        source,
        read: done,
        new: known,
        rejected_lines: rejectedLines,
        error: error && { code: error.code, message: error.message },
      }));
      await printAfter(config, store, given, { sources: sourcesJson }, "");
      for (const { source, error } of progress)
        if (error !== null) process.stderr.write(`${source}: ${error.message}\n`);
      return progress.some(({ error }) => error !== null) ? 1 : 0;
    } finally {
      await ingest.close();
    }
  });
}

/** @throws {UsageError} for an unknown source, and ConfigError for one that is off. */
function sourceAsked(config: Config, name: string | undefined): FilingSourceId | null {
  if (name === undefined) return null;
  const source = sourceNamed(name);
  if (source === undefined) throw new UsageError(`--source must be ${SOURCE_NAMES}, not "${name}".`);
  const off = source.off(config);
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
  const complete = scans.ocr === null ? scans.stored : readingScans(scans, scans.ocr, signal);
  const outcome = await takeFiling(ingest, source, await loadReference(ingest), found, signal, {
    complete,
    again: found.state === "unreadable",
  });
  const { held } = await ingest.store.publications.publish(
    { at: ingest.now(), outcomes: [outcome], cause: "reparsed" },
    ingest.judge("reparsed"),
  );
  const { state, trades, rejected } = outcome;
  const reason = reasonText(outcome.reason);
  const notice = held ? `${heldNotice(held)}\n` : "";
  const why = reason === null ? "" : ` (${reason})`;
  const lines = rejected.map((each) => `  line ${each.line} ${each.reason}: ${each.text}\n`).join("");
  print(
    printed,
    { id: found.id, state, reason, trades: trades.map(({ id }) => id), rejected, held: held?.id ?? null },
    `${notice}${found.id}: ${state}${why}, ${trades.length} trades, ${rejected.length} rejected lines\n${lines}`,
  );
}
