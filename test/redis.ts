/** A temporary Redis or Valkey server from the machine's own program, on a free port, which stores nothing on disk. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { Redis } from "ioredis";
import { findFreePort } from "../src/app/demo/free-port.ts";

const START_MS = 30_000;

export interface RedisServer {
  readonly url: string;
  /** Runs a command, as an operator would. */
  command(name: string, ...args: string[]): Promise<unknown>;
  /** Stops the server like `kill -9`; its data is lost. */
  kill(): Promise<void>;
  /** Starts the server again, empty. */
  start(): Promise<void>;
  /** Suspends the server, like a hanging machine; `thaw` resumes it. */
  freeze(): void;
  thaw(): void;
  stop(): Promise<void>;
}

/**
 * Starts a server. @returns the reason to skip a test if no program is installed. @throws {Error} instead with
 * REQUIRE_SERVICES=1.
 */
export async function startRedis(): Promise<RedisServer | { readonly skipped: string }> {
  const program = ["redis-server", "valkey-server"].find(isInstalled);
  if (program === undefined) {
    const reason = "neither redis-server nor valkey-server is installed";
    if (process.env["REQUIRE_SERVICES"] === "1") throw new Error(`REQUIRE_SERVICES=1: ${reason}`);
    return { skipped: reason };
  }
  const port = await findFreePort();
  const url = `redis://127.0.0.1:${port}`;
  let running: { readonly server: ChildProcess; readonly exited: Promise<unknown> } | null = null;
  const start = async () => {
    const settings = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"];
    const server = spawn(program, settings, { stdio: "ignore" });
    running = { server, exited: once(server, "exit") };
    await waitForAnswer(url, () => server.exitCode !== null);
  };
  const kill = async () => {
    running?.server.kill("SIGKILL");
    await running?.exited;
    running = null;
  };
  await start();
  return {
    url,
    start,
    kill,
    stop: kill,
    async command(name, ...args) {
      const client = new Redis(url, { lazyConnect: true, retryStrategy: null });
      try {
        await client.connect();
        return await client.call(name, ...args);
      } finally {
        client.disconnect();
      }
    },
    freeze: () => void running?.server.kill("SIGSTOP"),
    thaw: () => void running?.server.kill("SIGCONT"),
  };
}

function isInstalled(program: string): boolean {
  try {
    execFileSync(program, ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

async function waitForAnswer(url: string, hasEnded: () => boolean): Promise<void> {
  const until = Date.now() + START_MS;
  for (;;) {
    const client = new Redis(url, { lazyConnect: true, retryStrategy: null });
    client.on("error", () => undefined);
    try {
      await client.connect();
      await client.ping();
      return;
    } catch (error) {
      if (hasEnded() || Date.now() > until) throw new Error("Redis did not start", { cause: error });
      await sleep(20);
    } finally {
      client.disconnect();
    }
  }
}
