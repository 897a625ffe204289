/** Tests commands run beside a running service, in another terminal that sets only the data folder (and its database). */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { rm } from "node:fs/promises";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { dropDatabase, ensureDatabase } from "../database.ts";
import { fictionalMaterial } from "../upstream/fictional/material.ts";
import { startUpstream, type Upstream } from "../upstream/server.ts";
import { type Serving, serve } from "./serving.ts";
import { SHELL, serviceEnvironment, temporaryFolder } from "./workplace.ts";

let folder: string;
let sites: Upstream;
let service: Serving;

before(async () => {
  folder = await temporaryFolder();
  sites = await startUpstream({ material: fictionalMaterial({ today: new Date() }), port: 0 });
  service = await serve(serviceEnvironment(sites.url, folder, { CONTACT: "operator@example.org" }));
});

after(async () => {
  await service.stop();
  await sites.stop();
  dropDatabase(folder);
  await rm(folder, { recursive: true, force: true });
});

async function runCliJson(...args: string[]): Promise<Record<string, unknown>> {
  const { stdout } = await promisify(execFile)(process.execPath, ["src/app/cli/main.ts", ...args, "--json"], {
    env: { ...SHELL, DATA_DIR: folder, DATABASE_URL: ensureDatabase(folder) ?? "" },
  }).catch((error: { stdout: string }) => error);
  return JSON.parse(stdout) as Record<string, unknown>;
}

test("the `coverage` command lists the sources of the running service, and none as off", async () => {
  const { sources } = (await runCliJson("coverage")) as {
    sources: { source: string; status: string; evidence_url?: string }[];
  };
  const served = (await (await fetch(`${service.base}/coverage`)).json()) as { sources: { source: string }[] };
  assert.deepEqual(
    sources.map(({ source, status }) => [source, status === "off"]),
    served.sources.map(({ source }) => [source, false]),
  );
});

test("the `doctor` command checks the sites and settings of the running service", async () => {
  const { findings } = (await runCliJson("doctor")) as { findings: { name: string; state: string; says: string }[] };
  const wrong = findings.filter(({ says, name }) => /CONTACT|SENATE_EFD_ACCEPT_TERMS/.test(name + says));
  assert.deepEqual(wrong, [], "the service has both settings");
  assert.ok(
    findings.some(({ says }) => says.includes(sites.url)),
    JSON.stringify(findings),
  );
});
