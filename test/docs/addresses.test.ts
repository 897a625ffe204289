/** Every address of the service that a document prints, in a command or in a sentence, is one that it answers, with parameters that it knows. */
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { wholeDocument } from "../contract/made-document.ts";
import { COVERED_ROUTES } from "../large/walk.ts";

const ROOT = path.join(import.meta.dirname, "../..");
const PAGES = ["README.md", ...globSync(["docs/*.md", "docs/problems/*.md", "clients/*/README.md"], { cwd: ROOT })];

/** Named, and not this service's. */
const FOREIGN = /^\/(api\/v2|tmp|hook)$|^\/path\//;

/** What stands for a value: `{id}`, `$ID`, `...`, `AAPL`, `whk_...`, a day, a file's name. */
const VALUE = String.raw`(?:\{[^/]*\}[\w.]*|\$\w+|\.\.\.|[A-Z][A-Z0-9.,-]*|[a-z]+_[\w.]+|\d{4}-[\d.-]+|[\w-]+\.[\w.]+)`;

interface Address {
  readonly page: string;
  /** Null where the document does not say. */
  readonly method: string | null;
  /** The path without the base of the API. */
  readonly path: string;
  readonly parameters: readonly string[];
}

const BASES = String.raw`(?:(GET|POST|PATCH|PUT|DELETE) |\$BASE|https?://(?:localhost:3000|ADDRESS))`;
const ADDRESSES = [new RegExp(`${BASES}(/[^\\s"'\`|)\\]<]*)`, "g"), /()(?<!`)`(\/[^`\n]*)`/g];

function addressesOf(page: string): Address[] {
  const whole = readFileSync(path.join(ROOT, page), "utf8").replaceAll("trade id", "id");
  // What a shell puts in the place of `$(...)` is a value, and a command of its own.
  const inner = [...whole.matchAll(/\$\(([^)]*)\)/g)].map(([, command = ""]) => command);
  const text = [whole.replace(/\$\([^)]*\)/g, "$VALUE"), ...inner].join("\n");
  return ADDRESSES.flatMap((pattern) => [...text.matchAll(pattern)])
    .map(([, method, target = ""]) => {
      const [place = "", query = ""] = target.replace(/^\/api\/v1(?=\/|$)/, "").split("?");
      const parameters = query.split("&").map((each) => each.split("=")[0] ?? "");
      return { page, method: method || null, path: place, parameters: parameters.filter((name) => name !== "") };
    })
    .filter((address) => !FOREIGN.test(address.path));
}

const routes = [...COVERED_ROUTES, "GET /docs"].map((route) => {
  const [method = "", place = ""] = route.split(" ");
  const pattern = place
    .replace(/^\/api\/v1/, "")
    .replaceAll(".", "\\.")
    .replace(/:\w+/g, VALUE);
  return { method, whole: new RegExp(`^${pattern}$`), place: place.replace(/^\/api\/v1/, "") };
});

/** `/premium` names what lies below it. */
const isAnswered = ({ method, path: place }: Address) =>
  routes.some(
    (route) =>
      (method === null || method === route.method) && (route.whole.test(place) || route.place.startsWith(`${place}/`)),
  );

/** Names of parameters by the path that takes them. */
async function knownParameters(): Promise<(place: string) => ReadonlySet<string>> {
  const document = (await wholeDocument()) as unknown as {
    paths: Record<string, Record<string, { parameters?: { name?: string; $ref?: string }[] }>>;
    components: { parameters: Record<string, { name: string }> };
  };
  const named = Object.entries(document.paths).map(([place, operations]) => {
    const parameters = Object.values(operations).flatMap((operation) => operation.parameters ?? []);
    const names = parameters.map(
      ({ name, $ref = "" }) => name ?? document.components.parameters[$ref.split("/").at(-1) ?? ""]?.name ?? "",
    );
    return { whole: new RegExp(`^${place.replaceAll(".", "\\.").replace(/\{\w+\}/g, VALUE)}$`), names };
  });
  const of = (place: string) => named.filter(({ whole }) => whole.test(place)).flatMap(({ names }) => names);
  // Lists as files take the filters of the list that they are of; the page of the data its day.
  return (place) =>
    new Set([
      ...of(place),
      ...of(place.replace(/\.(csv|atom|rss|feed\.json)$/, "")),
      ...(place === "/data" ? ["since"] : []),
    ]);
}

test("every address printed in a document is answered", async () => {
  const addresses = PAGES.flatMap(addressesOf);
  assert.ok(addresses.length > 150, `${addresses.length} found`);
  const parametersOf = await knownParameters();
  for (const address of addresses) {
    const what = `${address.page}: ${address.method ?? ""} ${address.path}`;
    assert.ok(isAnswered(address), `${what} is no address of the service`);
    for (const name of address.parameters) {
      assert.ok(parametersOf(address.path).has(name), `${what} has no parameter ${name}`);
    }
  }
});
