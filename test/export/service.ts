/** The API with premium accounts and downloads on a free port, serving the test's dataset. */
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createApiKey, formatKeyForDisplay, hashApiKey } from "../../src/accounts/keys/api-key.ts";
import { createLogger } from "../../src/base/log.ts";
import type { PublicTrade } from "../../src/domain/public-trade.ts";
import type { Limits } from "../../src/http/limits.ts";
import { emptyDataset } from "../../src/publication/dataset/build.ts";
import type { Dataset } from "../../src/publication/dataset/dataset.ts";
import { createDownloads, type Downloads } from "../../src/publication/export/downloads.ts";
import { openStore } from "../../src/store/open.ts";
import { type Answered, type Ask, type Service, startService } from "../contract/service.ts";
import { ensureDatabase } from "../database.ts";
import { makeDataset } from "./made.ts";
import { openArchive } from "./open-archive.ts";

export const EXPORT = "/api/v1/premium/export/trades";
export const ARCHIVE = "/api/v1/premium/archive";

interface DownloadService extends AsyncDisposable {
  readonly service: Service;
  readonly downloads: Downloads;
  /** The data folder of the service; the archive is in its folder `archive`. */
  readonly dataDir: string;
  /** Two keys, each of a different account. */
  readonly keys: readonly [string, string];
  serve(dataset: Dataset): void;
  /** Serves a new version with these trades. */
  publish(trades: readonly PublicTrade[], version: string): Dataset;
  /** Sends a request with the first key. */
  get(path: string, headers?: Record<string, string>, method?: string): Promise<Answered>;
}

interface Options {
  readonly limits?: Partial<Limits>;
  readonly readWallClockMs?: () => number;
}

export async function startDownloadService(options: Options = {}): Promise<DownloadService> {
  const dataDir = mkdtempSync(join(tmpdir(), "downloads-"));
  const store = await openStore({
    dataDir,
    databaseUrl: ensureDatabase(dataDir),
    dataNotice: null,
    log: createLogger("silent"),
  });
  const createKey = async (name: string): Promise<string> => {
    const account = await store.accounts.create(name, "premium", new Date());
    const key = createApiKey();
    const kept = { accountId: account.id, display: formatKeyForDisplay(key), expiresAt: null, digest: hashApiKey(key) };
    await store.keys.create(kept, new Date());
    return key;
  };
  const keys = [await createKey("first"), await createKey("second")] as const;
  const downloads = createDownloads(dataDir, await openArchive(join(dataDir, "archive"), store.archiveMark));
  let current: Dataset = emptyDataset;
  const service = await startService({
    ...options,
    limits: { premiumQuota: 1_000_000, ...options.limits },
    datasets: { getCurrent: () => current, findCached: () => undefined },
    premium: {
      tables: store,
      box: { seal: (text) => Buffer.from(text), open: (sealed) => Buffer.from(sealed).toString() },
      explainRefusedAddress: () => null,
      wake: () => {},
    },
    downloads,
  });
  return {
    service,
    downloads,
    dataDir,
    keys,
    serve(dataset) {
      current = dataset;
    },
    publish(trades, version) {
      current = { ...emptyDataset, ...makeDataset(trades, version) };
      return current;
    },
    get(path, headers = {}, method = "GET") {
      const ask: Ask = { method, headers: { authorization: `Bearer ${keys[0]}`, ...headers } };
      return service.ask(path, ask);
    },
    async [Symbol.asyncDispose]() {
      await service.close();
      await store.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** The digest in the form of `Repr-Digest`. */
export function formatReprDigest(bytes: Buffer): string {
  return `sha-256=:${createHash("sha256").update(bytes).digest("base64")}:`;
}
