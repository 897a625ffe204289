import { spawn } from "node:child_process";
import { once } from "node:events";
import { serviceEnvironment } from "./workplace.ts";

/** Runs `review` on a data folder, signed by A. Editor. @param more settings besides those of `serviceEnvironment`. */
export async function review(
  upstreamUrl: string,
  dataDir: string,
  args: readonly string[],
  more: Record<string, string> = {},
): Promise<{ readonly code: number; readonly out: string; readonly err: string }> {
  const child = spawn(process.execPath, ["src/cli/main.ts", "review", ...args], {
    env: { ...process.env, ...serviceEnvironment(upstreamUrl, dataDir, { REVIEW_AUTHOR: "A. Editor", ...more }) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let out = "";
  let err = "";
  child.stdout.on("data", (chunk) => (out += chunk));
  child.stderr.on("data", (chunk) => (err += chunk));
  const [code] = await once(child, "close");
  return { code: code as number, out, err };
}
