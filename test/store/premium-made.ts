/** Creates example accounts, endpoints, alerts and verdicts for tests of the store. */
import type { Alert, EventType, WebhookEndpoint } from "../../src/domain/premium.ts";
import type { AlertDraft } from "../../src/store/premium/alerts.ts";
import type { EndpointDraft } from "../../src/store/premium/endpoints.ts";
import type { DeliveryVerdict } from "../../src/store/premium/verdicts.ts";
import type { Store } from "../../src/store/store.ts";
import { NOON } from "./made.ts";

export function later(seconds: number): Date {
  return new Date(NOON.getTime() + seconds * 1000);
}

export function alertDraft(changes: Partial<Alert> = {}): AlertDraft {
  return {
    name: "Purchases",
    alertType: "trade",
    status: "active",
    filter: { ticker: ["AAPL"], minAmountUsd: 1001 },
    days: null,
    politicians: null,
    webhookIds: [],
    notificationEmail: null,
    daily: null,
    ...changes,
  };
}

export function endpointDraft(changes: Partial<EndpointDraft> = {}): EndpointDraft {
  return {
    url: "https://receiver.example.org/hook",
    description: null,
    eventTypes: ["webhook.test", "webhook.disabled"],
    status: "enabled",
    ...changes,
  };
}

export async function createAccountWithEndpoints(
  store: Store,
  name: string,
  endpoints: number,
  eventTypes: readonly EventType[] = ["webhook.test", "webhook.disabled"],
): Promise<{ readonly account: string; readonly endpoints: readonly WebhookEndpoint[] }> {
  const account = await store.accounts.create(name, "premium", NOON);
  const made: WebhookEndpoint[] = [];
  for (let number = 1; number <= endpoints; number += 1) {
    const url = `https://${name}-${number}.example.org/hook`;
    made.push(
      await store.endpoints.create(account.id, endpointDraft({ url, eventTypes }), new Uint8Array([number]), NOON),
    );
  }
  return { account: account.id, endpoints: made };
}

export function verdict(changes: Partial<DeliveryVerdict> = {}, at: Date = NOON): DeliveryVerdict {
  return {
    attempt: { number: 1, attemptedAt: at, statusCode: 200, error: null, durationMs: 12, nextAttemptAt: null },
    status: "succeeded",
    nextAttemptAt: null,
    pauseEndpointUntil: null,
    disable: null,
    ...changes,
  };
}

export function failure(
  nextAttemptAt: Date | null,
  changes: Partial<DeliveryVerdict> = {},
  at: Date = NOON,
): DeliveryVerdict {
  return verdict(
    {
      attempt: { number: 1, attemptedAt: at, statusCode: 503, error: "http_status", durationMs: 12, nextAttemptAt },
      status: nextAttemptAt === null ? "failed" : "pending",
      nextAttemptAt,
      ...changes,
    },
    at,
  );
}

/**
 * Confirms the address for the account's alert e-mails: requests the confirmation and uses its code.
 * @returns the unsubscribe token.
 */
export async function confirmAddress(
  store: Pick<Store, "emails">,
  accountId: string,
  address: string,
  at: Date = NOON,
): Promise<string> {
  const name = `${accountId} ${address}`;
  const mail = { subject: "May we?", text: name };
  const id = await store.emails.askToConfirm(accountId, address, { codeDigest: name, token: name, mail }, at);
  await store.emails.markSent(String(id), at);
  await store.emails.confirm(accountId, name, at);
  return name;
}
