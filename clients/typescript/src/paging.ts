/** Iterates over all records of a list, one page at a time. */
import { type Api, dataOf } from "./api.ts";
import type { components, paths } from "./openapi.d.ts";

type Schemas = components["schemas"];
type QueryOf<P extends "/trades" | "/politicians/"> = NonNullable<paths[P]["get"]["parameters"]["query"]>;
type PagingParameter = "limit" | "skip" | "version";

const MAX_PAGE_SIZE = 100;

/** Yields each matching trade once, all from one dataset version, even if a new one is published meanwhile. */
export async function* everyTrade(
  api: Api,
  query: Omit<QueryOf<"/trades">, PagingParameter> = {},
): AsyncGenerator<Schemas["Trade"]> {
  let version: string | undefined;
  for (let skip = 0; ; skip += MAX_PAGE_SIZE) {
    const pinned = version === undefined ? {} : { version };
    const response = api.GET("/trades", { params: { query: { ...query, ...pinned, limit: MAX_PAGE_SIZE, skip } } });
    const { trades, total } = await dataOf(response);
    version ??= (await response).response.headers.get("x-dataset-version") ?? undefined;
    yield* trades;
    if (skip + MAX_PAGE_SIZE >= total) return;
  }
}

export async function* everyPolitician(
  api: Api,
  query: Omit<QueryOf<"/politicians/">, PagingParameter> = {},
): AsyncGenerator<Schemas["Politician"]> {
  for (let skip = 0; ; skip += MAX_PAGE_SIZE) {
    const response = api.GET("/politicians/", { params: { query: { ...query, limit: MAX_PAGE_SIZE, skip } } });
    const { politicians, total } = await dataOf(response);
    yield* politicians;
    if (skip + MAX_PAGE_SIZE >= total) return;
  }
}
