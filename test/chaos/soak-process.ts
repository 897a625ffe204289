/** A service in its own process (`node --expose-gc`) that reports its memory after a collection on request. */
import { startService } from "../../src/app/server.ts";
import { readConfig } from "../../src/base/config.ts";
import { createLogger } from "../../src/base/log.ts";

const doNothing = () => {};
const service = await startService(readConfig(), createLogger("error"), {
  onRunStart: doNothing,
  onProgress: doNothing,
  onRunEnd: doNothing,
  onScanning: doNothing,
  onScansRead: doNothing,
});
process.once("disconnect", () => void service.close().then(() => process.exit()));
process.on("message", () => {
  for (let turn = 0; turn < 2; turn += 1) globalThis.gc?.();
  const { heapUsed, external, rss } = process.memoryUsage();
  process.send?.({ heldBytes: heapUsed + external, rssBytes: rss });
});
process.send?.({ url: service.url });
