/** Redis or Valkey, shared by several processes. It may fail at any time, so its callers must be able to work without it. */
import { randomBytes } from "node:crypto";
import { Redis } from "ioredis";
import type { Logger } from "../../base/log.ts";
import { createStoreScript, type StoreScript } from "./store-script.ts";

/** Topics of messages between processes. */
type Topic = "limit" | "version" | "market";

interface SharedStoreOptions {
  /** `redis://user:password@host:6379/0`, or `rediss:` for TLS. */
  readonly url: string;
  /** At least this many processes are assumed to share the store, even if fewer send heartbeats. */
  readonly replicas: number;
  readonly log: Pick<Logger, "info" | "warn">;
  /** Maximum milliseconds that a caller waits for an answer. */
  readonly waitMs?: number;
  /** A connection is dropped if a heartbeat is unanswered for this many milliseconds. */
  readonly silentMs?: number;
  readonly keyPrefix?: string;
}

interface StoreStatus {
  readonly isUp: boolean;
  readonly replicas: number;
  /** Code of the last error: `ECONNREFUSED`, or the first word of the store's message (`OOM`, `NOAUTH`). Contains no address. */
  readonly fault: string | null;
}

interface Listener {
  /** The store is available from now on. */
  onUp?(): void;
  /** The store is unavailable; unanswered commands may not have been executed. */
  onLost?(): void;
}

const WAIT_MS = 50;
const HEARTBEAT_MS = 1000;
const SILENT_MS = 2500;
/** A replica without a heartbeat for this long is no longer counted. */
const REPLICA_TIMEOUT_MS = 60_000;
/** Maximum unanswered commands before the connection is dropped, to limit the memory that such commands take. */
const MAX_UNANSWERED = 10_000;

const HEARTBEAT = createStoreScript(`
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZADD', KEYS[1], string.format('%.0f', now), ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', string.format('(%.0f', now - ARGV[2]))
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return redis.call('ZCARD', KEYS[1])`);

export class SharedStore {
  /** Identifies this process among those that share the store; short, since each log entry contains it. */
  readonly replica = randomBytes(9).toString("base64url");
  readonly #options: Required<SharedStoreOptions>;
  readonly #commands: Redis;
  readonly #messages: Redis;
  readonly #listeners: Listener[] = [];
  readonly #topics = new Map<string, (text: string) => void>();
  /** Scripts already sent in full on this connection. */
  readonly #sent = new Set<StoreScript>();
  #timer: NodeJS.Timeout | undefined;
  #isSubscribed = false;
  #isUp = false;
  #isSlow = false;
  #isBeating = false;
  #unanswered = 0;
  #heardReplicas = 1;
  #fault: string | null = null;

