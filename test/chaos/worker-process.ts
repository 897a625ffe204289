/** A delivery worker in a process meant to be killed: it loads, starts on a message, and is never asked to stop. */
import { flushCompileCache } from "node:module";
import { Registry } from "prom-client";
import { startDeliveries } from "../../src/accounts/webhooks/deliveries.ts";
import { createSecretBox, loadMasterKey } from "../../src/accounts/webhooks/secret.ts";
import { readConfig } from "../../src/base/config.ts";
import { createLogger } from "../../src/base/log.ts";
import { openStore } from "../../src/store/open.ts";

const config = readConfig();
const log = createLogger(config.LOG_LEVEL);
const secrets = createSecretBox(loadMasterKey(config, config.DATA_DIR));
const store = await openStore({
  dataDir: config.DATA_DIR,
  databaseUrl: config.DATABASE_URL,
  dataNotice: config.DATA_NOTICE,
  log,
});
// Ends if its driver has ended.
process.once("disconnect", () => process.exit());
process.once("message", () => void startDeliveries({ config, store, secrets, registry: new Registry(), log }));
// A killed process writes no compile cache, so each of the next would compile everything again.
flushCompileCache();
process.send?.("ready");
