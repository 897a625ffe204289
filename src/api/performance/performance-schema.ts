import { z } from "zod";
import { CHAMBERS, PARTIES } from "../../domain/politician.ts";
import { createLimitSchema, createPageFields, skip } from "../../http/request/page-query.ts";
import { ANCHORS, HORIZONS, UNPRICED_REASONS } from "../../prices/returns/abnormal-return.ts";
import { UNPRICED_KINDS } from "../../prices/returns/decision.ts";
import { FIGURE_STATES } from "../../prices/returns/performance.ts";
import { asOf } from "../disclosures/as-of.ts";
import { tradeFilterShape } from "../disclosures/trade-query.ts";

export const PerformanceQuery = z.object({
  anchor: z.enum(ANCHORS).default("copy").meta({
    description:
      "Where a return begins: `skill`, at the close on the transaction date; `copy`, at the first close after the disclosure date, which anyone could have gotten.",
  }),
  horizon: z
    .enum(HORIZONS.map(String) as [string, ...string[]])
    .default("63")
    .meta({ description: "Length of a return in trading days: a week, month, quarter, half-year or year." }),
  format: z.enum(["json", "csv"]).default("json").meta({ description: "`csv`: the page of decisions alone." }),
  limit: createLimitSchema(100, 1000),
  skip,
  as_of: asOf,
});

const { traded_from, traded_to, owner, ticker } = tradeFilterShape;

export const MemberQuery = z.object({ traded_from, traded_to, owner, ticker, ...PerformanceQuery.shape });

export const GroupQuery = z.object({
  chamber: z.enum(CHAMBERS).optional().meta({ description: "Only trades of this chamber." }),
  party: z.enum(PARTIES).optional().meta({ description: "Only trades of members in this party on the trade's day." }),
  ...PerformanceQuery.shape,
});

const createNullableNumberSchema = (description: string) => z.number().nullable().meta({ description });

const BoundsSchema = z.object({ low: z.number(), high: z.number() });

const FigureSchema = z
  .object({
    state: z.enum(FIGURE_STATES).meta({
      description:
        "`too_few_filings`: a mean without an interval, because it is based on fewer than ten filings (for a group: ten pairs of member and month), or because all returns after a group's purchases or sales begin in one month. `too_few_priced`: no figure, because fewer than 90% of the decisions have prices. `none`: no purchase, or no sale, has a price.",
    }),
    n: z.int().min(0).meta({ description: "Priced decisions." }),
    clusters: z.int().min(0).meta({
      description:
        "Filings (for a group: pairs of member and month) with priced decisions; for `difference`, on the smaller side.",
    }),
    mean: createNullableNumberSchema(
      "Mean of the returns minus the benchmark's, each decision counting once; 0.01 is one percent. If the mean of `sells` is positive, the securities did better than the benchmark after the sales: selling did not avoid a loss against it.",
    ),
    standard_error: createNullableNumberSchema(
      "Standard error of `mean`, clustered by filing and security; for a group, by member and month, or by calendar month alone if that makes the interval wider. Null without an interval.",
    ),
    interval: BoundsSchema.nullable().meta({
      description: "Contains the true mean in 90% of cases; one that contains zero does not show a difference.",
    }),
    p_value: createNullableNumberSchema("Two-sided, for a true mean of zero."),
    dollar_weighted: BoundsSchema.nullable().meta({
      description:
        "Lowest and highest dollar-weighted mean that amounts within the reported ranges allow; null for a difference. Not a margin of error: if `interval` is null, luck alone could produce any of these means with so few decisions, and they must only be shown beside `mean`.",
    }),
    delisted: z.int().min(0).meta({
      description: "Decisions whose security stopped trading within the horizon; their returns end at its last close.",
    }),
    mean_if_delisted_worthless: createNullableNumberSchema("The mean if `delisted` securities had become worthless."),
  })
  .meta({ id: "ReturnFigure", description: "Returns after purchases or after sales, minus the benchmark's." });

const AlphaSchema = z
  .object({
    daily: z.number().meta({ description: "Daily return, as a fraction, that the benchmark does not explain." }),
    beta: z.number(),
    standard_error: z.number().meta({ description: "Newey-West standard error of `daily`." }),
    days: z.int().meta({ description: "Days on which something is held." }),
    lag: z.int(),
  })
  .meta({
    id: "ReturnAlpha",
    description: "A portfolio that holds each decision for the horizon, with equal weights.",
  });

