import { readFileSync } from "node:fs";
import { isIP } from "node:net";
import path from "node:path";
import { ConfigError } from "./errors.ts";

type Environment = Readonly<Record<string, string | undefined>>;

interface Setting<T> {
  /** Value when the variable is unset or empty. */
  readonly default: string;
  /** One sentence for `docs/settings.md`. */
  readonly about: string;
  readonly secret?: true;
  /** @throws {Error} with a phrase that completes "PORT must be ...". */
  readonly read: (text: string) => T;
}

function setting<T>(fallback: string, about: string, read: (text: string) => T): Setting<T> {
  return { default: fallback, about, read };
}

// Plain functions: with zod each reader would need its pattern and its phrase all the same.
const text = (value: string): string => value;
const optional = (value: string): string | null => (value === "" ? null : value);

function integer(min: number, max: number) {
  return (value: string): number => {
    const number = Number(value);
    if (!/^\d+$/.test(value) || number < min || number > max) throw new Error(`a whole number from ${min} to ${max}`);
    return number;
  };
}

function optionalPort(value: string): number | null {
  return value === "" ? null : integer(0, 65535)(value);
}

function hostNames(value: string): readonly string[] {
  const names = value.split(",").map((each) => each.trim().toLowerCase());
  const given = names.filter((each) => each !== "");
  if (!given.every((each) => /^([a-z\d-]+(\.[a-z\d-]+)*|\[[\da-f:.]+\])$/.test(each))) {
    throw new Error("host names without scheme and port, such as api.example");
  }
  return given;
}

function decimal(value: string): number {
  if (!/^\d+(\.\d+)?$/.test(value)) throw new Error("a number that is not negative");
  return Number(value);
}

function flag(value: string): boolean {
  if (/^(true|1|yes)$/i.test(value)) return true;
  if (/^(false|0|no)$/i.test(value)) return false;
  throw new Error("true or false (also yes, no, 1, 0)");
}

function url(value: string): string {
  if (!/^https?:\/\/\S+$/.test(value) || !URL.canParse(value)) throw new Error("an http or https address");
  return value.replace(/\/+$/, "");
}

function optionalUrl(value: string): string | null {
  return value === "" ? null : url(value);
}

function smtpUrl(value: string): string | null {
  if (value === "") return null;
  if (!/^smtps?:\/\/\S+$/.test(value) || !URL.canParse(value)) throw new Error("an smtp or smtps address");
  return value;
}

