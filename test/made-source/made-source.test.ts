/**
 * Adds an invented public body to a copy of the program, as a folder and a line in `filings/sources/all.ts`, and follows one of
 * its reports to the API.
 */
import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { serviceEnvironment, temporaryFolder } from "../e2e/workplace.ts";
import { eventually } from "../eventually.ts";
import { fictionalMaterial } from "../upstream/fictional/material.ts";
import { createFictionalMembers } from "../upstream/fictional/members.ts";
import { startUpstream, type Upstream } from "../upstream/server.ts";

const TODAY = "2026-11-20";
const YEAR = 2026;
const ROOT = path.resolve(import.meta.dirname, "../..");
const FOLDER = "state-register";

const createTablePage = (rows: readonly (readonly string[])[]) =>
  `<!DOCTYPE html><html><body><table>${rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join("")}</tr>`).join("")}</table></body></html>`;

/** Starts the register's site with one report, by a member of the House. */
async function startRegister() {
  const member = createFictionalMembers(TODAY).find(({ chamber, current }) => chamber === "house" && current);
  assert.ok(member);
  const seat = member.state + String(member.district).padStart(2, "0");
  const pages: Readonly<Record<string, string>> = {
    [`/state/${YEAR}.html`]: createTablePage([["abc001", member.first, member.last, seat, `02/09/${YEAR}`]]),
    "/state/abc001.html": createTablePage([
      ["1", "Partner", "Sample Works", "ZZTOP", "Share", "Purchase", `02/02/${YEAR}`, "$1,001 - $15,000"],
      ["2", "Myself", "Sample Works", "ZZTOP", "Share", "Sale", "no day", "$1,001 - $15,000"],
    ]),
  };
  const server = createServer(({ url = "" }, response) => {
    const page = pages[url];
    response.writeHead(page === undefined ? 404 : 200, { "content-type": "text/html" }).end(page);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { server, member: member.id, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** Copies the program, with the folder in `src/filings/sources/` and one more source in the list of `all.ts`. */
async function copyWithSource(place: string, site: string): Promise<void> {
  for (const each of ["src", "package.json"])
    await cp(path.join(ROOT, each), path.join(place, each), { recursive: true });
  await symlink(path.join(ROOT, "node_modules"), path.join(place, "node_modules"));
  const folder = path.join(import.meta.dirname, FOLDER);
  const target = path.join(place, "src/filings/sources", FOLDER);
  await mkdir(target);
  for (const name of await readdir(folder)) {
    const text = (await readFile(path.join(folder, name), "utf8"))
      .replaceAll("../../../src/filings/sources/", "../")
      .replaceAll("../../../src/", "../../../")
      .replace('const SITE = "https://register.example"', `const SITE = "${site}"`);
    await writeFile(path.join(target, name), text);
  }
  const all = path.join(place, "src/filings/sources/all.ts");
  const text = await readFile(all, "utf8");
  const added = text
    .replace("[houseClerk, senateEfd]", "[houseClerk, senateEfd, stateRegister]")
    .replace("import { senateEfd }", `import { stateRegister } from "./${FOLDER}/source.ts";\nimport { senateEfd }`);
  assert.notEqual(added, text);
  await writeFile(all, added);
}

describe("adding a third public body takes a folder and a line", () => {
  let place: string;
  let upstream: Upstream;
  let register: Awaited<ReturnType<typeof startRegister>>;
  let environment: Record<string, string>;
  const started: ChildProcess[] = [];

  before(async () => {
    place = await temporaryFolder();
    upstream = await startUpstream({ material: fictionalMaterial({ today: new Date(`${TODAY}T12:00:00Z`) }), port: 0 });
    register = await startRegister();
    await copyWithSource(place, register.url);
    environment = serviceEnvironment(upstream.url, path.join(place, "data"), { INGEST_SINCE_YEAR: String(YEAR) });
  });

  after(async () => {
    for (const child of started) child.kill("SIGKILL");
    register.server.close();
    await upstream.stop();
    await rm(place, { recursive: true, force: true });
  });

  function start(...args: string[]) {
    const child = spawn(process.execPath, ["src/app/cli/main.ts", ...args], {
      cwd: place,
      env: { ...process.env, ...environment },
      stdio: ["ignore", "pipe", "pipe"],
    });
    started.push(child);
    const output = { out: "", err: "" };
    child.stdout.on("data", (chunk) => {
      output.out += chunk;
    });
    child.stderr.on("data", (chunk) => {
      output.err += chunk;
    });
    return { child, output };
  }

  test("its report is listed, downloaded, read, published and served, and its unreadable line is kept as rejected", async () => {
    const { child, output } = start("ingest", "--source", "state", "--json");
    const [code] = await once(child, "close");
    assert.equal(code, 0, output.err);
    const { child: service, output: serviceOutput } = start("serve");
    const base = await eventually("the service answers", () => /answers on (\S+)/.exec(serviceOutput.out)?.[1], {
      withinMs: 60_000,
    });
    const ask = async (address: string) => {
      const response = await fetch(base + address);
      return { status: response.status, body: (await response.json()) as Record<string, unknown> };
    };
    const { body: filing } = await ask("/filings/rabc001");
    assert.equal(filing["source"], "state-register", JSON.stringify([filing, output]));
    assert.equal(filing["state"], "parsed");
    assert.equal(filing["document_url"], "https://register.example/state/abc001.html");
    assert.deepEqual(
      (filing["rejected"] as { reason: string }[]).map(({ reason }) => reason),
      ["date_unreadable"],
    );
    const { body: trade } = await ask("/trades/txn_rabc001_01");
    const { owner, chamber, ticker, politician_id, transaction_type } = trade;
    assert.deepEqual(
      { owner, chamber, ticker, politician_id, transaction_type },
      {
        owner: "spouse",
        chamber: "house",
        ticker: "ZZTOP",
        politician_id: register.member,
        transaction_type: "purchase",
      },
    );
    const { body: coverage } = await ask("/coverage?source=state-register");
    assert.equal((coverage["totals"] as { trades: number }).trades, 1);
    assert.equal((await ask("/coverage?source=county-register")).status, 400);
    const document = await fetch(`${base}/filings/rabc001/document`);
    assert.equal(document.headers.get("content-type"), "text/html; charset=utf-8");
    const page = await fetch(new URL("/coverage", base));
    assert.match(await page.text(), /<h2>The State(?:'|&#39;|&apos;)s register<\/h2>/);
    service.kill("SIGTERM");
    await once(service, "exit");
  });
});
