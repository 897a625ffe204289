/** A process that measures its own loop, seen from the test. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import type { Held } from "./loop-watch.ts";
import type { Order, Reply, Serves } from "./watched-process.ts";

interface Running {
  readonly child: ChildProcess;
  /** Rejects when the child ends. */
  readonly ended: Promise<never>;
  readonly serves: Serves;
}

export class Watched {
  readonly #start: () => Promise<Running>;
  #running: Running;

  private constructor(start: () => Promise<Running>, running: Running) {
    this.#start = start;
    this.#running = running;
  }

  /**
   * @param program absolute path of the child's file. @param env settings beside those of this process. @param options of Node. With `--expose-gc`
   * garbage is collected before memory is found to have grown, which holds the child up for longer than anything that it does itself.
   */
  static async start(
    program: string,
    env: Readonly<Record<string, string>> = {},
    options: readonly string[] = ["--expose-gc"],
  ): Promise<Watched> {
    const start = () => run(program, env, options);
    return new Watched(start, await start());
  }

  get serves(): Serves {
    return this.#running.serves;
  }

  get pid(): number {
    return this.#running.child.pid as number;
  }

  /** Restarts the process without its caches; its address may change. */
  async restart(): Promise<void> {
    await this.stop();
    this.#running = await this.#start();
  }

  /** @returns how long the work blocked the child's loop, and how much memory it took. */
  async held(work: () => Promise<unknown>): Promise<Held> {
    await this.#order("begin");
    await work();
    const reply = await this.#order("end");
    if (!("held" in reply)) throw new TypeError("the child did not say how long its loop was held");
    return reply.held;
  }

  /** Milliseconds that the known work takes there now. */
  async calibrationMs(): Promise<number> {
    const reply = await this.#order("calibrate");
    return "calibrationMs" in reply ? reply.calibrationMs : 0;
  }

  async stop(): Promise<void> {
    this.#running.child.send("stop" satisfies Order);
    await this.#running.ended.catch(() => {});
  }

  async #order(order: Order): Promise<Reply> {
    const { child, ended } = this.#running;
    const reply = once(child, "message");
    child.send(order);
    const [message] = (await Promise.race([reply, ended])) as [Reply];
    return message;
  }
}

async function run(
  program: string,
  env: Readonly<Record<string, string>>,
  options: readonly string[],
): Promise<Running> {
  const child = fork(program, [], { execArgv: [...options], env: { ...process.env, ...env } });
  const ended = endOf(child);
  const [reply] = (await Promise.race([once(child, "message"), ended])) as [Reply];
  if (!("serves" in reply)) throw new TypeError(`${program} did not say what it serves`);
  return { child, ended, serves: reply.serves };
}

async function endOf(child: ChildProcess): Promise<never> {
  const [code] = await once(child, "exit");
  throw new Error(`the watched process ended with ${code}`);
}
