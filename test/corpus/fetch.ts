/** Fetches the filings of the manifest from where they are published, through the program's own sources: paced, identified, resumable. */
import { createHash, randomUUID } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Config } from "../../src/config.ts";
import { AppError, SourceError } from "../../src/errors.ts";
import type { Logger } from "../../src/log.ts";
import { createPoliteClient } from "../../src/outbound/client.ts";
import { createHouseClerk } from "../../src/sources/house-clerk/site.ts";
import { browserCarrier } from "../../src/sources/senate-efd/browser.ts";
import { siteOf } from "../../src/sources/senate-efd/page-image-url.ts";
import { createSenateEfd } from "../../src/sources/senate-efd/site.ts";
import type { DocumentKeeper, KeptDocument, SourceSite } from "../../src/sources/source.ts";
import { read } from "../sources/read-here.ts";
import { docIdOf, documentsOf, type RealDocument, type RealFiling } from "./manifest.ts";

/**
 * The result for one filing: `here` was there before; `changed` is a page that was fetched and whose bytes are not the recorded ones;
 * `not_accepted` is one of the Senate's, whose agreement the operator has not accepted.
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

/** Fetches what is not in `folder` yet, one filing after another. */
export async function* fetchFilings(filings: readonly RealFiling[], parts: FetchParts): AsyncGenerator<Fetched> {
  const { config, folder, signal } = parts;
  const keeper = folderKeeper(folder, filings.flatMap(documentsOf));
  const { house, senate, close } = openSources(parts, keeper);
  try {
    for (const filing of filings) {
      const { id } = filing;
      const files = documentsOf(filing);
      if ((await Promise.all(files.map((each) => keeper.holds(each)))).every(Boolean)) {
        yield { id, outcome: "here", reason: null };
        continue;
      }
      const isHouse = filing.layout === "text" || filing.layout === "scan";
      const source = isHouse ? house : senate;
      if (source === null) {
        yield { id, outcome: "not_accepted", reason: null };
        continue;
      }
      const at = isHouse ? config.HOUSE_CLERK_URL : config.SENATE_EFD_URL;
      try {
        const { sha256 } = await source.fetch(listingOf(filing, source.id, at), signal);
        yield { id, outcome: sha256 === filing.sha256 ? "fetched" : "changed", reason: null };
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        yield { id, outcome: "missing", reason: error.message };
      }
    }
  } finally {
    await close();
  }
}

/** The listing of the filing, as far as fetching needs it. */
function listingOf(filing: RealFiling, source: SourceSite["id"], baseUrl: string): Parameters<SourceSite["fetch"]>[0] {
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
    url: baseUrl + new URL(filing.url).pathname,
  };
}

/** The two sites, or their stand-in, over one client; `senate` is null unless the operator accepts its agreement. */
function openSources({ config, log }: FetchParts, keeper: DocumentKeeper) {
  const manners = { ratePerSecond: config.INGEST_RATE, contact: config.CONTACT, log };
  const http = createPoliteClient(manners);
  const executable = config.SENATE_EFD_BROWSER;
  const senateHttp =
    executable === null
      ? http
      : createPoliteClient({ ...manners, carrier: browserCarrier({ executable, contact: config.CONTACT }) });
  return {
    house: createHouseClerk({ http, keeper, read, log, baseUrl: config.HOUSE_CLERK_URL }),
    senate: config.SENATE_EFD_ACCEPT_TERMS
      ? createSenateEfd({ http: senateHttp, keeper, read, log, ...siteOf(config) })
      : null,
    async close() {
      await http.close();
      await senateHttp.close();
    },
  };
}

/** Puts each answer in its file of the folder, and only if its bytes are those of the manifest where they must be. */
function folderKeeper(folder: string, documents: readonly RealDocument[]) {
  function documentAt(url: string): RealDocument {
    const asked = new URL(url).pathname;
    const found = documents.find((each) => asked.endsWith(new URL(each.url).pathname));
    if (found === undefined) throw new SourceError("unexpected_address", `${url} is not in the manifest.`);
    return found;
  }

  /** A Senate page is known by its record, which its test compares. */
  async function holds({ file, sha256, sameBytes }: RealDocument): Promise<boolean> {
    const bytes = await readFile(path.join(folder, file)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return null;
      throw error;
    });
    return bytes !== null && (!sameBytes || digestOf(bytes) === sha256);
  }

  return {
    holds,

    /** Page images that are here are not fetched again. */
    async latest(url: string): Promise<KeptDocument | undefined> {
      const document = documentAt(url);
      if (!(await holds(document))) return undefined;
      return { url, sha256: document.sha256, byteLength: 0, fetchedAt: new Date(), headers: {} };
    },

    async keep({ url, headers, body }: Parameters<DocumentKeeper["keep"]>[0]): Promise<KeptDocument> {
      const { file, sha256: recorded, sameBytes } = documentAt(url);
      const sha256 = digestOf(body);
      if (sameBytes && sha256 !== recorded) {
        throw new SourceError(
          "unexpected_digest",
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
