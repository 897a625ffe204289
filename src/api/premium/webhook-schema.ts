import { z } from "zod";
import {
  ATTEMPT_ERRORS,
  type Delivery,
  type DeliveryAttempt,
  EVENT_TYPES,
  type EventType,
  type WebhookEndpoint,
} from "../../domain/premium.ts";
import { REASONS } from "../../http/problems.ts";
import { createCustomIssue } from "../../http/request/issues.ts";
import { createLimitSchema, createPageFields, skip } from "../../http/request/page-query.ts";
import { createLabelSchema, FORMS } from "../../http/request/parameter.ts";
import { formatUtcSecond, formatUtcSecondOrNull } from "../../http/utc-timestamp.ts";
import { EventSchema } from "./event-schema.ts";

const instant = z.string().regex(FORMS.instant.pattern);

export const DeliveriesQuery = z.object({
  status: z
    .enum(["pending", "succeeded", "failed", "held"])
    .optional()
    .meta({ description: "Only deliveries of this status." }),
  event_type: z.enum(EVENT_TYPES).optional().meta({ description: "Only deliveries of this type of event." }),
  since: instant
    .optional()
    .meta({ description: "Only deliveries queued at this time or later, such as `2026-11-20T08:00:00Z`." }),
  until: instant.optional().meta({ description: "Only deliveries queued at this time or earlier." }),
  limit: createLimitSchema(50, 200),
  skip,
});

export const WEBHOOKS_PATH = "/premium/webhooks";
export const WEBHOOK_ID = { id: { description: "Id of the endpoint.", example: "whk_01JD3M8Q4V3N6T8W2Y5B7D9F1G" } };

const ALL_TYPES = "*";

/** Events that an endpoint can subscribe to. */
export const WANTED_EVENT_TYPES = [...EVENT_TYPES, ALL_TYPES] as const;

/** `["*"]` means all types; duplicates are removed. */
const eventTypes = z
  .array(z.enum(WANTED_EVENT_TYPES))
  .min(1)
  .meta({ description: "Types of events sent to it; `*` means all." });
const description = createLabelSchema(500).nullable().meta({ description: "A note for people." });

const URL_RULES: Readonly<Record<string, string>> = {
  scheme_not_allowed: "must begin with 'https://'",
  userinfo_not_allowed: "must not name a user or a password",
  port_not_allowed: "must use port 443 or 80, or one from 1024 up that is not another service's usual port",
  fragment_not_allowed: "must not have a fragment",
  address_not_allowed: "must lead to a public internet address",
  too_long: "must have at most 2048 characters",
};

/** `explainRefusedAddress`: why a URL may not be a webhook endpoint; null if it may. */
function createWebhookUrlSchema(explainRefusedAddress: (url: string) => string | null) {
  return z
    .string()
    .superRefine((url, context) => {
      const fault = explainRefusedAddress(url) ?? (/[\s\x00-\x1f\x7f]/.test(url) ? "malformed" : null);
      if (fault === null) return;
      const reason = REASONS.find((each) => each === fault) ?? "malformed";
      context.addIssue(createCustomIssue(reason, URL_RULES[reason] ?? "must be a URL"));
    })
    .meta({ description: "An https address that can be reached from the internet." });
}

export function createWebhookBodySchema(explainRefusedAddress: (url: string) => string | null) {
  return z
    .strictObject({
      url: createWebhookUrlSchema(explainRefusedAddress),
      event_types: eventTypes,
      description: description.default(null),
    })
    .meta({ id: "WebhookRequest", description: "A new endpoint." });
}

/** Schema of an endpoint's state, which validates a state after a patch. */
export function createWebhookStateSchema(explainRefusedAddress: (url: string) => string | null) {
  return z.strictObject({
    url: createWebhookUrlSchema(explainRefusedAddress),
    event_types: eventTypes,
    description: description.default(null),
    status: z.enum(["enabled", "paused"]).meta({ description: "Enabling clears the failures." }),
  });
}

export function createWebhookPatchSchema(explainRefusedAddress: (url: string) => string | null) {
  return createWebhookStateSchema(explainRefusedAddress)
    .partial()
    .meta({ id: "WebhookPatch", description: "A merge patch (RFC 7396)." });
}

/** The types as stored, in canonical order. */
export function toStoredEventTypes(wire: readonly (EventType | typeof ALL_TYPES)[]): readonly EventType[] {
  return EVENT_TYPES.filter((type) => wire.includes(ALL_TYPES) || wire.includes(type));
}

