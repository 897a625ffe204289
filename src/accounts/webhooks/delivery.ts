/** Builds webhook requests, and derives the rules of deliveries from the settings. */
import type { Config } from "../../base/config.ts";
import { ConfigError } from "../../base/errors.ts";
import type { AccountEvent } from "../../domain/premium.ts";
import { createResolver } from "../../outbound/guarded-connection.ts";
import { buildWebhookUserAgent } from "../../outbound/user-agent.ts";
import type { AttemptsAtOnce, LeaseTerms } from "../../store/premium/claim.ts";
import { createAddressGuard, getGuardSettings } from "./address-guard.ts";
import { createSender, type Message, type Send } from "./send.ts";
import { buildSignatureHeader } from "./sign.ts";
import type { DeliveryRules } from "./verdict.ts";

/**
 * An endpoint gets up to four attempts at once, so that one slow response does not hold up the endpoint's other deliveries. After
 * five failures in a row, an endpoint gets only one attempt at a time, which tests whether the endpoint works again.
 */
export const ATTEMPTS_AT_ONCE: AttemptsAtOnce = { perEndpoint: 4, perBrokenEndpoint: 1, brokenAfterFailures: 5 };

export interface DeliverySettings extends LeaseTerms {
  readonly rules: DeliveryRules;
  readonly pollMs: number;
  readonly concurrency: number;
  /** Sent in the User-Agent, so that a receiver's operator can find out what the requests are. */
  readonly documentationUrl: string;
}

/** @throws {ConfigError} if a lease could end before an attempt does. */
export function getDeliverySettings(config: Config): DeliverySettings {
  if (config.DELIVERY_LEASE <= config.DELIVERY_TIMEOUT) {
    throw new ConfigError(
      `DELIVERY_LEASE (${config.DELIVERY_LEASE} ms) must be longer than DELIVERY_TIMEOUT (${config.DELIVERY_TIMEOUT} ms): otherwise a second worker would send a delivery that the first is still sending.`,
    );
  }
  return {
    rules: {
      scheduleMs: config.DELIVERY_SCHEDULE,
      pauseMs: config.DELIVERY_PAUSE,
      disableAfterMs: config.DELIVERY_DISABLE_AFTER,
    },
    leaseMs: config.DELIVERY_LEASE,
    attemptsAtOnce: ATTEMPTS_AT_ONCE,
    pollMs: config.DELIVERY_POLL,
    concurrency: config.DELIVERY_CONCURRENCY,
    documentationUrl: `${config.BASE_URL.replace(/\/api\/v1$/, "")}/docs`,
  };
}

/** @param ownPorts ports that this program listens on, in addition to the configured one. */
export function createConfiguredSender(config: Config, ownPorts: readonly number[] = []): Send {
  const settings = getGuardSettings(config);
  return createSender({
    guard: createAddressGuard({ ...settings, ownPorts: [...settings.ownPorts, ...ownPorts] }),
    resolve: createResolver(config.WEBHOOK_ALLOWED_CIDRS.length > 0),
    timeoutMs: config.DELIVERY_TIMEOUT,
    connectTimeoutMs: config.DELIVERY_CONNECT_TIMEOUT,
  });
}

/** Builds the request of one attempt: id and body are the same in every attempt, timestamp and signatures are new. */
export function buildMessage(
  url: string,
  event: Pick<AccountEvent, "id" | "body">,
  secrets: readonly string[],
  at: Date,
  documentationUrl: string,
): Message {
  const timestamp = Math.floor(at.getTime() / 1000);
  return {
    url,
    headers: {
      "content-type": "application/json; charset=utf-8",
      "user-agent": buildWebhookUserAgent(documentationUrl),
      "webhook-id": event.id,
      "webhook-timestamp": String(timestamp),
      "webhook-signature": buildSignatureHeader(secrets, event.id, timestamp, event.body),
    },
    body: event.body,
  };
}
