/**
 * The health check of the image: ends with 0 when the service with these settings says that it is alive. `OPERATIONS_PORT` has moved `/health`
 * away from `PORT`; of a free port (0) nobody outside the service knows.
 */
import { get } from "node:http";
import { loadSettings } from "./load-settings.js";

loadSettings();
const { env } = process;
const [host, port] = env.OPERATIONS_PORT
  ? [env.OPERATIONS_HOST || "127.0.0.1", env.OPERATIONS_PORT]
  : [env.HOST || "127.0.0.1", env.PORT || "3000"];
/** Where every address is listened on, that of this machine is one of them. */
const loopback = { "0.0.0.0": "127.0.0.1", "::": "::1" };

get({ host: loopback[host] ?? host, port, path: "/health/live" }, (answer) => {
  process.exit(answer.statusCode === 200 ? 0 : 1);
}).on("error", ({ message }) => {
  process.stderr.write(`${message}\n`);
  process.exit(1);
});
