/** `doctor`: checks for misconfiguration, whether the store is usable, which sites and price providers answer, and whether the clock is right. */
import { accessSync, constants, existsSync, statfsSync, statSync } from "node:fs";
import path from "node:path";
import { deliverySettings } from "../../accounts/webhooks/delivery.ts";
import { createSecretBox, readMasterKey } from "../../accounts/webhooks/secret.ts";
import { type Config, readConfig, SETTINGS_FILE, unknownSettings } from "../../base/config.ts";
import { AppError, ConfigError, SourceError } from "../../base/errors.ts";
import { createLogger, withoutCredentials } from "../../base/log.ts";
import { counted } from "../../domain/counted.ts";
import { canonicalSymbol } from "../../domain/symbol.ts";
import { SOURCES } from "../../filings/sources/all.ts";
import { adviceOn, checkAnswer, failureText } from "../../filings/sources/site-check.ts";
import type { SiteFinding } from "../../filings/sources/source.ts";
import { type Carrier, createPoliteClient, type PoliteClient } from "../../outbound/client.ts";
import type { Fetch } from "../../outbound/fetch.ts";
import { readProxySettings } from "../../outbound/proxy.ts";
import type { ProviderId } from "../../prices/market.ts";
import { createProviders } from "../../prices/providers/all.ts";
import { systemFetch } from "../../prices/providers/request.ts";
import { lookAtStore } from "../../store/look.ts";
import { SharedStore } from "../../store/redis/shared-store.ts";
import { commandEnvironment, serviceBeside } from "./run-command.ts";
import { type PrintOptions, print } from "./shared-store.ts";

interface Finding {
  /** Subject of the check, such as `house-clerk`. */
  readonly name: string;
  /** `fault`: the service does not start, or an enabled feature does not work. */
  readonly state: "ok" | "warning" | "fault";
  readonly says: string;
  /** Null if there is nothing to do. */
  readonly advice: string | null;
}

const ok = (name: string, says: string): Finding => ({ name, state: "ok", says, advice: null });
const warning = (name: string, says: string, advice: string): Finding => ({ name, state: "warning", says, advice });
const fault = (name: string, says: string, advice: string): Finding => ({ name, state: "fault", says, advice });

/** @returns exit code: 1 if there is a fault. */
export async function doctorCommand(environment: NodeJS.ProcessEnv, printed: PrintOptions): Promise<number> {
  const findings = (await examine(environment)).map(withSafeText);
  const count = (wanted: Finding["state"]) => findings.filter(({ state }) => state === wanted).length;
  const [faults, warnings] = [count("fault"), count("warning")];
  const lines = findings.map(({ state, name, says, advice }) => `${state.padEnd(7)}  ${name}: ${says} ${advice ?? ""}`);
  const words = [...lines, `${counted(faults, "fault")}, ${counted(warnings, "warning")}.`];
  print(printed, { ok: faults === 0, faults, warnings, findings }, words.map((line) => `${line.trimEnd()}\n`).join(""));
  return faults === 0 ? 0 : 1;
}

/** URLs and messages of other programs may contain a password. */
function withSafeText({ says, advice, ...rest }: Finding): Finding {
  return { ...rest, says: withoutCredentials(says), advice: advice && withoutCredentials(advice) };
}

async function examine(environment: NodeJS.ProcessEnv): Promise<readonly Finding[]> {
  const about = (sentence: string) => sentence.split(" ")[0] ?? "settings";
  const misspelt = unknownSettings(environment).map((each) => warning(about(each), each, "See docs/settings.md."));
  try {
    const given = commandEnvironment(environment);
    const config = readConfig(given);
    // A settings file that does not apply beside a running service does from its next start.
    readConfig(environment);
    readProxySettings(given);
    const service = serviceBeside(environment);
    const hidden = service?.hidden ?? [];
    const checks = [checkFolder, checkStore, checkSites, checkProviders, checkRedis].map((check) =>
      check(config, hidden),
    );
    return [
      ...misspelt,
      ...(service === null ? [] : [aboutService(service, environment[SETTINGS_FILE])]),
      ...checkSettings(config, given, hidden),
      ...(await Promise.all(checks)).flat(),
    ];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const advice = "Fix it and run `doctor` again: nothing else was checked.";
    return [...misspelt, ...error.message.split("\n").map((each) => fault(about(each), each, advice))];
  }
}

