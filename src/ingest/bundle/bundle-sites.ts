/** A bundle beside the official sites: documents that their lists name come from it, with the checks of fetched ones. */
import type { Bundle } from "../../bundle/open-bundle.ts";
import type { Config } from "../../config.ts";
import type { FilingListing } from "../../domain/filing.ts";
import { AppError, SourceError } from "../../errors.ts";
import type { PoliteClient } from "../../outbound/client.ts";
import type { DocumentKeeper, StoredDocument } from "../../outbound/stored-document.ts";
import { sourceOf } from "../../sources/all.ts";
import type { SourceSite } from "../../sources/source.ts";
import type { IngestParts } from "../parts.ts";
import { typeOf } from "../saved-sites.ts";
import type { AddressedBundle } from "./bundle-address.ts";

/** Failures one after the other after which a bundle is left alone for the run. */
const FAILURES_IN_A_ROW = 3;

/** How often a bundle gave what was asked. */
export interface BundleUse {
  taken: number;
  /** Documents that it names and that were refused, each with the code of the refusal. */
  readonly refused: { readonly filing: string; readonly code: string; readonly message: string }[];
}

type SitesParts = Pick<IngestParts, "store" | "keeper" | "read" | "log" | "sources">;

/** The sites, which are asked for what the bundle does not have, for all lists, and for what is asked again. */
export function sitesBesideBundle(
  parts: SitesParts,
  config: Config,
  bundle: AddressedBundle,
): { readonly sources: readonly SourceSite[]; readonly use: BundleUse } {
  const use: BundleUse = { taken: 0, refused: [] };
  let failures = 0;
  /** Ends what is asked of it at the same time: a server that does not answer would hold up each of those for minutes. */
  const givenUp = new AbortController();

  async function taken(
    site: SourceSite,
    listing: FilingListing,
    signal: AbortSignal,
  ): Promise<StoredDocument | undefined> {
    // What has been stored of the address before was fetched, or refused as unreadable: now the site itself is asked.
    if (givenUp.signal.aborted || (await parts.keeper.latest(listing.url)) !== undefined) return undefined;
    try {
      const both = AbortSignal.any([signal, givenUp.signal]);
      const kept = await fromBundle(parts, config, await bundle.open(both), site, listing, both);
      if (kept === undefined) return undefined;
      failures = 0;
      use.taken += 1;
      return kept;
    } catch (error) {
      if (givenUp.signal.aborted && !signal.aborted) return undefined;
      if (!isOfBundle(error)) throw error;
      failures += 1;
      if (failures >= FAILURES_IN_A_ROW) givenUp.abort();
      const { code, message } = error;
      use.refused.push({ filing: listing.id, code, message });
      parts.log.warn({ filing: listing.id, code }, `${message} The official site is asked instead.`);
      return undefined;
    }
  }

  const sources = parts.sources.map((site) => ({
    ...site,
    fetch: async (listing: FilingListing, signal: AbortSignal) =>
      (await taken(site, listing, signal)) ?? site.fetch(listing, signal),
  }));
  return { sources, use };
}

/** True if a bundle is not what it should be, or a document in it not what its site would have sent. */
export function isOfBundle(error: unknown): error is AppError {
  return error instanceof SourceError || (error instanceof AppError && error.code.startsWith("bundle_"));
}

async function fromBundle(
  { store, keeper, read, log }: SitesParts,
  config: Config,
  bundle: Bundle,
  { id }: SourceSite,
  listing: FilingListing,
  signal: AbortSignal,
): Promise<StoredDocument | undefined> {
  const known = (await bundle.filings(signal)).get(listing.id);
  if (known === undefined || known.document === null) return undefined;
  const source = sourceOf(id);
  const digests = new Map(known.images.map(({ image, sha256 }) => [source.pageImageUrl(image, config), sha256]));
  digests.set(listing.url, known.document);
  let lacking = false;
  const http: PoliteClient = {
    async request({ url }) {
      const sha256 = digests.get(url);
      const body = sha256 === undefined ? undefined : await bundle.document(sha256, signal);
      lacking ||= body === undefined;
      if (body === undefined) return { url, status: 404, headers: {}, setCookies: [], body: new Uint8Array() };
      return { url, status: 200, headers: { "content-type": typeOf(body) }, setCookies: [], body };
    },
    close: async () => {},
  };
  const noting: DocumentKeeper = {
    ...keeper,
    async keep(answer) {
      await store.taken.noteDocument(answer.url, digests.get(answer.url) ?? "", bundle);
      return keeper.keep(answer);
    },
  };
  try {
    return await source.connect({ config, http, keeper: noting, read, log, offline: true }).fetch(listing, signal);
  } catch (error) {
    // It has the filing and not all of its document: the site may.
    if (lacking && error instanceof SourceError) return undefined;
    throw error;
  }
}
