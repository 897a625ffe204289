/** The table of settings. It is long because it lists everything that an operator can set. */
import {
  createChoiceParser,
  createSubsetParser,
  parseBaseUrl,
  parseBrowser,
  parseCidrs,
  parseCidrsOrAddresses,
  parseContact,
  parseDecimal,
  parseDurationMs,
  parseDurationsMs,
  parseFlag,
  parseHeaderText,
  parseHostNames,
  parseIngestPauses,
  parseIntegerBetween,
  parseOptionalCdn,
  parseOptionalPort,
  parseOptionalText,
  parseOptionalUrl,
  parsePostgresUrl,
  parseRedisUrl,
  parseSmtpUrl,
  parseText,
  parseTimeOfDay,
  parseUrl,
} from "./setting-readers.ts";

export interface Setting<T> {
  /** Value if the variable is unset or empty. */
  readonly default: string;
  /** One sentence for `docs/settings.md`. */
  readonly about: string;
  readonly secret?: true;
  /** Only for a setting with a site's address: if `UPSTREAM_URL` is set, that URL plus this path replaces the default address. */
  readonly standIn?: string;
  /** Parses the text of the setting. @throws {Error} whose message completes a sentence such as "PORT must be ...". */
  readonly read: (text: string) => T;
}

function define<T>(fallback: string, about: string, read: (text: string) => T): Setting<T> {
  return { default: fallback, about, read };
}

function defineOptional<T>(about: string, read: (text: string) => T): Setting<T> {
  return define("", about, read);
}

function defineSecret<T>(about: string, read: (text: string) => T) {
  return { ...define("", about, read), secret: true as const };
}

function defineSiteSetting(address: string, about: string, standIn: string) {
  return { ...define(address, about, parseUrl), standIn };
}

/** Roles of processes that share a database; every role serves the API. */
const ROLES = ["all", "api", "ingest", "deliver"] as const;
export type Role = (typeof ROLES)[number];

