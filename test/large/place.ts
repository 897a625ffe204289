/** Starts the service on the large store, with originals of fictional reports, and finds the ids that requests may use. */
import { rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { createLogger } from "../../src/base/log.ts";
import { runIngest } from "../../src/filings/ingest/run.ts";
import { openStore } from "../../src/store/open.ts";
import type { Store } from "../../src/store/store.ts";
import { openWorkplace, serviceEnvironment, temporaryFolder } from "../e2e/workplace.ts";
import { eventually } from "../eventually.ts";
import { day } from "../store/made.ts";
import { fictionalMaterial } from "../upstream/fictional/material.ts";
import { startUpstream } from "../upstream/server.ts";
import { ask } from "./ask.ts";
import { fillLargeStore, type LargeStore, MASTER_KEY, type Size } from "./large-store.ts";
import { createFiling } from "./large-trades.ts";
import type { Subjects } from "./questions/question.ts";
import { Visitor } from "./visitor.ts";
import type { WalkContext } from "./walk.ts";
import { Watched } from "./watched.ts";

const PROGRAM = fileURLToPath(new URL("serving-process.ts", import.meta.url));
/** Time for the service's background writes on a very busy machine. */
const PATIENCE = { withinMs: 600_000, everyMs: 1000 };

export interface LargePlace extends WalkContext, AsyncDisposable {
  /** Restarts the service, so that only what it stores on disk is cached. */
  restart(): Promise<void>;
  /** Publishes another report from this process. Resolves when it is served and archived. */
  publish(): Promise<void>;
}

export async function openLargePlace(): Promise<LargePlace> {
  await using opened = new AsyncDisposableStack();
  const dataDir = await temporaryFolder();
  opened.defer(() => rm(dataDir, { recursive: true, force: true }));
  const made = await fillWithOriginals(dataDir);
  const store = await openStore({ dataDir, databaseUrl: null, dataNotice: null, log: createLogger("silent") });
  opened.defer(() => store.close());
  const watched = await Watched.start(PROGRAM, {
    ...serviceEnvironment("http://127.0.0.1:9", dataDir, { DATABASE_URL: "" }),
    MASTER_KEY,
    INGEST: "false",
    DELIVERIES: "false",
    TRUSTED_PROXIES: "127.0.0.0/8",
  });
  opened.defer(() => watched.stop());
  const visitor = await Visitor.start();
  opened.defer(() => visitor.stop());
  let published = 0;
  let subjects = await findSubjects(watched.serves.origin, store, made);
  const open = opened.move();
  return {
    watched,
    visitor,
    get subjects() {
      return subjects;
    },
    async restart() {
      await watched.restart();
      subjects = { ...subjects, reviewCookie: await logIn(watched.serves.origin, made.key) };
    },
    async publish() {
      published += 1;
      const { listing, outcome } = createFiling(90_000 + published, 5, 20, day(new Date().toISOString().slice(0, 10)));
      const at = new Date();
      await store.filings.recordListings([listing], at);
      const { version } = await store.publications.publish({ at, outcomes: [outcome] });
      await waitUntilArchived(watched.serves.origin, version?.version ?? "", made.key);
    },
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  };
}

/**
 * Fills the large store, then downloads and reads fictional reports, in this order since a publication's day is later than
 * those before it. They are read by a check for new filings, which does not normalize the made-up filings again.
 */
export async function fillWithOriginals(dataDir: string, size?: Size): Promise<LargeStore> {
  const upstream = await startUpstream({ material: fictionalMaterial({ today: new Date() }), port: 0 });
  const { config, ingest, store } = await openWorkplace(upstream.url, { DATABASE_URL: "" }, dataDir);
  const { signal } = new AbortController();
  try {
    const made = await fillLargeStore(store, size);
    const { politicians, currentIds } = await ingest.reference.legislators.fetch(signal);
    const members = { politicians, currentPoliticianIds: currentIds };
    await store.publications.publish({ at: new Date(), outcomes: [], ...members });
    await runIngest(ingest, { sinceYear: config.INGEST_SINCE_YEAR, since: null, newsOnly: true }, signal);
    return made;
  } finally {
    await ingest.close();
    await store.close();
    await upstream.stop();
  }
}

/** Waits until a newly started service has written the files of its version. */
export async function waitUntilAtRest(origin: string, key: string): Promise<void> {
  const { headers } = await ask(origin, "GET", "/api/v1/trades/recent/list?limit=1");
  const version = String(headers["x-dataset-version"]);
  await waitUntilArchived(origin, version, key);
  await waitForDataFiles(origin, version);
}

async function waitUntilArchived(origin: string, version: string, key: string): Promise<void> {
  await eventually(
    `version ${version} in the archive`,
    async () => {
      const headers = { authorization: `Bearer ${key}` };
      const { body } = await ask(origin, "GET", "/api/v1/premium/archive?limit=1", { headers });
      return body.includes(`"dataset_version":"${version}"`);
    },
    PATIENCE,
  );
}

async function findSubjects(origin: string, store: Store, made: LargeStore): Promise<Subjects> {
  const { version: newest = "" } = (await store.publications.readCurrent()) ?? {};
  await waitUntilArchived(origin, newest, made.key);
  const read = async (path: string) => {
    const headers = { authorization: `Bearer ${made.key}` };
    return JSON.parse((await ask(origin, "GET", path, { headers })).body.toString("utf8"));
  };
  const dataFiles = await waitForDataFiles(origin, newest);
  const premium = "/api/v1/premium";
  const { webhooks } = await read(`${premium}/webhooks?limit=10`);
  const webhook: string = webhooks.at(-1).id;
  const readFiling = await findFilingWithOriginal(store);
  const [readTrade] = await store.filings.listTrades(readFiling);
  return {
    ...made,
    newest,
    readFiling,
    readTrade: readTrade?.trade.id ?? "",
    supersededTrade: await findSupersededTrade(store),
    alert: (await read(`${premium}/alerts?limit=1`)).alerts[0].id,
    webhook,
    event: (await read(`${premium}/events?limit=1`)).events[0].id,
    delivery: (await read(`${premium}/webhooks/${webhook}/deliveries?limit=1`)).deliveries[0].id,
    archived: newest,
    dataFiles,
    reviewCookie: await logIn(origin, made.key),
    waiting: made.waitingFiling,
  };
}

/** @returns the names of a version's data files, once they are made. */
async function waitForDataFiles(origin: string, version: string): Promise<readonly string[]> {
  return await eventually(
    "the data files",
    async () => {
      const latest = JSON.parse((await ask(origin, "GET", "/data/latest.json")).body.toString("utf8"));
      return (
        latest.dataset_version === version && (latest.files as { readonly name: string }[]).map(({ name }) => name)
      );
    },
    PATIENCE,
  );
}

/** @returns the id of a trade that an amendment replaced. */
export async function findSupersededTrade({ filings }: Store): Promise<string> {
  const { filings: superseded } = await filings.list({ states: ["superseded"] }, { limit: 1, skip: 0 });
  const [row] = await filings.listTrades(superseded[0]?.id ?? "");
  return row?.trade.id ?? "";
}

/** @returns the id of a House report that has been read from a stored document. */
async function findFilingWithOriginal({ filings }: Store): Promise<string> {
  for await (const filing of filings.listWithDocument()) {
    if (filing.source === "house-clerk" && filing.state === "parsed" && filing.rowsRead > 1) return filing.id;
  }
  throw new RangeError("no report has been read from a document");
}

async function logIn(origin: string, key: string): Promise<string> {
  const headers = { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" };
  const answer = await ask(origin, "POST", "/review/login", { headers, body: new URLSearchParams({ key }).toString() });
  const [cookie = ""] = [answer.headers["set-cookie"] ?? []].flat();
  return cookie.split(";", 1)[0] ?? "";
}
