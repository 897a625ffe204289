/** Runs one delivery worker at a time and kills each without warning; the next ones wait, ready to start. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const WAITING = 3;

export interface Victims {
  /** Kills the running worker (SIGKILL) and starts the next. */
  kill(): Promise<void>;
  /** Kills all of them. */
  end(): Promise<void>;
}

export async function startVictims(environment: Readonly<Record<string, string>>): Promise<Victims> {
  const spawn = () => {
    const child = fork(fileURLToPath(new URL("./worker-process.ts", import.meta.url)), [], {
      env: { ...process.env, ...environment },
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    const ready = Promise.race([
      once(child, "message").then(() => child),
      once(child, "exit").then(([code]) => Promise.reject(new Error(`A worker ended (${code}) before it was ready.`))),
    ]);
    ready.catch(() => {});
    return { child, ready };
  };
  const waiting = Array.from({ length: WAITING }, spawn);
  const next = async (): Promise<ChildProcess> => {
    waiting.push(spawn());
    const victim = await (waiting.shift() as (typeof waiting)[number]).ready;
    victim.send("start");
    return victim;
  };
  let running = await next();
  const killed = async (child: ChildProcess) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, "exit");
    child.kill("SIGKILL");
    await gone;
  };
  return {
    async kill() {
      await killed(running);
      running = await next();
    },
    async end() {
      await Promise.all([running, ...waiting.map(({ child }) => child)].map(killed));
    },
  };
}
