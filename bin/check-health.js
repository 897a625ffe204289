/**
 * The health check of the Docker image: exits with 0 if the service that has these settings answers that it is alive, otherwise with 1.
 * If `OPERATIONS_PORT` is set, `/health` is served on that port instead of `PORT`. Port 0 cannot be checked: only the service knows which free port it got.
 */
import { get } from "node:http";
import { loadSettings } from "./load-settings.js";

loadSettings();
const { env } = process;
const [host, port] = env.OPERATIONS_PORT
  ? [env.OPERATIONS_HOST || "127.0.0.1", env.OPERATIONS_PORT]
  : [env.HOST || "127.0.0.1", env.PORT || "3000"];
/** Loopback address to ask if the service listens on all addresses. */
const loopback = { "0.0.0.0": "127.0.0.1", "::": "::1" };

get({ host: loopback[host] ?? host, port, path: "/health/live" }, (answer) => {
  process.exit(answer.statusCode === 200 ? 0 : 1);
}).on("error", ({ message }) => {
  process.stderr.write(`${message}\n`);
  process.exit(1);
});
