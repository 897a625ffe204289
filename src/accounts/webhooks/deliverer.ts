/** Makes one attempt at a delivery, from decrypting the endpoint's secrets to storing the result. */
import { AppError } from "../../base/errors.ts";
import type { Logger } from "../../base/log.ts";
import type { LeasedDelivery } from "../../store/premium/claim.ts";
import type { PremiumTables } from "../../store/store.ts";
import { buildMessage, type DeliverySettings } from "./delivery.ts";
import type { DeliveryMeter } from "./meter.ts";
import type { SecretBox } from "./secret.ts";
import type { AttemptOutcome, Send } from "./send.ts";
import { judgeAttempt } from "./verdict.ts";
import { createVerdictRecorder } from "./verdict-recorder.ts";

export interface DeliveryWorkerOptions {
  readonly store: Pick<PremiumTables, "deliveries" | "endpoints">;
  readonly secrets: SecretBox;
  readonly send: Send;
  readonly settings: DeliverySettings;
  readonly meter: DeliveryMeter;
  readonly log: Logger;
  readonly now?: () => Date;
  readonly random?: () => number;
}

export const getSystemTime = (): Date => new Date();

export class Deliverer {
  /** Ids of endpoints whose secrets could not be decrypted at the last attempt. */
  readonly unsigned = new Set<string>();
  isStopping = false;
  readonly #options: DeliveryWorkerOptions;
  readonly #ending: AbortSignal;
  readonly #verdicts;

  constructor(options: DeliveryWorkerOptions, claimant: string, ending: AbortSignal) {
    this.#options = options;
    this.#ending = ending;
    this.#verdicts = createVerdictRecorder({
      deliveries: options.store.deliveries,
      worker: claimant,
      leaseMs: options.settings.leaseMs,
      log: options.log,
      isStopping: () => this.isStopping,
    });
  }

  async deliver(leased: LeasedDelivery): Promise<void> {
    const { settings, meter, log, now = getSystemTime, random = Math.random } = this.#options;
    const { delivery, endpoint, event } = leased;
    const attemptedAt = now();
    const outcome = await this.#attempt(leased, attemptedAt);
    if (outcome === null) return;
    const verdict = judgeAttempt({ delivery, endpoint, outcome, attemptedAt, random: random() }, settings.rules);
    const kept = await this.#verdicts.keep(delivery.id, endpoint.id, verdict);
    meter.countAttempt(outcome, verdict);
    log.info(
      {
        delivery: delivery.id,
        endpoint: endpoint.id,
        event: event.id,
        type: event.type,
        attempt: verdict.attempt.number,
        status: outcome.statusCode,
        error: outcome.error,
        ms: outcome.durationMs,
        becomes: verdict.status,
        next: verdict.nextAttemptAt,
        kept,
      },
      "webhook attempt",
    );
    if (verdict.disable !== null) {
      this.unsigned.delete(endpoint.id);
      log.warn({ endpoint: endpoint.id, reason: verdict.disable }, "a webhook endpoint was disabled");
    }
  }

  /** @returns null if no attempt was completed, because the secrets could not be loaded or the worker is stopping. */
  async #attempt({ endpoint, event }: LeasedDelivery, attemptedAt: Date): Promise<AttemptOutcome | null> {
    const { store, settings, send, log } = this.#options;
    try {
      const sealed = await store.endpoints.listSecrets(endpoint.id, attemptedAt);
      const secrets = this.#openSecrets(sealed, endpoint.id);
      if (secrets === null) return { statusCode: null, error: "cannot_sign", durationMs: 0, retryAfterMs: null };
      const message = buildMessage(endpoint.url, event, secrets, attemptedAt, settings.documentationUrl);
      return await send(message, this.#ending);
    } catch (error) {
      if (!this.#ending.aborted) log.error({ err: error, endpoint: endpoint.id }, "a delivery could not be attempted");
      return null;
    }
  }

  #openSecrets(sealed: readonly { readonly sealed: Uint8Array }[], endpoint: string): readonly string[] | null {
    const { secrets, log } = this.#options;
    try {
      const opened = sealed.map((each) => secrets.open(each.sealed));
      this.unsigned.delete(endpoint);
      return opened;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      this.unsigned.add(endpoint);
      log.error({ err: error, endpoint }, "a webhook cannot be signed");
      return null;
    }
  }
}
