import { z } from "zod";
import { ADDRESS_STATUSES, type AddressStatus, ALERT_TYPES, type Alert, CADENCES } from "../../domain/premium.ts";
import { createExampleTrade } from "../../domain/public-trade.ts";
import { createLimitSchema, createPageFields, skip } from "../../http/request/page-query.ts";
import { createLabelSchema } from "../../http/request/parameter.ts";
import { formatUtcSecond, formatUtcSecondOrNull } from "../../http/utc-timestamp.ts";
import { TradeFilterSchema } from "../disclosures/filter-body.ts";
import { toFilterJson } from "../disclosures/trade-query.ts";
import { TradeSchema } from "../disclosures/trade-schema.ts";

export const AlertsQuery = z.object({
  status: z.enum(["active", "paused"]).optional().meta({ description: "Only alerts of this status." }),
  limit: createLimitSchema(50, 200),
  skip,
});

const MAX_WEBHOOKS = 10;
const MAX_SPAN_DAYS = 3650;

const name = createLabelSchema(200).min(1).meta({ description: "Shown to people; no control characters." });
const alertType = z.enum(ALERT_TYPES).meta({
  description:
    "`trade`: every matching trade. `politician_activity`: a trade after `quiet_days` without one. `ticker_cluster`: trades of `politicians` people in one ticker and direction, within `window_days`.",
});
const status = z.enum(["active", "paused"]).meta({ description: "A paused alert is not evaluated." });
const createSpanSchema = (description: string) => z.int().min(1).max(MAX_SPAN_DAYS).nullable().meta({ description });
const quietDays = createSpanSchema(
  "For `politician_activity`: the previous trade, if any, was more than this many days earlier; null otherwise.",
);
const windowDays = createSpanSchema("Maximum days between the trades, for `ticker_cluster`; null otherwise.");
const politicians = z
  .int()
  .min(2)
  .max(100)
  .nullable()
  .meta({ description: "Number of different politicians, for `ticker_cluster`; null otherwise." });
const webhookIds = z
  .array(z.string())
  .max(MAX_WEBHOOKS)
  .meta({ description: "Endpoints it is sent to; if empty, all that are subscribed to `alert.triggered`." });
const email = z
  .email()
  .max(254)
  .nullable()
  .meta({ description: "Also sent to this address once confirmed, if the operator has set up mail." });

const cadence = z.enum(CADENCES).meta({
  description: "`immediate`: with each publication. `daily`: new trades once a day, at `hour` in `time_zone`.",
});
const hour = z.int().min(0).max(23).nullable().meta({ description: "For `daily`; null otherwise." });
const timeZone = z
  .string()
  .max(64)
  .nullable()
  .meta({ description: "For `daily`: an IANA time zone such as `America/New_York`; null otherwise." });
const whenEmpty = z.boolean().meta({ description: "Send a `daily` alert even without a match." });

const rule = {
  alert_type: alertType.default("trade"),
  quiet_days: quietDays.default(null),
  window_days: windowDays.default(null),
  politicians: politicians.default(null),
};

/** Schemas of all fields that a request body may set. These schemas set no defaults. `rule` and `draft` add the defaults. */
const members = {
  name,
  status,
  alert_type: alertType,
  quiet_days: quietDays,
  window_days: windowDays,
  politicians,
  filter: TradeFilterSchema,
  webhook_ids: webhookIds,
  notification_email: email,
  cadence,
  hour,
  time_zone: timeZone,
  when_empty: whenEmpty,
};

const draft = {
  name,
  status: status.default("active"),
  ...rule,
  webhook_ids: webhookIds.default([]),
  notification_email: email.default(null),
  cadence: cadence.default("immediate"),
  hour: hour.default(null),
  time_zone: timeZone.default(null),
  when_empty: whenEmpty.default(false),
};

export const ALERT_ID = { id: { description: "Id of the alert.", example: "alr_01JD3M8Q4V3N6T8W2Y5B7D9F1G" } };
export const ALERT_MEMBERS = Object.keys(members);
export const ALERT_READ_ONLY = [
  "id",
  "email_status",
  "next_digest_at",
  "created_at",
  "updated_at",
  "last_triggered_at",
  "match_count",
];

/** `readFilterBody` validates the filter. */
export const AlertBody = z.strictObject({ ...draft, filter: z.unknown() });

export const AlertRequestSchema = z
  .strictObject({ ...draft, filter: TradeFilterSchema })
  .meta({ id: "AlertRequest", description: "A new alert." });

export const AlertPatchSchema = z
  .strictObject(members)
  .partial()
  .meta({ id: "AlertPatch", description: "A merge patch (RFC 7396). Null removes a field." });

const previewDays = z
  .int()
  .min(1)
  .max(MAX_SPAN_DAYS)
  .default(365)
  .meta({ description: "Number of past days whose disclosures are searched." });

export const PreviewBody = z.strictObject({ ...rule, days: previewDays, filter: z.unknown() });

