import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { buildSettingWarnings, readConfig } from "./config.ts";
import { ConfigError } from "./errors.ts";
import { SETTINGS } from "./settings.ts";

test("an empty environment gives the defaults, all of them valid", () => {
  const config = readConfig({});
  assert.equal(config.PORT, 3000);
  assert.equal(config.BASE_URL, "http://localhost:3000/api/v1");
  assert.equal(config.DATABASE_URL, null);
  assert.equal(config.SENATE_EFD_ACCEPT_TERMS, false);
  assert.deepEqual(config.TRUSTED_PROXIES, []);
  assert.deepEqual(Object.keys(config).sort(), [...Object.keys(SETTINGS), "provided"].sort());
});

test("treats an empty variable as unset", () => {
  assert.equal(readConfig({ PORT: "", CONTACT: "" }).PORT, 3000);
});

test("parses each value into its type", () => {
  const config = readConfig({
    PORT: "0",
    BASE_URL: "https://trades.example/api/v1/",
    TRUSTED_PROXIES: "10.0.0.0/8, 127.0.0.1",
    INGEST_RATE: "0.5",
    INGEST_AT: "23:59",
    SENATE_EFD_ACCEPT_TERMS: "TRUE",
  });
  assert.equal(config.PORT, 0);
  assert.equal(config.BASE_URL, "https://trades.example/api/v1");
  assert.deepEqual(config.TRUSTED_PROXIES, ["10.0.0.0/8", "127.0.0.1"]);
  assert.equal(config.INGEST_RATE, 0.5);
  assert.equal(config.INGEST_AT, "23:59");
  assert.equal(config.SENATE_EFD_ACCEPT_TERMS, true);
});

test("CONTACT is an e-mail or web address, with or without a name; the error for other text says what is allowed", () => {
  const reachable = [
    "operator@example.org",
    "Jane Doe <jane@example.org>",
    "https://example.org/about",
    "Example Inc. http://a.example",
  ];
  for (const given of reachable) assert.equal(readConfig({ CONTACT: given }).CONTACT, given);
  for (const CONTACT of ["x", "me@home", "@example.org", "example.org", "https://"]) {
    assert.throws(() => readConfig({ CONTACT }), {
      message: `CONTACT must be an address to reach you, such as name@example.org or https://example.org/contact, not "${CONTACT}".`,
    });
  }
  assert.throws(
    () => readConfig({ CONTACT: "J\u00f6rg j@example.org" }),
    /CONTACT must be one line of printable ASCII/,
  );
});

test("reports all wrong values at once, and says what is allowed", () => {
  assert.throws(
    () =>
      readConfig({ PORT: "65536", INGEST: "maybe", INGEST_AT: "24:00", LOG_LEVEL: "loud", HOUSE_CLERK_URL: "ftp://x" }),
    (error) => {
      assert.ok(error instanceof ConfigError);
      assert.deepEqual(error.message.split("\n"), [
        'PORT must be a whole number from 0 to 65535, not "65536".',
        'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent, not "loud".',
        'INGEST must be true or false (also yes, no, 1, 0), not "maybe".',
        'INGEST_AT must be a time of day like 06:30, not "24:00".',
        'HOUSE_CLERK_URL must be an http or https address, not "ftp://x".',
      ]);
      return true;
    },
  );
});

for (const [name, wrong] of [
  ["PORT", "-1"],
  ["PORT", "1e3"],
  ["PORT", "80.5"],
  ["INGEST_RATE", "-1"],
  ["INGEST_SINCE_YEAR", "2011"],
  ["MARKET_PROVIDERS", "yahoo,oracle"],
  ["MARKET_PROVIDERS", "yahoo,yahoo"],
  ["INGEST_READERS", "0"],
  ["YAHOO_URL", "http://"],
  ["UPSTREAM_URL", "localhost:4010"],
] as const) {
  test(`rejects ${name}=${wrong}`, () => {
    assert.throws(() => readConfig({ [name]: wrong }), new RegExp(`^ConfigError: ${name} must be `));
  });
}

