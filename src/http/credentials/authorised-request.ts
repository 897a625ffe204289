/** Answers premium requests: checks the key, reads the body, and replays answers to repeated POSTs by `Idempotency-Key`. */
import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { IdempotencyTable } from "../../store/premium/idempotency.ts";
import type { ApiContext } from "../api-context.ts";
import { InvalidParametersError, ProblemError } from "../failures.ts";
import { getCallerState, type HttpExchange } from "../http-exchange.ts";
import { parseStrictJson } from "../request/strict-json.ts";
import type { Answer, PathParameters, PremiumRoute, Reply } from "../route.ts";
import { checkAccess } from "./access-control.ts";

/** Encrypts texts at rest: stored answers may hold a secret. */
export interface SecretBox {
  seal(secret: string): Uint8Array;
  open(sealed: Uint8Array): string;
}

type RequestContext = Pick<ApiContext, "limiter" | "readWallClockMs" | "log">;

const RUNNING_RETRY_SECONDS = 1;

export class AuthorizedRequests {
  readonly #context: RequestContext;
  readonly #memory: IdempotencyTable;
  readonly #box: SecretBox;

  constructor(context: RequestContext, memory: IdempotencyTable, box: SecretBox) {
    this.#context = context;
    this.#memory = memory;
    this.#box = box;
  }

  /** @throws {ProblemError} and whatever the route throws. */
  async answer(route: PremiumRoute, exchange: HttpExchange, parameters: PathParameters): Promise<Reply> {
    const { request, target } = exchange;
    const access = checkAccess(exchange.caller, target.query, route.scope);
    if ("refused" in access) throw new ProblemError(access.refused);
    const json = readJsonBody(route, exchange);
    const callerState = getCallerState(this.#context, exchange);
    const callRoute = async () =>
      route.answer({
        account: access.account,
        key: access.key,
        parameters,
        query: target.query,
        json,
        ifMatch: request.headers["if-match"],
        callerState,
        at: new Date(callerState.wallMs),
      });
    const once = route.method === "POST" ? readIdempotencyKey(request) : null;
    if (once === null) return callRoute();
    const path = `POST ${target.path}`;
    const fingerprint = createHash("sha256")
      .update(`${path}?${target.query}\n`)
      .update(exchange.body ?? "")
      .digest("hex");
    return this.#runOnce(access.account.id, path, once, fingerprint, new Date(callerState.wallMs), callRoute);
  }

  // Runs the work unless it was already done with this key. Stores only successful answers: a refused request changed nothing, so
  // the client may send it again with the same key.
  async #runOnce(
    account: string,
    path: string,
    key: string,
    fingerprint: string,
    at: Date,
    work: () => Promise<Reply>,
  ): Promise<Reply> {
    const begun = await this.#memory.begin(account, path, key, fingerprint, at);
    if (begun.kind === "other") {
      throw new ProblemError({
        code: "idempotency_key_reused",
        detail: "The Idempotency-Key was used for another request in the last 24 hours.",
      });
    }
    if (begun.kind === "running") {
      throw new ProblemError({
        code: "conflict",
        detail: "The first request with this Idempotency-Key is still in progress.",
        retryAfterSeconds: RUNNING_RETRY_SECONDS,
      });
    }
    if (begun.kind === "finished") return this.#buildReplay(begun);
    let reply: Reply;
    try {
      reply = await work();
    } catch (error) {
      await this.#memory.forget(account, path, key).catch((cause: unknown) => {
        this.#context.log.warn({ err: cause }, "an Idempotency-Key could not be released; it expires in a minute");
      });
      throw error;
    }
    if ("kind" in reply) throw new TypeError("A POST is not answered with a file.");
    const { status = 200, headers, contentType, cacheControl, body } = reply;
    const sealed = Buffer.from(this.#box.seal(body.toString("utf8"))).toString("base64");
    try {
      const serialized = JSON.stringify({ headers, contentType, cacheControl });
      await this.#memory.finish(account, path, key, { status, headers: serialized, body: sealed });
    } catch (error) {
      // The work is done, so send its answer; a retry gets 409, as if the first request had not finished.
      this.#context.log.error({ err: error }, "an answer could not be stored for its Idempotency-Key");
    }
    return reply;
  }

  #buildReplay({ status, headers, body }: { status: number; headers: string; body: string }): Reply {
    const recorded = JSON.parse(headers) as Pick<Answer, "headers" | "contentType" | "cacheControl">;
    return {
      ...recorded,
      status: status as 200 | 201 | 202 | 204,
      body: Buffer.from(this.#box.open(Buffer.from(body, "base64"))),
      etag: null,
      headers: [...recorded.headers, "Idempotency-Replayed", "true"],
    };
  }
}

/** The `Idempotency-Key` of a POST; null if absent. @throws {InvalidParametersError} */
function readIdempotencyKey({ headers }: IncomingMessage): string | null {
  const key = headers["idempotency-key"];
  if (key === undefined) return null;
  if (typeof key === "string" && /^[\x20-\x7e]{1,255}$/.test(key)) return key;
  const reason = key.length > 255 ? "too_long" : key.length === 0 ? "too_short" : "malformed";
  throw new InvalidParametersError("Header 'Idempotency-Key' must be 1 to 255 printable ASCII characters.", [
    { in: "header", name: "Idempotency-Key", reason, min: 1, max: 255 },
  ]);
}

/** The body as a JSON object; null if the route takes no body. @throws {MalformedJsonError}, {ProblemError} 400 or 415 */
function readJsonBody(route: PremiumRoute, { request: { headers }, body }: HttpExchange): unknown {
  if (route.body === null) return null;
  const empty = body === null || body.length === 0;
  if (empty && route.body.optional) return {};
  const types = route.method === "PATCH" ? ["application/json", "application/merge-patch+json"] : ["application/json"];
  const [, type = "", typeParameters = ""] = /^\s*([^;\s]*)\s*(.*)$/s.exec(headers["content-type"] ?? "") ?? [];
  const isUtf8 = typeParameters === "" || /^;\s*charset\s*=\s*"?utf-8"?\s*;?\s*$/i.test(typeParameters);
  if (!types.includes(type.toLowerCase()) || !isUtf8) {
    throw createUnsupportedError(`The body must be '${types.join("' or '")}' in UTF-8, and Content-Type must say so.`);
  }
  const coding = headers["content-encoding"];
  if (coding !== undefined && !/^\s*identity\s*$/i.test(coding)) {
    throw createUnsupportedError("The body must not be compressed: Content-Encoding is not supported.");
  }
  const json = parseStrictJson(body ?? new Uint8Array());
  if (typeof json !== "object" || json === null || Array.isArray(json)) {
    throw new ProblemError({ code: "malformed_request", detail: "The body must be a JSON object." });
  }
  return json;
}

function createUnsupportedError(detail: string): ProblemError {
  return new ProblemError({ code: "unsupported_media_type", detail });
}
