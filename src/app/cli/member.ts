/** `member`: shows one member of Congress and that member's most recent trades. */
import { fetchContent } from "../../api/mcp/ask.ts";
import { sanitizeToOneLine } from "../../api/mcp/filing-text.ts";
import { formatPoliticianSentence, type PoliticianDetail } from "../../api/mcp/politician.ts";
import { formatCommand } from "../../base/command-line.ts";
import type { Config } from "../../base/config.ts";
import { formatMissingReports } from "../../domain/missing-reports.ts";
import { fetchTradeListing, formatShownCount, formatTradeRows, formatUnknownLateness } from "./listed-trades.ts";
import { type SourceOption, withApiClient } from "./questions.ts";
import { type PrintOptions, print } from "./shared-store.ts";
import { createTerminalStyle, writeWithColors } from "./terminal.ts";
import { findMemberId } from "./trades.ts";

/** Number of trades shown; `trades --member` has all. */
const SHOWN = 10;

export async function runMemberCommand(
  config: Config,
  names: readonly string[],
  options: SourceOption & PrintOptions,
): Promise<void> {
  await withApiClient(config, options, async ({ ask, getNotice }) => {
    const id = await findMemberId(ask, names.join(" "));
    const { body: politician } = await fetchContent<PoliticianDetail>(ask, `/politicians/${encodeURIComponent(id)}`);
    const listing = await fetchTradeListing(ask, { politician_id: politician.id }, SHOWN);
    const missing = formatMissingReports(politician.filings);
    if (options.json) {
      print(options, { politician, ...listing, missing, data_notice: getNotice() }, "");
      return;
    }
    const all = formatCommand(`trades --member ${politician.id} --limit all`);
    const head = sanitizeToOneLine(formatPoliticianSentence(politician));
    writeWithColors(process.stdout, `${head}\n${formatTradeRows(listing.trades, createTerminalStyle(process.stdout))}`);
    const late = formatUnknownLateness(listing.trades);
    const sentences = [late, formatShownCount(listing, `\`${all}\``), missing, getNotice()].filter(
      (each) => each !== null,
    );
    process.stdout.write(`${sentences.join("\n")}\n`);
  });
}
