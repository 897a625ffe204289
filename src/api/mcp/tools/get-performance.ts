import { z } from "zod";
import { capitalize } from "../../../base/capitalize.ts";
import { CHAMBERS, PARTIES } from "../../../domain/politician.ts";
import type { FigureState } from "../../../prices/returns/performance.ts";
import {
  type ClusterUnit,
  DESCRIBED_SIDES,
  type DescribedSide,
  describeDollarBand,
  describeFinding,
  ONE_SECURITY_NOTE,
  SIDE_NAMES,
} from "../../../prices/returns/return-words.ts";
import { fetchContent, ToolError } from "../ask.ts";
import { createTool } from "../tool.ts";

interface Range {
  readonly low: number;
  readonly high: number;
}

interface Figure {
  readonly state: FigureState;
  readonly n: number;
  readonly clusters: number;
  readonly mean: number | null;
  readonly interval: Range | null;
  readonly dollar_weighted: Range | null;
}

type Performance = Readonly<Record<DescribedSide, Figure>> & {
  readonly anchor: string;
  readonly horizon: number;
  readonly benchmark: string;
  readonly return_kind: string | null;
  readonly prices_to: string | null;
  readonly n_decisions: number;
  readonly n_priced: number;
};

export const getPerformance = createTool({
  name: "get_performance",
  description:
    "Average returns after trades, minus SPY's returns, for one member (all years or one), many members, or one security. Give each mean with its 90% interval; rank nobody. For sells, a mean above 0 is bad: the sellers missed that gain.",
  input: {
    politician_id: z.string().optional(),
    year: z.string().optional(),
    ticker: z.string().optional(),
    chamber: z.enum(CHAMBERS).optional(),
    party: z.enum(PARTIES).optional(),
    anchor: z.enum(["copy", "skill"]).default("copy").describe("copy: from disclosure; skill: from trade"),
    horizon: z.enum(["5", "21", "63", "126", "252"]).default("63").describe("sessions"),
  },
  output: { n_decisions: z.int(), n_priced: z.int() },
  async answer(ask, { politician_id: member, year, ticker, chamber, party, ...requested }) {
    const { path, whose, traded } = resolveSubject({ member, year, ticker, chamber, party });
    const together = member === undefined ? "member-months" : "reports";
    const query = { ...requested, ...traded, ...(path === "/performance" && { chamber, party }), limit: 1 };
    const { body, version } = await fetchContent<Performance>(ask, path, query);
    const { anchor, horizon, benchmark, return_kind: kind, prices_to: pricesTo } = body;
    const { n_decisions, n_priced, buys, sells, difference } = body;
    return {
      data: {
        anchor,
        horizon,
        benchmark,
        return_kind: kind,
        prices_to: pricesTo,
        n_decisions,
        n_priced,
        buys,
        sells,
        difference,
      },
      lines: [
        `${whose}: ${n_decisions} decisions, ${n_priced} of them with a return. Each return is the security's return over ${horizon} trading days from the ${anchor === "copy" ? "first close after the disclosure" : "close on the day of the trade"}, minus ${benchmark}'s over the same days. Last day with a price of ${benchmark}: ${pricesTo ?? "none"}.`,
        ...DESCRIBED_SIDES.map((side) => `- ${SIDE_NAMES[side]}: ${describeSide(side, body[side], together)}`),
        ...(ticker === undefined ? [] : [ONE_SECURITY_NOTE]),
        "This is not what anybody earned: amounts are known only as ranges, and taxes and holdings are unknown.",
      ],
      version,
      scope: {},
    };
  },
});

interface Subject {
  readonly member: string | undefined;
  readonly year: string | undefined;
  readonly ticker: string | undefined;
  readonly chamber: string | undefined;
  readonly party: string | undefined;
}

interface PerformanceRequest {
  readonly path: string;
  readonly whose: string;
  readonly traded?: { readonly traded_from: string; readonly traded_to: string };
}

/** @throws {ToolError} */
function resolveSubject({ member, year, ticker, chamber, party }: Subject): PerformanceRequest {
  const isGroup = chamber !== undefined || party !== undefined;
  if ([member !== undefined, ticker !== undefined, isGroup].filter(Boolean).length > 1) {
    throw new ToolError("Give only one of these: a politician_id, a ticker, or a group (chamber, party or both).");
  }
  if (year !== undefined && member === undefined) throw new ToolError("A year requires a politician_id.");
  if (year !== undefined && !/^\d{4}$/.test(year)) throw new ToolError(`A year must be 4 digits, not "${year}".`);
  if (member !== undefined) {
    const path = `/politicians/${encodeURIComponent(member)}/performance`;
    if (year === undefined) return { path, whose: member };
    const traded = { traded_from: `${year}-01-01`, traded_to: `${year}-12-31` };
    return { path, whose: `${member}, trades of ${year}`, traded };
  }
  if (ticker !== undefined) return { path: `/tickers/${encodeURIComponent(ticker)}/performance`, whose: ticker };
  return { path: "/performance", whose: [chamber, party].filter(Boolean).join(", ") || "All members" };
}

/** Describes one side's figure. If it has no confidence interval, adds the text of `describeDollarBand`. */
function describeSide(side: DescribedSide, figure: Figure, together: ClusterUnit): string {
  const { state, n: count, clusters, mean, interval, dollar_weighted: bounds } = figure;
  const worded = { state, estimate: { count, clusters, mean, interval }, bounds };
  const band = interval === null ? describeDollarBand(side, worded) : null;
  return `${describeFinding(side, worded, together)}${band === null ? "" : `. ${capitalize(band)}`}`;
}
