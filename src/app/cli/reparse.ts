import type { Config } from "../../base/config.ts";
import { formatReason } from "../../domain/reason.ts";
import type { DifferenceTally, FilingDifference } from "../../filings/ingest/difference.ts";
import { reparse } from "../../filings/ingest/reparse.ts";
import { printResultWithCoverage } from "./coverage.ts";
import { withIngest } from "./data-folder.ts";
import { showProgress } from "./progress.ts";
import type { PrintOptions } from "./shared-store.ts";

interface ReparseArguments extends PrintOptions {
  readonly publish?: boolean;
  readonly scans?: boolean;
}

/** `reparse`: reads every stored original again, without network, and prints the differences from published data; `--publish` publishes them. */
export async function runReparseCommand(
  config: Config,
  { publish = false, scans = false, json = false }: ReparseArguments,
  signal: AbortSignal,
): Promise<void> {
  return withIngest(config, "reparse", async (ingest) => {
    const { store } = ingest;
    const show = showProgress(process.stderr);
    let unread = 0;
    // There may be many differences: with `--json` each is printed on its own line, and the total last.
    const printResult = (value: object, words: string) =>
      process.stdout.write(json ? `${JSON.stringify(value)}\n` : words);
    const tally = await reparse(ingest, signal, {
      publish,
      scans,
      onProgress: (progress) => show.update([{ name: "reparse", note: null, ...progress }]),
      onDifference: (difference) => printResult({ difference }, formatDifferences(difference)),
      onUnread: (id, reason) => {
        unread += 1;
        printResult(
          { unread: { id, reason: formatReason(reason) } },
          `${id} is unchanged: ${formatReason(reason)}
`,
        );
      },
    }).finally(show.end);
    const held = publish ? await store.held.list() : [];
    const { filings, added, removed, changed, fields } = tally;
    const sum = { filings, added, removed, changed, fields: Object.fromEntries(fields), unread, published: publish };
    if (json) printResult({ sum: { ...sum, held: held.map(({ id, reason }) => ({ id, reason })) } }, "");
    else {
      process.stdout.write(formatDifferenceTotals(tally));
      if (unread > 0) process.stdout.write(`${unread} filings could not be re-read and are unchanged.\n`);
      if (publish) await printResultWithCoverage(config, store, {}, {}, "");
      else if (filings > 0)
        process.stdout.write("Nothing was published. To publish the changes, run `reparse --publish`.\n");
      for (const { id, reason } of held) process.stdout.write(`Publication ${id} is held: ${reason}\n`);
    }
  });
}

/** One line per change: the filing or the trade, the field, the published value, the new value. */
function formatDifferences({ filingId, filing, added, removed, changed }: FilingDifference): string {
  const createLineFormatter = (id: string) => (change: { field: string; from: unknown; to: unknown }) =>
    `${id} ${change.field}: ${JSON.stringify(change.from)} -> ${JSON.stringify(change.to)}\n`;
  return [
    ...filing.map(createLineFormatter(filingId)),
    ...added.map((trade) => `+ ${JSON.stringify(trade)}\n`),
    ...removed.map((trade) => `- ${JSON.stringify(trade)}\n`),
    ...changed.flatMap(({ id, fields }) => fields.map(createLineFormatter(id))),
  ].join("");
}

function formatDifferenceTotals({ filings, added, removed, changed, fields }: DifferenceTally): string {
  if (filings === 0) return "Nothing differs from the published data.\n";
  const counts = fields.map(([field, count]) => `  ${field}: ${count}\n`).join("");
  return `${filings} filings differ: ${added} trades added, ${removed} removed, ${changed} changed.\n${counts}`;
}