function list(value: string): readonly string[] {
  return value
    .split(/[\s,]+/)
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

/** Nets such as `10.0.0.0/8, ::1/128`. */
function cidrs(value: string): readonly string[] {
  if (!list(value).every(isNet)) throw new Error("nets such as 10.0.0.0/8 or fd00::/8");
  return list(value);
}

/** Nets, or single addresses. */
function netsOrAddresses(value: string): readonly string[] {
  if (!list(value).every((each) => isIP(each) !== 0 || isNet(each))) {
    throw new Error("nets or addresses such as 10.0.0.0/8, 127.0.0.1 or fd00::/8");
  }
  return list(value);
}

function isNet(text: string): boolean {
  const [address = "", bits = "", ...more] = text.split("/");
  const longest = { 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return more.length === 0 && /^\d+$/.test(bits) && Number(bits) <= longest;
}

function postgresUrl(value: string): string | null {
  if (value === "") return null;
  if (!/^postgres(ql)?:\/\/\S+$/.test(value) || !URL.canParse(value))
    throw new Error("an address like postgres://user:password@host/database");
  return value;
}

function redisUrl(value: string): string | null {
  if (value === "") return null;
  if (!/^rediss?:\/\/\S+$/.test(value) || !URL.canParse(value)) throw new Error("an address like redis://host:6379/0");
  return value;
}

/** Parses an argument of the form `postgres://...`. @throws {ConfigError} */
export function databaseAddress(value: string): string {
  try {
    const address = postgresUrl(value);
    if (address !== null) return address;
  } catch {
    // Said below, without the address: it may hold a password.
  }
  throw new ConfigError("The database must be `sqlite` or an address like postgres://user:password@host/database.");
}

/** The API's public address; the routes below it are fixed. */
function baseUrl(value: string): string | null {
  const address = optionalUrl(value);
  if (address !== null && !address.endsWith("/api/v1"))
    throw new Error("an http or https address that ends in /api/v1");
  return address;
}

/** Reads a text that goes into a header: a name of the operator, or a key. */
function headerText(value: string): string | null {
  if (!/^[\x20-\x7e]*$/.test(value)) throw new Error("one line of printable ASCII");
  return optional(value);
}

const UNITS_MS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

function durationMs(value: string): number {
  const [, number = "", unit = ""] = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/.exec(value) ?? [];
  const ms = Number(number) * (UNITS_MS[unit] ?? Number.NaN);
  if (number === "" || !(ms <= 30 * 86_400_000)) throw new Error("a time such as 500ms, 15s, 5m or 2h, at most 30d");
  return ms;
}

function durationsMs(value: string): readonly number[] {
  const all = list(value);
  if (all.length === 0 || all.length > 50) throw new Error("1 to 50 times such as 0s, 5s, 5m");
  return all.map(durationMs);
}

interface IngestPauses {
  readonly workingHoursMs: number;
  readonly otherwiseMs: number;
}

/** The sites are not asked more often than this, whatever is set. */
const SHORTEST_PAUSE_MS = 60_000;

/** One pause, or two: in Washington's working hours, and otherwise. */
function ingestPauses(value: string): IngestPauses {
  const given = list(value).map(durationMs);
  const [workingHoursMs = 0, otherwiseMs = workingHoursMs] = given;
  const isTooShort = given.some((ms) => ms !== 0 && ms < SHORTEST_PAUSE_MS);
  if (given.length === 0 || given.length > 2 || isTooShort) {
    throw new Error("one or two times such as 15m 1h, each at least 1m, or 0s");
  }
  return { workingHoursMs, otherwiseMs };
}

function timeOfDay(value: string): string {
  if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(value)) throw new Error("a time of day like 06:30");
  return value;
}

function oneOf<T extends string>(...allowed: readonly T[]) {
  return (value: string): T => {
    const found = allowed.find((each) => each === value);
    if (found === undefined) throw new Error(`one of ${allowed.join(", ")}`);
    return found;
  };
}

function optionalCdn(value: string): "fastly" | "cloudflare" | null {
  return value === "" ? null : oneOf("fastly", "cloudflare")(value);
}

/** Names in an order, each once, at least one. */
function someOf<T extends string>(...allowed: readonly T[]) {
  return (value: string): readonly T[] => {
    const given = list(value);
    const known = given.flatMap((name) => allowed.find((each) => each === name) ?? []);
    if (given.length === 0 || known.length < given.length || new Set(given).size < given.length) {
      throw new Error(`some of ${allowed.join(", ")}, each once`);
    }
    return known;
  };
}

/** Browsers that are known by name, wherever the machine has them. */
const BROWSERS = ["chrome", "msedge", "chromium"];

/** A name, or a path. */
function browser(value: string): string | null {
  if (/firefox|librewolf/i.test(path.basename(value))) {
    throw new Error(
      "chrome, msedge, chromium or the path of one of them: a released Firefox cannot be driven, since it lacks commands that playwright-core needs",
    );
  }
  if (value !== "" && !BROWSERS.includes(value) && !/[\\/]/.test(value)) {
    throw new Error("chrome, msedge, chromium or the path of one of them");
  }
  return optional(value);
}

/** The duties of one process among several on one database; each of them does `api`. */
const ROLES = ["all", "api", "ingest", "deliver"] as const;
type Role = (typeof ROLES)[number];

/** Every setting of the service, in the order of `docs/settings.md`. The key is the environment variable. */
export const SETTINGS = {
  PORT: setting("3000", "Port that the server listens on; 0 takes a free one.", integer(0, 65535)),
  HOST: setting("127.0.0.1", "Address that the server listens on; `0.0.0.0` for every IPv4 address.", text),
  OPERATIONS_PORT: setting(
    "",
    "Port of `/metrics` and `/health` alone, which are then not served on `PORT`; 0 takes a free one, empty leaves them there.",
    optionalPort,
  ),
  OPERATIONS_HOST: setting("127.0.0.1", "Address that goes with `OPERATIONS_PORT`.", text),
  BASE_URL: setting(
    "",
    "Public address of the API with its path prefix, as written in links; by default `http://localhost:PORT/api/v1`.",
    baseUrl,
  ),
  ROLE: setting(
    "all",
    "What a process of several on one database does: `api` answers alone, `ingest` fetches filings too, `deliver` sends webhooks and mails too, `all` does everything; `serve --role` says the same.",
    oneOf(...ROLES),
  ),
  WORKERS: setting(
    "1",
    "Processes that answer on `PORT` beside each other: with 2 or more the public lists are answered by so many workers, and all else by the service itself, which counts for all of them.",
    integer(1, 64),
  ),
  DATA_DIR: setting("./data", "Folder of the store and of the kept originals.", text),
  ARCHIVE_DIR: setting(
    "",
    "Folder of the archive, which several services on one database share; by default `archive` in `DATA_DIR`.",
    optional,
  ),
  EVIDENCE_MAX_MB: setting(
    "500",
    "Megabytes of pictures of lines (`evidence` in `DATA_DIR`) that are kept at most; those used longest ago are deleted, 0 keeps none.",
    integer(0, 1_000_000),
  ),
  DECISIONS: setting(
    "",
    "File of what persons settled by looking at documents (docs/review.md); by default `decisions.ndjson` in `DATA_DIR`.",
    optional,
  ),
  REVIEW_AUTHOR: setting("", "Who signs decisions of `review`; by default the name of the system's user.", optional),
  DATABASE_URL: {
    ...setting("", "`postgres://...` keeps the store in PostgreSQL instead of SQLite under `DATA_DIR`.", postgresUrl),
    secret: true as const,
  },
  REDIS_URL: {
    ...setting(
      "",
      "Redis or Valkey, `redis://user:password@host:6379/0` or `rediss://...`, in which several processes count requests and what they ask providers of prices together; empty: each by itself.",
      redisUrl,
    ),
    secret: true as const,
  },
  REPLICAS: setting(
    "1",
    "Processes that share `REDIS_URL` at least: while it is away each admits its part of a plan, of as many as were last heard of and no fewer than these.",
    integer(1, 1000),
  ),
  TRUSTED_PROXIES: setting(
    "",
    "CIDR list of reverse proxies whose `X-Forwarded-For` is believed; empty believes none.",
    netsOrAddresses,
  ),
  MCP_HOSTS: setting(
    "",
    "Further host names, separated by commas, under which assistants reach `/mcp`; those of `BASE_URL` and of this machine always do.",
    hostNames,
  ),
  LOG_LEVEL: setting(
    "info",
    "Least level that is logged: fatal, error, warn, info, debug, trace or silent.",
    oneOf("fatal", "error", "warn", "info", "debug", "trace", "silent"),
  ),
  DATA_NOTICE: setting(
    "",
    "Sentence sent as `X-Data-Notice` with every response, e.g. that the data is fictional.",
    optional,
  ),
  NOINDEX: setting(
    "false",
    "Whether search engines are asked to leave the whole service out, by `robots.txt` and `X-Robots-Tag`.",
    flag,
  ),
  CDN: setting(
    "",
    "CDN before the service, `fastly` or `cloudflare`: what is alike for everybody carries its tags (`Surrogate-Key`, `Cache-Tag`).",
    optionalCdn,
  ),
  CDN_PURGE_URL: setting(
    "",
    "Address that is asked after a publication to drop what it has changed: `https://api.fastly.com/service/ID/purge` or `https://api.cloudflare.com/client/v4/zones/ID/purge_cache`.",
    optionalUrl,
  ),
  CDN_TOKEN: { ...setting("", "Token for `CDN_PURGE_URL`.", optional), secret: true as const },
  CONTACT: setting(
    "",
    "E-mail address or web page of the operator, named in the User-Agent of every outgoing request.",
    headerText,
  ),
  INGEST: setting("true", "Whether `serve` fetches filings by itself.", flag),
  INGEST_RATE: setting("1", "Requests a second to one host while fetching; 0 is as fast as it answers.", decimal),
  INGEST_AT: setting("06:30", "Time of day (UTC) of the daily run.", timeOfDay),
  INGEST_EVERY: setting(
    "15m 1h",
    "Pause between two looks for new filings: in Washington's working hours (Monday to Friday, 8 to 20 o'clock), and otherwise. One time is for both; 0s is never, which leaves the daily run.",
    ingestPauses,
  ),
  INGEST_SINCE_YEAR: setting("2012", "First year of filings that is fetched.", integer(2012, 9999)),
  INGEST_READERS: setting("1", "Child processes that read documents.", integer(1, 64)),
  OCR: setting("true", "Whether scanned and paper reports are read; otherwise they are kept and counted.", flag),
  OCR_READERS: setting(
    "0",
    "Child processes that read scanned pages, of low priority; 0 is one for each processor but one, as far as free memory allows.",
    integer(0, 64),
  ),
  SENATE_EFD_ACCEPT_TERMS: setting(
    "false",
    "Whether you, the operator, accept the Senate site's agreement on the use of reports (5 U.S.C. 13107(c)); without it the Senate is off.",
    flag,
  ),
  SENATE_EFD_BROWSER: setting(
    "",
    "Browser that fetches the Senate's pages in this program's place: `chrome`, `msedge`, `chromium`, or the path of one of them; empty: none.",
    browser,
  ),
  MASTER_KEY: {
    ...setting(
      "",
      "Key under which webhook secrets are kept: 64 hex digits, the base64 of 32 bytes, or a passphrase of 16 characters or more; by default one is made in `DATA_DIR/master.key`.",
      optional,
    ),
    secret: true as const,
  },
  WEBHOOK_ALLOW_HTTP: setting("false", "Whether webhooks may go to `http:` addresses too.", flag),
  WEBHOOK_ALLOWED_CIDRS: setting(
    "",
    "Nets that webhooks may go to although they are not public, e.g. `127.0.0.1/32, 10.1.0.0/16`.",
    cidrs,
  ),
  DELIVERIES: setting("true", "Whether `serve` sends webhooks by itself; otherwise run `deliver` beside it.", flag),
  DELIVERY_SCHEDULE: setting(
    "0s 5s 5m 30m 2h 5h 10h 14h 20h 24h",
    "Wait before each attempt of a webhook, counted from the failure before; as many attempts as there are waits.",
    durationsMs,
  ),
  DELIVERY_TIMEOUT: setting("15s", "Longest time of one attempt, from its start to the receiver's status.", durationMs),
  DELIVERY_CONNECT_TIMEOUT: setting(
    "5s",
    "Longest time to connect to a receiver, look-up and TLS included.",
    durationMs,
  ),
  DELIVERY_LEASE: setting(
    "60s",
    "How long a worker that died keeps its deliveries from others; longer than `DELIVERY_TIMEOUT`.",
    durationMs,
  ),
  DELIVERY_PAUSE: setting("60s", "Pause of an endpoint that answered 429, 502 or 504.", durationMs),
  DELIVERY_DISABLE_AFTER: setting(
    "120h",
    "An endpoint that has only failed for this long, and at least 10 times, is disabled.",
    durationMs,
  ),
  DELIVERY_POLL: setting("1s", "How often a worker looks for deliveries that another process has queued.", durationMs),
  DELIVERY_CONCURRENCY: setting("200", "Webhooks under way at once.", integer(1, 10_000)),
  SMTP_URL: {
    ...setting(
      "",
      "Mail server of the alerts' e-mails, `smtp://user:password@host:587` or `smtps://...`; empty sends none.",
      smtpUrl,
    ),
    secret: true as const,
  },
  MAIL_FROM: setting("congress-trades <alerts@localhost>", "Sender of the alerts' e-mails.", text),
  HOUSE_CLERK_URL: setting("https://disclosures-clerk.house.gov", "The House Clerk's disclosure site.", url),
  SENATE_EFD_URL: setting("https://efdsearch.senate.gov", "The Senate's electronic financial disclosure site.", url),
  LEGISLATORS_URL: setting(
    "https://unitedstates.github.io/congress-legislators",
    "The members' record of unitedstates/congress-legislators.",
    url,
  ),
  SEC_URL: setting("https://www.sec.gov", "The SEC's site, for company_tickers_exchange.json.", url),
  NASDAQ_TRADER_URL: setting(
    "https://www.nasdaqtrader.com",
    "The Nasdaq Trader site, for the symbol directories.",
    url,
  ),
  YAHOO_URL: setting("https://query2.finance.yahoo.com", "Yahoo Finance's query host.", url),
  NASDAQ_URL: setting("https://api.nasdaq.com", "Nasdaq's own quotes and history.", url),
  TIINGO_URL: setting("https://api.tiingo.com", "Tiingo, whose prices need `TIINGO_API_KEY`.", url),
  FINNHUB_URL: setting("https://finnhub.io", "Finnhub, whose quotes need `FINNHUB_API_KEY`.", url),
  MARKET_PROVIDERS: setting(
    "yahoo,nasdaq",
    "Sources of prices in the order in which they are asked: yahoo, nasdaq, tiingo, finnhub, file.",
    someOf("yahoo", "nasdaq", "tiingo", "finnhub", "file"),
  ),
  MARKET_WARM: setting(
    "true",
    "Whether `serve` fetches the daily bars of every symbol that trades name ahead of callers; never with INGEST=false.",
    flag,
  ),
  TIINGO_API_KEY: {
    ...setting("", "Key of a Tiingo account, for the provider `tiingo`.", headerText),
    secret: true as const,
  },
  FINNHUB_API_KEY: {
    ...setting("", "Key of a Finnhub account, for the provider `finnhub`.", headerText),
    secret: true as const,
  },
  MARKET_FILES: setting("", "Folder of the provider `file`: daily bars as `SYMBOL.csv`.", optional),
  UPSTREAM_URL: setting(
    "",
    "One address that stands in for all sites above, as /house, /senate, /legislators, /sec, /nasdaqtrader, /yahoo, /nasdaq, /tiingo and /finnhub.",
    optionalUrl,
  ),
} as const satisfies Record<string, Setting<unknown>>;

type Values = { readonly [K in keyof typeof SETTINGS]: ReturnType<(typeof SETTINGS)[K]["read"]> };

/** All settings, read and checked once; frozen. */
export interface Config extends Omit<Values, "BASE_URL" | "ARCHIVE_DIR" | "DECISIONS"> {
  readonly BASE_URL: string;
  readonly ARCHIVE_DIR: string;
  readonly DECISIONS: string;
}

interface RoleSettings {
  readonly ROLE: Role;
  readonly DATABASE_URL: string | null;
  INGEST: boolean;
  DELIVERIES: boolean;
}

/** Switches off what another process does; a role switches on nothing. @throws {ConfigError} */
function takeRole(values: RoleSettings): void {
  const { ROLE: role } = values;
  if (role === "all") return;
  if (values.DATABASE_URL === null) {
    throw new ConfigError(`ROLE=${role} is for several processes on one PostgreSQL; it needs DATABASE_URL.`);
  }
  if (role === "ingest" && !values.INGEST) throw new ConfigError("ROLE=ingest fetches filings, and INGEST is false.");
  if (role === "deliver" && !values.DELIVERIES) {
    throw new ConfigError("ROLE=deliver sends webhooks, and DELIVERIES is false.");
  }
  values.INGEST &&= role === "ingest";
  values.DELIVERIES &&= role === "deliver";
}

/** Whether this process fetches filings, and reads again what an older release published. */
export function fillsDatabase({ ROLE }: Pick<Config, "ROLE">): boolean {
  return ROLE === "all" || ROLE === "ingest";
}

/** Whether this process sends mails, and webhooks unless they are switched off. */
export function sendsMessages({ ROLE }: Pick<Config, "ROLE">): boolean {
  return ROLE === "all" || ROLE === "deliver";
}

const STAND_INS = {
  HOUSE_CLERK_URL: "/house",
  SENATE_EFD_URL: "/senate",
  LEGISLATORS_URL: "/legislators",
  SEC_URL: "/sec",
  NASDAQ_TRADER_URL: "/nasdaqtrader",
  YAHOO_URL: "/yahoo",
  NASDAQ_URL: "/nasdaq",
  TIINGO_URL: "/tiingo",
  FINNHUB_URL: "/finnhub",
} as const;

/** A secret may stand in a file that `NAME_FILE` names, as containers and systemd hand them over. @throws {ConfigError} */
function secretOf(name: string, environment: Environment): string {
  const given = environment[name] ?? "";
  const file = environment[`${name}_FILE`] ?? "";
  if (file === "") return given;
  if (given !== "") throw new ConfigError(`${name} and ${name}_FILE are both given; one of them is enough.`);
  try {
    return readFileSync(file, "utf8").replace(/\r?\n$/, "");
  } catch (cause) {
    const { code = "unknown" } = cause as NodeJS.ErrnoException;
    throw new ConfigError(`${name}_FILE names "${file}", which cannot be read (${code}).`, { cause });
  }
}

/** Reads the settings from an environment. @throws {ConfigError} that names every bad value at once. */
export function readConfig(environment: Environment = process.env): Config {
  const values: Record<string, unknown> = {};
  const wrong: string[] = [];
  for (const [name, each] of Object.entries(SETTINGS) as [string, Setting<unknown>][]) {
    try {
      const given = each.secret ? secretOf(name, environment) : (environment[name] ?? "");
      values[name] = each.read(given === "" ? each.default : given);
    } catch (error) {
      const given = environment[name] ?? "";
      if (error instanceof ConfigError) {
        wrong.push(error.message);
        continue;
      }
      wrong.push(`${name} must be ${(error as Error).message}, not ${each.secret ? "the value given" : `"${given}"`}.`);
    }
  }
  if (wrong.length > 0) throw new ConfigError(wrong.join("\n"));
  takeRole(values as unknown as RoleSettings);
  if (values["UPSTREAM_URL"] !== null) {
    for (const [name, place] of Object.entries(STAND_INS)) {
      if (!environment[name]) values[name] = values["UPSTREAM_URL"] + place;
    }
  }
  values["BASE_URL"] ??= `http://localhost:${values["PORT"]}/api/v1`;
  values["ARCHIVE_DIR"] ??= path.join(String(values["DATA_DIR"]), "archive");
  values["DECISIONS"] ??= path.join(String(values["DATA_DIR"]), "decisions.ndjson");
  return Object.freeze(values) as unknown as Config;
}
