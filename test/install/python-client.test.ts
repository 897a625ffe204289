/** The Python client as it lies in the clone, with Debian's Python, against the demonstration. */
import assert from "node:assert/strict";
import { execFile, execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, suite, test } from "node:test";
import { promisify } from "node:util";
import { Webhook } from "standardwebhooks";
import { type ServedDemo, serveDemo, tradesOnceFilesAreMade } from "../upstream/imported-demo.ts";

const CLIENT = path.join(import.meta.dirname, "../../clients/python");
/** The one that Debian's packages are for, where another stands before it in the path. */
const PYTHON = existsSync("/usr/bin/python3") ? "/usr/bin/python3" : "python3";
const SECRET = `whsec_${Buffer.alloc(24, 7).toString("base64")}`;

const PROGRAM = `
import hashlib, json, sys
from congress_trades import Client, ProblemError, WebhookError, to_pandas, verify_webhook

base, signed, key = sys.argv[1], json.loads(sys.argv[2]), sys.argv[3]
api = Client(base, key=key)
trades = list(api.trades())
senate = list(api.trades(chamber="senate", transaction_type=["purchase", "exchange"]))
frame = to_pandas(trades)
version = api.download("trades.parquet", "trades.parquet")
problems = []
for ask in (lambda: api.trade("txn_none_01"), lambda: api.get("/trades", tickr="A"), lambda: list(Client(base).events())):
    try:
        ask()
    except ProblemError as problem:
        problems.append([problem.status, problem.code, str(problem) != ""])
refused = []
headers, body = signed["headers"], signed["body"].encode()
for changed in ((headers, body + b" "), ({**headers, "webhook-timestamp": "1"}, body), ({}, body)):
    try:
        verify_webhook(signed["secret"], *changed)
    except WebhookError:
        refused.append(True)
print(json.dumps({
    "ids": [trade["id"] for trade in trades],
    "senate": [[trade["chamber"], trade["transaction_type"]] for trade in senate],
    "people": [person["id"] for person in api.politicians(chamber="senate")],
    "same": api.trade(trades[0]["id"])["id"] == trades[0]["id"],
    "types": [str(frame["disclosure_date"].dtype), int((frame["ticker"] == "").sum()), len(frame)],
    "problems": problems,
    "event": verify_webhook(signed["secret"], {name.upper(): value for name, value in headers.items()}, body)["type"],
    "refused": refused,
    "version": version,
    "sha256": hashlib.sha256(open("trades.parquet", "rb").read()).hexdigest(),
}))
`;

suite("the Python client", { skip: missing(), timeout: 300_000 }, () => {
  let demo: ServedDemo;
  let folder: string;
  let total: number;
  before(async () => {
    folder = mkdtempSync(path.join(tmpdir(), "congress-trades-python-client-"));
    demo = await serveDemo();
    total = await tradesOnceFilesAreMade(demo);
  });
  after(async () => {
    await demo?.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const json = async (target: string) => (await (await fetch(demo.origin + target)).json()) as Record<string, unknown>;
  const python = (...args: string[]) =>
    promisify(execFile)(PYTHON, args, {
      cwd: folder,
      env: { ...process.env, PYTHONPATH: CLIENT, PYTHONDONTWRITEBYTECODE: "1" },
      maxBuffer: 64 * 1024 * 1024,
      timeout: 200_000,
    });

  test("pages over all trades, filters, catches problems, verifies webhooks, saves data files", async () => {
    const at = new Date();
    const body = '{"id":"evt_1","type":"trade.created","sequence":1,"data":{}}';
    const headers = {
      "webhook-id": "evt_1",
      "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
      "webhook-signature": `v1,AAAA ${new Webhook(SECRET).sign("evt_1", at, body)}`,
    };
    const signed = JSON.stringify({ headers, body, secret: SECRET });
    const { stdout } = await python("-c", PROGRAM, `${demo.origin}/api/v1`, signed, demo.key);
    const told = JSON.parse(stdout) as Record<string, unknown> & {
      ids: string[];
      senate: string[][];
      people: string[];
    };
    assert.equal(told.ids.length, total);
    assert.equal(new Set(told.ids).size, total);
    assert.ok(told.senate.length > 0 && told.people.length > 0);
    for (const [chamber = "", type = ""] of told.senate)
      assert.match(`${chamber} ${type}`, /^senate (purchase|exchange)$/);
    const latest = (await json("/data/latest.json")) as {
      dataset_version: string;
      files: { name: string; sha256: string }[];
    };
    assert.deepEqual(
      [told["same"], told["types"], told["event"], told["refused"], told["version"], told["sha256"]],
      [
        true,
        ["datetime64[ns]", 0, total],
        "trade.created",
        [true, true, true],
        latest.dataset_version,
        latest.files.find(({ name }) => name === "trades.parquet")?.sha256,
      ],
    );
    assert.deepEqual(told["problems"], [
      [404, "not_found", true],
      [400, "invalid_parameter", true],
      [401, "missing_credentials", true],
    ]);
  });

  test("the lines of its page run as they are printed", async () => {
    const page = readFileSync(path.join(CLIENT, "README.md"), "utf8");
    const blocks = [...page.matchAll(/```python\n(.*?)```/gs)].map(([, block = ""]) => block);
    assert.equal(blocks.length, 2);
    const { stdout } = await python("-c", blocks.join("\n").replaceAll("http://localhost:3000", demo.origin));
    assert.match(stdout, /^\d+ politician\n/);
    assert.match(stdout, /^https?:\/\/\S+$/m);
    assert.match(stdout, /^400 invalid_parameter .*tickr/m);
    assert.match(stdout, /^\d{4}-\d\d-\d\d\.\d+$/m);
  });

  test("a parameter that the service ignored is a warning", async () => {
    const code = `
import warnings
from congress_trades import Client
warnings.simplefilter("error")
api = Client("${demo.origin}/api/v1")
print(len(list(api.politicians(chamber="senate", in_office=True))) > 0)
try:
    list(api.politicians(stat="CA"))
except UserWarning as warning:
    print(warning)
`;
    const expected = "True\nThe service does not know these parameters and ignored them: stat\n";
    assert.equal((await python("-c", code)).stdout, expected);
  });

  test("a 429 is waited out by its Retry-After, and one that asks for too long is a problem", async () => {
    let asked = 0;
    const server = createServer((_, response) => {
      asked += 1;
      if (asked < 3) response.writeHead(429, { "retry-after": "0" }).end("{}");
      else if (asked === 3) response.writeHead(200, { "content-type": "application/json" }).end('{"ok":true}');
      else response.writeHead(503, { "retry-after": "500" }).end('{"code":"overloaded","detail":"Later."}');
    });
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    try {
      const code = `
from congress_trades import Client, ProblemError
api = Client("http://127.0.0.1:${(server.address() as AddressInfo).port}")
print(api.get("/x"))
try:
    api.get("/x")
except ProblemError as problem:
    print(problem.status, problem.code)
`;
      assert.equal((await python("-c", code)).stdout, "{'ok': True}\n503 overloaded\n");
      assert.equal(asked, 4);
    } finally {
      server.close();
    }
  });
});

/** Why it cannot run here; false where it can, or must. */
function missing(): string | false {
  if (process.env["REQUIRE_SERVICES"] === "1") return false;
  try {
    execFileSync(PYTHON, ["-c", "import pandas"], { stdio: "ignore" });
    return false;
  } catch {
    return "python3 has no pandas";
  }
}
