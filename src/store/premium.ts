/** The store's tables of the premium plan, implemented on SQLite and on PostgreSQL. `openStore` gives a `PremiumStore`. */

import type {
  Account,
  AccountEvent,
  AddressStatus,
  Alert,
  ApiKey,
  Delivery,
  DeliveryAttempt,
  Email,
  EventType,
  PlanName,
  WebhookEndpoint,
} from "../domain/premium.ts";
import type { Trade } from "../domain/trade.ts";
import type { ArchiveMark } from "./archive-mark.ts";
import type { MasterKeyMark } from "./master-key-mark.ts";
import type { HeldPublication, Judgement, PublicationResult } from "./publication.ts";
import type { Store } from "./store.ts";

export type {
  HeldPublication,
  Judgement,
  JudgePublication,
  PublicationChange,
  PublicationScope,
} from "./publication.ts";

export interface Page {
  readonly limit: number;
  readonly skip: number;
}

export interface Paged<T> {
  readonly rows: readonly T[];
  readonly total: number;
}

export interface AccountTable {
  create(name: string, plan: PlanName, at: Date, contact?: string | null): Promise<Account>;
  get(id: string): Promise<Account | undefined>;
  byName(name: string): Promise<Account | undefined>;
  all(): Promise<readonly Account[]>;
  /**
   * Not while something is published. An account that comes to the premium plan is told `plan.resumed`, with the time and the versions of which it
   * was told nothing.
   */
  setPlan(id: string, plan: PlanName, at: Date): Promise<void>;
  /** Disables or enables an account, with the effects of `setPlan` on its keys, webhooks and mails. */
  setDisabled(id: string, disabled: boolean, at: Date): Promise<void>;
  /** Sets the end of an account, with the effects of `setPlan`; null means that it does not end. */
  setEnd(id: string, expiresAt: Date | null, at: Date): Promise<void>;
  /** Null: nobody is notified. */
  setContact(id: string, contact: string | null): Promise<void>;
  /** Removes an account with all its keys, alerts, endpoints, events and deliveries. */
  remove(id: string): Promise<void>;
}

export interface KeyTable {
  /** @throws {LimitError} when the account has two live keys. `digest`: SHA-256 of the key, hex. */
  create(
    key: Pick<ApiKey, "accountId" | "display" | "expiresAt"> &
      Partial<Pick<ApiKey, "name" | "scopes" | "madeWith">> & { readonly digest: string },
    at: Date,
  ): Promise<ApiKey>;
  /** Also revoked and expired ones, so that their holders learn why they do not work. */
  byDigest(digest: string): Promise<{ readonly key: ApiKey; readonly account: Account } | undefined>;
  ofAccount(accountId: string): Promise<readonly ApiKey[]>;
  /** @param andMade ends the keys that were made with it too, and those made with them. @returns the ids of those that were live. */
  revoke(accountId: string, id: string, at: Date, andMade?: boolean): Promise<readonly string[]>;
  /** Notes the use of a key, at most once a minute. */
  touch(id: string, at: Date): Promise<void>;
}

export type AlertDraft = Pick<
  Alert,
  "name" | "alertType" | "status" | "filter" | "days" | "politicians" | "webhookIds" | "notificationEmail"
>;

export interface AlertMatch {
  readonly trade: Trade;
  readonly matchedAt: Date;
}

/** Every look-up names the account: another's id is not found. */
export interface AlertTable {
  /** @throws {LimitError} beyond 100. */
  create(accountId: string, draft: AlertDraft, at: Date): Promise<Alert>;
  get(accountId: string, id: string): Promise<Alert | undefined>;
  list(accountId: string, status: Alert["status"] | null, page: Page): Promise<Paged<Alert>>;
  /** @returns undefined when there is none, or when it was changed since `expected` (its `updatedAt` in ms as the caller saw it; null skips the check). */
  replace(
    accountId: string,
    id: string,
    draft: AlertDraft,
    expected: number | null,
    at: Date,
  ): Promise<Alert | undefined>;
  remove(accountId: string, id: string, expected: number | null): Promise<boolean>;
  matches(accountId: string, id: string, page: Page): Promise<Paged<AlertMatch>>;
}

export type EndpointDraft = Pick<WebhookEndpoint, "url" | "description" | "eventTypes" | "status">;

/** A secret as kept: sealed by `webhooks/`, with the time after which it is no longer signed with. */
export interface EndpointSecret {
  readonly sealed: Uint8Array;
  readonly expiresAt: Date | null;
}

