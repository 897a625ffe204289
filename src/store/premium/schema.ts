/** Tables of the premium plan; column types as in `../schema.ts`. */
import type { Generated } from "kysely";

export interface PremiumSchema {
  accounts: AccountRecord;
  api_keys: ApiKeyRecord;
  alerts: AlertRecord;
  alert_matches: AlertMatchRecord;
  webhook_endpoints: EndpointRecord;
  endpoint_secrets: EndpointSecretRecord;
  event_counters: EventCounterRecord;
  events: EventRecord;
  deliveries: DeliveryRecord;
  delivery_attempts: DeliveryAttemptRecord;
  held_publications: HeldPublicationRecord;
  held_filings: HeldFilingRecord;
  emails: EmailRecord;
  email_addresses: EmailAddressRecord;
  idempotent_requests: IdempotentRequestRecord;
}

export interface AccountRecord {
  id: string;
  name: string;
  plan: string;
  created_at: number;
  /** Time when the account last started or stopped receiving events, and the dataset version at that time; null if unknown. */
  plan_since: number | null;
  plan_since_version: string | null;
  expires_at: number | null;
  disabled_at: number | null;
  /** Mail address for notices about failing webhooks. */
  contact: string | null;
}

export interface ApiKeyRecord {
  id: string;
  account_id: string;
  /** SHA-256 of the key, hex; the key itself is not stored. */
  digest: string;
  display: string;
  created_at: number;
  expires_at: number | null;
  revoked_at: number | null;
  last_used_at: number | null;
  name: string | null;
  /** JSON list of the key's scopes; null for all scopes. */
  scopes: string | null;
  /** Id of the key used to create it; null if the operator created it. */
  made_with: string | null;
}

export interface AlertRecord {
  id: string;
  account_id: string;
  name: string;
  alert_type: string;
  status: string;
  /** A `TradeFilter` as JSON. */
  filter: string;
  days: number | null;
  politicians: number | null;
  /** JSON list of endpoint ids. */
  webhook_ids: string;
  notification_email: string | null;
  created_at: number;
  updated_at: number;
  last_triggered_at: number | null;
  match_count: number;
  cadence: string;
  hour: number | null;
  time_zone: string | null;
  when_empty: number;
  /** Start of the next digest's period; null if the alert has never had digests. */
  digest_from: number | null;
  /** Null if no digest is scheduled: the alert is paused, or it reports matches immediately and no match waits for a digest. */
  digest_due_at: number | null;
}

interface AlertMatchRecord {
  alert_id: string;
  trade_id: string;
  matched_at: number;
  /** 1 while the match waits for a digest, else null. */
  waiting: number | null;
}

export interface EndpointRecord {
  id: string;
  account_id: string;
  url: string;
  description: string | null;
  /** JSON list of event types. */
  event_types: string;
  status: string;
  disabled_reason: string | null;
  disabled_at: number | null;
  last_success_at: number | null;
  consecutive_failures: number;
  failing_since: number | null;
  /** Time before which no attempt is made, since the receiver seemed overloaded: it answered with status 429, 502 or 504. */
  paused_until: number | null;
  /** When a worker last claimed deliveries to the endpoint; 0 if never. Workers serve endpoints with the earliest time first. */
  last_claimed_at: number;
  created_at: number;
  updated_at: number;
}

interface EndpointSecretRecord {
  id: Generated<number>;
  endpoint_id: string;
  sealed: Uint8Array;
  created_at: number;
  expires_at: number | null;
}

/** One row per account; its lock protects the account's events and the states of its endpoints. */
interface EventCounterRecord {
  account_id: string;
  last_sequence: number;
}

export interface EventRecord {
  id: string;
  account_id: string;
  sequence: number;
  type: string;
  created_at: number;
  body: string;
}

export interface DeliveryRecord {
  id: string;
  endpoint_id: string;
  event_id: string;
  event_type: string;
  status: string;
  attempts: number;
  /** Number of attempts before the schedule was restarted. */
  attempts_before: number;
  next_attempt_at: number | null;
  created_at: number;
  lease_owner: string | null;
  /** Time by the database's clock. */
  lease_until: number | null;
}

export interface DeliveryAttemptRecord {
  delivery_id: string;
  number: number;
  attempted_at: number;
  status_code: number | null;
  error: string | null;
  duration_ms: number;
  next_attempt_at: number | null;
}

interface HeldPublicationRecord {
  id: Generated<number>;
  held_at: number;
  reason: string;
  /** The `Publication` as JSON, compressed with Zstandard. */
  publication: Uint8Array;
}

/** A filing waits in at most one held publication, the latest. */
interface HeldFilingRecord {
  filing_id: string;
  held_id: number;
  /** The document from which the filing was read; null if unknown. */
  document_sha256: string | null;
}

export interface EmailRecord {
  id: string;
  account_id: string;
  kind: string;
  alert_id: string | null;
  recipient: string;
  subject: string;
  /** The mail as text; empty once the mail is sent or has failed. */
  body: string;
  /** The mail as HTML; null for a text-only mail, or once sent or failed. */
  html: string | null;
  status: string;
  attempts: number;
  /** Null once the mail is sent or has failed. */
  next_attempt_at: number | null;
  created_at: number;
  ended_at: number | null;
}

interface EmailAddressRecord {
  account_id: string;
  address: string;
  status: string;
  /** SHA-256 of the confirmation code, hex; null if none is pending. */
  code_digest: string | null;
  code_expires_at: number | null;
  /** Token in every alert and test mail; whoever has it can unsubscribe the address. */
  token: string;
  changed_at: number;
}

interface IdempotentRequestRecord {
  account_id: string;
  route: string;
  key: string;
  fingerprint: string;
  started_at: number;
  /** Null while the request is in progress. */
  status: number | null;
  headers: string | null;
  body: string | null;
}