export function toWireTypes(types: readonly EventType[]): (EventType | typeof ALL_TYPES)[] {
  return types.length === EVENT_TYPES.length ? [ALL_TYPES] : [...types];
}

const WEBHOOK_EXAMPLE = {
  id: "whk_01JD3M8Q4V3N6T8W2Y5B7D9F1G",
  url: "https://hooks.example.com/trades",
  description: null,
  event_types: ["trade.created", "alert.triggered"],
  status: "enabled",
  disabled_reason: null,
  disabled_at: null,
  secret_expires_at: null,
  last_success_at: "2026-11-20T08:03:12Z",
  consecutive_failures: 0,
  pending_deliveries: 0,
  held_deliveries: 0,
  created_at: "2026-11-20T08:00:00Z",
  updated_at: "2026-11-20T08:00:00Z",
} as const;

export const WebhookSchema = z
  .object({
    id: z.string(),
    url: z.string(),
    description,
    event_types: z.array(z.enum(WANTED_EVENT_TYPES)).meta({ description: "`*` alone stands for all." }),
    status: z.enum(["enabled", "paused", "disabled"]),
    disabled_reason: z.enum(["consecutive_failures", "gone", "operator"]).nullable(),
    disabled_at: z.iso.datetime().nullable(),
    secret_expires_at: z.iso
      .datetime()
      .nullable()
      .meta({ description: "When the last of the previous secrets stops being used for signatures." }),
    last_success_at: z.iso.datetime().nullable(),
    consecutive_failures: z.int().min(0),
    pending_deliveries: z.int().min(0),
    held_deliveries: z.int().min(0).meta({ description: "Waiting for `recover`." }),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: "Webhook", description: "An endpoint that events are sent to.", examples: [WEBHOOK_EXAMPLE] });

const SECRET_EXAMPLE = "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=";
const secret = z.string().meta({ description: "The secret with which deliveries are signed; shown only once." });

export const NewWebhookSchema = WebhookSchema.extend({ secret }).meta({
  id: "NewWebhook",
  description: "A new endpoint with its secret.",
  examples: [{ ...WEBHOOK_EXAMPLE, last_success_at: null, secret: SECRET_EXAMPLE }],
});

export const WebhookListSchema = z.object({ webhooks: z.array(WebhookSchema), ...createPageFields() }).meta({
  id: "WebhookList",
  description: "Endpoints, newest first.",
  examples: [{ webhooks: [WEBHOOK_EXAMPLE], total: 1, limit: 50, skip: 0 }],
});

export const WEBHOOK_MEMBERS = ["url", "event_types", "description", "status"];
export const WEBHOOK_READ_ONLY = Object.keys(NewWebhookSchema.shape).filter((each) => !WEBHOOK_MEMBERS.includes(each));

const MAX_OVERLAP_SECONDS = 604_800;

export const RotateBody = z
  .strictObject({
    overlap_seconds: z
      .int()
      .min(0)
      .max(MAX_OVERLAP_SECONDS)
      .default(86_400)
      .meta({ description: "How long deliveries are also signed with the previous secret." }),
  })
  .meta({ id: "RotateRequest", description: "A new secret for an endpoint." });

export const RotatedSchema = z.object({ secret, previous_secret_expires_at: z.iso.datetime() }).meta({
  id: "RotatedSecret",
  description: "The new secret, and when the previous one expires.",
  examples: [{ secret: SECRET_EXAMPLE, previous_secret_expires_at: "2026-11-21T08:00:00Z" }],
});

export const RecoverBody = z
  .strictObject({
    since: z.iso.datetime({ offset: true }).meta({ description: "At most 30 days ago." }),
    until: z.iso.datetime({ offset: true }).optional().meta({ description: "Default: now." }),
    succeeded: z.boolean().default(false).meta({ description: "Also deliveries that succeeded." }),
    earlier: z.boolean().default(false).meta({ description: "Also events from before the endpoint was created." }),
  })
  .meta({ id: "RecoverRequest", description: "A span of events." });

export const RecoveredSchema = z.object({ queued: z.int().min(0) }).meta({
  id: "Recovered",
  description: "Deliveries being sent again.",
  examples: [{ queued: 17 }],
});

const DELIVERY_EXAMPLE = {
  id: "dlv_01JD3M8Q4V3N6T8W2Y5B7D9F1G",
  webhook_id: "whk_01JD3M8Q4V3N6T8W2Y5B7D9F1G",
  event_id: "evt_01JD3M8Q4V3N6T8W2Y5B7D9F1G",
  event_type: "trade.created",
  status: "pending",
  attempt_count: 3,
  next_attempt_at: "2026-11-20T08:35:17Z",
  created_at: "2026-11-20T08:03:11Z",
} as const;

