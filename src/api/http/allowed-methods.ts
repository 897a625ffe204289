/** The methods that each path allows. */
import { API_PREFIX } from "./request/request-target.ts";
import type { Route } from "./route.ts";

/** What a path may be asked with; null when there is no such path. */
export type MethodsOf = (path: string) => readonly string[] | null;

/** `pages`: paths beside the base, exact ones and with a final `/*` all below them. */
export function methodsOf(routes: readonly Route[], pages: readonly string[]): MethodsOf {
  const read = ["GET", "HEAD", "OPTIONS"];
  const methods = new Map<string, string[]>(pages.map((path) => [path, ["GET"]]));
  for (const { path, aliases, method } of routes) {
    for (const each of [path, ...aliases]) {
      const full = API_PREFIX + each;
      methods.set(full, [...(methods.get(full) ?? []), method]);
    }
  }
  const patterns = [...methods].map(([path, those]) => ({
    pattern: pattern(path),
    methods: ["GET", "HEAD", "POST", "PATCH", "DELETE", "OPTIONS"].filter(
      (method) => method === "OPTIONS" || those.includes(method === "HEAD" ? "GET" : method),
    ),
  }));
  return (path) => {
    if (path === "*") return read;
    return patterns.find((each) => each.pattern.test(path))?.methods ?? null;
  };
}

function pattern(path: string): RegExp {
  const literal = path.replace(/[.+?()[\]{}|^$\\]/g, "\\$&");
  return new RegExp(`^${literal.replace(/\/\*$/, "/.*").replace(/:\w+/g, "[^/]+")}$`);
}