test("UPSTREAM_URL replaces all sites except those with a URL of their own", () => {
  const config = readConfig({ UPSTREAM_URL: "http://127.0.0.1:4010/", SEC_URL: "https://sec.example" });
  assert.equal(config.HOUSE_CLERK_URL, "http://127.0.0.1:4010/house");
  assert.equal(config.YAHOO_URL, "http://127.0.0.1:4010/yahoo");
  assert.equal(config.NASDAQ_TRADER_URL, "http://127.0.0.1:4010/nasdaqtrader");
  assert.equal(config.SEC_URL, "https://sec.example");
});

test("a secret may come from a file; an unreadable file, or both the value and a file, is rejected with the setting's name", () => {
  const folder = mkdtempSync(join(tmpdir(), "config-"));
  try {
    const file = join(folder, "secret");
    writeFileSync(file, "a passphrase of some length\n");
    for (const [name, { secret }] of Object.entries(SETTINGS as Readonly<Record<string, { readonly secret?: true }>>)) {
      if (!secret || /URL$/.test(name)) continue;
      const values = readConfig({ [`${name}_FILE`]: file }) as unknown as Record<string, unknown>;
      assert.equal(values[name], "a passphrase of some length", name);
    }
    writeFileSync(file, "postgres://u:p@host/db\r\n");
    assert.equal(readConfig({ DATABASE_URL_FILE: file }).DATABASE_URL, "postgres://u:p@host/db");
    assert.throws(
      () => readConfig({ MASTER_KEY: "x".repeat(20), MASTER_KEY_FILE: file }),
      /^ConfigError: MASTER_KEY and MASTER_KEY_FILE are both given/,
    );
    assert.throws(
      () => readConfig({ MASTER_KEY_FILE: join(folder, "none") }),
      /^ConfigError: MASTER_KEY_FILE names ".*none", which cannot be read \(ENOENT\)/,
    );
    assert.equal(readConfig({ PORT_FILE: file }).PORT, 3000, "only secrets are read from files");
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("settings are immutable", () => {
  assert.ok(Object.isFrozen(readConfig({})));
});

test("every setting has a description that ends in a period", () => {
  for (const [name, { about }] of Object.entries(SETTINGS)) assert.match(about, /^[`A-Z].*\.$/, name);
});

test("SENATE_EFD_BROWSER is a browser's name or path; the error for Firefox says why Firefox is rejected", () => {
  for (const browser of ["chrome", "msedge", "chromium", "/opt/chrome/chrome", "C:\\Chrome\\chrome.exe"]) {
    assert.equal(readConfig({ SENATE_EFD_BROWSER: browser }).SENATE_EFD_BROWSER, browser);
  }
  for (const browser of ["firefox", "/usr/bin/firefox-esr"]) {
    assert.throws(() => readConfig({ SENATE_EFD_BROWSER: browser }), /Firefox cannot be driven/);
  }
  assert.throws(() => readConfig({ SENATE_EFD_BROWSER: "netscape" }), /must be chrome, msedge, chromium or the path/);
});

test("INGEST_EVERY is one interval, or one for working hours and one for other hours; each is 0 or at least a minute", () => {
  const parseIntervals = (text: string) => readConfig({ INGEST_EVERY: text }).INGEST_EVERY;
  assert.deepEqual(parseIntervals("15m 1h"), { workingHoursMs: 900_000, otherwiseMs: 3_600_000 });
  assert.deepEqual(parseIntervals("30m"), { workingHoursMs: 1_800_000, otherwiseMs: 1_800_000 });
  assert.deepEqual(parseIntervals("5m 0s"), { workingHoursMs: 300_000, otherwiseMs: 0 });
  for (const wrong of ["59s", "15m 1h 2h", "soon", ","]) {
    assert.throws(() => parseIntervals(wrong), /INGEST_EVERY must be /, wrong);
  }
});

test("a role turns off the tasks of other roles, and requires a shared database", () => {
  const readTasks = (environment: Record<string, string>) => {
    const { INGEST, DELIVERIES } = readConfig({ DATABASE_URL: "postgres://a@b/c", ...environment });
    return [INGEST, DELIVERIES];
  };
  assert.deepEqual(readTasks({}), [true, true]);
  assert.deepEqual(readTasks({ ROLE: "api" }), [false, false]);
  assert.deepEqual(readTasks({ ROLE: "ingest" }), [true, false]);
  assert.deepEqual(readTasks({ ROLE: "deliver" }), [false, true]);
  assert.throws(() => readTasks({ ROLE: "ingest", INGEST: "false" }), /ROLE=ingest fetches filings/);
  assert.throws(() => readTasks({ ROLE: "deliver", DELIVERIES: "false" }), /ROLE=deliver sends webhooks/);
  assert.throws(() => readTasks({ ROLE: "api", DATABASE_URL: "" }), /it needs DATABASE_URL/);
  assert.throws(() => readTasks({ ROLE: "web" }), /ROLE must be one of all, api, ingest, deliver/);
});

test("suggests the setting for a variable with a typo, and ignores unrelated environment variables", () => {
  const suggestNames = (environment: Record<string, string>) =>
    buildSettingWarnings(environment).map((sentence) =>
      /^(\w+) is not a setting\. Did you mean (\w+)\?$/.exec(sentence)?.slice(1).join(" for "),
    );
  assert.deepEqual(suggestNames({ PROT: "3000", CONTACTS: "a@example.org", DATADIR: "x", BASE_ULR: "x" }), [
    "PROT for PORT",
    "CONTACTS for CONTACT",
    "DATADIR for DATA_DIR",
    "BASE_ULR for BASE_URL",
  ]);
  const usual = { HOME: "/root", PATH: "/bin", SHELL: "sh", LANG: "C", HOSTNAME: "x", TERM: "x", PWD: "/", USER: "u" };
  assert.deepEqual(
    suggestNames({ ...usual, PORT: "1", MASTER_KEY_FILE: "/run/key", TZ: "UTC", npm_config_port: "1" }),
    [],
  );
});

test("reports variables in a settings file that are not settings", () => {
  const folder = mkdtempSync(join(tmpdir(), "congress-trades-"));
  const file = join(folder, ".env");
  writeFileSync(
    file,
    "PORT=1\nMASTER_KEY_FILE=/run/key\nSENATE_TERMS=true\nexport PROT=1\nHTTPS_PROXY=http://p\nNODE_OPTIONS=-r\n",
  );
  assert.deepEqual(buildSettingWarnings({ CONGRESS_TRADES_ENV: file, SENATE_TERMS: "true", SHELL: "sh" }), [
    `SENATE_TERMS in ${file} is not a setting.`,
    "PROT is not a setting. Did you mean PORT?",
  ]);
  rmSync(folder, { recursive: true });
  assert.deepEqual(buildSettingWarnings({ CONGRESS_TRADES_ENV: file }), []);
});

test("rejects a removed setting and says what to do instead", () => {
  assert.throws(() => readConfig({ WORKERS: "2" }), /WORKERS is no longer a setting: run several processes/);
  for (const [name, instead] of [
    ["START_FROM", /restore a public backup/],
    ["FOLLOW", /restore FOLDER/],
    ["BUNDLE_DIR", /backup --public FOLDER/],
  ] as const) {
    assert.throws(() => readConfig({ [name]: "/srv/bundle" }), { name: "ConfigError", message: instead });
    assert.throws(
      () => readConfig({ [name]: "/srv/bundle" }),
      new RegExp(`^ConfigError: ${name} is no longer a setting: `),
    );
  }
  assert.doesNotThrow(() => readConfig({ WORKERS: "", START_FROM: "" }));
});
