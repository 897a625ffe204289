/** A service with workers answers as one: exact limits, versions that never go back, and no end of it when a worker dies. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { Agent, request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { connect } from "node:net";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { readAll } from "../contract/service.ts";
import { eventually } from "../eventually.ts";
import { fictionalMaterial } from "../upstream/fictional/material.ts";
import { startUpstream, type Upstream } from "../upstream/server.ts";
import { type Serving, serve } from "./serving.ts";
import { openWorkplace, serviceEnvironment, type Workplace } from "./workplace.ts";

const RECENT = "/trades/recent/list?limit=1";
/** Answered by the service itself: a worker looks up no credentials. */
const PASSED_ON = { authorization: "Basic bm9ib2R5" };
/** A publication is served within two seconds; the tests' machine is busy. */
const SERVED_WITHIN_MS = 5_000;

let upstream: Upstream;
let place: Workplace;
let service: Serving;
let clients = 0;

before(async () => {
  upstream = await startUpstream({ material: fictionalMaterial({ today: new Date() }), port: 0 });
  place = await openWorkplace(upstream.url);
  await place.run();
  service = await serve(environment());
});

after(async () => {
  await service?.stop();
  await place?.close();
  await upstream?.stop();
});

function environment(): Record<string, string> {
  const more = { WORKERS: "2", INGEST: "false", TRUSTED_PROXIES: "127.0.0.1/32", MARKET_WARM: "false" };
  return serviceEnvironment(upstream.url, place.dataDir, more);
}

interface Answered {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Each request comes from another client unless its address is named. */
function ask(
  path: string,
  { agent, headers = {}, client }: { agent?: Agent; headers?: Record<string, string>; client?: string } = {},
): Promise<Answered> {
  clients += 1;
  const address = client ?? `10.${clients >> 16}.${(clients >> 8) & 255}.${clients & 255}`;
  return new Promise((resolve, reject) => {
    const options = { agent: agent ?? false, headers: { ...headers, "x-forwarded-for": address } };
    const request = httpRequest(service.base + path, options, (answer) => {
      let text = "";
      answer.setEncoding("utf8");
      answer.on("data", (chunk: string) => {
        text += chunk;
      });
      answer.on("end", () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }));
      answer.on("error", reject);
    });
    request.on("error", reject);
    request.end();
  });
}

/** Text of a page beside the API. */
async function page(path: string): Promise<string> {
  return (await fetch(service.base.replace("/api/v1", path))).text();
}

async function answeredLists(): Promise<number> {
  const found = /^http_requests_total\{route="recent_trades",status="200"\} (\d+)$/m.exec(await page("/metrics"));
  return Number(found?.[1] ?? 0);
}

/** Processes that the service has started as workers. */
function workers(): readonly number[] {
  const pid = service.child.pid ?? 0;
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean).map(Number);
  return children.filter((each) => readFileSync(`/proc/${each}/cmdline`, "utf8").includes("worker-process"));
}

/** Publishes beside the service. @returns the version. */
async function publish(name: string): Promise<string> {
  const [member] = await place.store.reference.politicians();
  assert.ok(member);
  await place.store.publications.publish({
    at: new Date(),
    outcomes: [],
    politicians: [{ ...member, id: "Z000999", name }],
  });
  return (await place.store.publications.current())?.version ?? "";
}

/** Which of two versions, `2026-11-22.9` and `2026-11-22.10`, is the newer. */
function order(a: string, b: string): number {
  return a.localeCompare(b, "en", { numeric: true });
}

test("the limits are exact whichever process answers", { timeout: 120_000 }, async () => {
  const names = Array.from({ length: 50 }, (_, at) => `192.0.2.${at}`);
  const paths = [RECENT, "/politicians/?limit=1", "/coverage", "/filings?limit=1"];
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const asked = Array.from({ length: 2_000 }, async (_, at) => {
    const client = names[at % names.length] ?? "";
    const once = () => ask(paths[at % paths.length] ?? "", { agent, client });
    let answer = await once();
    // What a busy machine sheds is not counted, and is asked for again.
    for (let tries = 0; answer.status === 503 && tries < 20; tries += 1) {
      await sleep(100);
      answer = await once();
    }
    return { client, status: answer.status, left: Number(answer.headers["x-ratelimit-remaining"]) };
  });
  const answers = await Promise.all(asked);
  agent.destroy();
  for (const name of names) {
    const own = answers.filter(({ client }) => client === name);
    const admitted = own.filter(({ status }) => status === 200);
    assert.equal(admitted.length, 20, name);
    assert.equal(own.length - admitted.length, own.filter(({ status }) => status === 429).length);
    assert.deepEqual(
      admitted.map(({ left }) => left).sort((a, b) => a - b),
      Array.from({ length: 20 }, (_, left) => left),
    );
  }
});