const DecisionSchema = z
  .object({
    politician_id: z.string(),
    ticker: z.string(),
    side: z.enum(["buy", "sell"]),
    transaction_date: z.iso.date(),
    disclosure_date: z.iso.date(),
    filing_id: z.string().meta({ description: "The filing that disclosed it first." }),
    trade_ids: z.array(z.string()).meta({ description: "Ids of the rows with this member, security, side and day." }),
    amount_min: z.number(),
    amount_max: z.number().nullable(),
    unpriced: z.enum(UNPRICED_REASONS).nullable().meta({ description: "Why it has no return." }),
    from: z.iso.date().nullable().meta({ description: "Day of the close at which the return begins." }),
    to: z.iso.date().nullable(),
    security_return: createNullableNumberSchema("Return of the security until the day `to`."),
    benchmark_return: createNullableNumberSchema("Return of the benchmark."),
    abnormal_return: createNullableNumberSchema(
      "`security_return` minus `benchmark_return`, also for sales. A positive number after a sale means that the seller missed a gain.",
    ),
    return_kind: z.enum(["total", "price"]).nullable().meta({
      description: "With dividends in both returns (`total`), or in neither (`price`).",
    }),
    delisted: z.boolean().nullable(),
  })
  .meta({ id: "ReturnDecision", description: "A decision and its return." });

export const DECISION_COLUMNS = Object.keys(DecisionSchema.shape);

const DISTINGUISHABLE = ["yes", "no", "too_few"] as const;

const MemberSideSchema = z
  .object({
    state: z.enum(FIGURE_STATES),
    n: z.int().min(0),
    clusters: z.int().min(0),
    mean: z.number().nullable(),
    interval: BoundsSchema.nullable(),
    shrunken_mean: z.number().nullable().meta({
      description:
        "The mean shrunk toward `shrinkage.mean`, more so the greater its error; null if it, or every other member's mean, has no interval.",
    }),
    distinguishable: z.enum(DISTINGUISHABLE),
  })
  .meta({ id: "MemberReturnFigure", description: "A member's purchases or sales, judged among those of all members." });

const ShrinkageSchema = z.object({
  mean: z.number().meta({
    description: "Mean over the members with an interval; a smaller standard error weighs more.",
  }),
  between_variance: z.number().min(0).meta({ description: "Variance between members beyond their standard errors." }),
});

const MemberCounts = z.object({ buys: z.int().min(0), sells: z.int().min(0) });

const MembersSchema = z
  .object({
    tested: MemberCounts.meta({ description: "Members with an interval." }),
    above: MemberCounts.meta({ description: "Number of members whose whole interval is above zero." }),
    above_by_luck: z.object({ buys: z.number(), sells: z.number() }).meta({
      description: "Expected value of `above` if nobody had any skill: one in twenty of `tested`.",
    }),
    false_discovery_rate: z.number(),
    shrinkage: z.object({ buys: ShrinkageSchema.nullable(), sells: ShrinkageSchema.nullable() }).meta({
      description: "By DerSimonian and Laird's method; null for fewer than two members with an interval.",
    }),
    list: z.array(
      z.object({ politician_id: z.string(), politician: z.string(), buys: MemberSideSchema, sells: MemberSideSchema }),
    ),
  })
  .meta({
    id: "ReturnMembers",
    description:
      "Members are sorted by name, never by mean. `distinguishable` is `yes` if the mean differs from zero by Benjamini and Hochberg's rule over all members' purchases, or all members' sales. A positive mean of `sells` means that sellers missed a gain over the benchmark.",
  });

const UNPRICED = [...UNPRICED_KINDS, ...UNPRICED_REASONS];
const UNPRICED_COUNTS = Object.fromEntries(UNPRICED.map((name) => [name, z.int().min(0)]));

const shared = {
  dataset_version: z.string(),
  method_version: z.int().meta({
    description: "Increases if a new method changes figures for the same data.",
  }),
  anchor: z.enum(ANCHORS),
  horizon: z.int(),
  benchmark: z.string(),
  prices_to: z.iso.date().nullable().meta({ description: "Last day of the benchmark's prices; null without any." }),
  price_sources: z.array(z.string()),
  return_kind: z.enum(["total", "price", "mixed"]).nullable().meta({
    description: "`total`: all returns, SPY's too, include dividends; `price`: none do; `mixed`: some do.",
  }),
  return_kinds: z.object({ total: z.int().min(0), price: z.int().min(0) }),
  n_decisions: z.int().min(0).meta({ description: "Decisions on shares and listed funds." }),
  n_priced: z.int().min(0),
  priced_share: createNullableNumberSchema("Priced share of the decisions whose horizon has passed."),
  n_unpriced: z.object(UNPRICED_COUNTS).meta({
    id: "UnpricedCounts",
    description:
      "Counts left out of every mean: rows, by kind of asset or transaction, and decisions without a return, by reason.",
  }),
  buys: FigureSchema,
  sells: FigureSchema,
  difference: FigureSchema.meta({
    description: "Purchases minus sales. Read it first: it tests if members trade on information.",
  }),
};

