/** Checks whether the Redis of `REDIS_URL` answers, as the service asks it. */
import type { Config } from "../../config.ts";
import { createLogger } from "../../log.ts";
import { SharedStore } from "../../redis/shared-store.ts";
import { type Finding, findingsOf } from "./finding.ts";

const ANSWERS_WITHIN_MS = 3_000;
const { ok, warning } = findingsOf("outside");

export async function redisFindings({ REDIS_URL: url, REPLICAS: replicas }: Config): Promise<Finding[]> {
  if (url === null) return [];
  const store = new SharedStore({ url, replicas, log: createLogger("silent") });
  await store.start(ANSWERS_WITHIN_MS);
  const { isUp, fault } = store.standing();
  await store.stop();
  if (isUp) return [ok("redis", "It answers.")];
  const advice =
    "Look at the server, and at the address in REDIS_URL; until then each process admits its part of each plan.";
  return [warning("redis", `It does not answer (${fault ?? "no answer"}).`, advice)];
}
