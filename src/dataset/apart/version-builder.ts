import { fork } from "node:child_process";
import { once } from "node:events";
import { modulePath } from "../../module-path.ts";
import type { KeptPlace } from "../kept/kept-file.ts";

/** The store that is read, and the folder in which the version is kept. */
export type BuildRequest = Omit<KeptPlace, "log">;

/** Has the version in force built and kept in a process of its own, so that neither reading rows nor collecting garbage holds a request up. */
export class VersionBuilder {
  readonly #request: BuildRequest;

  constructor({ dataDir, databaseUrl, dataNotice }: BuildRequest) {
    this.#request = { dataDir, databaseUrl, dataNotice };
  }

  /** Resolves when the process has ended; where it failed, what is kept is what was kept before. */
  async run(): Promise<void> {
    const child = fork(modulePath(import.meta.filename, "build-process"), [], {
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    const ended = once(child, "exit");
    child.send(this.#request);
    await ended;
  }
}
