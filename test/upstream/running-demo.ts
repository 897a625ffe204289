/** The demonstration as a process of its own, as `npm run demo` starts it, on a free port. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { findFreePort } from "../../src/app/demo/free-port.ts";

/** Milliseconds that a busy machine may take to import the made-up filings. */
const PATIENCE_MS = 90_000;

export interface RunningDemo {
  /** `http://127.0.0.1:4711` */
  readonly origin: string;
  readonly process: ChildProcess;
  printed(): string;
  /** Waits for a line. @throws {Error} with all that was printed when it does not come. */
  printedSoon(text: RegExp, patienceMs?: number): Promise<void>;
  stop(): Promise<void>;
}

/** @param settings of the service, in addition to the demonstration's own. */
export async function runDemo(settings: NodeJS.ProcessEnv = {}): Promise<RunningDemo> {
  const port = await findFreePort();
  const env = { ...process.env, LOG_LEVEL: "silent", ...settings, PORT: String(port) };
  const demo = spawn(process.execPath, [fileURLToPath(new URL("../../src/app/demo/demo.ts", import.meta.url))], {
    env,
    stdio: "pipe",
  });
  let said = "";
  for (const stream of [demo.stdout, demo.stderr]) stream.on("data", (chunk) => (said += chunk));
  return {
    origin: `http://127.0.0.1:${port}`,
    process: demo,
    printed: () => said,
    async printedSoon(text, patienceMs = PATIENCE_MS) {
      const until = Date.now() + patienceMs;
      while (!text.test(said)) {
        if (Date.now() > until || demo.exitCode !== null) throw new Error(`${text} was not printed:\n${said}`);
        await sleep(50);
      }
    },
    async stop() {
      if (demo.exitCode !== null || demo.signalCode !== null) return;
      demo.kill("SIGTERM");
      await once(demo, "close");
    },
  };
}
