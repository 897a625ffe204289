/** Types of the premium plan: accounts, keys, alerts, webhook endpoints, events and deliveries. Ids are a prefix and a ULID. */
import type { DigestTime } from "./digest-time.ts";
import type { TradeFilter } from "./trade-filter.ts";

export type PlanName = "free" | "premium";

export interface Account {
  /** `acc_...` */
  readonly id: string;
  readonly name: string;
  readonly plan: PlanName;
  readonly createdAt: Date;
  /** Time from which the account's keys do not work and nothing is sent to the account; null for never. */
  readonly expiresAt: Date | null;
  /** Time when the operator disabled the account; null if it is not disabled. */
  readonly disabledAt: Date | null;
  /** Mail address for notices about failing webhooks; null if none. */
  readonly contact: string | null;
}

/** Default permissions of a key: read all (`read`), change alerts and webhooks (`webhooks`), create and revoke keys (`keys`). */
export const ACCOUNT_SCOPES = ["read", "webhooks", "keys"] as const;
/** The default permissions and `review` (deciding on waiting items). Only the operator can grant `review`, with `--scopes`. */
export const KEY_SCOPES = [...ACCOUNT_SCOPES, "review"] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

export function isAccountActive({ expiresAt, disabledAt }: Account, at: Date): boolean {
  return disabledAt === null && (expiresAt === null || expiresAt > at);
}

/** The stored record of an API key, without the key itself. */
export interface ApiKey {
  /** `key_...` */
  readonly id: string;
  readonly accountId: string;
  /** `ctd_live_7Hq2…hR8G` */
  readonly display: string;
  readonly name: string | null;
  readonly scopes: readonly KeyScope[];
  /** Id of the key that created this key or that this key replaces; null if the operator created this key. */
  readonly madeWith: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
  /** Updated at most once a minute. */
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

/** How often an alert's matches are sent: immediately, or once a day. */
export const CADENCES = ["immediate", "daily"] as const;

/** Rules by which a trade stands out on the overview. */
export const STANDOUT_RULES = ["largest", "latest", "first_in_security", "above_own_95th", "cluster"] as const;
export type StandoutRule = (typeof STANDOUT_RULES)[number];

export interface DailyDigest extends DigestTime {
  /** Send the digest even without new trades. */
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
  /** `politician_activity`: minimum days without an earlier trade. `ticker_cluster`: days in the window. Null for `trade`. */
  readonly days: number | null;
  /** `ticker_cluster`: the minimum number of different politicians. Null for other types. */
  readonly politicians: number | null;
  /** Empty means all enabled endpoints subscribed to `alert.triggered`. */
  readonly webhookIds: readonly string[];
  readonly notificationEmail: string | null;
  /** Null: matches are sent immediately. */
  readonly daily: DailyDigest | null;
  /** Null if no digest is due. */
  readonly nextDigestAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly lastTriggeredAt: Date | null;
  readonly matchCount: number;
}

export const EMAIL_KINDS = ["alert", "test", "confirmation", "notice"] as const;
export const EMAIL_STATUSES = ["queued", "sent", "failed"] as const;
/** Alerts are only mailed to confirmed addresses. */
export const ADDRESS_STATUSES = ["unconfirmed", "confirmed", "unsubscribed"] as const;
export type AddressStatus = (typeof ADDRESS_STATUSES)[number];

/** An e-mail sent for an account, stored for 30 days. */
export interface Email {
  /** `eml_...` */
  readonly id: string;
  readonly kind: (typeof EMAIL_KINDS)[number];
  readonly alertId: string | null;
  readonly to: string;
  readonly subject: string;
  /** `sent`: the mail server accepted it. `failed`: every attempt was refused. */
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
  /** `["*"]` is stored as the list of all types. */
  readonly eventTypes: readonly EventType[];
  readonly status: "enabled" | "paused" | "disabled";
  readonly disabledReason: "consecutive_failures" | "gone" | "operator" | null;
  readonly disabledAt: Date | null;
  readonly lastSuccessAt: Date | null;
  readonly consecutiveFailures: number;
  /** Start of the current run of failures; null after a success. */
  readonly failingSince: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** An event of one account; its body is serialized once and sent byte for byte. */
export interface AccountEvent {
  /** `evt_...`, also sent as `webhook-id`. */
  readonly id: string;
  readonly accountId: string;
  /** Consecutive within the account, from 1. */
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
  /** Number of attempts, including those before the schedule was restarted. */
  readonly attempts: number;
  /** Attempts before `retry` or `recover` restarted the schedule. */
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