  constructor(options: SharedStoreOptions) {
    this.#options = { waitMs: WAIT_MS, silentMs: SILENT_MS, keyPrefix: "congress-trades:", ...options };
    const connection = {
      lazyConnect: true,
      enableOfflineQueue: false,
      autoResendUnfulfilledCommands: false,
      autoResubscribe: false,
      // If the connection is lost, unanswered commands fail and are not resent.
      maxRetriesPerRequest: 0,
      connectTimeout: this.#options.silentMs,
      retryStrategy: (times: number) => Math.min(50 * times, 1000),
    };
    this.#commands = new Redis(options.url, { ...connection, connectionName: "congress-trades" });
    this.#messages = new Redis(options.url, { ...connection, connectionName: "congress-trades-messages" });
    for (const client of [this.#commands, this.#messages]) {
      client.on("error", (error: Error) => this.handleStoreError(error));
      client.on("close", () => this.#markAsDown("closed", "The connection is closed."));
    }
    this.#messages.on("close", () => {
      this.#isSubscribed = false;
    });
    this.#messages.on("ready", () => void this.#subscribe());
    this.#commands.on("ready", () => {
      this.#sent.clear();
      void this.#sendHeartbeat();
    });
    this.#messages.on("message", (channel: string, text: string) => this.#topics.get(channel)?.(text));
  }

  get isUp(): boolean {
    return this.#isUp;
  }

  /** True if an answer is overdue: answers to later commands will then be overdue too. */
  get isSlow(): boolean {
    return this.#isSlow;
  }

  /** Number of processes that share the store: the number last reported, but at least the number in the settings. */
  get replicas(): number {
    return Math.max(this.#options.replicas, this.#heardReplicas);
  }

  getStatus(): StoreStatus {
    return { isUp: this.#isUp, replicas: this.replicas, fault: this.#fault };
  }

  addListener(listener: Listener): void {
    this.#listeners.push(listener);
  }

  /** Registers a receiver of messages on a topic from all processes, including this one; must be called before `start`. */
  onMessage(topic: Topic, listener: (text: string) => void): void {
    this.#topics.set(this.addPrefix(topic), listener);
  }

  addPrefix(name: string): string {
    return this.#options.keyPrefix + name;
  }

  /** Connects, and keeps trying. Resolves once the store is available, or after `withinMs`. */
  async start(withinMs: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.addListener({ onUp: resolve });
    const late = setTimeout(resolve, withinMs);
    for (const client of [this.#commands, this.#messages]) client.connect().catch(() => undefined);
    this.#timer = setInterval(() => void this.#sendHeartbeat(), HEARTBEAT_MS);
    this.#timer.unref();
    await promise;
    clearTimeout(late);
    if (!this.#isUp)
      this.#options.log.warn({ reason: this.#fault }, "Redis is down; this process continues without it");
  }

  /** Removes this process from the replicas and closes the connections. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    if (this.#isUp) {
      const leaving = this.#commands.zrem(this.addPrefix("replicas"), this.replica).catch(() => 0);
      await this.awaitInTime(leaving);
    }
    this.#isUp = false;
    this.#commands.disconnect();
    this.#messages.disconnect();
  }

  /** Runs a script; use `awaitInTime` to limit the wait for its answer. */
  async run(script: StoreScript, keys: readonly string[], args: readonly (string | number)[]): Promise<unknown> {
    this.#unanswered += 1;
    if (this.#unanswered > MAX_UNANSWERED) this.#reconnect();
    try {
      const answer = await this.#runScript(script, [...keys, ...args], keys.length);
      this.#isSlow = false;
      return answer;
    } finally {
      this.#unanswered -= 1;
    }
  }

  /** Sends a message to all processes, including this one, without waiting. */
  sendToAll(topic: Topic, text: string): void {
    if (this.#isUp) this.#commands.publish(this.addPrefix(topic), text).catch(() => undefined);
  }

  /** @returns the answer, or undefined if it takes longer than `waitMs`. */
  async awaitInTime<T>(answer: Promise<T>): Promise<T | undefined> {
    const late = Promise.withResolvers<undefined>();
    const timer = setTimeout(() => {
      // If this process was blocked, an answer that arrived meanwhile is read first.
      setImmediate(() => {
        late.resolve(undefined);
      });
    }, this.#options.waitMs);
    try {
      const first = await Promise.race([answer, late.promise]);
      if (first === undefined) this.#isSlow = true;
      return first;
    } finally {
      clearTimeout(timer);
      answer.catch(() => undefined);
    }
  }

  /** Marks the store as unavailable after an error that affects all keys: no connection, out of memory, read only, loading. */
  handleStoreError(error: unknown): void {
    const { code, message } = error as NodeJS.ErrnoException;
    this.#markAsDown(code ?? /^[A-Z]+\b/.exec(message)?.[0] ?? "error", message);
  }

  // Sends a script in full the first time, and only the script's digest after that. Redis rejects the digest of an unknown
  // script. The full script would then be sent in a second attempt, and would run after commands that were sent in between.
  async #runScript(script: StoreScript, args: (string | number)[], keys: number): Promise<unknown> {
    const { lua, sha1 } = script;
    if (!this.#sent.has(script)) {
      this.#sent.add(script);
      return this.#commands.eval(lua, keys, ...args);
    }
    try {
      return await this.#commands.evalsha(sha1, keys, ...args);
    } catch (error) {
      if (!(error instanceof Error) || !error.message.startsWith("NOSCRIPT")) throw error;
      return this.#commands.eval(lua, keys, ...args);
    }
  }

  async #subscribe(): Promise<void> {
    try {
      if (this.#topics.size > 0) await this.#messages.subscribe(...this.#topics.keys());
      this.#isSubscribed = true;
      await this.#sendHeartbeat();
    } catch (error) {
      this.handleStoreError(error);
    }
  }

  /** Reports that this process is alive, and gets the number of processes. */
  async #sendHeartbeat(): Promise<void> {
    if (this.#isBeating || this.#commands.status !== "ready") return;
    this.#isBeating = true;
    const silent = setTimeout(() => {
      // Checks one event-loop turn later: if this process itself was blocked, an answer that has already arrived is read first.
      setImmediate(() => this.#isBeating && this.#reconnect());
    }, this.#options.silentMs);
    silent.unref();
    try {
      const count = await this.run(HEARTBEAT, [this.addPrefix("replicas")], [this.replica, REPLICA_TIMEOUT_MS]);
      // A connection that only receives would not notice that the other side is gone.
      if (this.#isSubscribed) await this.#messages.ping();
      this.#heardReplicas = Math.max(1, Number(count));
      if (this.#isSubscribed) this.#markAsUp();
    } catch (error) {
      this.handleStoreError(error);
    } finally {
      clearTimeout(silent);
      this.#isBeating = false;
    }
  }

  /** Destroys the connections, which then reopen; closing them properly would wait for a hanging peer. */
  #reconnect(): void {
    this.#commands.stream.destroy();
    this.#messages.stream.destroy();
  }

  #markAsUp(): void {
    if (this.#isUp) return;
    this.#isUp = true;
    this.#isSlow = false;
    this.#fault = null;
    this.#options.log.info({ replicas: this.replicas }, "Redis answers");
    for (const { onUp } of this.#listeners) onUp?.();
  }

  #markAsDown(code: string, reason: string): void {
    // Each failed attempt to connect ends with a close event. The attempt's error event says more.
    if (this.#isUp || code !== "closed") this.#fault = code;
    if (!this.#isUp) return;
    this.#isUp = false;
    this.#options.log.warn({ reason }, "Redis is down; this process continues without it");
    for (const { onLost } of this.#listeners) onLost?.();
  }
}
