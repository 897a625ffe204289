/** `POST /mcp`: the assistant, rate-limited like any API request. Each call starts in its own turn of the event loop. */
import { FairQueue } from "../../base/fair-queue.ts";
import { awaitNextTurn } from "../../base/next-turn.ts";
import { JSON_TYPE } from "../../http/media-types.ts";
import { formatRetryAfter } from "../../http/rate-limit/rate-limit-headers.ts";
import { CACHE_CONTROL } from "../../http/response/caching.ts";
import { createJsonAnswer } from "../../http/response/json-answer.ts";
import type { Answer, FormPage, FormRequest, RefusedRequest } from "../../http/route.ts";
import type { Assistant } from "../mcp/assistant.ts";
import type { HttpAssistant } from "../mcp/http.ts";

interface AssistantPageParts {
  readonly assistant: Assistant;
  readonly baseUrl: string;
  /** Host names under which clients reach the service, in addition to the host name of its public address. */
  readonly hosts: readonly string[];
}

/** Queue of calls that wait to start, each in its own turn of the event loop; it rarely holds more than one. */
const START_QUEUE = { concurrency: 1, waitingOfCaller: 128, waiting: 1024, order: "oldest first" } as const;

/** Loaded on the first request, to save start time and memory; each in its own turn, since together they take 100 ms. */
const PARTS: readonly (() => Promise<unknown>)[] = [
  () => import("@modelcontextprotocol/server/validators/ajv"),
  () => import("@modelcontextprotocol/core"),
  () => import("@modelcontextprotocol/server"),
  () => import("../mcp/tools/all.ts"),
];

export function createAssistantPage({ assistant, baseUrl, hosts }: AssistantPageParts): FormPage {
  const { hostname, origin } = new URL(baseUrl);
  let handler: Promise<HttpAssistant> | undefined;
  const startQueue = new FairQueue(START_QUEUE);
  const loadHandler = async () => {
    for (const load of PARTS) {
      await load();
      await awaitNextTurn();
    }
    return (await import("../mcp/http.ts")).createMcpHttpHandler(assistant, [hostname, ...hosts]);
  };
  return {
    name: "mcp",
    path: "/mcp",
    method: "POST",
    countsAsRequest: true,
    async answer(request) {
      if (request.refused !== null) return createTooManyCallsAnswer(request, request.refused);
      if (isJsonArray(request.body)) return createBatchErrorAnswer();
      handler ??= loadHandler();
      const ask = await handler;
      const response = await startQueue.run(request.identity, async () => {
        const begun = ask(toWebRequest(`${origin}/mcp`, request), request.identity);
        await awaitNextTurn();
        return { begun };
      });
      return toAnswer(await response.begun);
    },
  };
}

function toWebRequest(url: string, { headers, body }: FormRequest): Request {
  const input = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) input.set(name, Array.isArray(value) ? value.join(", ") : value);
  }
  return new Request(url, { method: "POST", headers: input, body: new Uint8Array(body) });
}

async function toAnswer(response: Response): Promise<Answer> {
  return {
    // The SDK answers only with HTTP statuses that `Answer` knows.
    status: response.status as NonNullable<Answer["status"]>,
    body: Buffer.from(await response.arrayBuffer()),
    contentType: response.headers.get("content-type") ?? JSON_TYPE,
    cacheControl: CACHE_CONTROL.none,
    etag: null,
    headers: [],
  };
}

/** True if the body is a JSON array: it begins with a bracket after optional whitespace or a byte order mark. */
function isJsonArray(body: Buffer): boolean {
  return /^\uFEFF?\s*\[/.test(body.toString("utf8", 0, 1000));
}

/** The protocol has had no batches since 2025-06-18. The rate limit would count a batch of many calls as one request. */
function createBatchErrorAnswer(): Answer {
  const message = "A request must be one JSON-RPC message, an object. Send each message of this list separately.";
  const error = { code: -32_600, message };
  return createJsonAnswer({ jsonrpc: "2.0", id: null, error }, { status: 400, secret: true });
}

/** A JSON-RPC error with the request's own id, so that a client passes the error's message to the model. */
function createTooManyCallsAnswer({ body }: FormRequest, { plan, seconds }: RefusedRequest): Answer {
  const message =
    `The plan '${plan.name}' allows ${plan.quota} requests in any 60 seconds. Wait ${seconds} seconds, then repeat the call; ` +
    "one search with more filters or a higher limit can replace several calls.";
  const error = { code: -32_000, message, data: { code: "rate_limit_exceeded", retry_after: seconds } };
  const headers = ["Retry-After", formatRetryAfter(seconds)];
  return createJsonAnswer({ jsonrpc: "2.0", id: readRequestId(body), error }, { status: 429, secret: true, headers });
}

function readRequestId(body: Buffer): string | number | null {
  try {
    const { id } = JSON.parse(body.toString("utf8")) as { readonly id?: unknown };
    return typeof id === "string" || typeof id === "number" ? id : null;
  } catch {
    return null;
  }
}
