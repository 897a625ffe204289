/** Clients that generators of others make from the OpenAPI document: compiled under `strict`, and run against the demonstration. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, suite, test } from "node:test";
import { fileURLToPath } from "node:url";
import { createClient } from "@hey-api/openapi-ts";
import openapiTypescript, { astToString } from "openapi-typescript";
import { type ServedDemo, serveDemo } from "../upstream/imported-demo.ts";

const MODULES = fileURLToPath(new URL("../../node_modules", import.meta.url));
const COMPILER = path.join(createRequire(import.meta.url).resolve("typescript/package.json"), "../bin/tsc");

const PROGRAMS = {
  "@hey-api/openapi-ts": `
import { client } from "./hey/client.gen.js";
import { politicians, recentTrades, trade } from "./hey/index.js";

client.setConfig({ baseUrl: process.argv[2] ?? "" });
const { data: list } = await recentTrades({ query: { limit: 3 }, throwOnError: true });
const [first] = list.trades;
if (first === undefined) throw new Error("no trades");
const { data: detail } = await trade({ path: { id: first.id }, throwOnError: true });
const { data: people } = await politicians({ throwOnError: true });
const { error } = await trade({ path: { id: "txn_none_01" } });
console.log(JSON.stringify([list.trades.length, detail.id === first.id, people.politicians.length > 5, error?.code]));
`,
  "openapi-typescript": `
import createApi from "openapi-fetch";
import type { paths } from "./openapi.js";

const api = createApi<paths>({ baseUrl: process.argv[2] ?? "" });
const { data: list } = await api.GET("/trades/recent/list", { params: { query: { limit: 3 } } });
const first = list?.trades[0];
if (first === undefined) throw new Error("no trades");
const { data: detail } = await api.GET("/trades/{id}", { params: { path: { id: first.id } } });
const { data: people } = await api.GET("/politicians/");
const { error } = await api.GET("/trades/{id}", { params: { path: { id: "txn_none_01" } } });
console.log(JSON.stringify([list?.trades.length, detail?.id === first.id, (people?.politicians.length ?? 0) > 5, error?.code]));
`,
} as const;

suite("clients that others generate", () => {
  let demo: ServedDemo;
  let folder: string;
  before(async () => {
    demo = await serveDemo();
    folder = await mkdtemp(path.join(tmpdir(), "congress-trades-clients-"));
    await symlink(MODULES, path.join(folder, "node_modules"));
    await writeFile(path.join(folder, "package.json"), '{"type":"module"}');
    const document = (await (await fetch(`${demo.origin}/openapi.json`)).json()) as Record<string, unknown>;
    await writeFile(path.join(folder, "openapi.d.ts"), astToString(await openapiTypescript(JSON.stringify(document))));
    await createClient({
      input: document,
      output: path.join(folder, "hey"),
      plugins: ["@hey-api/client-fetch", "@hey-api/typescript", "@hey-api/sdk"],
      logs: { level: "silent" },
    });
  });
  after(async () => {
    await demo?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  test("both compile under strict", async () => {
    const files = Object.entries(PROGRAMS).map(([generator, program]) => ({
      file: `${nameOf(generator)}.ts`,
      program,
    }));
    for (const { file, program } of files) await writeFile(path.join(folder, file), program);
    const flags = "--strict --skipLibCheck false --module nodenext --target es2024 --types node".split(" ");
    const args = [COMPILER, ...flags, ...files.map(({ file }) => file)];
    execFileSync(process.execPath, args, { cwd: folder, stdio: "inherit" });
  });

  for (const generator of Object.keys(PROGRAMS)) {
    test(`${generator} makes a client that is answered`, () => {
      const args = [`${nameOf(generator)}.js`, `${demo.origin}/api/v1`];
      assert.deepEqual(JSON.parse(execFileSync(process.execPath, args, { cwd: folder }).toString()), [
        3,
        true,
        true,
        "not_found",
      ]);
    });
  }
});

/** `openapi-ts` of `@hey-api/openapi-ts`. */
function nameOf(generator: string): string {
  return generator.replace(/^.*\//, "");
}
