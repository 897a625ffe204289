/** A small server with routes that block its loop or grow its memory, which the guard must detect, and some that do neither. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import { work } from "./loop-watch.ts";
import { reportToWatcher } from "./watched-process.ts";

const ROUTES: Readonly<Record<string, () => unknown>> = {
  "/answers-at-once": () => {},
  "/works-80-ms-in-slices": async () => {
    for (let slice = 0; slice < 8; slice += 1) {
      work(10);
      await nextTurn();
    }
  },
  "/leaves-300-mb-of-garbage": async () => {
    for (let slice = 0; slice < 300; slice += 1) {
      Buffer.alloc(1024 * 1024, 1);
      await nextTurn();
    }
  },
  "/works-80-ms": () => work(80),
  "/works-80-ms-over-promises": async () => {
    for (let step = 0; step < 8; step += 1) {
      work(10);
      await Promise.resolve();
    }
  },
  "/waits-600-ms": () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 600),
  "/takes-150-mb": async () => {
    const buffers = Array.from({ length: 150 }, () => Buffer.alloc(1024 * 1024, 1));
    await sleep(20);
    return buffers.length;
  },
  "/takes-150-mb-of-heap": async () => {
    const rows = Array.from({ length: 1_000_000 }, (_, n) => ({ id: `row ${n}`, n, more: [n] }));
    await sleep(20);
    return rows.length;
  },
};

const server = createServer(async (request, response) => {
  await ROUTES[request.url ?? ""]?.();
  response.end("done");
});
server.listen(0, "127.0.0.1", () => {
  const { port } = server.address() as AddressInfo;
  reportToWatcher({ origin: `http://127.0.0.1:${port}`, routes: Object.keys(ROUTES) }, async () => {
    server.closeAllConnections();
    server.close();
  });
});
