/** Tests the printed proxy configurations in the real programs: addresses of callers, paths closed to callers, TLS. */
import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { type IncomingHttpHeaders, type RequestOptions, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { findFreePort } from "../../src/app/demo/free-port.ts";
import { createCertificate } from "../webhooks/certificates.ts";
import { type Running, skipIfMissing, startService } from "./programs.ts";

let folder: string;
let service: Running;
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "congress-trades-proxies-"));
  service = await startService({
    DATA_DIR: path.join(folder, "data"),
    TRUSTED_PROXIES: "127.0.0.1/32",
    BASE_URL: "https://trades.example.org/api/v1",
  });
});
after(async () => {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Writes a copy of a file of deploy/ that differs only in the ports, the certificate and the folders, which are the test's. */
async function writeConfig(name: string, instead: readonly (readonly [string, string])[]): Promise<string> {
  let text = await readFile(new URL(`../../deploy/${name}`, import.meta.url), "utf8");
  for (const [printed, here] of instead) {
    assert.ok(text.includes(printed), `${name} has no ${printed}`);
    text = text.replaceAll(printed, here);
  }
  const file = path.join(folder, name);
  await writeFile(file, text);
  return file;
}

for (const [program, scheme, net, start] of [
  ["nginx", "https", 1, startNginx],
  ["caddy", "http", 2, startCaddy],
] as const) {
  describe(program, { skip: skipIfMissing(program) || process.platform !== "linux" }, () => {
    let proxy: { readonly child: ChildProcess; readonly port: number };
    const ask = (from: string, target: string, headers: Record<string, string> = {}) =>
      sendRequest(scheme, { host: "127.0.0.1", port: proxy.port, localAddress: from, path: target, headers });
    before(async () => {
      proxy = await start();
      for (let tries = 0; tries < 100; tries += 1) {
        if (
          await ask("127.0.0.1", "/health/live").then(
            ({ status }) => status === 200,
            () => false,
          )
        )
          return;
        await sleep(50);
      }
      assert.fail(`${program} does not answer`);
    });
    after(async () => {
      const closed = once(proxy.child, "close");
      proxy.child.kill("SIGTERM");
      await closed;
    });

    test("each caller has a budget of its own, and cannot get another's by forging headers", async () => {
      const target = "/api/v1/politicians/";
      const one = await ask(`127.0.${net}.3`, target);
      assert.equal(one.status, 200);
      assert.equal(one.headers["x-ratelimit-remaining"], "19");
      const forged = await ask(`127.0.${net}.3`, target, { "x-forwarded-for": "198.51.100.7" });
      assert.equal(forged.headers["x-ratelimit-remaining"], "18");
      const other = await ask(`127.0.${net}.4`, target);
      assert.equal(other.headers["x-ratelimit-remaining"], "19");
    });

    test("a proxy may cache public pages, but not API responses", async () => {
      for (const target of ["/", "/openapi.json", "/politicians"]) {
        const page = await ask(`127.0.${net}.6`, target);
        assert.equal(page.status, 200, target);
        assert.match(String(page.headers["cache-control"]), /^public, /, target);
        assert.match(String(page.headers["cdn-cache-control"]), /^public, max-age=(60|300), stale-while/, target);
        assert.equal(page.headers["x-ratelimit-remaining"], undefined, target);
      }
      for (const left of ["19", "18"]) {
        const list = await ask(`127.0.${net}.7`, "/api/v1/politicians/");
        assert.match(String(list.headers["cache-control"]), /^private, /);
        assert.equal(list.headers["cdn-cache-control"], undefined);
        assert.equal(list.headers["x-ratelimit-remaining"], left);
        assert.doesNotMatch(String(list.headers["cache-status"]), /HIT/);
      }
    });

    // Caddy does not cache responses.
    if (program === "nginx") {
      test("each caller gets a cached page in an encoding that it accepts", async () => {
        const codings = ["gzip", "gzip", "identity", "identity"];
        const seen = [];
        for (const [at, coding] of codings.entries()) {
          const { status, headers } = await ask(`127.0.${net}.${20 + at}`, "/coverage", { "accept-encoding": coding });
          assert.equal(status, 200);
          assert.equal(headers["content-encoding"], coding === "gzip" ? "gzip" : undefined);
          seen.push(headers["cache-status"]);
        }
        assert.deepEqual(
          seen,
          ["MISS", "HIT", "MISS", "HIT"].map((status) => `nginx; detail=${status}`),
        );
      });
    }

    test("only the machine itself can read the metrics", async () => {
      assert.equal((await ask("127.0.0.1", "/metrics")).status, 200);
      assert.equal((await ask(`127.0.${net}.5`, "/metrics")).status, 403);
    });
  });
}

async function startNginx() {
  const port = await findFreePort();
  const from = new Date(Date.now() - 86_400_000);
  const to = new Date(Date.now() + 86_400_000);
  const { cert, key } = createCertificate({ name: "trades.example.org", from, to });
  await writeFile(path.join(folder, "cert.pem"), cert);
  await writeFile(path.join(folder, "key.pem"), key);
  const live = "/etc/letsencrypt/live/trades.example.org";
  const site = await writeConfig("nginx.conf", [
    ["listen 443 ssl", `listen 127.0.0.1:${port} ssl`],
    [`${live}/fullchain.pem`, path.join(folder, "cert.pem")],
    [`${live}/privkey.pem`, path.join(folder, "key.pem")],
    ["127.0.0.1:3000", `127.0.0.1:${service.port}`],
    ["/var/cache/nginx/congress-trades", path.join(folder, "cache")],
  ]);
  const places = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((each) => `${each}_temp_path ${path.join(folder, each)};`)
    .join(" ");
  const whole = path.join(folder, "whole.conf");
  // If root starts nginx, its workers run as nobody, which may not enter this test's folder.
  const user = process.getuid?.() === 0 ? "user root; " : "";
  await writeFile(
    whole,
    `${user}daemon off; pid ${path.join(folder, "nginx.pid")}; error_log stderr; events {}\nhttp { access_log off; ${places} include ${site}; }\n`,
  );
  return { port, child: spawn("nginx", ["-c", whole, "-e", "stderr"], { stdio: "ignore" }) };
}

async function startCaddy() {
  const port = await findFreePort();
  const file = await writeConfig("Caddyfile", [
    ["trades.example.org {", `http://127.0.0.1:${port} {`],
    ["127.0.0.1:3000", `127.0.0.1:${service.port}`],
  ]);
  await writeFile(file, `{\n\tadmin off\n}\n${await readFile(file, "utf8")}`);
  const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const args = ["run", "--config", file, "--adapter", "caddyfile"];
  return { port, child: spawn("caddy", args, { env, stdio: "ignore" }) };
}

function sendRequest(scheme: "http" | "https", options: RequestOptions) {
  return new Promise<{ status: number; headers: IncomingHttpHeaders }>((resolve, reject) => {
    const receive = (answer: import("node:http").IncomingMessage) => {
      answer.resume();
      answer.once("end", () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers }));
    };
    const sent =
      scheme === "http"
        ? requestHttp(options, receive)
        : requestHttps({ ...options, servername: "trades.example.org", rejectUnauthorized: false }, receive);
    sent.once("error", reject).end();
  });
}
