/** The whole service in a process of its own, with every route that its servers have been given. */
import { Router } from "../../src/api/http/router.ts";
import { readConfig } from "../../src/config.ts";
import { createLogger } from "../../src/log.ts";
import { startService } from "../../src/server.ts";
import { watched } from "./watched-process.ts";

const routes = new Set<string>();
const add = Router.prototype.add;
Router.prototype.add = function (method, path, endpoint) {
  routes.add(`${method} ${path}`);
  add.call(this, method, path, endpoint);
};

const config = readConfig(process.env);
const nothing = () => {};
const service = await startService(config, createLogger(config.LOG_LEVEL), {
  runStarted: nothing,
  progressed: nothing,
  runEnded: nothing,
  scanning: nothing,
  scansRead: nothing,
});
watched({ origin: new URL(service.url).origin, routes: [...routes] }, () => service.close());
