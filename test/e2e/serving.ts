/** Starts `serve` in its own process, as an operator does. */
import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { eventually } from "../eventually.ts";

export interface Serving {
  readonly child: ChildProcess;
  readonly base: string;
  /** Resolves when the text appears on standard output. */
  waitForOutput(text: RegExp): Promise<string>;
  stop(): Promise<number | null>;
}

/** Resolves once the service responds. */
export async function serve(environment: Record<string, string>): Promise<Serving> {
  const child = spawn(process.execPath, ["src/app/cli/main.ts", "serve"], {
    env: { ...process.env, ...environment },
    stdio: ["ignore", "pipe", "ignore"],
  });
  let output = "";
  child.stdout.on("data", (chunk) => {
    output += chunk;
  });
  const waitForOutput = (text: RegExp) =>
    eventually(
      String(text),
      () => {
        assert.ok(child.exitCode === null || text.test(output), `ended without printing ${text}: ${output}`);
        return text.test(output) && output;
      },
      { withinMs: 60_000 },
    );
  const [, base = ""] = /answers on (\S+)/.exec(await waitForOutput(/answers on \S+/)) ?? [];
  return {
    child,
    base,
    waitForOutput,
    async stop() {
      if (child.exitCode !== null) return child.exitCode;
      child.kill("SIGTERM");
      await once(child, "exit");
      return child.exitCode;
    },
  };
}

/** Requests a URL and parses its JSON response. */
export async function fetchJson(
  url: string,
): Promise<{ status: number; headers: Headers; body: Record<string, unknown> }> {
  const response = await fetch(url);
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Record<string, unknown>,
  };
}
