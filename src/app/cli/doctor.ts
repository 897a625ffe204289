/** `doctor`: checks the settings, data folder, store, Redis and clock, and whether the sites and price providers respond. */
import { accessSync, constants, existsSync, statfsSync, statSync } from "node:fs";
import path from "node:path";
import { getDeliverySettings } from "../../accounts/webhooks/delivery.ts";
import { createSecretBox, readMasterKey } from "../../accounts/webhooks/secret.ts";
import { buildSettingWarnings, type Config, readConfig, SETTINGS_FILE } from "../../base/config.ts";
import { AppError, ConfigError, SourceError } from "../../base/errors.ts";
import { createLogger, sanitizeLogLine } from "../../base/log.ts";
import { pluralize } from "../../domain/count-words.ts";
import { toCanonicalSymbol } from "../../domain/symbol.ts";
import { SOURCES } from "../../filings/sources/all.ts";
import { checkSiteUrl, chooseAdvice, formatFailure } from "../../filings/sources/site-check.ts";
import type { SiteFinding } from "../../filings/sources/source.ts";
import { createPoliteClient, type PoliteClient, type Transport } from "../../outbound/client.ts";
import type { Fetch } from "../../outbound/fetch.ts";
import { readProxySettings } from "../../outbound/proxy.ts";
import type { ProviderId } from "../../prices/market.ts";
import { createProviders } from "../../prices/providers/all.ts";
import { createPooledFetch } from "../../prices/providers/request.ts";
import { inspectStore } from "../../store/look.ts";
import { SharedStore } from "../../store/redis/shared-store.ts";
import { buildCommandEnvironment, findRunningService } from "./run-command.ts";
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

const createOkFinding = (name: string, says: string): Finding => ({ name, state: "ok", says, advice: null });
const createWarning = (name: string, says: string, advice: string): Finding => ({
  name,
  state: "warning",
  says,
  advice,
});
const createFault = (name: string, says: string, advice: string): Finding => ({ name, state: "fault", says, advice });

/** @returns exit code: 1 if there is a fault. */
export async function runDoctorCommand(environment: NodeJS.ProcessEnv, printed: PrintOptions): Promise<number> {
  const findings = (await collectFindings(environment)).map(hideCredentials);
  const countFindings = (wanted: Finding["state"]) => findings.filter(({ state }) => state === wanted).length;
  const [faults, warnings] = [countFindings("fault"), countFindings("warning")];
  const lines = findings.map(({ state, name, says, advice }) => `${state.padEnd(7)}  ${name}: ${says} ${advice ?? ""}`);
  const words = [...lines, `${pluralize(faults, "fault")}, ${pluralize(warnings, "warning")}.`];
  print(printed, { ok: faults === 0, faults, warnings, findings }, words.map((line) => `${line.trimEnd()}\n`).join(""));
  return faults === 0 ? 0 : 1;
}

/** URLs and messages of other programs may contain a password. */
function hideCredentials({ says, advice, ...rest }: Finding): Finding {
  return { ...rest, says: sanitizeLogLine(says), advice: advice && sanitizeLogLine(advice) };
}

async function collectFindings(environment: NodeJS.ProcessEnv): Promise<readonly Finding[]> {
  const getFirstWord = (sentence: string) => sentence.split(" ")[0] ?? "settings";
  const misspelt = buildSettingWarnings(environment).map((each) =>
    createWarning(getFirstWord(each), each, "See docs/settings.md."),
  );
  try {
    const input = buildCommandEnvironment(environment);
    const config = readConfig(input);
    // Also checks the settings file, which a running service does not use until its next start.
    readConfig(environment);
    readProxySettings(input);
    const service = findRunningService(environment);
    const hidden = service?.hidden ?? [];
    const checks = [checkFolder, checkStore, checkSites, checkProviders, checkRedis].map((check) =>
      check(config, hidden),
    );
    return [
      ...misspelt,
      ...(service === null ? [] : [createServiceFinding(service, environment[SETTINGS_FILE])]),
      ...checkSettings(config, input, hidden),
      ...(await Promise.all(checks)).flat(),
    ];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const advice = "Fix it and run `doctor` again: nothing else was checked.";
    return [...misspelt, ...error.message.split("\n").map((each) => createFault(getFirstWord(each), each, advice))];
  }
}

