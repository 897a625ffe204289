/** A visitor who repeatedly requests a few recent trades while others crowd the service. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

export interface Visit {
  readonly status: number;
  /** Milliseconds that the service's loop worked between request and response; 0 if the system does not report it. */
  readonly workedMs: number;
}

/** A service to visit from now on, or the end of a visit. */
export type VisitorOrder = { readonly origin: string; readonly pid: number } | "end";

const PROGRAM = fileURLToPath(new URL("visitor-process.ts", import.meta.url));

export class Visitor {
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess) {
    this.#child = child;
  }

  static async start(): Promise<Visitor> {
    const child = fork(PROGRAM, [], { execArgv: [] });
    await once(child, "message");
    return new Visitor(child);
  }

  /** @returns the visits during the work. */
  async visitDuring(
    service: { readonly origin: string; readonly pid: number },
    work: () => Promise<unknown>,
  ): Promise<readonly Visit[]> {
    this.#child.send(service satisfies VisitorOrder);
    await work();
    const visits = once(this.#child, "message");
    this.#child.send("end" satisfies VisitorOrder);
    return ((await visits) as [readonly Visit[]])[0];
  }

  stop(): void {
    this.#child.disconnect();
  }
}
