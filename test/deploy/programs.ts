/** Runs the local programs that test the files under deploy/, and a service for them. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** @returns the reason to skip a test; false if the program exists, or if all programs must exist. */
export function skipIfMissing(program: string): string | false {
  try {
    execFileSync("/bin/sh", ["-c", `command -v ${program}`], { stdio: "ignore" });
    return false;
  } catch {
    return process.env["REQUIRE_SERVICES"] === "1" ? false : `${program} is not installed`;
  }
}

export interface Running {
  readonly port: number;
  readonly child: ChildProcess;
  stop(): Promise<void>;
}

/** Starts `serve` without fetching, on a free port. @param before words in front of its command line. */
export async function startService(
  settings: Readonly<Record<string, string>>,
  before: readonly string[] = [],
): Promise<Running> {
  const line = [...before, process.execPath, "bin/congress-trades.js", "serve"];
  const env = {
    ...process.env,
    CONGRESS_TRADES_ENV: "",
    INGEST: "false",
    PORT: "0",
    HOST: "127.0.0.1",
    LOG_LEVEL: "error",
    ...settings,
  };
  const child = spawn(line[0] as string, line.slice(1), { cwd: ROOT, env, stdio: ["ignore", "pipe", "pipe"] });
  const said = await waitForOutput(child, /http:\/\/127\.0\.0\.1:(\d+)/);
  return {
    port: Number(said[1]),
    child,
    async stop() {
      const closed = once(child, "close");
      child.kill("SIGTERM");
      await closed;
    },
  };
}

/** Waits until the program has printed matching text. @throws {Error} with all output if it exits before that. */
export function waitForOutput(child: ChildProcess, text: RegExp): Promise<RegExpExecArray> {
  let said = "";
  return new Promise((resolve, reject) => {
    const receive = (chunk: unknown) => {
      said += chunk;
      const found = text.exec(said);
      if (found) resolve(found);
    };
    child.stdout?.on("data", receive);
    child.stderr?.on("data", receive);
    child.once("error", reject);
    child.once("close", (code) => reject(new Error(`It ended with ${code} and did not say ${text}:\n${said}`)));
  });
}
