/** Downloads the manifest's filings from their official sites through the program's own sources: paced, identified, resumable. */
import assert from "node:assert/strict";
import { createHash, randomUUID } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Config } from "../../src/base/config.ts";
import { AppError, SourceError } from "../../src/base/errors.ts";
import type { Logger } from "../../src/base/log.ts";
import { SOURCES } from "../../src/filings/sources/all.ts";
import type { FilingSource, SourceSite } from "../../src/filings/sources/source.ts";
import { createPoliteClient, type PoliteClient } from "../../src/outbound/client.ts";
import type { DocumentKeeper, StoredDocument } from "../../src/outbound/stored-document.ts";
import { read } from "../sources/read-here.ts";
import { docIdOf, documentsOf, type RealDocument, type RealFiling } from "./manifest.ts";

/**
 * The result for one filing: `here` was there before; `changed` is a page downloaded with other bytes than the recorded ones;
 * `not_accepted` is a Senate filing while the operator has not accepted the Senate's agreement.
 */
export interface Fetched {
  readonly id: string;
  readonly outcome: "here" | "fetched" | "changed" | "not_accepted" | "missing";
  /** Why it is missing. */
  readonly reason: string | null;
}

interface FetchParts {
  readonly config: Config;
  readonly folder: string;
  readonly log: Logger;
  readonly signal: AbortSignal;
}

/** Downloads what `folder` lacks, one filing after another. */
export async function* fetchFilings(filings: readonly RealFiling[], parts: FetchParts): AsyncGenerator<Fetched> {
  const { config, folder, signal } = parts;
  const keeper = folderKeeper(folder, filings.flatMap(documentsOf));
  const sites = openSites(parts, keeper);
  try {
    for (const filing of filings) {
      const { id } = filing;
      const source = SOURCES.find(({ idPrefix }) => id.startsWith(idPrefix)) ?? assert.fail(`${id} is of no source`);
      if ((await Promise.all(documentsOf(filing).map(keeper.holds))).every(Boolean)) {
        yield { id, outcome: "here", reason: null };
        continue;
      }
      if (source.explainOff(config) !== null) {
        yield { id, outcome: "not_accepted", reason: null };
        continue;
      }
      try {
        const { sha256 } = await sites.of(source).fetch(listingOf(filing, source.id, config), signal);
        yield { id, outcome: sha256 === filing.sha256 ? "fetched" : "changed", reason: null };
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        yield { id, outcome: "missing", reason: error.message };
      }
    }
  } finally {
    await sites.close();
  }
}

/** The filing's listing, with what downloading needs. */
function listingOf(filing: RealFiling, source: SourceSite["id"], config: Config): Parameters<SourceSite["fetch"]>[0] {
  const isHouse = filing.layout === "text" || filing.layout === "scan";
  return {
    id: filing.id,
    source,
    docId: docIdOf(filing),
    kind: filing.layout === "paper" ? "paper" : "ptr",
    year: 0,
    filer: { prefix: null, first: "", last: filing.filer, suffix: null },
    stateDistrict: null,
    filedDate: null,
    title: "",
    url: (isHouse ? config.HOUSE_CLERK_URL : config.SENATE_EFD_URL) + new URL(filing.url).pathname,
  };
}

/** The sites or their stand-in, each with its own client if it wants one. */
function openSites({ config, log }: FetchParts, keeper: DocumentKeeper) {
  const manners = { ratePerSecond: config.INGEST_RATE, contact: config.CONTACT, log };
  const clients: PoliteClient[] = [];
  const open = (source: FilingSource): SourceSite => {
    const carrier = source.createCarrier(config);
    const http = createPoliteClient({ ...manners, ...(carrier && { carrier }) });
    clients.push(http);
    return source.connect({ config, http, keeper, read, log });
  };
  const sites = new Map<string, SourceSite>();
  return {
    of(source: FilingSource): SourceSite {
      const site = sites.get(source.id) ?? open(source);
      sites.set(source.id, site);
      return site;
    },
    close: () => Promise.all(clients.map((client) => client.close())),
  };
}

/** Puts each answer into its file, if its bytes match the manifest where they must. */
function folderKeeper(folder: string, documents: readonly RealDocument[]) {
  function documentAt(url: string): RealDocument {
    const asked = new URL(url).pathname;
    const found = documents.find((each) => asked.endsWith(new URL(each.url).pathname));
    if (found === undefined) throw new SourceError("unexpected_address", `${url} is not in the manifest.`);
    return found;
  }

  /** A Senate page is checked against its record, by a test. */
  async function holds({ file, sha256, sameBytes }: RealDocument): Promise<boolean> {
    const bytes = await readFile(path.join(folder, file)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return null;
      throw error;
    });
    return bytes !== null && (!sameBytes || digestOf(bytes) === sha256);
  }

  return {
    holds,

    /** Does not download page images again that are here. */
    async findLatest(url: string): Promise<StoredDocument | undefined> {
      const document = documentAt(url);
      if (!(await holds(document))) return undefined;
      return { url, sha256: document.sha256, byteLength: 0, fetchedAt: new Date(), headers: {} };
    },

    async keep({ url, headers, body }: Parameters<DocumentKeeper["keep"]>[0]): Promise<StoredDocument> {
      const { file, sha256: recorded, sameBytes } = documentAt(url);
      const sha256 = digestOf(body);
      if (sameBytes && sha256 !== recorded) {
        throw new SourceError(
          "unexpected_document",
          `${url} has the SHA-256 ${sha256}, not the recorded ${recorded}; it is not kept.`,
        );
      }
      const place = path.join(folder, file);
      await mkdir(path.dirname(place), { recursive: true });
      // Complete or absent: an interrupted run leaves no part of a document under its name.
      const draft = `${place}.${randomUUID()}`;
      await writeFile(draft, body);
      await rename(draft, place);
      return { url, sha256, byteLength: body.byteLength, fetchedAt: new Date(), headers };
    },

    async read(): Promise<never> {
      throw new Error("Filings are fetched here, never listed, so nothing is read again.");
    },
  };
}

function digestOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
