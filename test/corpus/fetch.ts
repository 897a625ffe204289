/**
 * Downloads the manifest's filings from their official sites with the program's own sources: at a limited rate, with a contact
 * address, and resumable.
 */
import assert from "node:assert/strict";
import { createHash, randomUUID } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Config } from "../../src/base/config.ts";
import { AppError, SourceError } from "../../src/base/errors.ts";
import type { Logger } from "../../src/base/log.ts";
import type { DocumentKeeper, StoredDocument } from "../../src/domain/stored-document.ts";
import { SOURCES } from "../../src/filings/sources/all.ts";
import type { FilingSource, SourceSite } from "../../src/filings/sources/source.ts";
import { createPoliteClient, type PoliteClient } from "../../src/outbound/client.ts";
import { read } from "../sources/read-here.ts";
import { getDocId, listDocuments, type RealDocument, type RealFiling } from "./manifest.ts";

/**
 * The result for one filing. `here`: its files were already in the folder. `changed`: a page was downloaded, with bytes that
 * differ from the recorded ones. `not_accepted`: a Senate filing, and the operator has not accepted the Senate's agreement.
 */
export interface Fetched {
  readonly id: string;
  readonly outcome: "here" | "fetched" | "changed" | "not_accepted" | "missing";
  /** Why the filing is missing; null for other outcomes. */
  readonly reason: string | null;
}

interface FetchParts {
  readonly config: Config;
  readonly folder: string;
  readonly log: Logger;
  readonly signal: AbortSignal;
}

/** Downloads the filings that are not in `folder`, one after another. */
export async function* fetchFilings(filings: readonly RealFiling[], parts: FetchParts): AsyncGenerator<Fetched> {
  const { config, folder, signal } = parts;
  const keeper = createFolderKeeper(folder, filings.flatMap(listDocuments));
  const sites = openSites(parts, keeper);
  try {
    for (const filing of filings) {
      const { id } = filing;
      const source =
        SOURCES.find(({ idPrefix }) => id.startsWith(idPrefix)) ?? assert.fail(`${id} belongs to no source`);
      if ((await Promise.all(listDocuments(filing).map(keeper.hasDocument))).every(Boolean)) {
        yield { id, outcome: "here", reason: null };
        continue;
      }
      if (source.explainOff(config) !== null) {
        yield { id, outcome: "not_accepted", reason: null };
        continue;
      }
      try {
        const { sha256 } = await sites.getSite(source).fetch(makeListing(filing, source.id, config), signal);
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

/** Returns a listing of the filing in which only the fields that downloading needs are filled in. */
function makeListing(filing: RealFiling, source: SourceSite["id"], config: Config): Parameters<SourceSite["fetch"]>[0] {
  const isHouse = filing.layout === "text" || filing.layout === "scan";
  return {
    id: filing.id,
    source,
    docId: getDocId(filing),
    kind: filing.layout === "paper" ? "paper" : "ptr",
    year: 0,
    filer: { prefix: null, first: "", last: filing.filer, suffix: null },
    stateDistrict: null,
    filedDate: null,
    title: "",
    url: (isHouse ? config.HOUSE_CLERK_URL : config.SENATE_EFD_URL) + new URL(filing.url).pathname,
  };
}

/** Opens the sites or their stand-ins on first use, each with its own client, and with its own transport if the source has one. */
function openSites({ config, log }: FetchParts, keeper: DocumentKeeper) {
  const manners = { ratePerSecond: config.INGEST_RATE, contact: config.CONTACT, log };
  const clients: PoliteClient[] = [];
  const open = (source: FilingSource): SourceSite => {
    const transport = source.createTransport(config);
    const http = createPoliteClient({ ...manners, ...(transport && { transport }) });
    clients.push(http);
    return source.connect({ config, http, keeper, read, log });
  };
  const sites = new Map<string, SourceSite>();
  return {
    getSite(source: FilingSource): SourceSite {
      const site = sites.get(source.id) ?? open(source);
      sites.set(source.id, site);
      return site;
    },
    close: () => Promise.all(clients.map((client) => client.close())),
  };
}

/**
 * Creates a keeper that writes each document to its file. It rejects bytes that differ from the manifest, except for Senate
 * pages.
 */
function createFolderKeeper(folder: string, documents: readonly RealDocument[]) {
  function findDocument(url: string): RealDocument {
    const asked = new URL(url).pathname;
    const found = documents.find((each) => asked.endsWith(new URL(each.url).pathname));
    if (found === undefined) throw new SourceError("unexpected_address", `${url} is not in the manifest.`);
    return found;
  }

  /**
   * True if the document is in the folder with the recorded bytes. A Senate page may have others: a test compares it with its
   * record.
   */
  async function hasDocument({ file, sha256, sameBytes }: RealDocument): Promise<boolean> {
    const bytes = await readFile(path.join(folder, file)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return null;
      throw error;
    });
    return bytes !== null && (!sameBytes || computeDigest(bytes) === sha256);
  }

  return {
    hasDocument,

    /** Prevents page images in the folder from being downloaded again. */
    async findLatest(url: string): Promise<StoredDocument | undefined> {
      const document = findDocument(url);
      if (!(await hasDocument(document))) return undefined;
      return { url, sha256: document.sha256, byteLength: 0, fetchedAt: new Date(), headers: {} };
    },

    async save({ url, headers, body }: Parameters<DocumentKeeper["save"]>[0]): Promise<StoredDocument> {
      const { file, sha256: recorded, sameBytes } = findDocument(url);
      const sha256 = computeDigest(body);
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

function computeDigest(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
