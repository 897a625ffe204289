/**
 * Backups during import and load: `node test/chaos/backups.ts [--backups 5] [--kills 20] [--rate 100] [--ingest-rate 20]
 * [--corpus FOLDER]`. Restores complete backups with --verify. Backups interrupted by SIGKILL must be rejected by name, and every
 * request must return 200; exits with 1 otherwise.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { serviceEnvironment, temporaryFolder } from "../e2e/workplace.ts";
import { corpusMaterial } from "../upstream/corpus-material.ts";
import { fictionalMaterial } from "../upstream/fictional/material.ts";
import { startUpstream } from "../upstream/server.ts";

const { values } = parseArgs({
  options: {
    backups: { type: "string", default: "5" },
    kills: { type: "string", default: "20" },
    rate: { type: "string", default: "100" },
    "ingest-rate": { type: "string", default: "20" },
    corpus: { type: "string" },
  },
});
const PATHS = [
  "trades/recent/list?limit=100",
  "politicians/?limit=200",
  "trades?chamber=house&limit=50",
  "tickers/",
  "coverage",
];
const START_MS = 60_000;
const MAX_SECONDS = 900;

const scratch = await temporaryFolder();
const dataDir = path.join(scratch, "data");
const material =
  values.corpus === undefined
    ? fictionalMaterial({ today: new Date("2026-11-20T12:00:00Z") })
    : await corpusMaterial(values.corpus);
const upstream = await startUpstream({ material, port: 0 });
const faults: string[] = [];
const statuses = new Map<string, number>();
let service: ChildProcess | undefined;
try {
  service = startMain(
    ["serve"],
    dataDir,
    { INGEST_RATE: values["ingest-rate"], TRUSTED_PROXIES: "127.0.0.1" },
    "ignore",
  );
  const address = await waitForAddress(service);
  const load = askSteadily(address, Number(values.rate));
  await restoreBackups();
  const refused = await killBackups();
  const asked = await load.end();
  console.log(
    `${values.backups} backups restored and verified; ${refused} of ${values.kills} killed backups were incomplete and rejected`,
  );
  console.log(`${asked} requests meanwhile: ${[...statuses].map(([status, n]) => `${n} of ${status}`).join(", ")}`);
  if ([...statuses.keys()].some((status) => status !== "200")) faults.push("a request was not answered 200");
} finally {
  if (service !== undefined && service.exitCode === null) {
    service.kill("SIGTERM");
    await once(service, "exit");
  }
  await upstream.stop();
  rmSync(scratch, { recursive: true, force: true });
}
for (const fault of faults) console.log(fault);
console.log(faults.length === 0 ? "passed" : "FAILED");
process.exitCode = faults.length === 0 ? 0 : 1;

function startMain(
  args: readonly string[],
  folder: string,
  more: Record<string, string> = {},
  errors: "pipe" | "ignore" = "pipe",
): ChildProcess {
  return spawn(process.execPath, ["src/app/cli/main.ts", ...args], {
    env: { ...process.env, ...serviceEnvironment(upstream.url, folder, more) },
    stdio: ["ignore", "pipe", errors],
  });
}

async function waitForEnd(child: ChildProcess): Promise<{ readonly code: number | null; readonly said: string }> {
  let said = "";
  child.stdout?.on("data", (bytes) => (said += bytes));
  child.stderr?.on("data", (bytes) => (said += bytes));
  const [code] = await once(child, "close");
  return { code: code as number | null, said };
}

/** Waits for the first address that the service prints, and returns it. */
async function waitForAddress(child: ChildProcess): Promise<string> {
  let said = "";
  const deadline = AbortSignal.timeout(START_MS);
  child.stdout?.setEncoding("utf8");
  for (;;) {
    const [chunk] = (await once(child.stdout as NonNullable<typeof child.stdout>, "data", { signal: deadline })) as [
      string,
    ];
    said += chunk;
    const found = /http:\/\/[\w.:[\]]+/.exec(said);
    if (found) return `${found[0]}/api/v1`;
  }
}

/** Sends this many requests per second, each from a different client address. */
function askSteadily(address: string, perSecond: number) {
  let stopped = false;
  let asked = 0;
  const under = new Set<Promise<void>>();
  const ask = async (n: number) => {
    const client = `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`;
    const status = await fetch(`${address}/${PATHS[n % PATHS.length]}`, {
      headers: { "x-forwarded-for": client },
    }).then(
      async (answer) => {
        await answer.arrayBuffer();
        return String(answer.status);
      },
      (error: Error) => error.message,
    );
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  };
  const running = (async () => {
    for (const began = performance.now(); !stopped && asked < perSecond * MAX_SECONDS; asked += 1) {
      await sleep(Math.max(0, began + (asked * 1000) / perSecond - performance.now()));
      const one = ask(asked).finally(() => under.delete(one));
      under.add(one);
    }
  })();
  return {
    async end() {
      stopped = true;
      await running;
      await Promise.all(under);
      return asked;
    },
  };
}

async function restoreBackups(): Promise<void> {
  for (let turn = 1; turn <= Number(values.backups); turn += 1) {
    const folder = path.join(scratch, `backup-${turn}`);
    const taken = await waitForEnd(startMain(["backup", folder], dataDir));
    const target = path.join(scratch, `restored-${turn}`);
    const restored = await waitForEnd(startMain(["restore", folder, "--verify"], target));
    console.log(`${taken.said.trim()}\n  ${restored.said.trim()}`);
    if (taken.code !== 0 || restored.code !== 0 || !restored.said.includes("Verified"))
      faults.push(`backup ${turn} failed`);
    for (const each of [folder, target]) rmSync(each, { recursive: true, force: true });
    await sleep(1000);
  }
}

/** Kills backups, and restores the incomplete ones. @returns how many of these were rejected. */
async function killBackups(): Promise<number> {
  let refused = 0;
  for (let turn = 1; turn <= Number(values.kills); turn += 1) {
    const folder = path.join(scratch, `cut-${turn}`);
    const child = startMain(["backup", folder], dataDir);
    const end = waitForEnd(child);
    while (!existsSync(folder) && child.exitCode === null) await sleep(2);
    await sleep((turn * 37) % 500);
    child.kill("SIGKILL");
    await end;
    if (!existsSync(path.join(folder, "backup.json"))) {
      const { code, said } = await waitForEnd(startMain(["restore", folder], path.join(scratch, `from-cut-${turn}`)));
      if (code !== 0 && said.includes(`"${folder}" is not a complete backup`)) refused += 1;
      else faults.push(`the incomplete backup ${turn} was not rejected: ${said}`);
    }
    rmSync(folder, { recursive: true, force: true });
  }
  return refused;
}
