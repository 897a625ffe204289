/** `member`: one member of Congress with the most recent trades. */
import { contentOf } from "../../api/mcp/ask.ts";
import { oneLine } from "../../api/mcp/filing-text.ts";
import { type PoliticianDetail, politicianSentence } from "../../api/mcp/politician.ts";
import { formatCommand } from "../../base/command-line.ts";
import type { Config } from "../../base/config.ts";
import { missingSentence } from "../../domain/missing-reports.ts";
import { lateSentence, listTrades, shownSentence, tradesText } from "./listed-trades.ts";
import { type SourceOption, withQuestions } from "./questions.ts";
import { type PrintOptions, print } from "./shared-store.ts";
import { lookOf, writeColored } from "./terminal.ts";
import { memberId } from "./trades.ts";

/** Number of trades shown; `trades --member` has all. */
const SHOWN = 10;

export async function memberCommand(
  config: Config,
  names: readonly string[],
  options: SourceOption & PrintOptions,
): Promise<void> {
  await withQuestions(config, options, async ({ ask, notice }) => {
    const id = await memberId(ask, names.join(" "));
    const { body: politician } = await contentOf<PoliticianDetail>(ask, `/politicians/${encodeURIComponent(id)}`);
    const listing = await listTrades(ask, { politician_id: politician.id }, SHOWN);
    const missing = missingSentence(politician.filings);
    if (options.json) {
      print(options, { politician, ...listing, missing, data_notice: notice() }, "");
      return;
    }
    const all = formatCommand(`trades --member ${politician.id} --limit all`);
    const head = oneLine(politicianSentence(politician));
    writeColored(process.stdout, `${head}\n${tradesText(listing.trades, lookOf(process.stdout))}`);
    const late = lateSentence(listing.trades);
    const sentences = [late, shownSentence(listing, `\`${all}\``), missing, notice()].filter((each) => each !== null);
    process.stdout.write(`${sentences.join("\n")}\n`);
  });
}
