import { z } from "zod";
import { CHAMBERS, PARTIES } from "../../../domain/politician.ts";
import { contentOf, ToolError } from "../ask.ts";
import { tool } from "../tool.ts";

const SIDES = ["buys", "sells", "difference"] as const;

interface Figure {
  readonly state: string;
  readonly n: number;
  readonly clusters: number;
  readonly mean: number | null;
  readonly interval: { readonly low: number; readonly high: number } | null;
}

type Performance = Readonly<Record<(typeof SIDES)[number], Figure>> & {
  readonly anchor: string;
  readonly horizon: number;
  readonly benchmark: string;
  readonly return_kind: string | null;
  readonly prices_to: string | null;
  readonly n_decisions: number;
  readonly n_priced: number;
};

export const getPerformance = tool({
  name: "get_performance",
  description:
    "What followed the decisions of one member, on one security, or of many, less SPY, with a 90 % interval. Say the interval with any mean; rank nobody by it.",
  input: {
    politician_id: z.string().optional(),
    ticker: z.string().optional(),
    chamber: z.enum(CHAMBERS).optional(),
    party: z.enum(PARTIES).optional(),
    anchor: z.enum(["copy", "skill"]).default("copy").describe("from the disclosure, or the trade"),
    horizon: z.enum(["5", "21", "63", "126", "252"]).default("63").describe("sessions"),
  },
  output: { n_decisions: z.int(), n_priced: z.int() },
  async answer(ask, { politician_id: member, ticker, chamber, party, ...asked }) {
    const { path, whose } = subjectOf({ member, ticker, chamber, party });
    const query = { ...asked, ...(path === "/performance" && { chamber, party }), limit: 1 };
    const { body, version } = await contentOf<Performance>(ask, path, query);
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
        `${whose}: ${n_decisions} decisions, ${n_priced} of them priced up to ${pricesTo ?? "no day"}; ${horizon} sessions from the ${anchor === "copy" ? "first close after the disclosure" : "close of the day of the trade"}, less ${benchmark}.`,
        ...SIDES.map((side) => `- ${side}: ${said(body[side])}`),
        "No amounts, taxes or holdings are known: this is not what anybody earned.",
      ],
      version,
      scope: {},
    };
  },
});

interface Subject {
  readonly member: string | undefined;
  readonly ticker: string | undefined;
  readonly chamber: string | undefined;
  readonly party: string | undefined;
}

/** @throws {ToolError} */
function subjectOf({ member, ticker, chamber, party }: Subject): { readonly path: string; readonly whose: string } {
  const isGroup = chamber !== undefined || party !== undefined;
  if ([member !== undefined, ticker !== undefined, isGroup].filter(Boolean).length > 1) {
    throw new ToolError("Name a politician_id, or a ticker, or a chamber and a party: one of the three.");
  }
  if (member !== undefined) return { path: `/politicians/${encodeURIComponent(member)}/performance`, whose: member };
  if (ticker !== undefined) return { path: `/tickers/${encodeURIComponent(ticker)}/performance`, whose: ticker };
  return { path: "/performance", whose: [chamber, party].filter(Boolean).join(", ") || "All members" };
}

function said({ state, n, clusters, interval }: Figure): string {
  if (interval === null) return `no interval (${state}; ${n} decisions in ${clusters} clusters)`;
  return `${percent(interval.low)} to ${percent(interval.high)} %, ${n} decisions`;
}

function percent(fraction: number): string {
  return (100 * fraction).toFixed(1);
}
