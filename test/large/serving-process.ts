/** The complete service in its own process, with a list of all routes of its servers. */
import { startService } from "../../src/app/server.ts";
import { readConfig } from "../../src/base/config.ts";
import { createLogger } from "../../src/base/log.ts";
import { Router } from "../../src/http/router.ts";
import { reportToWatcher } from "./watched-process.ts";

const routes = new Set<string>();
const add = Router.prototype.add;
Router.prototype.add = function (method, path, endpoint) {
  routes.add(`${method} ${path}`);
  add.call(this, method, path, endpoint);
};

const config = readConfig(process.env);
const doNothing = () => {};
const service = await startService(config, createLogger(config.LOG_LEVEL), {
  onRunStart: doNothing,
  onProgress: doNothing,
  onRunEnd: doNothing,
  onScanning: doNothing,
  onScansRead: doNothing,
});
reportToWatcher({ origin: new URL(service.url).origin, routes: [...routes] }, () => service.close());
