/** Response formats that the premium endpoints share. */
import { createHash } from "node:crypto";
import { NotFoundError } from "../../base/errors.ts";
import { isId } from "../../domain/ids.ts";
import type { Account } from "../../domain/premium.ts";
import { ProblemError } from "../../http/failures.ts";
import { truncateInput } from "../../http/problems.ts";
import { type AnswerOptions, createJsonAnswer } from "../../http/response/json-answer.ts";
import { formatPageLinks } from "../../http/response/page-links.ts";
import type { Answer, PathParameters } from "../../http/route.ts";
import type { Page } from "../../store/premium/rows.ts";

const ID_PREFIXES = { alert: "alr", webhook: "whk", delivery: "dlv", event: "evt", "live key": "key" } as const;
type Noun = keyof typeof ID_PREFIXES;

export const NO_CONTENT_ANSWER: Answer = createJsonAnswer("", { status: 204, secret: true });

/**
 * The envelope of a list, `{"alerts":[...],"total":3,"limit":50,"skip":0}`, with page links.
 * `list` maps the name of the list to its rows. `url` is the URL of the list. Active `filters` become part of the links.
 */
export function createPagedAnswer(
  list: Readonly<Record<string, readonly object[]>>,
  total: number,
  page: Page,
  url: string,
  filters: Readonly<Record<string, string | undefined>> = {},
): Answer {
  const { limit, skip } = page;
  const active = Object.entries(filters).flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}&`]));
  const links = formatPageLinks(`${url}?${active.join("")}`, page, total);
  return createJsonAnswer({ ...list, total, limit, skip }, { headers: ["Link", links] });
}

/** Returns the id in a path without looking it up. @throws {NotFoundError} for a text that does not have the format of an id. */
export function readIdInPath(parameters: PathParameters, noun: Noun, name = "id"): string {
  const id = parameters[name] ?? "";
  if (!isId(ID_PREFIXES[noun], id)) throw createUnknownIdError(noun, id);
  return id;
}

/** The account's resource that the path names. @throws {NotFoundError} for an unknown id or one of another account. */
export async function findOwnResource<T>(
  table: { get(accountId: string, id: string): Promise<T | undefined> },
  noun: Noun,
  { account, parameters }: { readonly account: Account; readonly parameters: PathParameters },
): Promise<T> {
  const id = readIdInPath(parameters, noun);
  const found = await table.get(account.id, id);
  if (found === undefined) throw createUnknownIdError(noun, id);
  return found;
}

export function createUnknownIdError(noun: string, id: string): NotFoundError {
  return new NotFoundError("not_found", `There is no ${noun} '${truncateInput(id)}'.`);
}

/** The strong ETag of a resource: the version (`updatedAt`) of the fields that clients set, then a digest of its content. */
function buildResourceTag(updatedAt: Date, wire: object): string {
  const digest = createHash("sha1").update(JSON.stringify(wire)).digest("base64url").slice(0, 8);
  return `"${updatedAt.getTime().toString(36)}-${digest}"`;
}

/** A resource with its ETag; 304 if the request has the same tag. */
export function createResourceAnswer(wire: object, updatedAt: Date, options: AnswerOptions = {}): Answer {
  const tag = buildResourceTag(updatedAt, wire);
  const { status = 200, headers = [] } = options;
  if (status === 200 && !options.secret) return { ...createJsonAnswer(wire, { ...options, headers }), etag: tag };
  return createJsonAnswer(wire, { ...options, headers: [...headers, "ETag", tag] });
}

/**
 * The version that `If-Match` requires; null if any version may be changed. The digest in an ETag is not compared: counters such
 * as `match_count` change the digest at any time. @throws {ProblemError} 412 when the header names only other versions.
 */
export function parseIfMatch(ifMatch: string | undefined, current: Date): number | null {
  if (ifMatch === undefined || ifMatch.trim() === "*") return null;
  const version = current.getTime();
  const named = [...ifMatch.matchAll(/(?:^|,)\s*"([0-9a-z]+)-[\w-]{8}"\s*(?=,|$)/g)].map(([, text = ""]) => text);
  if (named.includes(version.toString(36))) return version;
  throw createPreconditionError();
}

export function createPreconditionError(): ProblemError {
  return new ProblemError({
    code: "precondition_failed",
    detail: "It has changed since the version in If-Match. Read it again.",
  });
}

export function createConflictError(detail: string): ProblemError {
  return new ProblemError({ code: "conflict", detail });
}
