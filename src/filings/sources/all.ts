/** The public bodies whose reports are read: the only file that names them. */
import type { Config } from "../../base/config.ts";
import type { FilingSourceId, SourceState } from "../../domain/filing.ts";
import { houseClerk } from "./house-clerk/source.ts";
import { senateEfd } from "./senate-efd/source.ts";
import type { FilingSource } from "./source.ts";

export const SOURCES: readonly FilingSource[] = [houseClerk, senateEfd];

export const SOURCE_IDS: readonly FilingSourceId[] = SOURCES.map(({ id }) => id);

/** @throws {RangeError} for an id that no source has. */
export function sourceOf(id: FilingSourceId): FilingSource {
  const found = SOURCES.find((source) => source.id === id);
  if (found === undefined) throw new RangeError(`There is no source "${id}"; there are ${SOURCE_IDS.join(", ")}.`);
  return found;
}

/** `house` or `house-clerk`. */
export function sourceNamed(name: string): FilingSource | undefined {
  return SOURCES.find(({ id }) => id === name || id.startsWith(`${name}-`));
}

/** `house or senate`, the names that `sourceNamed` knows. */
export const SOURCE_NAMES = SOURCE_IDS.map((id) => id.replace(/-.*$/, "")).join(" or ");

/** `h20024542`: the id that a filing is served under. */
export function filingId(source: FilingSourceId, docId: string): string {
  return sourceOf(source).idPrefix + docId;
}

/** Returns whether a text has the form of a filing's id, of whichever source. */
export function isFilingId(id: string): boolean {
  return SOURCES.some(({ idPrefix, docId: { pattern, inFull } }) => {
    const rest = id.slice(idPrefix.length);
    return id.startsWith(idPrefix) && new RegExp(`^(?:${pattern})$`).test(rest) && inFull(rest) === rest;
  });
}

/** The public address of the document, wherever it was fetched from. */
export function officialUrl({ source, url }: { readonly source: FilingSourceId; readonly url: string }): string {
  return sourceOf(source).officialUrl(url);
}

/** The sources as the settings leave them. */
export function sourceStates(config: Config): readonly SourceState[] {
  return SOURCES.map((source) => ({ id: source.id, chamber: source.chamber, isOff: source.off(config) !== null }));
}