const ATTEMPT_EXAMPLE = {
  number: 3,
  attempted_at: "2026-11-20T08:05:16Z",
  status_code: 503,
  error: "http_status",
  duration_ms: 231,
  next_attempt_at: "2026-11-20T08:35:17Z",
} as const;

const DeliverySchema = z
  .object({
    id: z.string(),
    webhook_id: z.string(),
    event_id: z.string().meta({ description: "Id of the event, sent in the header `webhook-id`." }),
    event_type: z.enum(EVENT_TYPES),
    status: z.enum(["pending", "succeeded", "failed", "held"]),
    attempt_count: z.int().min(0),
    next_attempt_at: z.iso.datetime().nullable(),
    created_at: z.iso.datetime(),
  })
  .meta({ id: "Delivery", description: "One event on its way to one endpoint." });

const AttemptSchema = z
  .object({
    number: z.int().min(1),
    attempted_at: z.iso.datetime(),
    status_code: z.int().nullable(),
    error: z.enum(ATTEMPT_ERRORS).nullable().meta({ description: "Null: it succeeded." }),
    duration_ms: z.int().min(0),
    next_attempt_at: z.iso.datetime().nullable(),
  })
  .meta({
    id: "Attempt",
    description: "The result of an attempt. Only the status of the receiver's answer is stored.",
  });

export const DeliveryDetailSchema = DeliverySchema.extend({
  attempts: z.array(AttemptSchema).meta({ description: "Oldest first." }),
  event: EventSchema.nullable().meta({ description: "What is sent." }),
}).meta({
  id: "DeliveryDetail",
  description: "A delivery with its attempts.",
  examples: [{ ...DELIVERY_EXAMPLE, attempts: [ATTEMPT_EXAMPLE], event: null }],
});

export const DeliveryListSchema = z.object({ deliveries: z.array(DeliverySchema), ...createPageFields() }).meta({
  id: "DeliveryList",
  description: "Deliveries to an endpoint, newest first.",
  examples: [{ deliveries: [DELIVERY_EXAMPLE], total: 1, limit: 50, skip: 0 }],
});

export const QueuedSchema = z.object({ delivery_id: z.string() }).meta({
  id: "QueuedDelivery",
  description: "The delivery being sent.",
  examples: [{ delivery_id: DELIVERY_EXAMPLE.id }],
});

/** The part of an endpoint's state that is in other tables. */
interface EndpointState {
  readonly secretExpiresAt: Date | null;
  readonly counts: Readonly<Record<string, number>>;
}

export function toWireWebhook(
  endpoint: WebhookEndpoint,
  { secretExpiresAt, counts }: EndpointState,
): z.output<typeof WebhookSchema> {
  return {
    id: endpoint.id,
    url: endpoint.url,
    description: endpoint.description,
    event_types: toWireTypes(endpoint.eventTypes),
    status: endpoint.status,
    disabled_reason: endpoint.disabledReason,
    disabled_at: formatUtcSecondOrNull(endpoint.disabledAt),
    secret_expires_at: formatUtcSecondOrNull(secretExpiresAt),
    last_success_at: formatUtcSecondOrNull(endpoint.lastSuccessAt),
    consecutive_failures: endpoint.consecutiveFailures,
    pending_deliveries: counts["pending"] ?? 0,
    held_deliveries: counts["held"] ?? 0,
    created_at: formatUtcSecond(endpoint.createdAt),
    updated_at: formatUtcSecond(endpoint.updatedAt),
  };
}

export function toWireDelivery(delivery: Delivery): z.output<typeof DeliverySchema> {
  return {
    id: delivery.id,
    webhook_id: delivery.endpointId,
    event_id: delivery.eventId,
    event_type: delivery.eventType,
    status: delivery.status,
    attempt_count: delivery.attempts,
    next_attempt_at: formatUtcSecondOrNull(delivery.nextAttemptAt),
    created_at: formatUtcSecond(delivery.createdAt),
  };
}

export function toWireAttempt(attempt: DeliveryAttempt): z.output<typeof AttemptSchema> {
  return {
    number: attempt.number,
    attempted_at: formatUtcSecond(attempt.attemptedAt),
    status_code: attempt.statusCode,
    error: attempt.error,
    duration_ms: Math.round(attempt.durationMs),
    next_attempt_at: formatUtcSecondOrNull(attempt.nextAttemptAt),
  };
}
