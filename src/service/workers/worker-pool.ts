/** The workers of a service: processes that accept connections beside each other, while the service counts for all of them. */
import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Registry } from "prom-client";
import type { RequestCounter } from "../../api/http/rate-limit/rate-limit.ts";
import { countFor } from "../../api/http/rate-limit/remote-limiter.ts";
import type { ReadinessCheck } from "../../api/operations/readiness.ts";
import type { Config } from "../../config.ts";
import type { Logger } from "../../log.ts";
import { modulePath } from "../../module-path.ts";
import { type Metrics, mergedMetrics, withEnded } from "./merged-metrics.ts";
import type { FromWorker, ToWorker } from "./messages.ts";

interface WorkerPoolParts {
  readonly config: Config;
  readonly version: () => string;
  /** Metrics of this process. */
  readonly registry: Registry;
  readonly log: Logger;
}

interface Member {
  readonly worker: Worker;
  readonly startedAt: number;
  /** Settles once it listens, or with why it does not. */
  readonly listens: PromiseWithResolvers<void>;
  isListening: boolean;
  /** The version that it has loaded last. */
  loaded: string;
  metrics: Metrics;
}

/** A publication waits at most so many milliseconds for the workers to have loaded it; who has not passes requests on until then. */
const LOADED_WITHIN_MS = 1_500;
/** A worker that does not say its metrics within so many milliseconds is left with those that it said last. */
const METRICS_WITHIN_MS = 500;
/** Longer than the requests in flight of a worker have to end. */
const STOP_WITHIN_MS = 12_000;
/** A worker that ended sooner after its start is started again after a pause, so that a fault of all starts does not keep the machine busy. */
const STEADY_AFTER_MS = 5_000;
const PAUSE_MS = 1_000;

export class WorkerPool {
  readonly #parts: WorkerPoolParts;
  readonly #members = new Map<number, Member>();
  #ended: Metrics = [];
  #limiter: RequestCounter | undefined;
  #folder = "";
  #port = 0;
  #isStopping = false;
  #lastId = 0;
  /** Called whenever a worker has said something or has ended. */
  #heard = Promise.withResolvers<void>();

  constructor(parts: WorkerPoolParts) {
    this.#parts = parts;
  }

