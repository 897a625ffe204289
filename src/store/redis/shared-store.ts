/**
 * The Redis or Valkey that several processes share: one connection for commands, one for messages, and how long a caller
 * waits for an answer. Whoever uses it has a way without it: it may be away at any moment.
 */
import { randomBytes } from "node:crypto";
import { Redis } from "ioredis";
import type { Logger } from "../../base/log.ts";
import { type StoreScript, storeScript } from "./store-script.ts";

/** Names of the messages that processes send each other. */
type Topic = "limit" | "version" | "market";

interface SharedStoreOptions {
  /** `redis://user:password@host:6379/0`, or `rediss:` for TLS. */
  readonly url: string;
  /** Processes that share the store at least. */
  readonly replicas: number;
  readonly log: Pick<Logger, "info" | "warn">;
  /** Longest time in milliseconds that a caller waits for an answer. */
  readonly waitMs?: number;
  /** A connection on which a heartbeat has had no answer for so many milliseconds is given up. */
  readonly silentMs?: number;
  readonly keyPrefix?: string;
}

interface StoreStanding {
  readonly isUp: boolean;
  readonly replicas: number;
  /** Code of the last error: `ECONNREFUSED`, or the first word of the store's (`OOM`, `NOAUTH`). It names no address. */
  readonly fault: string | null;
}

interface Listener {
  /** The store can be used from now on. */
  up?(): void;
  /** Nothing that was not answered yet may have happened. */
  lost?(): void;
}

const WAIT_MS = 50;
const HEARTBEAT_MS = 1000;
const SILENT_MS = 2500;
/** A replica that has said nothing for so long counts no more. */
const REPLICA_LAPSES_MS = 60_000;
/** Questions without an answer, from which the connection is given up: their memory is bounded. */
const UNANSWERED_AT_MOST = 10_000;

const HEARTBEAT = storeScript(`
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZADD', KEYS[1], string.format('%.0f', now), ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', string.format('(%.0f', now - ARGV[2]))
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return redis.call('ZCARD', KEYS[1])`);

