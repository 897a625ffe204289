/** Builds data files in child processes, one process at a time. */
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
  #lastUpdate: Promise<unknown> = Promise.resolve();

  constructor(parts: {
    readonly config: Config;
    readonly files: DataFiles;
    /** Aborting kills the running child process and prevents new ones. */
    readonly stop: AbortSignal;
    readonly log: Logger;
  }) {
    this.#config = parts.config;
    this.#files = parts.files;
    this.#stop = parts.stop;
    this.#log = parts.log;
  }

  /**
   * Builds the current version's data files if missing, and its file of returns if missing or older than the stored prices. Logs
   * failures. Resolves to whether any stored file is new or changed. @param version the current version, for log entries.
   */
  updateFiles(version: string): Promise<boolean> {
    const result = this.#lastUpdate.then(async () => {
      const filesBefore = this.#files.listManifests();
      try {
        await this.#runChild(version);
      } catch (error) {
        this.#log.error({ err: error, version }, "the data files of a version could not be built");
      }
      return JSON.stringify(this.#files.listManifests()) !== JSON.stringify(filesBefore);
    });
    this.#lastUpdate = result;
    return result;
  }

  async waitUntilIdle(): Promise<void> {
    await this.#lastUpdate;
  }

  async #runChild(version: string): Promise<void> {
    const isVersionStored = () =>
      this.#files.listManifests().some(({ dataset_version }) => dataset_version === version);
    if (this.#stop.aborted) return;
    const wasStored = isVersionStored();
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
        this.#log.error({ version, why }, "the process that builds the data files failed");
      }
    } finally {
      this.#stop.removeEventListener("abort", killChild);
    }
    await this.#files.reload();
    if (!wasStored && isVersionStored()) this.#log.info({ version }, "the data files of a version are ready");
  }
}
