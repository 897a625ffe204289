/** What stands beside a page as a file is an answer of the API, with its limits and headers. */
import type { Router } from "../router.ts";
import { API_PREFIX, type Target } from "./request-target.ts";

/** `/politicians/P000197.json` is what the API answers at `/api/v1/politicians/P000197`, and `/trades.csv` what it answers at `/api/v1/trades.csv`. A JSON Feed, `.feed.json`, is no such file. */
export function asApiFile(target: Target, router: Pick<Router, "find">): Target {
  if (target.underBase || target.fault !== null) return target;
  const [, stem, ending] = /^(.*)(?<!\.feed)(\.json|\.csv)$/.exec(target.path) ?? [];
  if (stem === undefined) return target;
  const path = API_PREFIX + (ending === ".json" ? stem : target.path);
  return router.find("GET", path) === null ? target : { ...target, path, underBase: true };
}
