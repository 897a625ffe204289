/** `serve` in its own process, as an operator starts it. */
import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { eventually } from "../eventually.ts";

export interface Serving {
  readonly child: ChildProcess;
  readonly base: string;
  /** Resolves when the text appears on standard output. */
  says(text: RegExp): Promise<string>;
  stop(): Promise<number | null>;
}

/** Resolves once it responds. */
export async function serve(environment: Record<string, string>): Promise<Serving> {
  const child = spawn(process.execPath, ["src/app/cli/main.ts", "serve"], {
    env: { ...process.env, ...environment },
    stdio: ["ignore", "pipe", "ignore"],
  });
  let said = "";
  child.stdout.on("data", (chunk) => {
    said += chunk;
  });
  const says = (text: RegExp) =>
    eventually(
      String(text),
      () => {
        assert.ok(child.exitCode === null || text.test(said), `ended without saying ${text}: ${said}`);
        return text.test(said) && said;
      },
      { withinMs: 60_000 },
    );
  const [, base = ""] = /answers on (\S+)/.exec(await says(/answers on \S+/)) ?? [];
  return {
    child,
    base,
    says,
    async stop() {
      if (child.exitCode !== null) return child.exitCode;
      child.kill("SIGTERM");
      await once(child, "exit");
      return child.exitCode;
    },
  };
}

/** The service's JSON response. */
export async function json(url: string): Promise<{ status: number; headers: Headers; body: Record<string, unknown> }> {
  const response = await fetch(url);
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Record<string, unknown>,
  };
}
