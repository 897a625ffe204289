import type { Config } from "../../base/config.ts";
import type { AmendingFiling } from "../../store/amendment-table.ts";
import { type PrintOptions, print, useSharedStore } from "./shared-store.ts";

/** `amendments`: every filing that amends others, with the filings whose trades it superseded, and its amendments pending review, with reasons. */
export async function runAmendmentsCommand(config: Config, printed: PrintOptions): Promise<void> {
  return useSharedStore(config, async (store) => {
    const filings = await store.amendments.listAll();
    print(printed, filings, formatAmendments(filings));
  });
}

/** One line per amending filing, with the filings that it supersedes below it. */
export function formatAmendments(filings: readonly AmendingFiling[]): string {
  const open = filings.flatMap(({ unsettled }) => unsettled);
  const trades = filings.flatMap(({ superseded }) => superseded.map((each) => each.trades));
  const total = trades.reduce((sum, each) => sum + each, 0);
  return [
    ...filings.map((filing) => `${filing.filingId}  ${filing.title}\n${formatFilingLines(filing).join("")}`),
    `${filings.length} filings amend others: ${total} trades are superseded, ${open.length} amendments need review.\n`,
  ].join("");
}

function formatFilingLines({ superseded, unsettled }: AmendingFiling): readonly string[] {
  const done = superseded.map(({ filingId, trades, takenBack }) => {
    const without = takenBack === 0 ? "" : `, ${takenBack} of them without a replacement`;
    return `  supersedes ${trades} of ${filingId}${without}\n`;
  });
  const waiting = unsettled.map(({ id, reason, candidates }) => {
    const choice = candidates.length === 0 ? "" : `: ${candidates.join(" ")}`;
    return `  ${id} waits, ${reason}${choice}\n`;
  });
  return done.length + waiting.length === 0 ? ["  supersedes nothing\n"] : [...done, ...waiting];
}
