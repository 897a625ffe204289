import { z } from "zod";
import { pluralize } from "../../../domain/count-words.ts";
import { CHAMBERS } from "../../../domain/politician.ts";
import { fetchContent } from "../ask.ts";
import { sanitizeStrings } from "../filing-text.ts";
import { createTool } from "../tool.ts";
import { asOf } from "./shapes.ts";

interface Counts {
  readonly known: number;
  readonly trades: number;
  readonly rejected: number;
}

interface Coverage {
  readonly dataset_version: string;
  readonly sources: readonly { readonly source: string; readonly status: string; readonly last_success_at: string }[];
  readonly years: readonly (Counts & { readonly source: string; readonly year: number })[];
}

export const getCoverage = createTool({
  name: "get_coverage",
  description:
    "How many filings are known, read, waiting and unreadable, by source and year, and how fresh each source is. Use it before saying that somebody did not trade, or that a year is complete.",
  input: { chamber: z.enum(CHAMBERS).optional(), year: z.int().optional(), as_of: asOf },
  output: { sources: z.array(z.object({ source: z.string(), status: z.string() })), years: z.array(z.object({})) },
  async answer(ask, { chamber, year, as_of }) {
    const { body } = await fetchContent<Coverage>(ask, "/coverage", { year, as_of });
    const isOfChamber = (source: string) => source.startsWith(chamber ?? "");
    const sources = body.sources.filter(({ source }) => !/^(house|senate)-/.test(source) || isOfChamber(source));
    const years = body.years.filter(({ source }) => isOfChamber(source));
    return {
      data: { sources: sanitizeStrings(sources), years },
      lines: [
        ...sources.map((each) => `- ${each.source} is ${each.status}; last success ${each.last_success_at ?? "never"}`),
        ...years.map(
          (each) =>
            `- ${each.source} ${each.year}: ${pluralize(each.known, "filing")} known, ${pluralize(each.trades, "trade")}, ${pluralize(each.rejected, "line")} not usable`,
        ),
      ],
      version: body.dataset_version,
      scope: {
        chamber,
        from: year === undefined ? undefined : `${year}`,
        to: year === undefined ? undefined : `${year}`,
        asOf: as_of,
      },
    };
  },
});
