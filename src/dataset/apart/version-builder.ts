import { fork } from "node:child_process";
import { endOf } from "../../child-end.ts";
import { modulePath } from "../../module-path.ts";
import type { KeptPlace } from "../kept/kept-file.ts";

/** The store that is read, and the folder in which the version is kept. */
export interface BuildRequest extends Omit<KeptPlace, "log"> {
  /** Requests are answered meanwhile, and come first. */
  readonly isServing: boolean;
}

/** Has the version in force built and kept in a process of its own, so that neither reading rows nor collecting garbage holds a request up. */
export class VersionBuilder {
  readonly #place: Omit<BuildRequest, "isServing">;

  constructor({ dataDir, databaseUrl, dataNotice }: Omit<KeptPlace, "log">) {
    this.#place = { dataDir, databaseUrl, dataNotice };
  }

  /** Resolves when the process has ended; where it failed, what is kept is what was kept before. */
  async run({ isServing }: Pick<BuildRequest, "isServing">): Promise<void> {
    const child = fork(modulePath(import.meta.filename, "build-process"), [], {
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    const ended = endOf(child);
    child.send({ ...this.#place, isServing } satisfies BuildRequest);
    await ended;
  }
}
