/** A temporary PostgreSQL server from the machine's own binaries, for the tests that run on both databases. */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import { findFreePort } from "../src/app/demo/free-port.ts";

const run = promisify(execFile);
const VERSIONS = "/usr/lib/postgresql";
const START_MS = 30_000;

export interface Postgres {
  /** `postgres://...` of an empty UTF-8 database. Its collation does not sort by bytes if the machine has such a locale. */
  readonly url: string;
  stop(): Promise<void>;
  /** Stops the server like `kill -9` and starts it again: connections are lost, committed data stays. */
  restart(): Promise<void>;
  /** Stops the server like `kill -9`; `start` starts it again. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Suspends the server and all its processes, like a hanging machine; `thaw` resumes them. */
  freeze(): void;
  thaw(): void;
}

/**
 * Starts a server. @returns the reason to skip a test if PostgreSQL is missing or has no account to run as.
 * @throws {Error} instead with REQUIRE_SERVICES=1, or if PostgreSQL is installed but does not start.
 */
export async function startPostgres(): Promise<Postgres | { readonly skipped: string }> {
  const bin = findPostgresPrograms();
  const account = bin === undefined ? undefined : await findServerAccount();
  if (bin === undefined || account === undefined) {
    const reason =
      bin === undefined
        ? `PostgreSQL is not installed (no ${VERSIONS}/*/bin/initdb)`
        : "PostgreSQL does not run as root, and there is no user postgres or nobody";
    if (process.env["REQUIRE_SERVICES"] === "1") throw new Error(`REQUIRE_SERVICES=1: ${reason}`);
    return { skipped: reason };
  }
  const folder = mkdtempSync(join(tmpdir(), "postgres-"));
  const data = join(folder, "data");
  mkdirSync(data, { mode: 0o700 });
  for (const path of [folder, data]) chownSync(path, account.uid, account.gid);
  const options = {
    uid: account.uid,
    gid: account.gid,
    cwd: folder,
    env: { PATH: "/usr/bin:/bin", LC_ALL: "C.UTF-8" },
  };
  const locale = await findWordOrderedLocale();
  await run(
    join(bin, "initdb"),
    ["-D", data, "-U", "tester", "-A", "trust", "-E", "UTF8", "--locale", locale, "-N"],
    options,
  );
  const port = await findFreePort();
  const start = () => {
    const args = ["-D", data, "-p", String(port), "-h", "127.0.0.1", "-k", folder, "-F", "-c", "max_connections=300"];
    const server = spawn(join(bin, "postgres"), args, { ...options, stdio: "ignore" });
    return { server, exited: once(server, "exit") };
  };
  let running = start();
  let frozen: readonly number[] = [];
  const thaw = () => {
    // Resume the server last: once it runs, it reaps children that have ended, and their pids are gone.
    for (const pid of frozen.toReversed()) process.kill(pid, "SIGCONT");
    frozen = [];
  };
  const stop = async () => {
    thaw();
    running.server.kill("SIGINT");
    await running.exited;
    rmSync(folder, { recursive: true, force: true });
  };
  const url = `postgres://tester@127.0.0.1:${port}/postgres`;
  const waitUntilStarted = () => waitForAnswer(url, () => running.server.exitCode !== null);
  try {
    await waitUntilStarted();
  } catch (error) {
    await stop();
    throw error;
  }
  const kill = async () => {
    running.server.kill("SIGQUIT");
    await running.exited;
  };
  const startAgain = async () => {
    running = start();
    await waitUntilStarted();
  };
  return {
    url,
    stop,
    kill,
    start: startAgain,
    async restart() {
      await kill();
      await startAgain();
    },
    freeze() {
      const server = running.server.pid as number;
      process.kill(server, "SIGSTOP");
      frozen = [server, ...listChildren(server)];
      for (const pid of frozen) process.kill(pid, "SIGSTOP");
    },
    thaw,
  };
}

/** The server handles each connection in a child process. */
function listChildren(pid: number): readonly number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean).map(Number);
}

/** Returns the folder of programs of the newest installed PostgreSQL. */
export function findPostgresPrograms(): string | undefined {
  if (!existsSync(VERSIONS)) return undefined;
  return readdirSync(VERSIONS)
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(VERSIONS, version, "bin"))
    .find((path) => existsSync(join(path, "initdb")));
}

/** Returns the account that runs the server: the current one, or `postgres` or `nobody` if the current one is root. */
async function findServerAccount(): Promise<{ readonly uid: number; readonly gid: number } | undefined> {
  const uid = process.getuid?.() ?? 0;
  if (uid !== 0) return { uid, gid: process.getgid?.() ?? uid };
  for (const name of ["postgres", "nobody"]) {
    try {
      const [own, group] = await Promise.all([run("id", ["-u", name]), run("id", ["-g", name])]);
      return { uid: Number(own.stdout), gid: Number(group.stdout) };
    } catch {
      // No such user: try the next one.
    }
  }
  return undefined;
}

/** Returns the locale of an ordinary language, as on real servers, or `C.UTF-8` if none is installed. */
async function findWordOrderedLocale(): Promise<string> {
  const { stdout } = await run("locale", ["-a"]);
  return stdout.split("\n").find((name) => /^[a-z]{2}_[A-Z]{2}\.utf-?8$/i.test(name)) ?? "C.UTF-8";
}

async function waitForAnswer(url: string, ended: () => boolean): Promise<void> {
  const until = Date.now() + START_MS;
  for (;;) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (ended()) throw new Error("PostgreSQL ended while it was starting", { cause: error });
      if (Date.now() > until) throw new Error(`PostgreSQL did not answer within ${START_MS} ms`, { cause: error });
      await sleep(50);
    }
  }
}
