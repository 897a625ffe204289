import type { Config } from "../../base/config.ts";
import { formatReason } from "../../domain/reason.ts";
import { type ImportedFile, importSavedDocuments } from "../../filings/ingest/import.ts";
import { formatHeldNotice } from "../../filings/ingest/publisher.ts";
import { printResultWithCoverage } from "./coverage.ts";
import { withIngest } from "./data-folder.ts";
import type { PrintOptions } from "./shared-store.ts";

/** `import`: processes documents saved by hand as if the sites had sent them. Exit code 1 when a file was rejected. */
export async function runImportCommand(
  config: Config,
  paths: readonly string[],
  printed: PrintOptions,
  signal: AbortSignal,
): Promise<number> {
  return withIngest(config, "import", async (ingest) => {
    let refused = 0;
    const files: object[] = [];
    await importSavedDocuments(ingest, config, paths, signal, (imported) => {
      if (imported.kind === "refused") refused += 1;
      files.push(toWireFile(imported));
      if (!printed.json) process.stdout.write(`${imported.file}: ${describeImport(imported)}\n`);
    });
    const heldNotices = (await ingest.store.held.list()).map((each) => `${formatHeldNotice(each)}\n`).join("");
    await printResultWithCoverage(config, ingest.store, printed, { files }, heldNotices);
    return refused > 0 ? 1 : 0;
  });
}

function toWireFile(imported: ImportedFile): object {
  if (imported.kind !== "read") return imported;
  const { state, trades, rejected } = imported.outcome;
  const reason = formatReason(imported.outcome.reason);
  const { file, kind, id } = imported;
  return { file, kind, id, state, reason, trades: trades.map((trade) => trade.id), rejected_lines: rejected.length };
}

function describeImport(imported: ImportedFile): string {
  if (imported.kind === "listed") return `a list of ${imported.rows} filings, ${imported.added} of them new`;
  if (imported.kind === "refused") return `refused: ${imported.reason}`;
  if (imported.kind === "known") return `${imported.id} is already known, with the same bytes`;
  if (imported.kind === "held") {
    return `${imported.id} is already known, with the same bytes, and waits for approval in publication ${imported.publication} (see \`approve\`)`;
  }
  if (imported.kind === "waits")
    return `${imported.id} is stored; it will be read after the list of members is downloaded (\`ingest\`)`;
  const { state, trades, rejected } = imported.outcome;
  const reason = formatReason(imported.outcome.reason);
  const why = reason === null ? "" : ` (${reason})`;
  return `${imported.id} ${state}${why}, ${trades.length} trades, ${rejected.length} rejected lines`;
}