export interface EndpointTable {
  /** @throws {LimitError} beyond 10. */
  create(accountId: string, draft: EndpointDraft, sealedSecret: Uint8Array, at: Date): Promise<WebhookEndpoint>;
  get(accountId: string, id: string): Promise<WebhookEndpoint | undefined>;
  list(accountId: string, page: Page): Promise<Paged<WebhookEndpoint>>;
  /** Enabling clears the failures; pausing and enabling leave deliveries as they are. Returns as `AlertTable.replace`. */
  replace(
    accountId: string,
    id: string,
    draft: EndpointDraft,
    expected: number | null,
    at: Date,
  ): Promise<WebhookEndpoint | undefined>;
  /** @throws {ConflictError} while an alert of the account names it. */
  remove(accountId: string, id: string, expected: number | null): Promise<boolean>;
  /** Newest first; expired ones left out. */
  secrets(id: string, at: Date): Promise<readonly EndpointSecret[]>;
  /** The former secrets expire at `previousExpireAt` at the latest. @throws {LimitError} when five former ones are live, unless all end now. */
  rotate(accountId: string, id: string, sealedSecret: Uint8Array, previousExpireAt: Date, at: Date): Promise<void>;
  /** Deliveries by status, e.g. `{ pending: 3, held: 1 }`. */
  deliveryCounts(id: string): Promise<Readonly<Record<string, number>>>;
}

export interface EventTable {
  /** Events in order of sequence, `sequence > after`, at most `limit`. */
  after(accountId: string, after: number, type: EventType | null, limit: number): Promise<readonly AccountEvent[]>;
  get(accountId: string, id: string): Promise<AccountEvent | undefined>;
  /** The oldest and the newest sequence kept; null when the account never had an event. When all are pruned, `oldest` is the next one to come. */
  bounds(accountId: string): Promise<{ readonly oldest: number; readonly newest: number } | null>;
  /** Removes what is older than the day of retention, with its deliveries and attempts. @returns how many. */
  prune(before: Date): Promise<number>;
}

/** A delivery that a worker holds for a while, with all that sending takes. */
export interface LeasedDelivery {
  readonly delivery: Delivery;
  readonly endpoint: WebhookEndpoint;
  readonly event: Pick<AccountEvent, "id" | "type" | "body">;
}

/** The verdict on an attempt, decided by `webhooks/` and written here in one transaction. */
export interface DeliveryVerdict {
  readonly attempt: DeliveryAttempt;
  readonly status: Delivery["status"];
  readonly nextAttemptAt: Date | null;
  /** The endpoint is not asked again before this. */
  readonly pauseEndpointUntil: Date | null;
  /** Set: the endpoint is disabled, its pending deliveries are held, and `webhook.disabled` goes to the account's others. */
  readonly disable: "consecutive_failures" | "gone" | null;
}

export interface RecoverAlso {
  /** Includes deliveries that have succeeded. */
  readonly succeeded?: boolean;
  /** Events of the endpoint's types from before it was made. */
  readonly earlier?: boolean;
}

/** Most attempts that may be under way at once. */
export interface AttemptsAtOnce {
  readonly perEndpoint: number;
  readonly perBrokenEndpoint: number;
  /** Failures in a row after which an endpoint is taken for a broken one. */
  readonly brokenAfterFailures: number;
}

/** Terms on which a worker claims deliveries. */
export interface LeaseTerms {
  readonly leaseMs: number;
  readonly attemptsAtOnce: AttemptsAtOnce;
}

export interface DeliveryTable {
  /**
   * Claims up to `limit` due deliveries of enabled endpoints for as long as the terms say, oldest due first, fair between endpoints: never more
   * under way for one endpoint than the terms allow. No transaction stays open.
   */
  claim(worker: string, limit: number, terms: LeaseTerms, at: Date): Promise<readonly LeasedDelivery[]>;
  /** Only while `worker` still holds the lease; false when another one has taken over. */
  recordVerdict(worker: string, deliveryId: string, verdict: DeliveryVerdict): Promise<boolean>;
  /** Several in one transaction, answered in their order; each as `recordVerdict`. */
  recordVerdicts(
    worker: string,
    verdicts: readonly { readonly deliveryId: string; readonly verdict: DeliveryVerdict }[],
  ): Promise<readonly boolean[]>;
  /** Lets go of what `worker` holds, at a stop. */
  release(worker: string): Promise<void>;
  /** The time at which the next delivery is due; null when none waits. */
  nextDueAt(attemptsAtOnce: AttemptsAtOnce): Promise<Date | null>;
  list(
    accountId: string,
    endpointId: string,
    filter: {
      readonly status: Delivery["status"] | null;
      readonly eventType: EventType | null;
      /** Bounds on the time of queueing, both included. */
      readonly since?: Date | undefined;
      readonly until?: Date | undefined;
    },
    page: Page,
  ): Promise<Paged<Delivery>>;
  get(
    accountId: string,
    endpointId: string,
    id: string,
  ): Promise<{ readonly delivery: Delivery; readonly attempts: readonly DeliveryAttempt[] } | undefined>;
  /** Makes one delivery due now, with a fresh schedule. */
  retry(accountId: string, endpointId: string, id: string, at: Date): Promise<boolean>;
  /** Queues again all that did not succeed of events in the span; held ones too. @returns how many. */
  recover(
    accountId: string,
    endpointId: string,
    since: Date,
    until: Date,
    at: Date,
    also?: RecoverAlso,
  ): Promise<number>;
  /** Records an event of the account for this endpoint alone (`webhook.test`, an alert's test). @returns the delivery. */
  sendOne(accountId: string, endpointId: string, type: EventType, data: unknown, at: Date): Promise<Delivery>;
  counts(): Promise<Readonly<Record<Delivery["status"], number>>>;
}