export class SharedStore {
  /** Identifies this process among those that share the store; short, since it is part of every member of a log. */
  readonly replica = randomBytes(9).toString("base64url");
  readonly #options: Required<SharedStoreOptions>;
  readonly #commands: Redis;
  readonly #messages: Redis;
  readonly #listeners: Listener[] = [];
  readonly #topics = new Map<string, (text: string) => void>();
  /** Scripts that were sent whole on this connection. */
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
      // A command without an answer when its connection is lost fails then, and is not sent again.
      maxRetriesPerRequest: 0,
      connectTimeout: this.#options.silentMs,
      retryStrategy: (times: number) => Math.min(50 * times, 1000),
    };
    this.#commands = new Redis(options.url, { ...connection, connectionName: "congress-trades" });
    this.#messages = new Redis(options.url, { ...connection, connectionName: "congress-trades-messages" });
    for (const client of [this.#commands, this.#messages]) {
      client.on("error", (error: Error) => this.refused(error));
      client.on("close", () => this.#lose("closed", "The connection is closed."));
    }
    this.#messages.on("close", () => {
      this.#isSubscribed = false;
    });
    this.#messages.on("ready", () => void this.#subscribe());
    this.#commands.on("ready", () => {
      this.#sent.clear();
      void this.#beat();
    });
    this.#messages.on("message", (channel: string, text: string) => this.#topics.get(channel)?.(text));
  }

  get isUp(): boolean {
    return this.#isUp;
  }

  /** An answer is overdue, and those to later questions will be too. */
  get isSlow(): boolean {
    return this.#isSlow;
  }

  /** Processes that share the store: as many as were last heard of, and at least those of the settings. */
  get replicas(): number {
    return Math.max(this.#options.replicas, this.#heardReplicas);
  }

  standing(): StoreStanding {
    return { isUp: this.#isUp, replicas: this.replicas, fault: this.#fault };
  }

  listen(listener: Listener): void {
    this.#listeners.push(listener);
  }

  /** Hears what processes say of a topic, this one included; to be called before `start`. */
  hear(topic: Topic, listener: (text: string) => void): void {
    this.#topics.set(this.key(topic), listener);
  }

  key(name: string): string {
    return this.#options.keyPrefix + name;
  }

  /** Connects, and goes on trying. Resolves when the store can be used, or after `withinMs`. */
  async start(withinMs: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.listen({ up: resolve });
    const late = setTimeout(resolve, withinMs);
    for (const client of [this.#commands, this.#messages]) client.connect().catch(() => undefined);
    this.#timer = setInterval(() => void this.#beat(), HEARTBEAT_MS);
    this.#timer.unref();
    await promise;
    clearTimeout(late);
    if (!this.#isUp) this.#options.log.warn({ reason: this.#fault }, "Redis is away; this process goes on by itself");
  }

  /** Signs off and closes the connections. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    if (this.#isUp) {
      const leaving = this.#commands.zrem(this.key("replicas"), this.replica).catch(() => 0);
      await this.inTime(leaving);
    }
    this.#isUp = false;
    this.#commands.disconnect();
    this.#messages.disconnect();
  }

  /** Runs a script. The promise may take as long as the store does; `inTime` bounds the wait. */
  async run(script: StoreScript, keys: readonly string[], args: readonly (string | number)[]): Promise<unknown> {
    this.#unanswered += 1;
    if (this.#unanswered > UNANSWERED_AT_MOST) this.#reconnect();
    try {
      const answer = await this.#evaluate(script, [...keys, ...args], keys.length);
      this.#isSlow = false;
      return answer;
    } finally {
      this.#unanswered -= 1;
    }
  }

  /** Tells the other processes something; nothing waits for it. */
  tell(topic: Topic, text: string): void {
    if (this.#isUp) this.#commands.publish(this.key(topic), text).catch(() => undefined);
  }

  /** The answer, or undefined when it takes longer than a caller waits. */
  async inTime<T>(answer: Promise<T>): Promise<T | undefined> {
    const late = Promise.withResolvers<undefined>();
    const timer = setTimeout(() => {
      // An answer that arrived while this process was held up is read before this.
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

  /** An error that is not about one key (no connection, out of memory, read only, loading): the store is no use for now. */
  refused(error: unknown): void {
    const { code, message } = error as NodeJS.ErrnoException;
    this.#lose(code ?? /^[A-Z]+\b/.exec(message)?.[0] ?? "error", message);
  }

  /** A script is sent whole at first, so that it runs in its turn, and is named by its digest from then on. */
  async #evaluate(script: StoreScript, args: (string | number)[], keys: number): Promise<unknown> {
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
      await this.#beat();
    } catch (error) {
      this.refused(error);
    }
  }

  /** Says that this process is there, and learns how many there are. */
  async #beat(): Promise<void> {
    if (this.#isBeating || this.#commands.status !== "ready") return;
    this.#isBeating = true;
    const silent = setTimeout(() => {
      // A process that was held up itself reads the answer first.
      setImmediate(() => this.#isBeating && this.#reconnect());
    }, this.#options.silentMs);
    silent.unref();
    try {
      const count = await this.run(HEARTBEAT, [this.key("replicas")], [this.replica, REPLICA_LAPSES_MS]);
      // A connection that only receives would not notice that the other side is gone.
      if (this.#isSubscribed) await this.#messages.ping();
      this.#heardReplicas = Math.max(1, Number(count));
      if (this.#isSubscribed) this.#gain();
    } catch (error) {
      this.refused(error);
    } finally {
      clearTimeout(silent);
      this.#isBeating = false;
    }
  }

  /** Cuts the connections, which are then opened again; an orderly end would wait for a side that hangs. */
  #reconnect(): void {
    this.#commands.stream.destroy();
    this.#messages.stream.destroy();
  }

  #gain(): void {
    if (this.#isUp) return;
    this.#isUp = true;
    this.#isSlow = false;
    this.#fault = null;
    this.#options.log.info({ replicas: this.replicas }, "Redis answers");
    for (const { up } of this.#listeners) up?.();
  }

  #lose(code: string, reason: string): void {
    // Each attempt to connect that fails ends with a close, which says less than its error.
    if (this.#isUp || code !== "closed") this.#fault = code;
    if (!this.#isUp) return;
    this.#isUp = false;
    this.#options.log.warn({ reason }, "Redis is away; this process goes on by itself");
    for (const { lost } of this.#listeners) lost?.();
  }
}
