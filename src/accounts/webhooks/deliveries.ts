import type { Registry } from "prom-client";
import type { Config } from "../../base/config.ts";
import type { DeliveryWorkerOptions } from "./deliverer.ts";
import { createConfiguredSender, getDeliverySettings } from "./delivery.ts";
import { createDeliveryMeter } from "./meter.ts";
import { type DeliveryWorker, startDeliveryWorker } from "./worker.ts";

interface DeliveriesOptions extends Pick<DeliveryWorkerOptions, "store" | "secrets" | "log"> {
  readonly config: Config;
  readonly registry: Registry;
  /** Ports that this process listens on, if the settings do not name them (`PORT=0`). */
  readonly ownPorts?: readonly number[];
}

/** Starts the configured delivery worker. @throws {ConfigError} if settings contradict each other. */
export function startDeliveries({
  config,
  store,
  secrets,
  registry,
  log,
  ownPorts = [],
}: DeliveriesOptions): DeliveryWorker {
  return startDeliveryWorker({
    store,
    secrets,
    log,
    send: createConfiguredSender(config, ownPorts),
    settings: getDeliverySettings(config),
    meter: createDeliveryMeter(registry, store.deliveries),
  });
}