  /** The socket on which the service answers what its workers pass on; only its own user may open it. */
  async socketPath(): Promise<string> {
    if (process.platform === "win32") return `\\\\.\\pipe\\congress-trades-${process.pid}`;
    this.#folder ||= await mkdtemp(path.join(tmpdir(), "congress-trades-"));
    return path.join(this.#folder, "service.sock");
  }

  /** Starts the workers. @returns the port that they listen on. @throws what the system says when they cannot listen there. */
  async start(limiter: RequestCounter): Promise<{ readonly port: number }> {
    this.#limiter = limiter;
    const socketPath = await this.socketPath();
    this.#port = await freePort(this.#parts.config);
    cluster.setupPrimary({ exec: modulePath(import.meta.filename, "worker-process"), args: [] });
    const members = Array.from({ length: this.#parts.config.WORKERS }, () => this.#fork(socketPath));
    await Promise.all(members.map(({ listens }) => listens.promise));
    return { port: this.#port };
  }

  /** Has the workers load a version before it comes into force. */
  async beforeSwap(version: string): Promise<void> {
    this.#tellAll({ kind: "load", version });
    const isDone = () => this.#listening().every(({ loaded }) => loaded === version);
    await this.#until(isDone, LOADED_WITHIN_MS);
    // The swap follows before another message of a worker is read.
    this.#tellAll({ kind: "in-force", version });
  }

  /** It is no part of being ready: one worker is enough. */
  check(): ReadinessCheck {
    const { config, version } = this.#parts;
    const listening = this.#listening();
    const current = listening.filter(({ loaded }) => loaded === version()).length;
    return {
      name: "workers",
      ready: listening.length === config.WORKERS,
      detail: `${listening.length} of ${config.WORKERS} answer, ${current} of them with the version in force.`,
    };
  }

  /** The page of `/metrics` for all processes. */
  async metrics(): Promise<string> {
    const members = this.#listening();
    const before = members.map(({ metrics }) => metrics);
    this.#lastId += 1;
    this.#tellAll({ kind: "give-metrics", id: this.#lastId });
    await this.#until(() => members.every(({ metrics }, at) => metrics !== before[at]), METRICS_WITHIN_MS);
    return mergedMetrics(this.#parts.registry, [this.#ended, ...this.#listening().map(({ metrics }) => metrics)]);
  }

  /** Lets the workers end what they are answering; who does not is ended. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    for (const { worker, isListening } of this.#members.values()) {
      if (isListening) tell(worker, { kind: "stop" });
      else worker.process.kill("SIGKILL");
    }
    if (!(await this.#until(() => this.#members.size === 0, STOP_WITHIN_MS))) {
      for (const { worker } of this.#members.values()) worker.process.kill("SIGKILL");
      await this.#until(() => this.#members.size === 0, STOP_WITHIN_MS);
    }
    if (this.#folder !== "") await rm(this.#folder, { recursive: true, force: true });
  }

  #fork(socketPath: string): Member {
    const { config, version } = this.#parts;
    const worker = cluster.fork();
    const listens = Promise.withResolvers<void>();
    // Only the first start waits for it.
    listens.promise.catch(() => {});
    const startedAt = performance.now();
    const member: Member = { worker, startedAt, listens, isListening: false, loaded: "", metrics: [] };
    this.#members.set(worker.id, member);
    worker.on("message", (news: FromWorker) => this.#hear(member, news));
    worker.on("exit", (code, signal) => void this.#exited(member, socketPath, code, signal));
    worker.on("error", () => {});
    tell(worker, { kind: "begin", config, port: this.#port, socketPath, inForce: version() });
    return member;
  }

  #hear(member: Member, news: FromWorker): void {
    if (news.kind === "count") {
      this.#count(member.worker, news.order);
      return;
    }
    if (news.kind === "listening") {
      member.isListening = true;
      member.listens.resolve();
      tell(member.worker, { kind: "in-force", version: this.#parts.version() });
    } else if (news.kind === "cannot-listen") {
      member.listens.reject(Object.assign(new Error(news.message), { code: news.code }));
    } else if (news.kind === "loaded") member.loaded = news.version;
    else if (news.kind === "metrics") member.metrics = news.metrics;
    this.#wake();
  }

  #count(worker: Worker, order: Extract<FromWorker, { kind: "count" }>["order"]): void {
    if (this.#limiter === undefined) return;
    const reply = countFor(this.#limiter, this.#parts.version(), order);
    if (reply instanceof Promise) void reply.then((known) => tell(worker, { kind: "counted", reply: known }));
    else tell(worker, { kind: "counted", reply });
  }

  async #exited(member: Member, socketPath: string, code: number, signal: string): Promise<void> {
    this.#members.delete(member.worker.id);
    this.#wake();
    member.listens.reject(new Error("A worker ended before it listened; the log says why."));
    if (this.#isStopping) return;
    const isStart = !member.isListening;
    this.#ended = await withEnded(this.#ended, member.metrics);
    const { log } = this.#parts;
    log.error({ code, signal }, "a worker ended and is started anew");
    const isSteady = !isStart && performance.now() - member.startedAt >= STEADY_AFTER_MS;
    setTimeout(() => !this.#isStopping && this.#fork(socketPath), isSteady ? 0 : PAUSE_MS).unref();
  }

  #listening(): readonly Member[] {
    return [...this.#members.values()].filter(({ isListening }) => isListening);
  }

  #tellAll(message: ToWorker): void {
    for (const { worker } of this.#listening()) tell(worker, message);
  }

  #wake(): void {
    this.#heard.resolve();
    this.#heard = Promise.withResolvers();
  }

  /** @returns whether it came true in time. */
  async #until(isDone: () => boolean, withinMs: number): Promise<boolean> {
    const late = Promise.withResolvers<void>();
    const timer = setTimeout(late.resolve, withinMs);
    const end = performance.now() + withinMs;
    while (!isDone() && performance.now() < end) await Promise.race([this.#heard.promise, late.promise]);
    clearTimeout(timer);
    return isDone();
  }
}

function tell(worker: Worker, message: ToWorker): void {
  // A worker that is ending has a channel no more; whoever it answered asks again.
  if (worker.isConnected()) worker.send(message, (error) => error && worker.process.kill("SIGKILL"));
}

/**
 * The port of the settings, or a free one for 0. It is bound for a moment by this process alone: the workers share it, and
 * would share it with another service of the same user too. @throws what the system says.
 */
async function freePort({ HOST: host, PORT: port }: Config): Promise<number> {
  const server = createServer().listen({ host, port });
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address !== null ? address.port : port;
}