/** @param file path of the settings file. Empty if there is none. The running service does not use the file until a restart. */
function createServiceFinding({ url, hidden }: { url: string; hidden: readonly string[] }, file = ""): Finding {
  const unseen = hidden.length === 0 ? "" : ` ${hidden.join(", ")} cannot be checked from outside.`;
  return createOkFinding(
    "service",
    `The service runs at ${url}. The settings that it uses are checked${file && `, not those in ${file}`}.${unseen}`,
  );
}

/**
 * Finds settings that contradict each other, have no effect, or should be set. Their values are never printed.
 * @param hidden the names of the secrets that only the running service has.
 */
export function checkSettings(
  config: Config,
  environment: NodeJS.ProcessEnv,
  hidden: readonly string[],
): readonly Finding[] {
  const { HOST, PORT, OPERATIONS_HOST, OPERATIONS_PORT, SMTP_URL, MARKET_PROVIDERS } = config;
  const found: Finding[] = [];
  const isSet = (name: string) => [name, `${name}_FILE`].some((each) => (environment[each] ?? "") !== "");
  const isEverywhere = [HOST, OPERATIONS_HOST].some((host) => host === "0.0.0.0" || host === "::");
  if (PORT !== 0 && PORT === OPERATIONS_PORT && (HOST === OPERATIONS_HOST || isEverywhere)) {
    found.push(createFault("OPERATIONS_PORT", "It is also the API's PORT.", "Choose another port."));
  }
  try {
    getDeliverySettings(config);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    found.push(createFault("DELIVERY_LEASE", error.message, "Raise it, or lower DELIVERY_TIMEOUT."));
  }
  const idle: Readonly<Record<string, false | string>> = {
    SENATE_EFD_BROWSER: !config.SENATE_EFD_ACCEPT_TERMS && "Senate reports are off (SENATE_EFD_ACCEPT_TERMS=false)",
    TIINGO_API_KEY: !MARKET_PROVIDERS.includes("tiingo") && 'MARKET_PROVIDERS does not include "tiingo"',
    FINNHUB_API_KEY: !MARKET_PROVIDERS.includes("finnhub") && 'MARKET_PROVIDERS does not include "finnhub"',
    MARKET_FILES: !MARKET_PROVIDERS.includes("file") && 'MARKET_PROVIDERS does not include "file"',
    MARKET_WARM: config.MARKET_WARM && !config.INGEST && "INGEST is false",
    MAIL_FROM: SMTP_URL === null && !hidden.includes("SMTP_URL") && "SMTP_URL is not set",
    OCR_READERS: !config.OCR && "OCR is false",
    OPERATIONS_HOST: OPERATIONS_PORT === null && "OPERATIONS_PORT is not set",
  };
  for (const [name, why] of Object.entries(idle)) {
    if (why && isSet(name))
      found.push(createWarning(name, `It is set but has no effect: ${why}.`, "Change one of them."));
  }
  if (config.INGEST && config.CONTACT === null) {
    const says = "It is not set: sites cannot tell who is asking, and the SEC refuses anonymous programs.";
    found.push(createWarning("CONTACT", says, "Set it to your e-mail address or web page."));
  }
  if (SMTP_URL !== null && !isSet("MAIL_FROM")) {
    found.push(createWarning("MAIL_FROM", "E-mails are sent from alerts@localhost.", "Set it to your own address."));
  }
  if (!isSet("BASE_URL") && !/^(localhost|127\.|::1$)/.test(HOST)) {
    const says =
      "It is not set, but the service is reachable from other machines: links in answers point to localhost.";
    found.push(createWarning("BASE_URL", says, "Set it to the public address, ending in /api/v1."));
  }
  if (config.UPSTREAM_URL !== null) {
    const says = "It is set: the real sites are not contacted.";
    found.push(createWarning("UPSTREAM_URL", says, "Remove it unless you test against stand-ins."));
  }
  return found.length > 0 ? found : [createOkFinding("settings", "All settings are valid.")];
}

