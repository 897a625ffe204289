/** Opens the store on the Redis server at `REDIS_URL`, and reports its state in `/metrics` and `/health/ready`. */
import { Gauge, type Registry } from "prom-client";
import type { ReadinessCheck } from "../../api/operations/readiness.ts";
import type { Config } from "../../base/config.ts";
import type { Logger } from "../../base/log.ts";
import type { SharedStore } from "../../store/redis/shared-store.ts";

/** Opens the shared store. Null without `REDIS_URL`; this process then counts requests on its own. */
export async function openSharedStore(config: Config, registry: Registry, log: Logger): Promise<SharedStore | null> {
  if (config.REDIS_URL === null) return null;
  // Loaded on demand: the Redis client takes 28 MB of memory.
  const { SharedStore } = await import("../../store/redis/shared-store.ts");
  const store = new SharedStore({ url: config.REDIS_URL, replicas: config.REPLICAS, log });
  const registers = [registry];
  new Gauge({
    name: "redis_up",
    help: "1 if Redis responds, otherwise 0. While Redis is down, each process allows only its share of every rate limit.",
    registers,
    collect() {
      this.set(store.getStatus().isUp ? 1 : 0);
    },
  });
  new Gauge({
    name: "redis_replicas",
    help: "Last known number of processes sharing Redis.",
    registers,
    collect() {
      this.set(store.getStatus().replicas);
    },
  });
  return store;
}

/** Does not affect readiness: without Redis each process works on its own. */
export function createSharedStoreChecks(store: SharedStore | null): ReadinessCheck[] {
  if (store === null) return [];
  const { isUp, replicas, fault } = store.getStatus();
  const detail = isUp
    ? `Answers; shared by ${replicas} processes.`
    : `Down: ${fault ?? "Redis has not responded yet"}. Until Redis is back, this process allows 1/${replicas} of every rate limit.`;
  return [{ name: "redis", ready: isUp, detail }];
}
