/** Lists from the first to the last record, a page at a time. */
import { type Api, dataOf } from "./api.ts";
import type { components, paths } from "./openapi.d.ts";

type Schemas = components["schemas"];
type QueryOf<P extends "/trades" | "/politicians/"> = NonNullable<paths[P]["get"]["parameters"]["query"]>;
type Paged = "limit" | "skip" | "version";

const LARGEST_PAGE = 100;

/** Every trade of a filter, once, of one dataset version, whatever is published meanwhile. */
export async function* everyTrade(
  api: Api,
  query: Omit<QueryOf<"/trades">, Paged> = {},
): AsyncGenerator<Schemas["Trade"]> {
  let version: string | undefined;
  for (let skip = 0; ; skip += LARGEST_PAGE) {
    const pinned = version === undefined ? {} : { version };
    const answer = api.GET("/trades", { params: { query: { ...query, ...pinned, limit: LARGEST_PAGE, skip } } });
    const { trades, total } = await dataOf(answer);
    version ??= (await answer).response.headers.get("x-dataset-version") ?? undefined;
    yield* trades;
    if (skip + LARGEST_PAGE >= total) return;
  }
}

export async function* everyPolitician(
  api: Api,
  query: Omit<QueryOf<"/politicians/">, Paged> = {},
): AsyncGenerator<Schemas["Politician"]> {
  for (let skip = 0; ; skip += LARGEST_PAGE) {
    const answer = api.GET("/politicians/", { params: { query: { ...query, limit: LARGEST_PAGE, skip } } });
    const { politicians, total } = await dataOf(answer);
    yield* politicians;
    if (skip + LARGEST_PAGE >= total) return;
  }
}