test("what a worker does not answer is answered by the service, byte for byte alike", async () => {
  const own = await ask(RECENT);
  const passedOn = await ask(RECENT, { headers: PASSED_ON });
  assert.equal(own.text, passedOn.text);
  const alike = ({ headers }: Answered) => {
    const { date, "x-request-id": id, "x-ratelimit-reset": reset, ...others } = headers;
    assert.ok(date && id && reset);
    return others;
  };
  assert.deepEqual(alike(own), alike(passedOn));
  const version = String(own.headers["x-dataset-version"]);
  assert.equal((await ask(`/trades?limit=1&as_of=${version}`)).headers["x-dataset-version"], version);
  const refused = await fetch(`${service.base}/premium/alerts`, { method: "POST", body: "x".repeat(100_000) });
  assert.equal(refused.status, 413);
  assert.match(await page("/"), /<html/);
  assert.match(await page("/health/ready"), /2 of 2 answer/);
});

test("a publication is served by all, and no connection sees an older version after a newer", {
  timeout: 120_000,
}, async () => {
  let newest = "";
  let isOver = false;
  let answers = 0;
  const walk = async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    let last = "";
    for (let turn = 0; !isOver; turn += 1) {
      const { status, headers } = await ask(RECENT, { agent, headers: turn % 2 === 0 ? {} : PASSED_ON });
      const version = String(headers["x-dataset-version"]);
      assert.equal(status, 200);
      assert.ok(last === "" || order(version, last) >= 0, `${version} after ${last}`);
      last = version;
      answers += 1;
    }
    agent.destroy();
    assert.equal(last, newest);
  };
  const walks = Promise.all(Array.from({ length: 6 }, walk));
  for (let n = 0; n < 4; n += 1) {
    newest = await publish(`Published Beside ${n}`);
    await eventually("the version", async () => (await page("/health/ready")).includes(`Version ${newest}:`), {
      withinMs: SERVED_WITHIN_MS,
    });
  }
  await eventually("all workers", async () => (await page("/health/ready")).includes("2 of them with the version"));
  const before = answers;
  await eventually("an answer on each connection", () => answers > before + 12);
  isOver = true;
  await walks;
});

test("a worker that dies is started anew, the other answers meanwhile, and nothing that was counted is lost", {
  skip: process.platform !== "linux" && "processes are found in /proc",
  timeout: 120_000,
}, async () => {
  await ask(RECENT);
  const before = await answeredLists();
  assert.ok(before > 0);
  const [victim = 0, other] = workers();
  process.kill(victim, "SIGKILL");
  for (let n = 0; n < 50; n += 1) {
    // A connection that was with the victim is lost; who asks again is answered.
    const { status } = await ask(RECENT).catch(() => ask(RECENT));
    assert.equal(status, 200);
  }
  await eventually("a new worker", async () => (await page("/health/ready")).includes("2 of 2 answer, 2 of them"));
  assert.ok(workers().includes(other ?? 0));
  assert.equal(workers().length, 2);
  await eventually("all answers that were counted", async () => (await answeredLists()) >= before + 50, {
    everyMs: 200,
  });
});

test("the limit of a client holds although the worker that answered it has died", {
  skip: process.platform !== "linux" && "processes are found in /proc",
  timeout: 120_000,
}, async () => {
  const client = "198.51.100.7";
  for (let n = 0; n < 20; n += 1) assert.equal((await ask(RECENT, { client })).status, 200);
  for (const worker of workers()) process.kill(worker, "SIGKILL");
  const { status } = await eventually("an answer", () => ask(RECENT, { client }).catch(() => false as const));
  assert.equal(status, 429);
});

test("stopped, it answers the requests that have begun, and ends all its processes", async () => {
  await eventually("all workers", async () => (await page("/health/ready")).includes("2 of 2 answer"));
  const port = Number(new URL(service.base).port);
  const begun = Array.from({ length: 20 }, (_, at) => {
    const socket = connect(port, "127.0.0.1");
    socket.write(`GET /api/v1${RECENT} HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 192.0.2.${100 + at}\r\n`);
    return socket;
  });
  await eventually("all connections", async () => /^http_connections (?:2\d|[3-9]\d)$/m.test(await page("/metrics")));
  const stopped = service.stop();
  await eventually("the end of listening", () =>
    fetch(`${service.base}/coverage`).then(
      () => false,
      () => true,
    ),
  );
  const answers = begun.map(async (socket) => {
    socket.write("\r\n");
    return (await readAll(socket)).split("\r\n")[0];
  });
  assert.deepEqual(new Set(await Promise.all(answers)), new Set(["HTTP/1.1 200 OK"]));
  assert.equal(await stopped, 0);
});
