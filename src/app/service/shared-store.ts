/** The store of `REDIS_URL`, with what `/metrics` and `/health/ready` say of it. */
import { Gauge, type Registry } from "prom-client";
import type { ReadinessCheck } from "../../api/operations/readiness.ts";
import type { Config } from "../../base/config.ts";
import type { Logger } from "../../base/log.ts";
import type { SharedStore } from "../../store/redis/shared-store.ts";

/** Null without `REDIS_URL`: this process counts by itself. */
export async function openSharedStore(config: Config, registry: Registry, log: Logger): Promise<SharedStore | null> {
  if (config.REDIS_URL === null) return null;
  // Its client takes 28 MB, which a service without it does not need.
  const { SharedStore } = await import("../../store/redis/shared-store.ts");
  const store = new SharedStore({ url: config.REDIS_URL, replicas: config.REPLICAS, log });
  const registers = [registry];
  new Gauge({
    name: "redis_up",
    help: "1 while Redis answers; without it each process admits its part of a plan.",
    registers,
    collect() {
      this.set(store.standing().isUp ? 1 : 0);
    },
  });
  new Gauge({
    name: "redis_replicas",
    help: "Processes that share Redis, as many as were last heard of.",
    registers,
    collect() {
      this.set(store.standing().replicas);
    },
  });
  return store;
}

/** It is no part of being ready: without it each process goes on by itself. */
export function sharedStoreCheck(store: SharedStore | null): ReadinessCheck[] {
  if (store === null) return [];
  const { isUp, replicas, fault } = store.standing();
  const detail = isUp
    ? `Answers; shared by ${replicas} processes.`
    : `Away: ${fault ?? "it has not answered yet"}. This process admits its part of each plan, of ${replicas} processes.`;
  return [{ name: "redis", ready: isUp, detail }];
}
