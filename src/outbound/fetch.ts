/** Sends one request over the network, with a pool of connections unless another sender is configured. */
import type { Agent } from "undici";

/** The part of the standard `fetch` that is used here: no redirect is followed, and the body is still to be read. */
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

interface Pool {
  readonly fetch: Fetch;
  close(): Promise<void>;
}

/** One connection to each host. Undici is loaded by the first request: a process that sends none saves 30 MB. */
export function openPool(options: Agent.Options): Pool {
  let loaded: Promise<{ readonly agent: Agent; readonly request: typeof import("undici").request }> | undefined;
  const load = async () => {
    const { Agent, request } = await import("undici");
    return { agent: new Agent({ connections: 1, ...options }), request };
  };
  return {
    async fetch(url, { method, headers, body = null, signal }) {
      loaded ??= load();
      const { agent, request } = await loaded;
      const answer = await request(url, {
        dispatcher: agent,
        method,
        headers,
        body,
        signal,
      });
      return { status: answer.statusCode, headers: pairsOf(answer.headers), body: answer.body };
    },
    async close() {
      await (await loaded)?.agent.destroy();
    },
  };
}

/** Names and values of Node's headers; one of several values comes several times. */
export function* pairsOf(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
): Generator<readonly [string, string]> {
  for (const [name, value] of Object.entries(headers)) {
    for (const each of value === undefined ? [] : [value].flat()) yield [name, each];
  }
}
