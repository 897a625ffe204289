/** Sends requests over the network through a connection pool. */
import type { Agent, Dispatcher } from "undici";
import { readProxySettings } from "./proxy.ts";

/** The part of the standard `fetch` used here: it follows no redirects and leaves the body unread. */
export type Fetch = (
  url: string,
  init: {
    readonly method: string;
    readonly headers: Record<string, string>;
    readonly body?: string;
    readonly redirect: "manual";
    readonly signal: AbortSignal;
  },
) => Promise<{
  readonly status: number;
  readonly headers: Iterable<readonly [name: string, value: string]>;
  readonly body: AsyncIterable<Uint8Array> | null;
}>;

/**
 * Opens a pool with one connection per host, through the environment's proxy if one is set. Undici is loaded with the first
 * request unless `loadUndici` has done so: a command without requests saves 26 MB. @throws {ConfigError} if the environment's proxy URL is invalid.
 */
export function openPool(options: Agent.Options): { readonly fetch: Fetch; close(): Promise<void> } {
  let loaded: Promise<{ readonly agent: Dispatcher; readonly request: typeof import("undici").request }> | undefined;
  const proxy = readProxySettings();
  const createAgent = async () => {
    const { Agent, EnvHttpProxyAgent, request } = await loadUndici();
    const settings = { connections: 1, ...options };
    if (proxy === null) return { agent: new Agent(settings), request };
    // An empty text means no proxy; if the field is missing, undici reads the environment itself.
    const proxySettings = { ...proxy, httpProxy: proxy.httpProxy ?? "" };
    return { agent: new EnvHttpProxyAgent({ ...settings, ...proxySettings }), request };
  };
  return {
    async fetch(url, { method, headers, body = null, signal }) {
      loaded ??= createAgent();
      const { agent, request } = await loaded;
      const answer = await request(url, { dispatcher: agent, method, headers, body, signal });
      return { status: answer.statusCode, headers: listHeaderPairs(answer.headers), body: answer.body };
    },
    async close() {
      await (await loaded)?.agent.destroy();
    },
  };
}

/** Loads undici, which takes over 100 ms in one turn: a service does so before it listens. */
export const loadUndici = () => import("undici");

/** Yields the names and values of Node's headers; a header with several values is repeated. */
export function* listHeaderPairs(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
): Generator<readonly [string, string]> {
  for (const [name, value] of Object.entries(headers)) {
    for (const each of value === undefined ? [] : [value].flat()) yield [name, each];
  }
}
