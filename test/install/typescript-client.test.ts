/** Tests the TypeScript client as a user gets it: packed, installed into an empty project, compiled under `strict`, and run. */
import assert from "node:assert/strict";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { after, before, suite, test } from "node:test";
import { Webhook } from "standardwebhooks";
import { startService } from "../contract/service.ts";
import { createShellEnvironment, createTemporaryFolder, ROOT, run, SKIP_INSTALLS } from "./workbench.ts";

const SECRET = `whsec_${Buffer.alloc(24, 7).toString("base64")}`;
const PROGRAM = `
import { createApi, dataOf, everyPolitician, everyTrade, ProblemError, verifyWebhook, WebhookError } from "@congress-trades/client";

const [baseUrl = "", signed = ""] = process.argv.slice(2);
const statuses: number[] = [];
const api = createApi({
  baseUrl,
  fetch: async (request) => {
    const response = await fetch(request);
    statuses.push(response.status);
    return response;
  },
});

const ids: string[] = [];
for await (const { id, amount_range } of everyTrade(api, { chamber: "house", ticker: ["AAPL", "MSFT"] })) {
  if (amount_range.startsWith("$")) ids.push(id);
}
const all: string[] = [];
for await (const trade of everyTrade(api)) all.push(trade.id);
const people: string[] = [];
for await (const { name } of everyPolitician(api)) people.push(name);

let caught: { code: string; status: number; name: string | undefined } | undefined;
try {
  await dataOf(api.GET("/trades/{id}", { params: { path: { id: "txn_none_01" } } }));
} catch (error) {
  if (error instanceof ProblemError) caught = { code: error.code, status: error.status, name: error.problem?.title };
}
for (let more = 0; more < 3; more += 1) await dataOf(api.GET("/coverage"));

const { headers, body, secret } = JSON.parse(signed) as { headers: Record<string, string>; body: string; secret: string };
const event = await verifyWebhook({ secret, headers, body });
const refused: boolean[] = [];
for (const changed of [{ body: body + " " }, { headers: { ...headers, "webhook-timestamp": "1" } }, { secret: "whsec_AAAA" }, { headers: {} }]) {
  refused.push(await verifyWebhook({ secret, headers, body, ...changed }).then(() => false, (error) => error instanceof WebhookError));
}
console.log(JSON.stringify({ ids, all, people, caught, type: event.type, refused, statuses }));
`;

interface ProgramOutput {
  readonly ids: readonly string[];
  readonly all: readonly string[];
  readonly people: readonly string[];
  readonly caught: unknown;
  readonly type: string;
  readonly refused: readonly boolean[];
  readonly statuses: readonly number[];
}

suite("the TypeScript client installs, compiles and runs", { skip: SKIP_INSTALLS, timeout: 900_000 }, () => {
  let folder: string;
  before(async () => {
    folder = await createTemporaryFolder();
  });
  after(() => rm(folder, { recursive: true, force: true }));

  test("pages over all trades, retries after a 429, throws `ProblemError` for a problem, and verifies a webhook", async () => {
    const env = createShellEnvironment(path.dirname(process.execPath));
    const packed = await run("npm", ["pack", "--pack-destination", folder], path.join(ROOT, "clients/typescript"), env);
    assert.equal(packed.code, 0, packed.stderr);
    const tarball = path.join(folder, (await readdir(folder)).find((name) => name.endsWith(".tgz")) ?? "");
    const project = path.join(folder, "project");
    await mkdir(project);
    await writeFile(path.join(project, "package.json"), '{"name":"empty","private":true,"type":"module"}');
    const installed = await run("npm", ["install", "--no-audit", "--no-fund", tarball], project, env);
    assert.equal(installed.code, 0, installed.stderr);
    await writeFile(path.join(project, "program.ts"), PROGRAM);
    const page = await readFile(path.join(ROOT, "clients/typescript/README.md"), "utf8");
    assert.ok(page.includes(path.basename(tarball)), path.basename(tarball));
    await writeFile(path.join(project, "printed.ts"), /```ts\n(.*?)```/s.exec(page)?.[1] ?? assert.fail("no program"));
    const compiler = path.join(ROOT, "node_modules/typescript/bin/tsc");
    const types = path.join(ROOT, "node_modules/@types");
    const flags = "--strict --exactOptionalPropertyTypes --noUncheckedIndexedAccess --module nodenext --target es2024";
    const compiled = await run(
      process.execPath,
      [compiler, ...flags.split(" "), "--types", "node", "--typeRoots", types, "program.ts", "printed.ts"],
      project,
      env,
    );
    assert.equal(compiled.code, 0, compiled.stdout);

    // All but four requests of the quota were made 57 s ago, so the fifth must wait until that minute ends.
    let offsetMs = 0;
    const limits = { freeQuota: 40 };
    await using service = await startService({ limits, readMonotonicMs: () => performance.now() + offsetMs });
    const { total } = JSON.parse((await service.ask("/trades.json?limit=1")).text) as { total: number };
    for (let spent = 1; spent < limits.freeQuota - 4; spent += 1) await service.ask("/coverage.json");
    offsetMs = 57_000;
    const body = JSON.stringify({ id: "evt_1", type: "dataset.published", data: {} });
    const at = new Date();
    const signature = new Webhook(SECRET).sign("evt_1", at, body);
    const headers = {
      "webhook-id": "evt_1",
      "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
      "webhook-signature": signature,
    };
    const ran = await run(
      process.execPath,
      ["program.js", `http://127.0.0.1:${service.port}/api/v1`, JSON.stringify({ headers, body, secret: SECRET })],
      project,
      env,
    );
    assert.equal(ran.code, 0, ran.stderr);
    const printed = JSON.parse(ran.stdout) as ProgramOutput;
    assert.equal(new Set(printed.all).size, total);
    assert.equal(printed.all.length, total);
    assert.ok(printed.ids.length > 0 && printed.ids.length < total);
    assert.ok(printed.people.length > 0);
    assert.deepEqual(printed.caught, { code: "not_found", status: 404, name: "Not found" });
    assert.equal(printed.type, "dataset.published");
    assert.deepEqual(printed.refused, [true, true, true, true]);
    assert.ok(printed.statuses.includes(429), "the limit was reached");
    assert.equal(printed.statuses.at(-1), 200);
  });
});
