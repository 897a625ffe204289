/** Starts the servers that are compared, each on core 0. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { findFreePort } from "../../src/app/demo/free-port.ts";
import { startPostgres } from "../../test/postgres.ts";
import { readParentPid } from "./load.ts";

export interface Server {
  readonly name: string;
  readonly port: number;
  /** Processes whose time is measured, including their children. */
  readonly processes: readonly number[];
  stop(): Promise<void>;
}

const CORE = ["-c", "0"];

/** Starts the whole service with everything that it does for each request: limits, headers, log, metrics, ETags. */
export async function startOurs(dataDir: string, priceFolder: string): Promise<Server> {
  const child = spawn("taskset", [...CORE, process.execPath, "bin/congress-trades.js", "serve"], {
    env: {
      ...process.env,
      // Passes on options such as `--cpu-prof`, to analyze where the time goes.
      NODE_OPTIONS: process.env["BENCH_NODE_OPTIONS"] ?? "",
      DATA_DIR: dataDir,
      PORT: "0",
      INGEST: "false",
      TRUSTED_PROXIES: "127.0.0.1/32",
      MARKET_PROVIDERS: "file",
      MARKET_FILES: priceFolder,
      DATA_NOTICE: "made",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  for await (const chunk of child.stdout) {
    output += String(chunk);
    const [, port] = /answers on http:\/\/[^:]+:(\d+)/.exec(output) ?? [];
    if (port !== undefined) {
      child.stdout.resume();
      return createServer("congress-trades", child, Number(port), []);
    }
  }
  throw new Error(`the service ended: ${output}`);
}

/** A response of the service, for other servers to send with the same bytes. */
export interface RecordedAnswer {
  /** Alternating names and values. */
  readonly headers: readonly string[];
  readonly body: Buffer;
}

/** Starts a bare `node:http` server that sends these responses at `/NAME`. */
export async function startNodeHttp(answers: ReadonlyMap<string, RecordedAnswer>): Promise<Server> {
  const program = new URL("node-http.js", import.meta.url).pathname;
  const stdio = ["ignore", "inherit", "inherit", "ipc"] as const;
  const child = spawn("taskset", [...CORE, process.execPath, program], { stdio: [...stdio] });
  const ready = once(child, "message");
  child.send([...answers].map(([name, { headers, body }]) => [`/${name}`, { headers, body: body.toString("base64") }]));
  const [{ port }] = (await ready) as [{ port: number }];
  return createServer("node:http, ready answers", child, port, []);
}

/**
 * Starts nginx with Debian's defaults (`sendfile`, `tcp_nopush`), no log and the open file cache. It sends these bodies as files
 * at `/NAME`.
 */
export async function startNginx(folder: string, answers: ReadonlyMap<string, RecordedAnswer>): Promise<Server> {
  const root = join(folder, "static");
  mkdirSync(root, { recursive: true, mode: 0o755 });
  for (const [name, { body }] of answers) writeFileSync(join(root, name), body);
  const port = await findFreePort();
  const configuration = join(folder, "nginx.conf");
  writeFileSync(
    configuration,
    `daemon off; master_process off; worker_processes 1; pid ${folder}/nginx.pid; error_log stderr crit;
    events { worker_connections 1024; }
    http {
      access_log off; sendfile on; tcp_nopush on; keepalive_requests 100000000; default_type application/json;
      open_file_cache max=100 inactive=1h; open_file_cache_valid 1h;
      server { listen 127.0.0.1:${port} backlog=1024; root ${root}; }
    }`,
  );
  const child = spawn("taskset", [...CORE, "nginx", "-c", configuration], { stdio: "inherit" });
  await waitForAnswer(port, child);
  return createServer("nginx, files", child, port, []);
}

export async function startExpress(kind: "sqlite" | "postgres", database: string): Promise<Server> {
  const program = new URL(`express-${kind}.js`, import.meta.url).pathname;
  const child = spawn("taskset", [...CORE, process.execPath, program, database], {
    env: { ...process.env, NODE_ENV: "production" },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const [{ port }] = (await once(child, "message")) as [{ port: number }];
  const others = kind === "postgres" ? [await findPostmasterPid(database)] : [];
  return createServer(`Express, ${kind === "postgres" ? "PostgreSQL" : "SQLite"}`, child, port, others);
}

/** Starts a temporary PostgreSQL on core 0. @throws {Error} if PostgreSQL is not installed. */
export async function startDatabase(): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const database = await startPostgres();
  if ("skipped" in database) throw new Error(database.skipped);
  execFileSync("taskset", ["-a", "-p", ...CORE, String(await findPostmasterPid(database.url))], { stdio: "ignore" });
  return database;
}

async function findPostmasterPid(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  const pid = readParentPid(rows[0]?.pid ?? 0);
  await client.end();
  return pid;
}

function createServer(name: string, child: ChildProcess, port: number, others: readonly number[]): Server {
  return {
    name,
    port,
    processes: [child.pid ?? 0, ...others],
    async stop() {
      child.kill("SIGTERM");
      if (child.exitCode === null) await once(child, "exit");
    },
  };
}

async function waitForAnswer(port: number, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 100 && child.exitCode === null; tries += 1) {
    try {
      await fetch(`http://127.0.0.1:${port}/`);
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  throw new Error(`no server answers on port ${port}`);
}