const decisions = {
  decisions: z
    .array(DecisionSchema)
    .meta({ description: "Page of decisions, from which all figures can be recomputed." }),
  ...createPageFields(),
};

const FIGURE: z.output<typeof FigureSchema> = {
  state: "ok",
  n: 41,
  clusters: 12,
  mean: 0.004,
  standard_error: 0.011,
  interval: { low: -0.016, high: 0.024 },
  p_value: 0.72,
  dollar_weighted: { low: -0.031, high: 0.027 },
  delisted: 0,
  mean_if_delisted_worthless: 0.004,
};

const FEW_FILINGS = {
  ...FIGURE,
  clusters: 8,
  state: "too_few_filings",
  standard_error: null,
  interval: null,
  p_value: null,
} as const;

const DECISION: z.output<typeof DecisionSchema> = {
  politician_id: "X000001",
  ticker: "META",
  side: "buy",
  transaction_date: "2021-02-03",
  disclosure_date: "2021-02-20",
  filing_id: "h20024542",
  trade_ids: ["txn_h20024542_01"],
  amount_min: 1001,
  amount_max: 15000,
  unpriced: null,
  from: "2021-02-22",
  to: "2021-05-21",
  security_return: 0.21,
  benchmark_return: 0.07,
  abnormal_return: 0.14,
  return_kind: "price",
  delisted: false,
};

const MEMBER_SIDE = {
  state: "ok",
  n: 41,
  clusters: 12,
  mean: 0.004,
  interval: { low: -0.016, high: 0.024 },
  shrunken_mean: null,
} as const;

const NO_ROWS = Object.fromEntries(UNPRICED.map((name) => [name, 0]));

const EXAMPLE = {
  dataset_version: "2026-11-20.1",
  method_version: 1,
  anchor: "copy",
  horizon: 63,
  benchmark: "SPY",
  prices_to: "2026-11-20",
  price_sources: ["yahoo"],
  return_kind: "price",
  return_kinds: { total: 0, price: 60 },
  n_decisions: 63,
  n_priced: 60,
  priced_share: 0.952,
  n_unpriced: { ...NO_ROWS, option: 4, no_bars: 3 },
  buys: FIGURE,
  sells: { ...FEW_FILINGS, n: 19 },
  difference: { ...FEW_FILINGS, n: 60, dollar_weighted: null },
  decisions: [DECISION],
  total: 63,
  limit: 1,
  skip: 0,
};

export const MemberPerformanceSchema = z.object({ politician_id: z.string(), ...shared, ...decisions }).meta({
  id: "PoliticianPerformance",
  description: "Returns that followed a member's decisions, minus the benchmark's.",
  examples: [{ politician_id: "X000001", ...EXAMPLE }],
});

export const TickerPerformanceSchema = z.object({ ticker: z.string(), ...shared, ...decisions }).meta({
  id: "TickerPerformance",
  description:
    "Returns that followed the decisions on a security, minus the benchmark's. They show how one price moved, and say nothing about anyone's skill.",
  examples: [{ ticker: "META", ...EXAMPLE }],
});

export const GroupPerformanceSchema = z
  .object({
    chamber: z.enum(CHAMBERS).nullable(),
    party: z.enum(PARTIES).nullable(),
    ...shared,
    calendar_time: z.object({
      buys: AlphaSchema.nullable(),
      sells: AlphaSchema.nullable(),
      difference: AlphaSchema.nullable(),
    }),
    members: MembersSchema,
    ...decisions,
  })
  .meta({
    id: "GroupPerformance",
    description: "Returns that followed the decisions of many members, minus the benchmark's.",
    examples: [
      {
        chamber: "house",
        party: null,
        ...EXAMPLE,
        calendar_time: {
          buys: { daily: 0.0001, beta: 1.02, standard_error: 0.0001, days: 1200, lag: 6 },
          sells: null,
          difference: null,
        },
        members: {
          tested: { buys: 1, sells: 0 },
          above: { buys: 0, sells: 0 },
          above_by_luck: { buys: 0.05, sells: 0 },
          false_discovery_rate: 0.1,
          shrinkage: { buys: null, sells: null },
          list: [
            {
              politician_id: "X000001",
              politician: "Jane Example",
              buys: { ...MEMBER_SIDE, distinguishable: "no" },
              sells: {
                ...MEMBER_SIDE,
                state: "too_few_filings",
                clusters: 8,
                interval: null,
                distinguishable: "too_few",
              },
            },
          ],
        },
      },
    ],
  });
