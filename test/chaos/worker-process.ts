/** A delivery worker in a process that will be killed: it loads, starts when it gets a message, and is never asked to stop. */
import { flushCompileCache } from "node:module";
import { Registry } from "prom-client";
import { startDeliveries } from "../../src/accounts/webhooks/deliveries.ts";
import { createSecretBox, loadOrCreateMasterKey } from "../../src/accounts/webhooks/secret.ts";
import { readConfig } from "../../src/base/config.ts";
import { createLogger } from "../../src/base/log.ts";
import { openStore } from "../../src/store/open.ts";

const config = readConfig();
const log = createLogger(config.LOG_LEVEL);
const secrets = createSecretBox(loadOrCreateMasterKey(config, config.DATA_DIR));
const store = await openStore({
  dataDir: config.DATA_DIR,
  databaseUrl: config.DATABASE_URL,
  dataNotice: config.DATA_NOTICE,
  log,
});
// Exits if the parent process has ended.
process.once("disconnect", () => process.exit());
process.once("message", () => void startDeliveries({ config, store, secrets, registry: new Registry(), log }));
// A killed process writes no compile cache at its end, and each later one would compile everything again.
flushCompileCache();
process.send?.("ready");