const MB = 1024 * 1024;
/** With free space below `MIN_BYTES_FOR_RUN`, the next run may fail; below `MIN_BYTES_FOR_IMPORT`, the first import may fail. */
const MIN_BYTES_FOR_RUN = 200 * MB;
const MIN_BYTES_FOR_IMPORT = 2048 * MB;

async function checkFolder({ DATA_DIR }: Config): Promise<readonly Finding[]> {
  const folder = path.resolve(DATA_DIR);
  let state = folder;
  while (!existsSync(state)) state = path.dirname(state);
  const advice = "Make the folder writable for the user running this program, or set another DATA_DIR.";
  if (!statSync(state).isDirectory()) return [createFault("DATA_DIR", `"${state}" is not a folder.`, advice)];
  try {
    accessSync(state, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code = "unknown" } = error as NodeJS.ErrnoException;
    return [createFault("DATA_DIR", `"${state}" is not writable (${code}).`, advice)];
  }
  const { bavail, bsize } = statfsSync(state);
  const free = bavail * bsize;
  const says = `"${folder}" is writable; ${Math.floor(free / MB)} MB free.`;
  if (free >= MIN_BYTES_FOR_IMPORT) return [createOkFinding("DATA_DIR", says)];
  const judge = free < MIN_BYTES_FOR_RUN ? createFault : createWarning;
  return [judge("DATA_DIR", says, "Originals are kept forever: provide at least 2 GB.")];
}

/** Checks the store and the master key without changing either. */
async function checkStore(config: Config, hidden: readonly string[]): Promise<readonly Finding[]> {
  const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, DATA_NOTICE: dataNotice } = config;
  try {
    const { named, isNew, refusal, masterKeyMark } = await inspectStore({ dataDir, databaseUrl, dataNotice });
    const store =
      refusal === null
        ? createOkFinding("store", isNew ? `${named}: nothing is stored yet.` : `${named}.`)
        : createFault("store", refusal, "The service does not start until this is resolved.");
    return hidden.includes("MASTER_KEY") ? [store] : [store, checkMasterKey(config, masterKeyMark)];
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const advice =
      databaseUrl === null ? "See docs/operations.md (damaged or lost store)." : "Check the server and DATABASE_URL.";
    return [createFault("store", error.message, advice)];
  }
}

/** `mark` is the fingerprint of the key that encrypted the store's webhook secrets; null if the store has no such key yet. */
function checkMasterKey(config: Config, mark: string | null): Finding {
  const createLostKeyFault = (says: string) =>
    createFault("MASTER_KEY", says, "Restore MASTER_KEY, or put the original master.key into DATA_DIR.");
  try {
    const key = readMasterKey(config, config.DATA_DIR);
    if (mark === null)
      return createOkFinding("MASTER_KEY", key ? "It is readable." : "None yet; the service creates one.");
    if (key === undefined) return createLostKeyFault("The store was created with a key, but no key is here.");
    if (mark === createSecretBox(key).fingerprint) return createOkFinding("MASTER_KEY", "It matches the store.");
    return createLostKeyFault("The store's webhook secrets are encrypted with another key.");
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return createLostKeyFault(error.message);
  }
}

/** CIK of Apple, a company that the SEC has had on file for decades. */
const APPLE = "CIK0000320193";
/** No retries, since the operator is waiting. */
const LIMITS = { headersTimeoutMs: 20_000, totalTimeoutMs: 30_000, retryPausesMs: [] };