/** @param file the settings file that was loaded. */
function aboutService({ url, hidden }: { url: string; hidden: readonly string[] }, file = ""): Finding {
  const unseen = hidden.length === 0 ? "" : ` ${hidden.join(", ")} cannot be checked from outside.`;
  return ok("service", `It runs at ${url}, and its settings are checked${file && `, not ${file}`}.${unseen}`);
}

/**
 * Settings that contradict each other, have no effect, or should be set. Values are never printed.
 * @param hidden names of secrets that only the running service has.
 */
export function checkSettings(
  config: Config,
  environment: NodeJS.ProcessEnv,
  hidden: readonly string[],
): readonly Finding[] {
  const { HOST, PORT, OPERATIONS_HOST, OPERATIONS_PORT, SMTP_URL, MARKET_PROVIDERS } = config;
  const found: Finding[] = [];
  const isGiven = (name: string) => [name, `${name}_FILE`].some((each) => (environment[each] ?? "") !== "");
  const isEverywhere = [HOST, OPERATIONS_HOST].some((host) => host === "0.0.0.0" || host === "::");
  if (PORT !== 0 && PORT === OPERATIONS_PORT && (HOST === OPERATIONS_HOST || isEverywhere)) {
    found.push(fault("OPERATIONS_PORT", "It is also the API's PORT.", "Choose another port."));
  }
  try {
    deliverySettings(config);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    found.push(fault("DELIVERY_LEASE", error.message, "Raise it, or lower DELIVERY_TIMEOUT."));
  }
  const idle: Readonly<Record<string, false | string>> = {
    SENATE_EFD_BROWSER: !config.SENATE_EFD_ACCEPT_TERMS && "the Senate is off without SENATE_EFD_ACCEPT_TERMS=true",
    TIINGO_API_KEY: !MARKET_PROVIDERS.includes("tiingo") && "MARKET_PROVIDERS does not name tiingo",
    FINNHUB_API_KEY: !MARKET_PROVIDERS.includes("finnhub") && "MARKET_PROVIDERS does not name finnhub",
    MARKET_FILES: !MARKET_PROVIDERS.includes("file") && "MARKET_PROVIDERS does not name file",
    MARKET_WARM: config.MARKET_WARM && !config.INGEST && "INGEST is false",
    MAIL_FROM: SMTP_URL === null && !hidden.includes("SMTP_URL") && "SMTP_URL is not set",
    OCR_READERS: !config.OCR && "OCR is false",
    OPERATIONS_HOST: OPERATIONS_PORT === null && "OPERATIONS_PORT is not set",
  };
  for (const [name, why] of Object.entries(idle)) {
    if (why && isGiven(name)) found.push(warning(name, `It is set but has no effect: ${why}.`, "Change one of them."));
  }
  if (config.INGEST && config.CONTACT === null) {
    const says = "It is not set: sites cannot tell who is asking, and the SEC refuses anonymous programs.";
    found.push(warning("CONTACT", says, "Set it to your e-mail address or web page."));
  }
  if (SMTP_URL !== null && !isGiven("MAIL_FROM")) {
    found.push(warning("MAIL_FROM", "E-mails are sent from alerts@localhost.", "Set it to your own address."));
  }
  if (!isGiven("BASE_URL") && !/^(localhost|127\.|::1$)/.test(HOST)) {
    const says =
      "It is not set, but the service is reachable from other machines: links in answers point to localhost.";
    found.push(warning("BASE_URL", says, "Set it to the public address, ending in /api/v1."));
  }
  if (config.UPSTREAM_URL !== null) {
    const says = "It is set: the real sites are not contacted.";
    found.push(warning("UPSTREAM_URL", says, "Remove it unless you test against stand-ins."));
  }
  return found.length > 0 ? found : [ok("settings", "All settings are valid.")];
}

const MB = 1024 * 1024;
/** Free space below which the next run may fail; and below which the first import may fail. */
const TOO_LITTLE_BYTES = 200 * MB;
const LITTLE_BYTES = 2048 * MB;