/** A POST under an `Idempotency-Key`, for 24 hours. */
export interface IdempotencyTable {
  /** `started`: go on and `finish`; `running`: the first has not ended; `finished`: replay; `other`: the key was used for another request. */
  begin(
    accountId: string,
    route: string,
    key: string,
    fingerprint: string,
    at: Date,
  ): Promise<
    | { readonly kind: "started" | "running" | "other" }
    | { readonly kind: "finished"; readonly status: number; readonly headers: string; readonly body: string }
  >;
  finish(
    accountId: string,
    route: string,
    key: string,
    answer: { readonly status: number; readonly headers: string; readonly body: string },
  ): Promise<void>;
  /** The request failed in a way that may be tried again. */
  forget(accountId: string, route: string, key: string): Promise<void>;
}

export interface HeldPublicationTable {
  list(): Promise<readonly HeldPublication[]>;
  /**
   * Publishes it now, with its events, but for filings of which newer documents have been read since. @param judgementOf gets the publication's `cause`.
   * @throws {NotFoundError}
   */
  approve(id: number, judgementOf: (cause: string | null) => Judgement): Promise<PublicationResult>;
  /** Forgets it; those of its filings that wait to be read are read again by the next run. @throws {NotFoundError} */
  reject(id: number): Promise<void>;
}

export interface QueuedEmail {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly attempts: number;
  /** Token with which the reader ends the mails of alerts; null where there are none to end. */
  readonly unsubscribeToken: string | null;
}

export interface MailText {
  readonly subject: string;
  readonly text: string;
}

export interface EmailTable {
  /**
   * Taken for five minutes: nobody else is given them meanwhile. Mails of an account that is disabled, at its end or no longer premium wait;
   * those of alerts also until their address is confirmed.
   */
  due(limit: number, at: Date): Promise<readonly QueuedEmail[]>;
  sent(id: string, at: Date): Promise<void>;
  /** Null gives it up. */
  failed(id: string, retryAt: Date | null, at: Date): Promise<void>;
  /** The account's, newest first. */
  list(accountId: string, page: Page): Promise<Paged<Email>>;
  /** A mail that tries the alert's address. @throws {LimitError} beyond 20 tests and confirmations a day. */
  queueTest(alert: Pick<Alert, "id" | "accountId">, to: string, mail: MailText, at: Date): Promise<string>;
  /** The status of an address; `unconfirmed` if nobody was asked about it. */
  addressStatus(accountId: string, address: string): Promise<AddressStatus>;
  /**
   * Mails a code to the address, which ends the former one. @param mail knows the code.
   * @returns null where it is confirmed, or was asked before. @throws {LimitError} beyond 3 a day and address, and as `queueTest`.
   */
  askToConfirm(
    accountId: string,
    address: string,
    given: {
      readonly codeDigest: string;
      readonly token: string;
      readonly mail: MailText;
      /** Only when the account has never asked it. */
      readonly onlyFirst?: boolean;
    },
    at: Date,
  ): Promise<string | null>;
  /** @returns the address that the code was sent to within 3 days; undefined when there is none. */
  confirm(accountId: string, codeDigest: string, at: Date): Promise<string | undefined>;
  /** The address to which the token was sent. */
  addressOf(token: string): Promise<string | undefined>;
  unsubscribe(token: string, at: Date): Promise<void>;
  /** @returns how many older ones were removed. */
  prune(before: Date): Promise<number>;
}

export interface PremiumTables {
  readonly accounts: AccountTable;
  readonly keys: KeyTable;
  readonly alerts: AlertTable;
  readonly endpoints: EndpointTable;
  readonly events: EventTable;
  readonly deliveries: DeliveryTable;
  readonly idempotency: IdempotencyTable;
  readonly held: HeldPublicationTable;
  readonly emails: EmailTable;
}

export type PremiumStore = Store &
  PremiumTables & { readonly masterKey: MasterKeyMark; readonly archiveMark: ArchiveMark };