/** Sends each enabled public site one request with the import's client and browser; compares sites' clocks with the machine's. */
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
  const checkSite = (url: string, begins: RegExp, mayFail = true) => checkSiteUrl(http, { url, begins, mayFail });
  const openClient = (transport: Transport) => createPoliteClient({ ...options, transport });
  const pending: readonly (readonly [name: string, answer: Promise<SiteFinding>])[] = [
    ...SOURCES.map((source) => [source.id, source.check(config, http, openClient)] as const),
    ["legislators", checkSite(`${config.LEGISLATORS_URL}/committees-current.json`, /^\s*\[/, false)],
    ["sec", checkSite(`${config.SEC_URL}/files/company_tickers_exchange.json`, /^\s*\{/)],
    ...(config.INDUSTRIES
      ? [["sec-data", checkSite(`${config.SEC_DATA_URL}/submissions/${APPLE}.json`, /^\s*\{/)] as const]
      : []),
    ["nasdaq-trader", checkSite(`${config.NASDAQ_TRADER_URL}/dynamic/symdir/nasdaqlisted.txt`, /^[^<]*\|/)],
  ];
  try {
    const found = pending.map(async ([name, answer]): Promise<Finding> => {
      const { level, text, advice = null } = await answer;
      return { name, state: level, says: text, advice };
    });
    return [...(await Promise.all(found)), ...checkClock(aheadMs.filter((ahead) => !Number.isNaN(ahead)))];
  } finally {
    await http.close();
  }
}

/** Maximum difference from the sites' clocks. Webhook receivers reject a signature whose time is off by minutes. */
const MAX_CLOCK_MS = 60_000;

/** @param aheadMs lead of this machine's clock over each site's. Uses the value nearest 0: cached responses have old dates. */
export function checkClock(aheadMs: readonly number[]): readonly Finding[] {
  if (aheadMs.length === 0) return [];
  const smallestMs = aheadMs.reduce((best, each) => (Math.abs(each) < Math.abs(best) ? each : best));
  if (Math.abs(smallestMs) < MAX_CLOCK_MS) return [createOkFinding("clock", "It matches the sites' clocks.")];
  const says = `It is ${Math.round(Math.abs(smallestMs) / 1000)} s ${smallestMs > 0 ? "ahead of" : "behind"} the sites' clocks.`;
  return [createWarning("clock", says, "Synchronize it (NTP): receivers reject webhooks with a wrong time.")];
}

/** A symbol that every provider should know. A provider that answers that it does not know the symbol counts as responding. */
const TEST_SYMBOL = toCanonicalSymbol("AAPL");
const PATIENCE_MS = 20_000;

async function checkProviders(config: Config, hidden: readonly string[]): Promise<readonly Finding[]> {
  const checked = config.MARKET_PROVIDERS.filter((id) => !hidden.includes(`${id.toUpperCase()}_API_KEY`));
  const found = await Promise.all(checked.map((id) => checkProvider(config, id)));
  // Prices are available if at least one provider answers. So a failure is a fault only if all providers were checked and none
  // of the providers answered.
  if (checked.length < config.MARKET_PROVIDERS.length || found.some(({ state }) => state === "ok")) return found;
  return found.map((each) => ({ ...each, state: "fault" }));
}

async function checkProvider(config: Config, id: ProviderId): Promise<Finding> {
  const name = `prices-${id}`;
  const through = createPooledFetch();
  let requests = 0;
  const fetchOnce: Fetch = async (url, init) => {
    requests += 1;
    if (requests > 1) throw new SourceError("busy", "One request is enough.");
    return through(url, init);
  };
  try {
    const log = createLogger("silent");
    const [provider] = createProviders({ ...config, MARKET_PROVIDERS: [id] }, log, { fetch: fetchOnce });
    const fetchPrice = provider?.fetchDailyBars ?? provider?.fetchQuote;
    if (TEST_SYMBOL !== null) await fetchPrice?.(TEST_SYMBOL, AbortSignal.timeout(PATIENCE_MS));
    return createOkFinding(name, "It responds.");
  } catch (error) {
    if (error instanceof ConfigError)
      return createFault(name, error.message, "Set it, or remove it from MARKET_PROVIDERS.");
    // The first response was accepted, and only a later request failed.
    if (requests > 1) return createOkFinding(name, "It responds.");
    return createWarning(name, formatFailure(error), chooseAdvice(error));
  }
}

/** Connects to the Redis of `REDIS_URL` as the service does. */
export async function checkRedis({ REDIS_URL: url, REPLICAS: replicas }: Config): Promise<readonly Finding[]> {
  if (url === null) return [];
  const store = new SharedStore({ url, replicas, log: createLogger("silent") });
  await store.start(3_000);
  const { isUp, fault: why } = store.getStatus();
  await store.stop();
  if (isUp) return [createOkFinding("redis", "It responds.")];
  const advice = "Check the server and REDIS_URL; until then each process allows 1/REPLICAS of every rate limit.";
  return [createWarning("redis", `It does not respond (${why ?? "no answer"}).`, advice)];
}
