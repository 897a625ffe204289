import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { test } from "node:test";
import {
  createLoggerTo,
  formatLogLine,
  getLostLineCount,
  STANDARD_ERROR,
  sanitizeLogLine,
  writeToFile,
} from "./log.ts";

const KEY = "ctd_live_7Hq2mVx9KpLz4RtYw8BnCd3FgJs6AaQe0ChR8G";
const SECRET = "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=";

test("redacts anything that looks like a credential, wherever it is", () => {
  for (const [line, written] of [
    [`a ${KEY} b`, "a ctd_[redacted] b"],
    [`${SECRET},`, "whsec_[redacted],"],
    ["Authorization: Bearer abc.def", "Authorization: Bearer [redacted]"],
    ["basic dXNlcjpwYXNz", "basic [redacted]"],
    ["/x?access_token=abc&limit=5", "/x?access_token=[redacted]&limit=5"],
    ["/x?limit=5&my_api_key=a%20b", "/x?limit=5&my_api_key=[redacted]"],
    ["v1,IWFySiJVmlobAeTOUG24AXjRCPbVx3yAV5EjDNP6EG8=", "v1,[redacted]"],
    ["postgres://user:pass@host/db", "postgres://user:[redacted]@host/db"],
    ["\u009b2J \u202etxt", "\ufffd2J \ufffdtxt"],
    ["/trades?ticker=KEYS&sort=amount", "/trades?ticker=KEYS&sort=amount"],
  ] as const) {
    assert.equal(sanitizeLogLine(line), written);
  }
});

test("redacts fields whose names suggest a credential", () => {
  const lines: string[] = [];
  const log = createLoggerTo("info", { write: (line: string) => lines.push(line) });
  const canary = "sings-in-the-mine";
  log.info({
    headers: { authorization: canary, "webhook-signature": canary },
    secret: canary,
    a: { b: { key: canary } },
  });
  log.error({ err: Object.assign(new Error(`Bearer ${canary}`), { token: canary }), request: { cookie: canary } });
  assert.equal(lines.length, 2);
  for (const line of lines) {
    assert.ok(!line.includes(canary), line);
    assert.doesNotThrow(() => JSON.parse(line));
  }
});

const failWith = (code: string) => {
  throw Object.assign(new Error(code), { code });
};

test("counts a line that cannot be written instead of throwing, and writes the rest of a line that is only partly written", () => {
  const before = getLostLineCount();
  writeToFile(STANDARD_ERROR, "x\n", () => failWith("ENOSPC"));
  assert.equal(getLostLineCount(), before + 1);
  const taken: string[] = [];
  let busy = 2;
  writeToFile(STANDARD_ERROR, "a longer line\n", ((_: number, bytes: Buffer) => {
    busy -= 1;
    if (busy >= 0) failWith("EAGAIN");
    taken.push(bytes.subarray(0, 4).toString());
    return Math.min(4, bytes.length);
  }) as never);
  assert.equal(taken.join(""), "a longer line\n");
  assert.equal(getLostLineCount(), before + 1);
});

test("a process survives if the disk with its log and output is full", { skip: process.platform !== "linux" }, () => {
  const script = `
    import { createLogger, getLostLineCount, ignoreOutputErrors, STANDARD_OUTPUT, writeToFile } from ${JSON.stringify(import.meta.resolve("./log.ts"))};
    ignoreOutputErrors(process.stdout, process.stderr);
    const log = createLogger("info");
    for (let n = 0; n < 100; n += 1) log.info({ n }, "said");
    writeToFile(STANDARD_OUTPUT, "said\\n");
    process.stdout.write("said\\n");
    process.stderr.write("said\\n");
    setTimeout(() => process.exit(getLostLineCount() >= 102 ? 42 : 1), 50);`;
  const full = openSync("/dev/full", "w");
  try {
    const { status } = spawnSync(process.execPath, ["--input-type=module", "-e", script], {
      stdio: ["ignore", full, full],
    });
    assert.equal(status, 42);
  } finally {
    closeSync(full);
  }
});

test("prints an event as words on a terminal, not as JSON", () => {
  const lines: string[] = [];
  const log = createLoggerTo("info", { write: (line: string) => lines.push(formatLogLine(line)) });
  log.warn({ source: "house-clerk", tries: 3 }, "the site does not answer");
  log.error({ err: new Error("No space left") }, "it could not be written");
  assert.match(
    lines[0] ?? "",
    /^\d\d:\d\d:\d\d warning: the site does not answer \(source: house-clerk, tries: 3\)\n$/,
  );
  assert.match(lines[1] ?? "", /^\d\d:\d\d:\d\d error: it could not be written: No space left\n$/);
});