async function checkFolder({ DATA_DIR }: Config): Promise<readonly Finding[]> {
  const folder = path.resolve(DATA_DIR);
  let standing = folder;
  while (!existsSync(standing)) standing = path.dirname(standing);
  const advice = "Make the folder writable for the user running this program, or set another DATA_DIR.";
  if (!statSync(standing).isDirectory()) return [fault("DATA_DIR", `"${standing}" is not a folder.`, advice)];
  try {
    accessSync(standing, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code = "unknown" } = error as NodeJS.ErrnoException;
    return [fault("DATA_DIR", `"${standing}" is not writable (${code}).`, advice)];
  }
  const { bavail, bsize } = statfsSync(standing);
  const free = bavail * bsize;
  const says = `"${folder}" is writable; ${Math.floor(free / MB)} MB free.`;
  if (free >= LITTLE_BYTES) return [ok("DATA_DIR", says)];
  const judge = free < TOO_LITTLE_BYTES ? fault : warning;
  return [judge("DATA_DIR", says, "Originals are kept forever: provide at least 2 GB.")];
}

/** Checks the store and the master key, without opening either as the service does. */
async function checkStore(config: Config, hidden: readonly string[]): Promise<readonly Finding[]> {
  const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, DATA_NOTICE: dataNotice } = config;
  try {
    const { named, isNew, refusal, masterKeyMark } = await lookAtStore({ dataDir, databaseUrl, dataNotice });
    const store =
      refusal === null
        ? ok("store", isNew ? `${named}: nothing is stored yet.` : `${named}.`)
        : fault("store", refusal, "The service does not start until this is resolved.");
    return hidden.includes("MASTER_KEY") ? [store] : [store, checkMasterKey(config, masterKeyMark)];
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const advice =
      databaseUrl === null ? "See docs/operations.md (damaged or lost store)." : "Check the server and DATABASE_URL.";
    return [fault("store", error.message, advice)];
  }
}

/** @param mark of the key that encrypted the store's webhook secrets; null before there is one. */
function checkMasterKey(config: Config, mark: string | null): Finding {
  const lost = (says: string) =>
    fault("MASTER_KEY", says, "Restore MASTER_KEY, or put the original master.key into DATA_DIR.");
  try {
    const key = readMasterKey(config, config.DATA_DIR);
    if (mark === null) return ok("MASTER_KEY", key ? "It is readable." : "None yet; the service creates one.");
    if (key === undefined) return lost("The store was created with a key, but no key is here.");
    if (mark === createSecretBox(key).fingerprint) return ok("MASTER_KEY", "It matches the store.");
    return lost("The store's webhook secrets are encrypted with another key.");
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return lost(error.message);
  }
}

/** The SEC's file of a company that has existed for decades. */
const APPLE = "CIK0000320193";
/** No retries, since the operator is waiting. */
const LIMITS = { headersTimeoutMs: 20_000, totalTimeoutMs: 30_000, retryPausesMs: [] };

