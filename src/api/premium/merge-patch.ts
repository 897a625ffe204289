/** Partial changes of a resource (RFC 7396), safe against concurrent changes. */
import { isObject } from "../../base/is-object.ts";
import { InvalidParametersError } from "../../http/failures.ts";
import { truncateInput } from "../../http/problems.ts";
import { createConflictError, createPreconditionError, findOwnResource, parseIfMatch } from "./answers.ts";

/** Removes fields that are null in the patch, merges objects and replaces everything else. */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const merged: Record<string, unknown> = isObject(target) ? { ...target } : {};
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete merged[name];
    else merged[name] = mergePatch(merged[name], value);
  }
  return merged;
}

/** @throws {InvalidParametersError} naming the patch's unknown and read-only fields. */
export function checkPatchFields(patch: object, writable: readonly string[], readOnly: readonly string[]): void {
  const errors = Object.keys(patch)
    .filter((name) => !writable.includes(name))
    .map((name) => ({
      in: "body" as const,
      name: truncateInput(name),
      reason: readOnly.includes(name) ? ("read_only" as const) : ("unknown_member" as const),
    }));
  if (errors.length === 0) return;
  throw new InvalidParametersError(
    errors
      .map(({ name, reason }) => `Field '${name}' ${reason === "read_only" ? "cannot be set" : "is unknown"}.`)
      .join(" "),
    errors.slice(0, 20),
  );
}

const MAX_TRIES = 5;

/**
 * Changes the account's resource that the path names; retries after a concurrent change, unless `If-Match` requires a version.
 * @param write writes the change if the resource still has this version; otherwise returns undefined.
 * @throws {NotFoundError}, {ProblemError} 412 or 409
 */
export async function changeOwnResource<T extends { readonly updatedAt: Date }>(
  table: Parameters<typeof findOwnResource<T>>[0],
  noun: Parameters<typeof findOwnResource>[1],
  request: Parameters<typeof findOwnResource>[2] & { readonly ifMatch: string | undefined },
  write: (current: T, version: number) => Promise<T | undefined>,
): Promise<T> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const current = await findOwnResource(table, noun, request);
    const expected = parseIfMatch(request.ifMatch, current.updatedAt);
    const written = await write(current, current.updatedAt.getTime());
    if (written) return written;
    if (expected !== null) throw createPreconditionError();
  }
  throw createConflictError("Too many concurrent changes; try again.");
}
