/** All sources: the public bodies whose reports are imported. No other file lists them. */
import type { Config } from "../../base/config.ts";
import type { FilingSourceId, SourceState } from "../../domain/filing.ts";
import { houseClerk } from "./house-clerk/source.ts";
import { senateEfd } from "./senate-efd/source.ts";
import type { FilingSource } from "./source.ts";

export const SOURCES: readonly FilingSource[] = [houseClerk, senateEfd];

export const SOURCE_IDS: readonly FilingSourceId[] = SOURCES.map(({ id }) => id);

/** @throws {RangeError} for an unknown id. */
export function getSource(id: FilingSourceId): FilingSource {
  const found = SOURCES.find((source) => source.id === id);
  if (found === undefined) throw new RangeError(`There is no source "${id}"; there are ${SOURCE_IDS.join(", ")}.`);
  return found;
}

/** Finds a source by `house` or `house-clerk`. */
export function findSourceByName(name: string): FilingSource | undefined {
  return SOURCES.find(({ id }) => id === name || id.startsWith(`${name}-`));
}

/** `house or senate`: the names accepted by `findSourceByName`. */
export const SOURCE_NAMES = SOURCE_IDS.map((id) => id.replace(/-.*$/, "")).join(" or ");

/** `h20024542`: the id under which a filing is served. */
export function buildFilingId(source: FilingSourceId, docId: string): string {
  return getSource(source).idPrefix + docId;
}

/** True if a text has the format of a filing's id of any source. */
export function isFilingId(id: string): boolean {
  return SOURCES.some(({ idPrefix, docId: { pattern, hyphenate: expand } }) => {
    const docPart = id.slice(idPrefix.length);
    return id.startsWith(idPrefix) && new RegExp(`^(?:${pattern})$`).test(docPart) && expand(docPart) === docPart;
  });
}

/** The document's public URL, wherever it was fetched from. */
export function toOfficialUrl({ source, url }: { readonly source: FilingSourceId; readonly url: string }): string {
  return getSource(source).toOfficialUrl(url);
}

/** All sources, and whether the settings turn them off. */
export function listSourceStates(config: Config): readonly SourceState[] {
  return SOURCES.map((source) => ({
    id: source.id,
    chamber: source.chamber,
    isOff: source.explainOff(config) !== null,
  }));
}
