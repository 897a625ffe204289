/** A bundle by the address or folder that a setting or a command names. */
import { folderFiles, servedFiles } from "../../bundle/bundle-files.ts";
import { type Bundle, openBundle } from "../../bundle/open-bundle.ts";
import type { Config } from "../../config.ts";
import type { Logger } from "../../log.ts";
import { createPoliteClient } from "../../outbound/client.ts";

export interface AddressedBundle {
  /** Opened when it is first asked for. @throws {AppError} with a code `bundle_...` */
  open(signal: AbortSignal): Promise<Bundle>;
  close(): Promise<void>;
}

/** Time limit of one answer: the largest is a document, or an index of 256 MB. */
const TOTAL_TIMEOUT_MS = 120_000;

export function bundleAt(address: string, { CONTACT: contact }: Pick<Config, "CONTACT">, log: Logger): AddressedBundle {
  const isServed = /^https?:\/\//i.test(address);
  const http = createPoliteClient({ ratePerSecond: 0, contact, log, limits: { totalTimeoutMs: TOTAL_TIMEOUT_MS } });
  const files = isServed ? servedFiles(address, http) : folderFiles(address);
  let opened: Promise<Bundle> | undefined;
  return {
    open(signal) {
      opened ??= openBundle(files, !isServed, signal).catch((error: unknown) => {
        opened = undefined;
        throw error;
      });
      return opened;
    },
    close: () => http.close(),
  };
}