/** Requests each public site once, with the client and browser that a run uses, and compares the clock with theirs. */
async function checkSites(config: Config): Promise<readonly Finding[]> {
  const { INGEST_RATE: ratePerSecond, CONTACT: contact } = config;
  const options = { ratePerSecond, contact, log: createLogger("silent"), limits: LIMITS };
  const client = createPoliteClient(options);
  const aheadMs: number[] = [];
  const http: PoliteClient = {
    async request(request) {
      const answer = await client.request(request);
      aheadMs.push(Date.now() - Date.parse(answer.headers["date"] ?? ""));
      return answer;
    },
    close: () => client.close(),
  };
  const ask = (url: string, begins: RegExp, mayFail = true) => checkAnswer(http, { url, begins, mayFail });
  const open = (carrier: Carrier) => createPoliteClient({ ...options, carrier });
  const asked: readonly (readonly [name: string, answer: Promise<SiteFinding>])[] = [
    ...SOURCES.map((source) => [source.id, source.check(config, http, open)] as const),
    ["legislators", ask(`${config.LEGISLATORS_URL}/committees-current.json`, /^\s*\[/, false)],
    ["sec", ask(`${config.SEC_URL}/files/company_tickers_exchange.json`, /^\s*\{/)],
    ...(config.INDUSTRIES
      ? [["sec-data", ask(`${config.SEC_DATA_URL}/submissions/${APPLE}.json`, /^\s*\{/)] as const]
      : []),
    ["nasdaq-trader", ask(`${config.NASDAQ_TRADER_URL}/dynamic/symdir/nasdaqlisted.txt`, /^[^<]*\|/)],
  ];
  try {
    const found = asked.map(async ([name, answer]): Promise<Finding> => {
      const { level, text, advice = null } = await answer;
      return { name, state: level, says: text, advice };
    });
    return [...(await Promise.all(found)), ...checkClock(aheadMs.filter((ahead) => !Number.isNaN(ahead)))];
  } finally {
    await http.close();
  }
}

/** Webhook receivers reject a signature whose time is off by minutes. */
const MOST_CLOCK_MS = 60_000;

/** @param aheadMs how far this clock is ahead of each site's: a cached response has an old date, so the smallest difference counts. */
export function checkClock(aheadMs: readonly number[]): readonly Finding[] {
  if (aheadMs.length === 0) return [];
  const least = aheadMs.reduce((one, other) => (Math.abs(other) < Math.abs(one) ? other : one));
  if (Math.abs(least) < MOST_CLOCK_MS) return [ok("clock", "It matches the sites' clocks.")];
  const says = `It is ${Math.round(Math.abs(least) / 1000)} s ${least > 0 ? "ahead of" : "behind"} the sites' clocks.`;
  return [warning("clock", says, "Synchronize it (NTP): receivers reject webhooks with a wrong time.")];
}

/** A share that every provider knows; a provider that does not know it has answered too. */
const ASKED_FOR = canonicalSymbol("AAPL");
const PATIENCE_MS = 20_000;

async function checkProviders(config: Config, hidden: readonly string[]): Promise<readonly Finding[]> {
  const checked = config.MARKET_PROVIDERS.filter((id) => !hidden.includes(`${id.toUpperCase()}_API_KEY`));
  const found = await Promise.all(checked.map((id) => checkProvider(config, id)));
  // Prices are available as long as another provider answers.
  if (checked.length < config.MARKET_PROVIDERS.length || found.some(({ state }) => state === "ok")) return found;
  return found.map((each) => ({ ...each, state: "fault" }));
}

async function checkProvider(config: Config, id: ProviderId): Promise<Finding> {
  const name = `prices-${id}`;
  const through = systemFetch();
  let requests = 0;
  const fetchOnce: Fetch = async (url, init) => {
    requests += 1;
    if (requests > 1) throw new SourceError("busy", "One request is enough.");
    return through(url, init);
  };
  try {
    const log = createLogger("silent");
    const [provider] = createProviders({ ...config, MARKET_PROVIDERS: [id] }, log, { fetch: fetchOnce });
    const ask = provider?.dailyBars ?? provider?.quote;
    if (ASKED_FOR !== null) await ask?.(ASKED_FOR, AbortSignal.timeout(PATIENCE_MS));
    return ok(name, "It responds.");
  } catch (error) {
    if (error instanceof ConfigError) return fault(name, error.message, "Set it, or remove it from MARKET_PROVIDERS.");
    // The first response was accepted, and only a later request failed.
    if (requests > 1) return ok(name, "It responds.");
    return warning(name, failureText(error), adviceOn(error));
  }
}

/** Connects to the Redis of `REDIS_URL` as the service does. */
export async function checkRedis({ REDIS_URL: url, REPLICAS: replicas }: Config): Promise<readonly Finding[]> {
  if (url === null) return [];
  const store = new SharedStore({ url, replicas, log: createLogger("silent") });
  await store.start(3_000);
  const { isUp, fault: why } = store.standing();
  await store.stop();
  if (isUp) return [ok("redis", "It responds.")];
  const advice = "Check the server and REDIS_URL; until then each process allows 1/REPLICAS of every limit.";
  return [warning("redis", `It does not respond (${why ?? "no answer"}).`, advice)];
}
