/** A visitor in its own process, so that other callers' responses do not delay it: sends one short request after another until told to stop. */
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { createAddressHeader, send } from "./ask.ts";
import type { Visit, VisitorOrder } from "./visitor.ts";

const EVERY_MS = 20;

async function visit({ origin, pid }: { readonly origin: string; readonly pid: number }, n: number): Promise<Visit> {
  const from = readWorkedMs(pid);
  const path = `/api/v1/trades/recent/list?limit=5&skip=${n}`;
  const { status } = await send(origin + path, "GET", undefined, createAddressHeader());
  return { status, workedMs: readWorkedMs(pid) - from };
}

/** Processor time of the main thread of a process, in milliseconds; 0 if the system does not report it. */
function readWorkedMs(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, "utf8").split(" ", 1)[0]) / 1e6;
  } catch {
    return 0;
  }
}

let visitCount = 0;
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
    visitCount += 1;
    visits.push(visit(order, visitCount));
    await sleep(EVERY_MS);
  }
});
process.on("disconnect", () => process.exit());
process.send?.("ready");
