import { z } from "zod";
import { pluralize } from "../../../domain/count-words.ts";
import { fetchContent } from "../ask.ts";
import { fetchCitedTrades, formatTradeLine } from "../cited-trade.ts";
import { quoteFilingText, sanitizeStrings } from "../filing-text.ts";
import { createTool } from "../tool.ts";
import { citedTrades, createLimitSchema, skip } from "./shapes.ts";

interface Filing extends Readonly<Record<string, unknown>> {
  readonly id: string;
  readonly state: string;
  readonly rows_read: number;
  readonly filed_date: string | null;
  readonly politician_id: string | null;
  readonly document_url: string;
  readonly trades: readonly { readonly id: string }[];
  readonly rejected: readonly { readonly line: number; readonly reason: string; readonly text: string }[];
}

export const getFiling = createTool({
  name: "get_filing",
  description:
    "One filing by its id: who filed when, whether it could be read, its official document, its trades and the lines that are not trades. Use it to see a trade with the rest of its filing.",
  input: { id: z.string().describe("h20024542"), limit: createLimitSchema(25, 25), skip },
  output: { filing: z.object({ id: z.string(), state: z.string(), document_url: z.string() }), trades: citedTrades },
  async answer(ask, { id, limit: most, skip: skipped }) {
    const { body, version } = await fetchContent<Filing>(ask, `/filings/${encodeURIComponent(id)}`);
    const { trades: rows, rejected, title, filer, reason, ...facts } = body;
    const trades = await fetchCitedTrades(ask, rows.slice(skipped, skipped + most));
    const lines = rejected.map(({ line, reason: why, text }) => `- line ${line}, ${why}: ${quoteFilingText(text)}`);
    return {
      data: {
        filing: { ...facts, trades: rows.length, filing_text: sanitizeStrings({ title, filer, reason, rejected }) },
        trades,
      },
      lines: [
        `Filing ${body.id}, filed ${body.filed_date ?? "on an unknown day"} by ${body.politician_id ?? "an unmatched filer"}, is ${body.state}: ` +
          `${pluralize(body.rows_read, "line")} read, ${pluralize(rows.length, "trade")}, ${pluralize(rejected.length, "line")} not usable. ${body.document_url}`,
        ...trades.map(formatTradeLine),
        ...(skipped + trades.length < rows.length ? [`More with skip ${skipped + trades.length}.`] : []),
        ...(lines.length > 0 ? ["Lines that are not trades:", ...lines] : []),
      ],
      version,
      scope: { politicianId: body.politician_id ?? undefined },
    };
  },
});
