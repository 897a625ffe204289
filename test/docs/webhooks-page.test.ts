/** Tests the receivers' code in docs/webhooks.md, run as printed on the page's test vectors. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { pathToFileURL } from "node:url";

const page = readFileSync(join(import.meta.dirname, "../../docs/webhooks.md"), "utf8");

function findCode(language: string, containing: string): string {
  const found = [...page.matchAll(new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``, "g"))].find((each) =>
    each[1]?.includes(containing),
  );
  assert.ok(found?.[1], `docs/webhooks.md has no ${language} with ${containing}`);
  return found[1];
}

function readRow(name: string): readonly string[] {
  const line = page.split("\n").find((each) => each.startsWith(`| ${name} |`)) ?? "";
  return [...line.matchAll(/`([^`]*)`|the same/g)].map((each) => each[1] ?? "the same");
}

function readVectors() {
  const body = findCode("json", "José").trim();
  const [secrets, ids, timestamps, signatures] = [
    readRow("secret"),
    readRow("id"),
    readRow("timestamp"),
    readRow("signature"),
  ];
  return secrets.map((secret, index) => ({
    secret,
    id: ids[Math.min(index, 1)] ?? "",
    timestamp: timestamps[Math.min(index, 1)] ?? "",
    signature: signatures[index] ?? "",
    body: index === 0 ? (readRow("body")[0] ?? "") : body,
  }));
}

interface Case {
  readonly secret: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly now: number;
  readonly genuine: boolean;
}

function makeCases(): readonly Case[] {
  return readVectors().flatMap(({ secret, id, timestamp, signature, body }) => {
    const headers = { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": `v1,AAAA ${signature}` };
    const good = { secret, headers, body, now: Number(timestamp) + 299, genuine: true };
    return [
      good,
      { ...good, now: Number(timestamp) - 299 },
      { ...good, now: Number(timestamp) + 301, genuine: false },
      { ...good, body: `${body} `, genuine: false },
      { ...good, secret: "whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=", genuine: false },
      { ...good, headers: { ...headers, "webhook-id": `${id}x` }, genuine: false },
      { ...good, headers: { ...headers, "webhook-timestamp": "soon" }, genuine: false },
      { ...good, headers: { "webhook-id": id }, genuine: false },
    ];
  });
}

function runInFolder(work: (folder: string) => Promise<void> | void): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "receiver-"));
  return Promise.resolve(work(folder)).finally(() => rmSync(folder, { recursive: true }));
}

test("the body of test vector B matches the digest on the page", () => {
  const body = findCode("json", "José").trim();
  assert.equal(Buffer.byteLength(body), 172);
  assert.ok(page.includes(createHash("sha256").update(body).digest("hex")));
  assert.equal(readVectors().length, 3);
});

test("the TypeScript example accepts the test vectors, and rejects them if altered or expired", () =>
  runInFolder(async (folder) => {
    const file = join(folder, "receiver.ts");
    writeFileSync(file, findCode("ts", "isGenuine"));
    const { isGenuine } = (await import(pathToFileURL(file).href)) as {
      isGenuine(secret: string, headers: Readonly<Record<string, string>>, body: Uint8Array, now: number): boolean;
    };
    for (const { secret, headers, body, now, genuine } of makeCases()) {
      assert.equal(isGenuine(secret, headers, Buffer.from(body), now), genuine, JSON.stringify({ headers, body }));
    }
  }));

test("the Python example accepts the test vectors, and rejects them if altered or expired", (context: TestContext) => {
  if (spawnSync("python3", ["--version"]).error) return context.skip("python3 is not installed");
  return runInFolder((folder) => {
    writeFileSync(join(folder, "receiver.py"), findCode("python", "is_genuine"));
    const program = `
import json, sys
sys.path.insert(0, ${JSON.stringify(folder)})
from receiver import is_genuine
print(json.dumps([is_genuine(c["secret"], c["headers"], c["body"].encode(), c["now"]) for c in json.load(sys.stdin)]))
`;
    const given = makeCases();
    const { stdout, stderr } = spawnSync("python3", ["-c", program], {
      input: JSON.stringify(given),
      encoding: "utf8",
    });
    assert.equal(stderr, "");
    assert.deepEqual(
      JSON.parse(stdout),
      given.map(({ genuine }) => genuine),
    );
  });
});
