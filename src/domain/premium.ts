/** The nouns of the premium plan: accounts and keys, alerts, webhook endpoints, events and deliveries. Ids are a prefix and a ULID. */
import type { DigestTime } from "./digest-time.ts";
import type { TradeFilter } from "./trade-filter.ts";

export type PlanName = "free" | "premium";

export interface Account {
  /** `acc_...` */
  readonly id: string;
  readonly name: string;
  readonly plan: PlanName;
  readonly createdAt: Date;
  /** The time from which its keys do not work and nothing is sent to it; null for never. */
  readonly expiresAt: Date | null;
  /** The time from which the operator has disabled it; null for never. */
  readonly disabledAt: Date | null;
  /** Mail address for notices about failing webhooks; null for none. */
  readonly contact: string | null;
}

/** Rights of a key in its account: `read` everything, change alerts and `webhooks`, make and end `keys`. A key has all of them unless it was made with fewer. */
export const ACCOUNT_SCOPES = ["read", "webhooks", "keys"] as const;
/** The rights of the account and `review`: to decide on what waits for a person. Only the operator gives it, and only by name. */
export const KEY_SCOPES = [...ACCOUNT_SCOPES, "review"] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

export function isLive({ expiresAt, disabledAt }: Account, at: Date): boolean {
  return disabledAt === null && (expiresAt === null || expiresAt > at);
}

/** A key as it is stored: never the key itself. */
export interface ApiKey {
  /** `key_...` */
  readonly id: string;
  readonly accountId: string;
  /** `ctd_live_7Hq2…hR8G` */
  readonly display: string;
  /** A name for people. */
  readonly name: string | null;
  readonly scopes: readonly KeyScope[];
  /** The key that it was made with; null when the operator made it. */
  readonly madeWith: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
  /** Written at most once a minute. */
  readonly lastUsedAt: Date | null;
}

export const EVENT_TYPES = [
  "trade.created",
  "trade.updated",
  "trade.removed",
  "alert.triggered",
  "dataset.published",
  "webhook.disabled",
  "webhook.test",
  "plan.resumed",
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

export const ALERT_TYPES = ["trade", "politician_activity", "ticker_cluster"] as const;
export type AlertType = (typeof ALERT_TYPES)[number];

/** At once, or once a day. */
export const CADENCES = ["immediate", "daily"] as const;

/** Rules of the overview by which a trade stands out. */
export const STANDOUT_RULES = ["largest", "latest", "first_in_security", "above_own_95th", "cluster"] as const;
export type StandoutRule = (typeof STANDOUT_RULES)[number];

/** A digest that an alert has every day. */
export interface DailyDigest extends DigestTime {
  /** It is sent without any new trade, too. */
  readonly whenEmpty: boolean;
}

export interface Alert {
  /** `alr_...` */
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  readonly alertType: AlertType;
  readonly status: "active" | "paused";
  readonly filter: TradeFilter;
  /** `politician_activity`: days without a trade before; `ticker_cluster`: days of the window. Null for `trade`. */
  readonly days: number | null;
  /** `ticker_cluster`: the number of different politicians that it takes. Null for other rules. */
  readonly politicians: number | null;
  /** Empty: all enabled endpoints subscribed to `alert.triggered`. */
  readonly webhookIds: readonly string[];
  readonly notificationEmail: string | null;
  /** Null: what matches is sent at once. */
  readonly daily: DailyDigest | null;
  /** Null where none is due. */
  readonly nextDigestAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly lastTriggeredAt: Date | null;
  readonly matchCount: number;
}

export const EMAIL_KINDS = ["alert", "test", "confirmation", "notice"] as const;
export const EMAIL_STATUSES = ["queued", "sent", "failed"] as const;
/** Alerts are mailed to confirmed addresses alone. */
export const ADDRESS_STATUSES = ["unconfirmed", "confirmed", "unsubscribed"] as const;
export type AddressStatus = (typeof ADDRESS_STATUSES)[number];

/** A mail of an account, stored for 30 days. */
export interface Email {
  /** `eml_...` */
  readonly id: string;
  readonly kind: (typeof EMAIL_KINDS)[number];
  readonly alertId: string | null;
  readonly to: string;
  readonly subject: string;
  /** `sent`: the mail server has taken it; `failed`: it refused it at every try. */
  readonly status: (typeof EMAIL_STATUSES)[number];
  readonly attempts: number;
  readonly nextAttemptAt: Date | null;
  readonly createdAt: Date;
  readonly endedAt: Date | null;
}

export interface WebhookEndpoint {
  /** `whk_...` */
  readonly id: string;
  readonly accountId: string;
  readonly url: string;
  readonly description: string | null;
  /** `["*"]` is stored as all types. */
  readonly eventTypes: readonly EventType[];
  readonly status: "enabled" | "paused" | "disabled";
  readonly disabledReason: "consecutive_failures" | "gone" | "operator" | null;
  readonly disabledAt: Date | null;
  readonly lastSuccessAt: Date | null;
  readonly consecutiveFailures: number;
  /** The time since when there have been only failures; null after a success. */
  readonly failingSince: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** An event of one account, its body serialised once and sent byte for byte. */
export interface AccountEvent {
  /** `evt_...`, also the `webhook-id`. */
  readonly id: string;
  readonly accountId: string;
  /** Gap-free within the account, from 1. */
  readonly sequence: number;
  readonly type: EventType;
  readonly createdAt: Date;
  /** The JSON text of the whole event, at most 20 KB. */
  readonly body: string;
}

export type DeliveryStatus = "pending" | "succeeded" | "failed" | "held";

export interface Delivery {
  /** `dlv_...` */
  readonly id: string;
  readonly endpointId: string;
  readonly eventId: string;
  readonly eventType: EventType;
  readonly status: DeliveryStatus;
  /** Number of attempts, before and after a restart of the schedule. */
  readonly attempts: number;
  /** Attempts before its schedule was restarted by `retry` or `recover`. */
  readonly attemptsBefore: number;
  readonly nextAttemptAt: Date | null;
  readonly createdAt: Date;
}

export const ATTEMPT_ERRORS = [
  "http_status",
  "redirect",
  "timeout",
  "connect_timeout",
  "connection_refused",
  "connection_reset",
  "dns_error",
  "tls_error",
  "blocked_address",
  "cannot_sign",
] as const;

export interface DeliveryAttempt {
  readonly number: number;
  readonly attemptedAt: Date;
  readonly statusCode: number | null;
  readonly error: (typeof ATTEMPT_ERRORS)[number] | null;
  readonly durationMs: number;
  readonly nextAttemptAt: Date | null;
}