/** Every setting of the service, in the order of `docs/settings.md`. The key is the environment variable. */
export const SETTINGS = {
  PORT: define("3000", "Port that the server listens on; 0 takes a free one.", parseIntegerBetween(0, 65535)),
  HOST: define("127.0.0.1", "Address that the server listens on; `0.0.0.0` for every IPv4 address.", parseText),
  OPERATIONS_PORT: defineOptional(
    "Port of `/metrics` and `/health`, which are then not served on `PORT`; 0 takes a free one.",
    parseOptionalPort,
  ),
  OPERATIONS_HOST: define("127.0.0.1", "Address that goes with `OPERATIONS_PORT`.", parseText),
  BASE_URL: defineOptional(
    "Public address of the API with its path prefix, as written in links; by default `http://localhost:PORT/api/v1`.",
    parseBaseUrl,
  ),
  ROLE: define(
    "all",
    "What this process does if several share one database: `api` only answers requests, `ingest` also fetches filings, `deliver` also sends webhooks and mails, `all` does everything; same as `serve --role`.",
    createChoiceParser(...ROLES),
  ),
  DATA_DIR: define(
    "./data",
    "Folder for the SQLite database (unless `DATABASE_URL` is set), documents and lists as fetched, and other files.",
    parseText,
  ),
  ARCHIVE_DIR: defineOptional(
    "Folder of the archive, which several services on one database share; by default `archive` in `DATA_DIR`.",
    parseOptionalText,
  ),
  EVIDENCE_MAX_MB: define(
    "500",
    "Maximum megabytes of stored pictures of lines in filings (`evidence` in `DATA_DIR`); the least recently used are deleted first, and 0 stores none.",
    parseIntegerBetween(0, 1_000_000),
  ),
  DECISIONS: defineOptional(
    "File of reviewers' decisions (docs/review.md); by default `decisions.ndjson` in `DATA_DIR`.",
    parseOptionalText,
  ),
  DATABASE_URL: defineSecret(
    "`postgres://...` keeps the store in PostgreSQL instead of SQLite under `DATA_DIR`.",
    parsePostgresUrl,
  ),
  REDIS_URL: defineSecret(
    "Redis or Valkey server, `redis://user:password@host:6379/0` or `rediss://...`, through which several processes count requests together; if empty, each counts on its own.",
    parseRedisUrl,
  ),
  REPLICAS: define(
    "1",
    "Number of processes sharing `REDIS_URL`. If Redis is down, each process allows 1/REPLICAS of every rate limit.",
    parseIntegerBetween(1, 1000),
  ),
  TRUSTED_PROXIES: defineOptional(
    "CIDR list of reverse proxies whose `X-Forwarded-For` is trusted; empty trusts none.",
    parseCidrsOrAddresses,
  ),
  MCP_HOSTS: defineOptional(
    "Further host names, separated by commas, at which assistants can reach `/mcp`; the names of `BASE_URL` and of this machine always work.",
    parseHostNames,
  ),
  LOG_LEVEL: define(
    "info",
    "Minimum log level: fatal, error, warn, info, debug, trace or silent.",
    createChoiceParser("fatal", "error", "warn", "info", "debug", "trace", "silent"),
  ),
  DATA_NOTICE: defineOptional(
    "Sentence sent as `X-Data-Notice` with every response, e.g. that the data is fictional.",
    parseOptionalText,
  ),
  NOINDEX: define(
    "false",
    "Whether search engines are asked to exclude the whole service, by `robots.txt` and `X-Robots-Tag`.",
    parseFlag,
  ),
  PAGES_CPU_PERCENT: define(
    "25",
    "Percentage of one processor's time that building pages for one client address may take; unused time adds up for at most a minute. Pages already built take none.",
    parseIntegerBetween(1, 100),
  ),
  CDN: defineOptional(
    "CDN in front of the service, `fastly` or `cloudflare`. Responses that are the same for everyone carry the CDN's tag header (`Surrogate-Key` or `Cache-Tag`).",
    parseOptionalCdn,
  ),
  CDN_PURGE_URL: defineOptional(
    "Address called after a publication to purge what has changed: `https://api.fastly.com/service/ID/purge` or `https://api.cloudflare.com/client/v4/zones/ID/purge_cache`.",
    parseOptionalUrl,
  ),
  CDN_TOKEN: defineSecret("Token for `CDN_PURGE_URL`.", parseOptionalText),
  CONTACT: defineOptional(
    "E-mail address or web page of the operator, named in the User-Agent of every outgoing request.",
    parseContact,
  ),
  INGEST: define("true", "Whether `serve` fetches filings by itself.", parseFlag),
  INGEST_RATE: define(
    "1",
    "Maximum requests per second to one host while fetching; with 0, the next request is sent as soon as the host answers.",
    parseDecimal,
  ),
  INGEST_AT: define("06:30", "Time of day (UTC) of the daily run.", parseTimeOfDay),
  INGEST_EVERY: define(
    "15m 1h",
    "Pause between checks for new filings: the first value in Washington's working hours (Monday to Friday, 8:00 to 20:00), the second at other times. A single value applies to both. 0s means no such checks at those times; the daily run remains.",
    parseIngestPauses,
  ),
  INGEST_SINCE_YEAR: define("2012", "First year of filings that is fetched.", parseIntegerBetween(2012, 9999)),
  INGEST_READERS: define("1", "Child processes that read documents.", parseIntegerBetween(1, 64)),
  OCR: define("true", "Whether scanned and paper reports are read; otherwise they are stored and counted.", parseFlag),
  OCR_READERS: define(
    "0",
    "Number of low-priority child processes that read scanned pages; 0 means one fewer than the number of processors, or fewer if free memory is short, but at least one.",
    parseIntegerBetween(0, 64),
  ),
  INDUSTRIES: define(
    "true",
    "Whether the SEC is asked for each traded company's industry, with one small request per company and a limited number per run.",
    parseFlag,
  ),
  SENATE_EFD_ACCEPT_TERMS: define(
    "false",
    "Whether you, the operator, accept the Senate site's agreement on the use of reports (5 U.S.C. 13107(c)); otherwise nothing is fetched from the Senate's site.",
    parseFlag,
  ),
  SENATE_EFD_BROWSER: defineOptional(
    "Browser that fetches the Senate's pages: `chrome`, `msedge`, `chromium`, or the path of one of them; empty: none.",
    parseBrowser,
  ),
  MASTER_KEY: defineSecret(
    "Key that encrypts stored webhook secrets: 64 hex digits, the base64 of 32 bytes, or a passphrase of 16 characters or more; by default one is made in `DATA_DIR/master.key`.",
    parseOptionalText,
  ),
  WEBHOOK_ALLOW_HTTP: define("false", "Whether webhooks may go to `http:` addresses too.", parseFlag),
  WEBHOOK_ALLOWED_CIDRS: defineOptional(
    "Non-public networks that webhooks may go to, e.g. `127.0.0.1/32, 10.1.0.0/16`.",
    parseCidrs,
  ),
  DELIVERIES: define("true", "Whether `serve` sends webhooks by itself; otherwise run `deliver` beside it.", parseFlag),
  DELIVERY_SCHEDULE: define(
    "0s 5s 5m 30m 2h 5h 10h 14h 20h 24h",
    "How long to wait before each attempt to deliver a webhook, counted from the previous failure, with one value per attempt.",
    parseDurationsMs,
  ),
  DELIVERY_TIMEOUT: define(
    "15s",
    "Longest time of one delivery attempt, until the receiver's HTTP status arrives.",
    parseDurationMs,
  ),
  DELIVERY_CONNECT_TIMEOUT: define(
    "5s",
    "Longest time to connect to a receiver, DNS and TLS included.",
    parseDurationMs,
  ),
  DELIVERY_LEASE: define(
    "60s",
    "How long a worker that died keeps its deliveries from others; longer than `DELIVERY_TIMEOUT`.",
    parseDurationMs,
  ),
  DELIVERY_PAUSE: define("60s", "Pause in deliveries to an endpoint that answered 429, 502 or 504.", parseDurationMs),
  DELIVERY_DISABLE_AFTER: define(
    "120h",
    "An endpoint is disabled after failing for this long without one success, and at least 10 times.",
    parseDurationMs,
  ),
  DELIVERY_POLL: define("1s", "How often a worker looks for deliveries queued by other processes.", parseDurationMs),
  DELIVERY_CONCURRENCY: define("200", "Maximum concurrent webhook deliveries.", parseIntegerBetween(1, 10_000)),
  SMTP_URL: defineSecret(
    "Mail server for alerts and other e-mails, `smtp://user:password@host:587` or `smtps://...`; if empty, none are sent.",
    parseSmtpUrl,
  ),
  MAIL_FROM: define("congress-trades <alerts@localhost>", "Sender of the service's e-mails.", parseText),
  HOUSE_CLERK_URL: defineSiteSetting(
    "https://disclosures-clerk.house.gov",
    "The House Clerk's disclosure site.",
    "/house",
  ),
  SENATE_EFD_URL: defineSiteSetting(
    "https://efdsearch.senate.gov",
    "The Senate's electronic financial disclosure site.",
    "/senate",
  ),
  LEGISLATORS_URL: defineSiteSetting(
    "https://unitedstates.github.io/congress-legislators",
    "The unitedstates/congress-legislators site, for members and committees.",
    "/legislators",
  ),
  SEC_URL: defineSiteSetting("https://www.sec.gov", "The SEC's site, for company_tickers_exchange.json.", "/sec"),
  SEC_DATA_URL: defineSiteSetting("https://data.sec.gov", "The SEC's data server, for company industries.", "/secdata"),
  NASDAQ_TRADER_URL: defineSiteSetting(
    "https://www.nasdaqtrader.com",
    "The Nasdaq Trader site, for the symbol directories.",
    "/nasdaqtrader",
  ),
  YAHOO_URL: defineSiteSetting("https://query2.finance.yahoo.com", "Yahoo Finance's query host.", "/yahoo"),
  NASDAQ_URL: defineSiteSetting("https://api.nasdaq.com", "Nasdaq's own quotes and history.", "/nasdaq"),
  TIINGO_URL: defineSiteSetting("https://api.tiingo.com", "Tiingo, whose prices need `TIINGO_API_KEY`.", "/tiingo"),
  FINNHUB_URL: defineSiteSetting("https://finnhub.io", "Finnhub, whose quotes need `FINNHUB_API_KEY`.", "/finnhub"),
  MARKET_PROVIDERS: define(
    "yahoo,nasdaq",
    "Price providers in the order in which they are asked: yahoo, nasdaq, tiingo, finnhub, file.",
    createSubsetParser("yahoo", "nasdaq", "tiingo", "finnhub", "file"),
  ),
  MARKET_WARM: define(
    "true",
    "Whether `serve` fetches the daily bars of every symbol in trades before anyone requests them; never with INGEST=false.",
    parseFlag,
  ),
  TIINGO_API_KEY: defineSecret("Key of a Tiingo account, for the provider `tiingo`.", parseHeaderText),
  FINNHUB_API_KEY: defineSecret("Key of a Finnhub account, for the provider `finnhub`.", parseHeaderText),
  MARKET_FILES: defineOptional("Folder of the provider `file`: daily bars as `SYMBOL.csv`.", parseOptionalText),
  UPSTREAM_URL: defineOptional(
    "Address of a server that replaces every site above whose own variable is not set, at the paths /house, /senate, /legislators, /sec, /secdata, /nasdaqtrader, /yahoo, /nasdaq, /tiingo and /finnhub.",
    parseOptionalUrl,
  ),
} as const satisfies Record<string, Setting<unknown>>;

/** Removed settings, each with what to do instead. */
export const REMOVED_SETTINGS: Readonly<Record<string, string>> = {
  WORKERS:
    "run several processes with `ROLE=api` on one PostgreSQL (DATABASE_URL) and one Redis (REDIS_URL), behind a proxy that spreads requests over them",
  START_FROM: "restore a public backup into an empty DATA_DIR with `restore FOLDER`, and start the service on it",
  FOLLOW:
    "the service reads scanned pages itself. To use a newer public backup, restore it into an empty DATA_DIR with `restore FOLDER`",
  BUNDLE_DIR: "write a public backup with `backup --public FOLDER`, and let any file server serve that folder",
};
