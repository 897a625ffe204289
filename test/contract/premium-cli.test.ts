/** Tests `keys` and `accounts` next to a running service, and that a crash prints no secret. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { createApiKey } from "../../src/accounts/keys/api-key.ts";
import { ensureDatabase } from "../database.ts";
import { SHELL } from "../e2e/workplace.ts";
import { PREMIUM, startPremium } from "./premium-service.ts";
import { assertProblem, createFakeClock, json } from "./service.ts";

const MAIN = fileURLToPath(new URL("../../src/app/cli/main.ts", import.meta.url));
const ACCOUNT = `${PREMIUM}/account`;

const time = createFakeClock();
const here = await startPremium({ clock: time.readMonotonicMs });
after(() => here[Symbol.asyncDispose]());

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

function runCli(args: readonly string[], node: readonly string[] = []): Promise<Ended> {
  const child = spawn(process.execPath, [...node, MAIN, ...args], {
    env: {
      ...SHELL,
      DATA_DIR: here.dataDir,
      DATABASE_URL: ensureDatabase(here.dataDir) ?? "",
      LOG_LEVEL: "warn",
    },
  });
  let out = "";
  let err = "";
  child.stdout.on("data", (bytes: Buffer) => {
    out += bytes.toString();
  });
  child.stderr.on("data", (bytes: Buffer) => {
    err += bytes.toString();
  });
  return new Promise((resolve) => child.once("close", (code) => resolve({ code, out, err })));
}

const makeBearer = (key: string) => ({ headers: { authorization: `Bearer ${key}` } });

test("creates, lists, rotates and revokes a key while the service runs", async () => {
  const made = await runCli([
    "keys",
    "create",
    "--plan",
    "premium",
    "--account",
    "ACME Corp",
    "--expires",
    "2999-12-31",
  ]);
  assert.equal(made.code, 0, made.err);
  const key = made.out.trim();
  assert.ok(!made.err.includes(key));
  const body = json(await here.service.ask(ACCOUNT, makeBearer(key)));
  const { id, expires_at } = body["key"] as Record<string, string>;
  assert.equal(expires_at, "3000-01-01T00:00:00Z");
  const rotated = await runCli(["keys", "rotate", String(id)]);
  assert.equal(rotated.code, 0, rotated.err);
  const second = rotated.out.trim();
  for (const each of [key, second]) assert.equal((await here.service.ask(ACCOUNT, makeBearer(each))).status, 200);
  const third = await runCli(["keys", "create", "--account", "ACME Corp"]);
  assert.deepEqual([third.code, third.out], [1, ""]);
  assert.match(third.err, /2 live keys/);
  const revoked = await runCli(["keys", "revoke", String(id)]);
  assert.equal(revoked.code, 0, revoked.err);
  assert.match(
    revoked.out,
    new RegExp(`Keys created with it still work: key_\\w+\\. Revoke them too with \`keys revoke ${id} --and-made\``),
  );
  time.advance(10_000);
  assertProblem(await here.service.ask(ACCOUNT, makeBearer(key)), "invalid_token");
  assert.equal((await here.service.ask(ACCOUNT, makeBearer(second))).status, 200);
  const listed = await runCli(["keys", "list"]);
  assert.match(
    listed.out,
    new RegExp(`${id}\\s+${key.slice(0, 13)}…${key.slice(-4)}\\s+ACME Corp\\s+premium\\s+revoked`),
  );
  for (const each of [key, second]) assert.ok(!listed.out.includes(each));
});

test("an account's plan change takes effect within 10 seconds", async () => {
  const created = await runCli(["accounts", "create", "bob", "--plan", "free"]);
  assert.match(created.out, /^acc_[0-9A-Z]{26}\n$/);
  const key = (await runCli(["keys", "create", "--account", "bob"])).out.trim();
  assertProblem(await here.service.ask(ACCOUNT, makeBearer(key)), "plan_required");
  assert.equal((await runCli(["accounts", "set-plan", "bob", "premium"])).code, 0);
  time.advance(10_000);
  assert.equal((await here.service.ask(ACCOUNT, makeBearer(key))).status, 200);
  assert.match((await runCli(["accounts", "list"])).out, /bob +premium/);
});

test("an operator can list, change, disable, enable and delete accounts, and list and disable their endpoints", async () => {
  const made = await runCli([
    "keys",
    "create",
    "--account",
    "DORA",
    "--expires",
    "2999-12-31",
    "--scopes",
    "read,keys",
    "--name",
    "first",
  ]);
  assert.equal(made.code, 0, made.err);
  const key = made.out.trim();
  const getStatus = async () => {
    time.advance(10_000);
    return (await here.service.ask(ACCOUNT, makeBearer(key))).status;
  };
  const alike = await runCli(["keys", "create", "--account", "dora"]);
  assert.deepEqual([alike.code, alike.out], [1, ""]);
  assert.match(alike.err, /Did you mean "DORA"\?/);
  const id = String((json(await here.service.ask(ACCOUNT, makeBearer(key)))["key"] as Record<string, string>)["id"]);
  assert.equal((await runCli(["keys", "rotate", id])).code, 0);
  const listed = (await runCli(["keys", "list", "--account", "DORA"])).out.trim().split("\n").slice(1);
  assert.equal(listed.length, 2);
  for (const line of listed)
    assert.match(line, /3000-01-01T00:00Z .* read,keys +first$/, "rotation keeps expiry, scopes and name");
  const account = await here.store.accounts.findByName("DORA");
  assert.ok(account);
  const draft = { url: "https://hooks.example.com/x?token=1", description: null, status: "enabled" } as const;
  const endpoint = await here.store.endpoints.create(
    account.id,
    { ...draft, eventTypes: ["webhook.test"] },
    new Uint8Array(1),
    new Date(),
  );
  assert.match(
    (await runCli(["webhooks", "list", "--account", "DORA"])).out,
    /DORA +enabled .*hooks\.example\.com\/x\?\.\.\.\n$/,
  );
  assert.equal((await runCli(["webhooks", "disable", endpoint.id])).code, 0);
  assert.equal((await here.store.endpoints.get(account.id, endpoint.id))?.status, "disabled");
  assert.equal((await runCli(["alerts", "list"])).code, 0);
  assert.equal((await runCli(["accounts", "disable", "DORA"])).code, 0);
  assert.equal(await getStatus(), 401);
  assert.match((await runCli(["accounts", "list"])).out, /DORA +premium +disabled/);
  assert.equal((await runCli(["accounts", "enable", "DORA"])).code, 0);
  assert.equal(await getStatus(), 200);
  assert.equal((await runCli(["accounts", "set-end", "DORA", "2999-12-31"])).code, 0);
  assert.equal((await runCli(["accounts", "set-contact", "DORA", "nowhere"])).code, 2);
  assert.equal((await runCli(["accounts", "set-contact", "DORA", "ops@example.org"])).code, 0);
  assert.match((await runCli(["accounts", "list", "--json"])).out, /"contact": ?"ops@example\.org"/);
  assert.equal((await runCli(["accounts", "delete", "DORA"])).code, 1);
  assert.equal((await runCli(["accounts", "delete", "DORA", "--confirm", "DORA"])).code, 0);
  assert.equal(await getStatus(), 401);
});

test("explains a wrong argument in one sentence", async () => {
  for (const [expected, args, sentence] of [
    [2, ["keys", "create", "--account", "x", "--plan", "gold"], /--plan must be one of free, premium, not "gold"/],
    [2, ["keys", "create", "--account", "x", "--expires", "2020-01-01"], /--expires must be today or a later day/],
    [2, ["keys", "create", "--account", " "], /An account's name must be/],
    [1, ["keys", "revoke", "key_x"], /No key "key_x"/],
    [1, ["accounts", "set-plan", "nobody", "premium"], /No account "nobody"/],
  ] as const) {
    const { code, out, err } = await runCli(args);
    assert.deepEqual([code, out], [expected, ""]);
    assert.match(err, sentence);
    assert.doesNotMatch(err, /\n\s+at /);
  }
});

test("a crash prints the usual error, without the key in it", async () => {
  const canary = createApiKey();
  const bomb = `data:text/javascript,setTimeout(()=>{throw new Error("on ${canary}")},1500)`;
  const { code, err } = await runCli(["webhooks", "listen", "--port", "0"], ["--import", bomb]);
  assert.equal(code, 1);
  assert.match(err, /Error: on ctd_\[redacted\]/);
  assert.ok(!err.includes(canary));
});
