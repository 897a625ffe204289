/** `as_of`: the data as of a former version, day or instant. */
import { z } from "zod";
import { NotFoundError } from "../../base/errors.ts";
import { ProblemError } from "../../http/failures.ts";
import { FORMS } from "../../http/request/parameter.ts";
import { awaitRead } from "../../http/response/store-unavailable.ts";
import type { Coverage } from "../../publication/dataset/coverage.ts";
import type { PastVersion } from "../../publication/dataset/past-version.ts";
import type { PastVersions } from "../../publication/dataset/past-versions.ts";
import type { NumberedVersion } from "../../store/versions.ts";

/** Former versions, and the current one. */
export interface Past {
  readonly versions: Pick<PastVersions, "find" | "open" | "listChanges">;
  readonly getNewestVersion: () => string;
  /** The coverage stored with a version; undefined if none was stored. */
  readonly readCoverage: (version: string) => Promise<Coverage | undefined>;
}

/** Reads a version's stored counts. @throws like `findRequestedVersion`; {ProblemError} code `gone` if none are stored. */
export async function readPastCoverage(past: Past, requested: string): Promise<Coverage> {
  const { version } = await findRequestedVersion(past, requested);
  const found = await awaitRead(past.readCoverage(version));
  if (found !== undefined) return found;
  const newest = past.getNewestVersion();
  const detail = `No coverage is stored for version ${version}: it is stored only for versions that were current at the end of a run. The newest version is ${newest}.`;
  throw createGoneError(detail, newest);
}

function createGoneError(detail: string, newest: string): ProblemError {
  return new ProblemError({ code: "gone", detail, extra: { newest_version: newest } }, { isExpected: true });
}

const DAY_MS = 86_400_000;

export const moment = z.string().regex(FORMS.moment.pattern);

export const asOf = moment.optional().meta({
  description:
    "A dataset version, a day or a time: returns the data as of that version, the end of that day (UTC) or that time. `X-Dataset-Version` names the version used.",
});

/** @throws {ProblemError} code `gone` for a version not stored. @throws {NotFoundError} for a version that never existed. */
export async function findRequestedVersion(
  { versions, getNewestVersion }: Past,
  requested: string,
): Promise<NumberedVersion> {
  const found = await awaitRead(versions.find(parseMoment(requested)));
  if (!("missing" in found)) return found;
  const newest = getNewestVersion();
  if (found.missing === "never") {
    throw new NotFoundError("not_found", `There was no dataset version as of '${requested}'; the newest is ${newest}.`);
  }
  const detail = `The data as of '${requested}' is not stored. The oldest stored version is ${found.oldest ?? newest}, the newest ${newest}.`;
  throw createGoneError(detail, newest);
}

/** @param caller the caller's identity. @throws like `findRequestedVersion`; {UnavailableError} if too many requests wait. */
export async function openPastVersion(past: Past, requested: string, caller: string): Promise<PastVersion> {
  return awaitRead(past.versions.open(await findRequestedVersion(past, requested), caller));
}

/** Parses a version, a day (its last millisecond, UTC) or a time. @throws {NotFoundError} if it is invalid or in the future. */
function parseMoment(requested: string): string | Date {
  if (FORMS.version.pattern.test(requested)) return requested;
  const isDay = requested.length === "2026-11-20".length;
  const at = Date.parse(requested);
  if (Number.isNaN(at) || at > Date.now()) {
    throw new NotFoundError("not_found", `'${requested}' is not a valid day or time, or is in the future.`);
  }
  return new Date(isDay ? at + DAY_MS - 1 : at);
}
