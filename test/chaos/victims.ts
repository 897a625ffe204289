/** Runs one delivery worker at a time, which can be killed without warning; the next workers are loaded and wait to start. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const WAITING = 3;

export interface Victims {
  /** Kills the running worker (SIGKILL) and starts the next. */
  kill(): Promise<void>;
  /** Kills all workers. */
  end(): Promise<void>;
}

export async function startVictims(environment: Readonly<Record<string, string>>): Promise<Victims> {
  const spawnWorker = () => {
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
  const waiting = Array.from({ length: WAITING }, spawnWorker);
  const startNext = async (): Promise<ChildProcess> => {
    waiting.push(spawnWorker());
    const victim = await (waiting.shift() as (typeof waiting)[number]).ready;
    victim.send("start");
    return victim;
  };
  let running = await startNext();
  const killChild = async (child: ChildProcess) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, "exit");
    child.kill("SIGKILL");
    await gone;
  };
  return {
    async kill() {
      await killChild(running);
      running = await startNext();
    },
    async end() {
      await Promise.all([running, ...waiting.map(({ child }) => child)].map(killChild));
    },
  };
}
