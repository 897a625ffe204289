/** Sends queued webhooks and alert e-mails, and queues due digests. */
import type { Registry } from "prom-client";
import { type DigestWriter, startDigests } from "../../accounts/alerts/digests.ts";
import type { Mailer } from "../../accounts/mailer.ts";
import { startDeliveries } from "../../accounts/webhooks/deliveries.ts";
import { checkMasterKey } from "../../accounts/webhooks/master-key-check.ts";
import { createSecretBox, loadOrCreateMasterKey, type SecretBox } from "../../accounts/webhooks/secret.ts";
import type { DeliveryWorker } from "../../accounts/webhooks/worker.ts";
import { buildUnsubscribeUrl } from "../../api/premium/unsubscribe.ts";
import { type Config, sendsMessages } from "../../base/config.ts";
import type { Logger } from "../../base/log.ts";
import type { Dataset } from "../../publication/dataset/dataset.ts";
import type { Store } from "../../store/store.ts";
import { findStandouts } from "./standouts.ts";

interface SenderParts {
  readonly config: Config;
  readonly store: Store;
  readonly registry: Registry;
  readonly getDataset: () => Dataset;
  readonly log: Logger;
}

export class Senders {
  /** Encrypts the secrets of the webhook endpoints. */
  readonly secrets: SecretBox;
  readonly #parts: SenderParts;
  #worker: DeliveryWorker | undefined;
  #mailer: Mailer | undefined;
  #digests: DigestWriter | undefined;
  #ownPorts: readonly number[] = [];

  constructor(parts: SenderParts) {
    this.#parts = parts;
    this.secrets = createSecretBox(loadOrCreateMasterKey(parts.config, parts.config.DATA_DIR));
  }

  /** @throws {ConfigError} when the secrets in the store are encrypted with another key. */
  checkMasterKey(store: Pick<Store, "masterKey">): Promise<void> {
    return checkMasterKey(store, this.secrets);
  }

  /** Ports that this process listens on, which webhooks may not target; none before `start`. */
  get ownPorts(): readonly number[] {
    return this.#ownPorts;
  }

  async start(ownPorts: readonly number[]): Promise<void> {
    const { config, store, log } = this.#parts;
    this.#ownPorts = ownPorts;
    if (config.DELIVERIES) this.#worker = startDeliveries({ ...this.#parts, secrets: this.secrets, ownPorts });
    if (!sendsMessages(config)) return;
    if (config.SMTP_URL !== null) await this.#startMailer(config.SMTP_URL);
    this.#digests = startDigests({
      digests: store.digests,
      baseUrl: config.BASE_URL,
      loadStandouts: () => findStandouts(this.#parts.getDataset()),
      emails: config.SMTP_URL !== null,
      onQueued: () => this.wakeSenders(),
      log,
    });
  }

  async #startMailer(smtpUrl: string): Promise<void> {
    const { config, store, log } = this.#parts;
    const { startMailer } = await import("../../accounts/mailer.ts");
    this.#mailer = startMailer({
      emails: store.emails,
      smtpUrl,
      from: config.MAIL_FROM,
      unsubscribeUrl: (token) => buildUnsubscribeUrl(config.BASE_URL, token),
      log,
    });
  }

  /** Must be called when a message is queued or due: starts sending, and queues due digests. */
  wakeSenders(): void {
    this.#worker?.wake();
    this.#mailer?.wake();
    void this.#digests?.writeDueDigests();
  }

  /** Number of webhook endpoints whose deliveries cannot be signed. */
  countUnsignableEndpoints(): number {
    return this.#worker?.countUnsignedEndpoints() ?? 0;
  }

  async stop(): Promise<void> {
    await this.#digests?.stop();
    await this.#worker?.stop();
    await this.#mailer?.stop();
  }
}
