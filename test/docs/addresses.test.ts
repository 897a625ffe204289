/** Tests that the service answers every address that a document prints in a command or a sentence, and knows its parameters. */
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { makeDocument } from "../contract/made-document.ts";
import { COVERED_ROUTES } from "../large/walk.ts";

const ROOT = path.join(import.meta.dirname, "../..");
const PAGES = ["README.md", ...globSync(["docs/*.md", "docs/problems/*.md", "clients/*/README.md"], { cwd: ROOT })];

/** Paths that documents name and that do not belong to this service. */
const FOREIGN = /^\/(api\/v2|tmp|hook)$|^\/path\//;

/** Placeholders and examples of values: `{id}`, `$ID`, `...`, `AAPL`, `whk_...`, a day, a file's name. */
const VALUE = String.raw`(?:\{[^/]*\}[\w.]*|\$\w+|\.\.\.|[A-Z][A-Z0-9.,-]*|[a-z]+_[\w.]+|\d{4}-[\d.-]+|[\w-]+\.[\w.]+)`;

interface Address {
  readonly page: string;
  /** Null if the document does not say. */
  readonly method: string | null;
  /** The path without the base of the API. */
  readonly path: string;
  readonly parameters: readonly string[];
}

const BASES = String.raw`(?:(GET|POST|PATCH|PUT|DELETE) |\$BASE|https?://(?:localhost:3000|ADDRESS))`;
const ADDRESSES = [new RegExp(`${BASES}(/[^\\s"'\`|)\\]<]*)`, "g"), /()(?<!`)`(\/[^`\n]*)`/g];

function findAddresses(page: string): Address[] {
  const whole = readFileSync(path.join(ROOT, page), "utf8").replaceAll("trade id", "id");
  // In the outer command `$(...)` is a value; its contents are another command.
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

/** A prefix such as `/premium` stands for the paths below it. */
const isServed = ({ method, path: place }: Address) =>
  routes.some(
    (route) =>
      (method === null || method === route.method) && (route.whole.test(place) || route.place.startsWith(`${place}/`)),
  );

/** Returns a function that lists the parameters of a path. */
async function readParameters(): Promise<(place: string) => ReadonlySet<string>> {
  const document = (await makeDocument()) as unknown as {
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
  const listNames = (place: string) => named.filter(({ whole }) => whole.test(place)).flatMap(({ names }) => names);
  // A list as a file takes the filters of its list; the data page takes `since`.
  return (place) =>
    new Set([
      ...listNames(place),
      ...listNames(place.replace(/\.(csv|atom|rss|feed\.json)$/, "")),
      ...(place === "/data" ? ["since"] : []),
    ]);
}

test("the service answers every address printed in a document", async () => {
  const addresses = PAGES.flatMap(findAddresses);
  assert.ok(addresses.length > 150, `${addresses.length} found`);
  const parametersOf = await readParameters();
  for (const address of addresses) {
    const what = `${address.page}: ${address.method ?? ""} ${address.path}`;
    assert.ok(isServed(address), `${what} is not an address of the service`);
    for (const name of address.parameters) {
      assert.ok(parametersOf(address.path).has(name), `${what} has no parameter ${name}`);
    }
  }
});
