/** Maps URLs outside `/api/v1`, such as `/trades.csv`, to API URLs, so that the API serves them with its limits and headers. */
import type { Router } from "../router.ts";
import { API_PREFIX, type Target } from "./request-target.ts";

/** Maps `/tickers/A.json` to `/api/v1/tickers/A`, and `/trades.csv` to `/api/v1/trades.csv`. JSON Feeds (`.feed.json`) are not mapped. */
export function resolveApiFile(target: Target, router: Pick<Router, "find">): Target {
  if (target.underBase || target.fault !== null) return target;
  const found = getApiPath(target.path);
  if (found === null) return target;
  const path = API_PREFIX + found;
  return router.find("GET", path) === null ? target : { ...target, path, underBase: true };
}

function getApiPath(path: string): string | null {
  const [, stem, ending] = /^(.*)(?<!\.feed)(\.json|\.csv)$/.exec(path) ?? [];
  if (stem === undefined) return null;
  return ending === ".json" ? stem : path;
}
