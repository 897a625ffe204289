import { Registry } from "prom-client";
import { startDeliveries } from "../../accounts/webhooks/deliveries.ts";
import { checkMasterKey } from "../../accounts/webhooks/master-key-check.ts";
import { createSecretBox, loadOrCreateMasterKey } from "../../accounts/webhooks/secret.ts";
import type { Config } from "../../base/config.ts";
import { createLogger, ignoreOutputErrors } from "../../base/log.ts";
import { openConfiguredStore } from "../../store/open.ts";
import { type PrintOptions, printLine } from "./shared-store.ts";

/** `deliver`: sends webhooks until stopped, alongside a service with `DELIVERIES=false`. Several processes may run it at once. */
export async function runDeliverCommand(config: Config, printed: PrintOptions, signal: AbortSignal): Promise<void> {
  ignoreOutputErrors(process.stdout, process.stderr);
  const log = createLogger(config.LOG_LEVEL);
  const secrets = createSecretBox(loadOrCreateMasterKey(config, config.DATA_DIR));
  const store = await openConfiguredStore(config, log);
  try {
    await checkMasterKey(store, secrets);
    const worker = startDeliveries({ config, store, secrets, registry: new Registry(), log });
    printLine(printed, { state: "sending" }, "Sending webhooks. Stop with Ctrl+C.");
    if (!signal.aborted) await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
    await worker.stop();
    if (printed.json) printLine(printed, { state: "stopped" }, "");
  } finally {
    await store.close();
  }
}
