/** `as_of`: the data as of a former version, day or instant. */
import { z } from "zod";
import { NotFoundError } from "../../base/errors.ts";
import { ProblemError } from "../../http/failures.ts";
import { FORMS } from "../../http/request/parameter.ts";
import { reading } from "../../http/response/store-unavailable.ts";
import type { Coverage } from "../../publication/dataset/coverage.ts";
import type { FormerVersion } from "../../publication/dataset/former-version.ts";
import type { FormerVersions } from "../../publication/dataset/former-versions.ts";
import type { NumberedVersion } from "../../store/versions.ts";

/** Former versions, and the current one. */
export interface Past {
  readonly versions: Pick<FormerVersions, "find" | "open" | "changes">;
  /** The current version. */
  readonly newest: () => string;
  /** The coverage stored with a version; undefined if none was stored. */
  readonly coverage: (version: string) => Promise<Coverage | undefined>;
}

/** Reads the counts archived with a version. @throws like `versionAsked`; {ProblemError} code `gone` for a version that was not archived. */
export async function formerCoverage(past: Past, asked: string): Promise<Coverage> {
  const { version } = await versionAsked(past, asked);
  const found = await reading(past.coverage(version));
  if (found !== undefined) return found;
  throw new ProblemError(
    {
      code: "gone",
      detail: `The coverage of version ${version} is not stored: it is of the versions with which a run ended. The newest is ${past.newest()}.`,
      extra: { newest_version: past.newest() },
    },
    { isExpected: true },
  );
}

const DAY_MS = 86_400_000;

export const moment = z.string().regex(FORMS.moment.pattern);

export const asOf = moment.optional().meta({
  description:
    "A dataset version, a day or a time: what was served by that version, at the end of that day (UTC), or then. `X-Dataset-Version` says which version that is.",
});

/** @throws {ProblemError} code `gone` for a version older than the stored ones. @throws {NotFoundError} for a version that never existed. */
export async function versionAsked({ versions, newest }: Past, asked: string): Promise<NumberedVersion> {
  const found = await reading(versions.find(momentOf(asked)));
  if (!("missing" in found)) return found;
  if (found.missing === "never") {
    throw new NotFoundError("not_found", `There was no dataset version at '${asked}'; the newest is ${newest()}.`);
  }
  throw new ProblemError(
    {
      code: "gone",
      detail: `What was served as of '${asked}' is not stored; the oldest version that is stored is ${found.oldest ?? newest()}, the newest ${newest()}.`,
      extra: { newest_version: newest() },
    },
    { isExpected: true },
  );
}

/** @param caller identity of the caller. @throws like `versionAsked`; {UnavailableError} while too many such requests are queued. */
export async function formerVersion(past: Past, asked: string, caller: string): Promise<FormerVersion> {
  return reading(past.versions.open(await versionAsked(past, asked), caller));
}

/** A day means its end. @throws {NotFoundError} for a day that has not ended and for a future time. */
function momentOf(asked: string): string | Date {
  if (FORMS.version.pattern.test(asked)) return asked;
  const isDay = asked.length === "2026-11-20".length;
  const at = Date.parse(asked);
  if (Number.isNaN(at) || at > Date.now()) {
    throw new NotFoundError("not_found", `'${asked}' is no day or time that has come.`);
  }
  return new Date(isDay ? at + DAY_MS - 1 : at);
}