export const PreviewRequestSchema = z
  .strictObject({ filter: TradeFilterSchema, days: previewDays, ...rule })
  .meta({ id: "AlertPreviewRequest", description: "A rule to try on past trades." });

const TRADE_EXAMPLE = createExampleTrade({
  ticker: "NVDA",
  company: "NVIDIA Corporation",
  amount_range: "$15,001 - $50,000",
  disclosure_date: "2026-11-20",
  transaction_date: "2026-11-03",
});

const ALERT_EXAMPLE = {
  id: "alr_01JD3M8Q4V3N6T8W2Y5B7D9F1G",
  name: "Senate tech buys over 15k",
  status: "active",
  alert_type: "trade",
  quiet_days: null,
  window_days: null,
  politicians: null,
  filter: { ticker: ["NVDA", "MSFT"], chamber: "senate", transaction_type: ["purchase"], min_amount: 15001 },
  webhook_ids: ["whk_01JD3M8Q4V3N6T8W2Y5B7D9F1G"],
  notification_email: null,
  cadence: "immediate",
  hour: null,
  time_zone: null,
  when_empty: false,
  email_status: null,
  next_digest_at: null,
  created_at: "2026-11-20T08:00:00Z",
  updated_at: "2026-11-20T08:00:00Z",
  last_triggered_at: null,
  match_count: 0,
} as const;

export const AlertSchema = z
  .object({
    id: z.string(),
    ...members,
    email_status: z
      .enum(ADDRESS_STATUSES)
      .nullable()
      .meta({ description: "Status of `notification_email`. Mail is only sent to a `confirmed` address." }),
    next_digest_at: z.iso.datetime().nullable().meta({ description: "Null if no digest is scheduled." }),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
    last_triggered_at: z.iso.datetime().nullable(),
    match_count: z.int().min(0).meta({ description: "Trades that it has fired for." }),
  })
  .meta({
    id: "Alert",
    description: "Which new trades to report. An alert applies to trades published after the alert was created.",
    examples: [ALERT_EXAMPLE],
  });

export const AlertListSchema = z.object({ alerts: z.array(AlertSchema), ...createPageFields() }).meta({
  id: "AlertList",
  description: "Alerts, newest first.",
  examples: [{ alerts: [ALERT_EXAMPLE], total: 1, limit: 50, skip: 0 }],
});

export const MatchListSchema = z
  .object({
    trades: z.array(TradeSchema.extend({ matched_at: z.iso.datetime() }).meta({ id: "Match" })),
    ...createPageFields(),
  })
  .meta({
    id: "MatchList",
    description: "Trades that an alert has fired for, latest match first.",
    examples: [{ trades: [{ ...TRADE_EXAMPLE, matched_at: "2026-11-20T08:03:11Z" }], total: 1, limit: 50, skip: 0 }],
  });

export const PreviewSchema = z
  .object({
    days: z.int().meta({ description: "As applied." }),
    since: z.iso.date().meta({ description: "Disclosures from this day on were searched." }),
    times_triggered: z.int().min(0).meta({ description: "Days on which it would have fired." }),
    total_matches: z.int().min(0).meta({ description: "Trades that it would have fired for." }),
    trades: z.array(TradeSchema).max(20).meta({ description: "The latest of them." }),
  })
  .meta({
    id: "AlertPreview",
    description: "What a rule would have done.",
    examples: [{ days: 365, since: "2025-11-20", times_triggered: 1, total_matches: 1, trades: [TRADE_EXAMPLE] }],
  });

export const TestDeliveriesSchema = z
  .object({ delivery_id: z.string(), delivery_ids: z.array(z.string()).min(1) })
  .meta({
    id: "TestDeliveries",
    description: "The deliveries of a test: one to each of the alert's endpoints.",
    examples: [{ delivery_id: "dlv_01JD3M8Q4V3N6T8W2Y5B7D9F1G", delivery_ids: ["dlv_01JD3M8Q4V3N6T8W2Y5B7D9F1G"] }],
  });

export function toWireAlert(alert: Alert, emailStatus: AddressStatus | null): z.output<typeof AlertSchema> {
  return {
    id: alert.id,
    name: alert.name,
    status: alert.status,
    alert_type: alert.alertType,
    quiet_days: alert.alertType === "politician_activity" ? alert.days : null,
    window_days: alert.alertType === "ticker_cluster" ? alert.days : null,
    politicians: alert.politicians,
    filter: toFilterJson(alert.filter),
    webhook_ids: [...alert.webhookIds],
    notification_email: alert.notificationEmail,
    cadence: alert.daily === null ? "immediate" : "daily",
    hour: alert.daily?.hour ?? null,
    time_zone: alert.daily?.timeZone ?? null,
    when_empty: alert.daily?.whenEmpty ?? false,
    email_status: emailStatus,
    next_digest_at: formatUtcSecondOrNull(alert.nextDigestAt),
    created_at: formatUtcSecond(alert.createdAt),
    updated_at: formatUtcSecond(alert.updatedAt),
    last_triggered_at: formatUtcSecondOrNull(alert.lastTriggeredAt),
    match_count: alert.matchCount,
  };
}
