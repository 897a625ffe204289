/** Builds the data files in a separate process, one at a time. */
import { fork } from "node:child_process";
import { waitForEnd } from "../../../base/child-end.ts";
import type { Config } from "../../../base/config.ts";
import type { Logger } from "../../../base/log.ts";
import { getModulePath } from "../../../base/module-path.ts";
import type { DataFiles } from "../../../publication/export/data-files/data-files.ts";

export class DataFilesMaker {
  readonly #config: Config;
  readonly #files: DataFiles;
  readonly #stop: AbortSignal;
  readonly #log: Logger;
  #last: Promise<unknown> = Promise.resolve();

  constructor(parts: {
    readonly config: Config;
    readonly files: DataFiles;
    /** Ends the running process and prevents new ones. */
    readonly stop: AbortSignal;
    readonly log: Logger;
  }) {
    this.#config = parts.config;
    this.#files = parts.files;
    this.#stop = parts.stop;
    this.#log = parts.log;
  }

  /**
   * Builds the current version's data files if they do not exist yet, and its file of investment returns if there is none or it
   * was built from older prices than those now stored. A failure is logged. Resolves to whether any file is new. @param version the current version.
   */
  make(version: string): Promise<boolean> {
    const result = this.#last.then(async () => {
      const before = this.#files.listStored();
      try {
        await this.#make(version);
      } catch (error) {
        this.#log.error({ err: error, version }, "the data files of a version could not be created");
      }
      return JSON.stringify(this.#files.listStored()) !== JSON.stringify(before);
    });
    this.#last = result;
    return result;
  }

  async waitUntilIdle(): Promise<void> {
    await this.#last;
  }

  async #make(version: string): Promise<void> {
    const isStored = () => this.#files.listStored().some(({ dataset_version }) => dataset_version === version);
    if (this.#stop.aborted) return;
    const wasStored = isStored();
    const child = fork(getModulePath(import.meta.filename, "data-files-process"), [], {
      serialization: "advanced",
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    const killChild = () => child.kill("SIGKILL");
    this.#stop.addEventListener("abort", killChild);
    try {
      const ended = waitForEnd(child);
      child.send(this.#config);
      const { why, isSuccess } = await ended;
      if (!isSuccess && !this.#stop.aborted) {
        this.#log.error({ version, why }, "the process that creates data files exited unexpectedly");
      }
    } finally {
      this.#stop.removeEventListener("abort", killChild);
    }
    await this.#files.reload();
    if (!wasStored && isStored()) this.#log.info({ version }, "the data files of a version are ready");
  }
}
