/** Runs the demo on a free port in a separate process, like `npm run demo`. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { findFreePort } from "../../src/app/demo/free-port.ts";

/** Maximum time in milliseconds that a busy machine may take to import the fictional filings. */
const PATIENCE_MS = 90_000;

export interface RunningDemo {
  /** Such as `http://127.0.0.1:4711`. */
  readonly origin: string;
  readonly process: ChildProcess;
  getOutput(): string;
  /**
   * Waits until the output matches `text`.
   * @throws {Error} with the whole output if it does not match in time or the demo exits.
   */
  waitForPrinted(text: RegExp, patienceMs?: number): Promise<void>;
  stop(): Promise<void>;
}

/** @param settings additional settings of the service. */
export async function runDemo(settings: NodeJS.ProcessEnv = {}): Promise<RunningDemo> {
  const port = await findFreePort();
  const env = { ...process.env, LOG_LEVEL: "silent", ...settings, PORT: String(port) };
  const demo = spawn(process.execPath, [fileURLToPath(new URL("../../src/app/demo/demo.ts", import.meta.url))], {
    env,
    stdio: "pipe",
  });
  let output = "";
  for (const stream of [demo.stdout, demo.stderr]) stream.on("data", (chunk) => (output += chunk));
  return {
    origin: `http://127.0.0.1:${port}`,
    process: demo,
    getOutput: () => output,
    async waitForPrinted(text, patienceMs = PATIENCE_MS) {
      const until = Date.now() + patienceMs;
      while (!text.test(output)) {
        if (Date.now() > until || demo.exitCode !== null) throw new Error(`${text} was not printed:\n${output}`);
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
