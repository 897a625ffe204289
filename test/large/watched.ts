/** A process that measures its own loop, seen from the test. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import type { LoopMeasurement } from "./loop-watch.ts";
import type { Order, Reply, ServiceInfo } from "./watched-process.ts";

interface Running {
  readonly child: ChildProcess;
  /** Rejects when the child ends. */
  readonly ended: Promise<never>;
  readonly serves: ServiceInfo;
}

export class Watched {
  readonly #start: () => Promise<Running>;
  #running: Running;

  private constructor(start: () => Promise<Running>, running: Running) {
    this.#start = start;
    this.#running = running;
  }

  /**
   * @param program absolute path of the child's file. @param env settings in addition to those of this process. @param options
   * of Node. With `--expose-gc`, garbage is collected before memory is reported to have grown, which blocks the child for longer
   * than any of its own work.
   */
  static async start(
    program: string,
    env: Readonly<Record<string, string>> = {},
    options: readonly string[] = ["--expose-gc"],
  ): Promise<Watched> {
    const start = () => startChild(program, env, options);
    return new Watched(start, await start());
  }

  get serves(): ServiceInfo {
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
  async measure(work: () => Promise<unknown>): Promise<LoopMeasurement> {
    await this.#order("begin");
    await work();
    const reply = await this.#order("end");
    if (!("held" in reply)) throw new TypeError("the child did not say how long its loop was blocked");
    return reply.held;
  }

  /** Milliseconds of the calibration work in the child: the fastest of its last three calibrations. */
  async measureCalibrationMs(): Promise<number> {
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

async function startChild(
  program: string,
  env: Readonly<Record<string, string>>,
  options: readonly string[],
): Promise<Running> {
  const child = fork(program, [], { execArgv: [...options], env: { ...process.env, ...env } });
  const ended = rejectAtExit(child);
  const [reply] = (await Promise.race([once(child, "message"), ended])) as [Reply];
  if (!("serves" in reply)) throw new TypeError(`${program} did not say what it serves`);
  return { child, ended, serves: reply.serves };
}

async function rejectAtExit(child: ChildProcess): Promise<never> {
  const [code] = await once(child, "exit");
  throw new Error(`the watched process ended with ${code}`);
}
