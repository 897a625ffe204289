/** Schemas of events, as sent to webhooks and listed in the feed. */
import { z } from "zod";
import { buildEvidenceUrl } from "../../domain/evidence-url.ts";
import { EVENT_TYPES, type EventType } from "../../domain/premium.ts";
import { createExampleTrade } from "../../domain/public-trade.ts";
import { createLimitSchema } from "../../http/request/page-query.ts";
import {
  AnnouncedTradeSchema,
  getExampleSummary,
  TradeSchema,
  TradeSummarySchema,
} from "../disclosures/trade-schema.ts";

export const EventsQuery = z.object({
  after: z.int().min(0).optional().meta({
    description: "Only events with a higher sequence; by default from the oldest stored.",
  }),
  event_type: z.enum(EVENT_TYPES).optional().meta({ description: "Only events of this type." }),
  limit: createLimitSchema(100, 200),
});

const TRADE_EXAMPLE = createExampleTrade({ disclosure_date: "2026-11-20", transaction_date: "2026-11-03" });

const REASONS = ["amended", "reparsed", "reviewed", "corrected"] as const;
const EVIDENCE_EXAMPLE = buildEvidenceUrl("https://api.example/api/v1", TRADE_EXAMPLE.id);
const evidenceLink = z
  .url()
  .optional()
  .meta({ description: "Picture of the line in the original; older events have none." });
const summary = TradeSummarySchema.optional().meta({ description: "Events of earlier releases have none." });
const truncated = z
  .array(z.string())
  .optional()
  .meta({ description: "Fields omitted to keep the event within 20 KB; they are null." });

const DigestSchema = z
  .object({
    date: z.iso.date().meta({ description: "Day on which it is sent, in `time_zone`." }),
    time_zone: z.string(),
    from: z.iso.datetime().meta({ description: "The digest covers publications from this time." }),
    until: z.iso.datetime().meta({ description: "The digest covers publications up to this time." }),
    members: z.int().min(0).meta({ description: "Number of members who traded." }),
    late: z.int().min(0).meta({ description: "Trades disclosed late." }),
  })
  .meta({ id: "Digest", description: "Digest of an alert whose `cadence` is `daily`." });

/** Schemas of `data` by event type. */
const DATA = {
  "trade.created": z.object({ trade: TradeSchema, summary, evidence_url: evidenceLink }),
  "trade.updated": z.object({
    trade: TradeSchema,
    summary,
    evidence_url: evidenceLink,
    previous: z.record(z.string(), z.unknown()).meta({
      description: "The previous values of the changed fields, including `id` if the trade replaces another.",
    }),
    reason: z.enum(REASONS),
  }),
  "trade.removed": z.object({
    trade_id: z.string(),
    politician_id: z.string(),
    reason: z.enum([...REASONS, "superseded"]),
    superseded_by: z.string().optional().meta({
      description: "For a superseded trade: id of the trade that replaces it, or of the filing that withdraws it.",
    }),
  }),
  "alert.triggered": z.object({
    alert: z.object({ id: z.string(), name: z.string() }),
    trades: z.array(AnnouncedTradeSchema).max(50),
    total_matches: z.int().min(0),
    digest: DigestSchema.optional(),
  }),
  "dataset.published": z.object({
    dataset_version: z.string(),
    trades_added: z.int().min(0),
    trades_updated: z.int().min(0),
    trades_removed: z.int().min(0),
    trade_events: z.int().min(0).optional().meta({
      description:
        "Number of events about trades that were sent with this one; absent from events of earlier releases.",
    }),
    sources: z.record(z.string(), z.object({ status: z.string() })),
  }),
  "webhook.disabled": z.object({ webhook: z.object({ id: z.string(), url: z.string() }), reason: z.string() }),
  "webhook.test": z.object({ message: z.string() }),
  "plan.resumed": z.object({
    from: z.iso.datetime(),
    until: z.iso.datetime(),
    from_dataset_version: z.string().nullable(),
    until_dataset_version: z.string().nullable(),
  }),
} as const satisfies Record<EventType, z.ZodType>;

const MEANINGS: Readonly<Record<EventType, string>> = {
  "trade.created": "A trade has been published for the first time.",
  "trade.updated": "A field of a published trade has changed.",
  "trade.removed": "A trade has been withdrawn, or was found to be wrong.",
  "alert.triggered":
    "Trades match an alert: one event for each alert and publication, or, if its `cadence` is `daily`, for each alert and day (`digest`).",
  "dataset.published": "A dataset version has been published.",
  "webhook.disabled": "Another endpoint of the account has been disabled.",
  "webhook.test": "Somebody requested a test.",
  "plan.resumed":
    "The account joined the premium plan, was enabled or was renewed. Between `from` and `until`, it received no events about publications.",
};

const envelope = {
  id: z.string().meta({ description: "Also sent in the header `webhook-id`. Use it to recognize duplicates." }),
  timestamp: z.iso.datetime(),
  api_version: z.literal("v1"),
  sequence: z.int().min(1).meta({ description: "Gap-free within the account." }),
  dataset_version: z
    .string()
    .nullable()
    .meta({ description: "The current dataset version at that time; null before the first publication." }),
  truncated,
};

