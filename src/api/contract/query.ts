/** The query parameters of every endpoint: what validates them and what the OpenAPI document says of them. */
import { z } from "zod";
import { INTERVALS, PERIODS } from "../../domain/bar.ts";
import { FILING_SOURCES, FILING_STATES } from "../../domain/filing.ts";
import { CHAMBERS, PARTIES } from "../../domain/politician.ts";
import { EVENT_TYPES } from "../../domain/premium.ts";
import { FORMS } from "../parameter.ts";

const limit = (fallback: number, max: number) =>
  z
    .int()
    .min(1)
    .max(max)
    .default(fallback)
    .meta({
      description: `Records in the answer, at most ${max}; a higher number is applied as ${max}.`,
    });

const skip = z.int().min(0).default(0).meta({ description: "Records passed over before the first." });

/** For a walk over all pages of a list of the dataset. */
export const version = z.string().regex(FORMS.version.pattern).optional().meta({
  description:
    "Dataset version that the page is of; the newest ones are kept (410 after). The links of a list carry it, so that following them passes each record once. Without it the version in force.",
});

export const NoQuery = z.object({});

export const CoverageQuery = z.object({
  source: z.enum(FILING_SOURCES).optional().meta({ description: "Only this source." }),
  year: z
    .int()
    .min(2012)
    .lt(10_000)
    .optional()
    .meta({ description: "Only filings filed under this year, 2012 to 9999; another is refused." }),
});

export const FilingsQuery = z.object({
  ...CoverageQuery.shape,
  state: z.array(z.enum(FILING_STATES)).min(1).optional().meta({ description: "Only filings in these states." }),
  politician_id: z.string().regex(FORMS.politician.pattern).optional().meta({
    description: "Only filings of this politician, by Bioguide id.",
  }),
  limit: limit(50, 200),
  skip,
});

export const DocumentQuery = z.object({
  page: z
    .int()
    .min(1)
    .max(9999)
    .optional()
    .meta({ description: "Of a paper report of the Senate: the image of this page." }),
});

const instant = z.string().regex(FORMS.instant.pattern);

/** A body that has nothing to say. */
export const NoMembers = z.strictObject({}).meta({ id: "NoMembers", description: "No member is known." });

/** A page of a premium list. */
export const PageQuery = z.object({ limit: limit(50, 200), skip });

export const RevokeQuery = z.object({
  and_made: z.boolean().default(false).meta({ description: "Ends the keys that were made with it too." }),
});

export const AlertsQuery = z.object({
  status: z.enum(["active", "paused"]).optional().meta({ description: "Only alerts of this status." }),
  limit: limit(50, 200),
  skip,
});

export const DeliveriesQuery = z.object({
  status: z
    .enum(["pending", "succeeded", "failed", "held"])
    .optional()
    .meta({ description: "Only deliveries of this status." }),
  event_type: z.enum(EVENT_TYPES).optional().meta({ description: "Only deliveries of this type of event." }),
  since: instant.optional().meta({ description: "Only those queued then or later, `2026-11-20T08:00:00Z`." }),
  until: instant.optional().meta({ description: "Only those queued then or before." }),
  limit: limit(50, 200),
  skip,
});

export const EventsQuery = z.object({
  after: z.int().min(0).optional().meta({
    description: "Only events with a higher sequence; without it from the oldest kept.",
  }),
  event_type: z.enum(EVENT_TYPES).optional().meta({ description: "Only events of this type." }),
  limit: limit(100, 200),
});

export const RecentTradesQuery = z.object({ limit: limit(10, 100), skip, version });

export const PoliticiansQuery = z.object({
  chamber: z.enum(CHAMBERS).optional().meta({ description: "Only this chamber; upper or lower case." }),
  party: z.enum(PARTIES).optional().meta({ description: "Only this party; upper or lower case." }),
  limit: limit(50, 200),
  skip,
  version,
});

export const HistoricalQuery = z.object({
  period: z.enum(PERIODS).optional().meta({
    description: "Calendar months or years back from the latest trading day, unless `from` or `to` is given.",
    default: "3mo",
  }),
  from: z.iso.date().optional().meta({
    description:
      "First date of a bar, in place of `period`; days since 2012 are fetched where a provider has them. Without it the first day known.",
  }),
  to: z.iso.date().optional().meta({
    description: "Last date of a bar, in place of `period`. Without it the last day known.",
  }),
  interval: z.enum(INTERVALS).default("1d").meta({ description: "Length of one bar." }),
});
