/** A visitor in its own process, so that other callers' responses do not delay it: sends one short request after another until told to stop. */
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { forwardedFor, send } from "./ask.ts";
import type { Visit, VisitorOrder } from "./visitor.ts";

const EVERY_MS = 20;

async function visit({ origin, pid }: { readonly origin: string; readonly pid: number }, n: number): Promise<Visit> {
  const from = workedMs(pid);
  const path = `/api/v1/trades/recent/list?limit=5&skip=${n}`;
  const { status } = await send(origin + path, "GET", undefined, forwardedFor());
  return { status, workedMs: workedMs(pid) - from };
}

/** Processor time of the main thread of a process, in milliseconds; 0 where the system does not tell it. */
function workedMs(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, "utf8").split(" ", 1)[0]) / 1e6;
  } catch {
    return 0;
  }
}

let asked = 0;
let service: { readonly origin: string; readonly pid: number } | null = null;
let visits: Promise<Visit>[] = [];
process.on("message", async (order: VisitorOrder) => {
  if (order === "end") {
    service = null;
    process.send?.(await Promise.all(visits));
    return;
  }
  service = order;
  visits = [];
  while (service === order) {
    asked += 1;
    visits.push(visit(order, asked));
    await sleep(EVERY_MS);
  }
});
process.on("disconnect", () => process.exit());
process.send?.("ready");