/** JSON fields of every event in addition to its type and data; only `truncated` may be missing. */
export const EventEnvelopeSchema = z
  .object(envelope)
  .meta({ id: "EventEnvelope", description: "Fields of every event besides its type and data." });

const EVENT_EXAMPLE = {
  id: "evt_01JD3M8Q4V3N6T8W2Y5B7D9F1G",
  type: "trade.created",
  timestamp: "2026-11-20T08:03:11Z",
  api_version: "v1",
  sequence: 18467,
  dataset_version: "2026-11-20.1",
  data: { trade: TRADE_EXAMPLE, summary: getExampleSummary(), evidence_url: EVIDENCE_EXAMPLE },
} as const;

/** `trade.created` becomes `TradeCreatedEvent`. */
function toEventSchemaName(type: EventType): string {
  return `${type.replace(/(?:^|\.)([a-z])/g, (_, letter: string) => letter.toUpperCase())}Event`;
}

/** Each event type with its schema, for the `webhooks` section of the OpenAPI document. */
export const EVENT_PAYLOADS = EVENT_TYPES.map((type) => {
  const meaning = MEANINGS[type];
  const whole = z.object({ type: z.literal(type), data: DATA[type], ...envelope });
  return { type, meaning, schema: whole.meta({ id: toEventSchemaName(type), description: meaning }) };
});
type Payload = (typeof EVENT_PAYLOADS)[number]["schema"];

export const EventSchema = z
  .discriminatedUnion("type", EVENT_PAYLOADS.map(({ schema }) => schema) as [Payload, ...Payload[]])
  .meta({
    id: "Event",
    description: "An event of the account.",
    discriminator: {
      propertyName: "type",
      mapping: Object.fromEntries(EVENT_TYPES.map((type) => [type, `#/components/schemas/${toEventSchemaName(type)}`])),
    },
    examples: [EVENT_EXAMPLE],
  });

export const EventFeedSchema = z
  .object({
    events: z.array(EventSchema).meta({ description: "By sequence." }),
    next_after: z.int().min(0).meta({ description: "Value of `after` for the next request." }),
    has_more: z.boolean(),
    oldest_sequence: z.int().min(1).meta({ description: "Sequence of the oldest stored event." }),
    newest_sequence: z.int().min(0).meta({ description: "Sequence of the newest event. `after` must not exceed it." }),
  })
  .meta({
    id: "EventFeed",
    description: "A part of the feed.",
    examples: [
      { events: [EVENT_EXAMPLE], next_after: 18467, has_more: false, oldest_sequence: 17201, newest_sequence: 18467 },
    ],
  });

const SAMPLE_DATA = {
  "trade.created": { trade: TRADE_EXAMPLE, summary: getExampleSummary(), evidence_url: EVIDENCE_EXAMPLE },
  "trade.updated": {
    trade: TRADE_EXAMPLE,
    summary: getExampleSummary(),
    evidence_url: EVIDENCE_EXAMPLE,
    previous: { amount_range: "$15,001 - $50,000" },
    reason: "amended",
  },
  "trade.removed": {
    trade_id: TRADE_EXAMPLE.id,
    politician_id: TRADE_EXAMPLE.politician_id,
    reason: "superseded",
    superseded_by: "txn_h20990002_01",
  },
  "alert.triggered": {
    alert: { id: "alr_01JD3M8Q4V3N6T8W2Y5B7D9F1G", name: "Apple" },
    trades: [{ ...TRADE_EXAMPLE, ...getExampleSummary() }],
    total_matches: 1,
  },
  "dataset.published": {
    dataset_version: "2026-11-20.1",
    trades_added: 1,
    trades_updated: 0,
    trades_removed: 0,
    trade_events: 1,
    sources: { house: { status: "ok" }, senate: { status: "off" } },
  },
  "webhook.disabled": {
    webhook: { id: "whk_01JD3M8Q4V3N6T8W2Y5B7D9F1G", url: "https://hooks.example.com/trades" },
    reason: "consecutive_failures",
  },
  "webhook.test": { message: "test" },
  "plan.resumed": {
    from: "2026-11-01T00:00:00Z",
    until: "2026-11-20T08:00:00Z",
    from_dataset_version: "2026-10-31.1",
    until_dataset_version: "2026-11-19.1",
  },
} as const satisfies { readonly [T in EventType]: z.output<(typeof DATA)[T]> };

/** The response of `GET /premium/event-types`. */
export const EVENT_SAMPLES = EVENT_TYPES.map((type) => ({
  type,
  description: MEANINGS[type],
  sample: { ...EVENT_EXAMPLE, type, data: SAMPLE_DATA[type] },
}));

export const EventTypesSchema = z
  .object({
    event_types: z.array(z.object({ type: z.enum(EVENT_TYPES), description: z.string(), sample: EventSchema })),
  })
  .meta({
    id: "EventTypes",
    description: "The types of events.",
    examples: [{ event_types: EVENT_SAMPLES.slice(0, 1) }],
  });
