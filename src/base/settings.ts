/** The table of settings. It is long because it lists everything that an operator can set. */
import {
  baseUrl,
  browser,
  cidrs,
  contact,
  decimal,
  durationMs,
  durationsMs,
  flag,
  headerText,
  hostNames,
  ingestPauses,
  integer,
  netsOrAddresses,
  oneOf,
  optional,
  optionalCdn,
  optionalPort,
  optionalUrl,
  postgresUrl,
  redisUrl,
  smtpUrl,
  someOf,
  text,
  timeOfDay,
  url,
} from "./setting-readers.ts";

export interface Setting<T> {
  /** Value if the variable is unset or empty. */
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

/** Role of one of several processes on a database; every role serves the API. */
const ROLES = ["all", "api", "ingest", "deliver"] as const;
export type Role = (typeof ROLES)[number];

/** Every setting of the service, in the order of `docs/settings.md`. The key is the environment variable. */
export const SETTINGS = {
  PORT: setting("3000", "Port that the server listens on; 0 takes a free one.", integer(0, 65535)),
  HOST: setting("127.0.0.1", "Address that the server listens on; `0.0.0.0` for every IPv4 address.", text),
  OPERATIONS_PORT: setting(
    "",
    "Port of `/metrics` and `/health`, which are then not served on `PORT`; 0 takes a free one.",
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
  DATA_DIR: setting("./data", "Folder of the store and of the stored originals.", text),
  ARCHIVE_DIR: setting(
    "",
    "Folder of the archive, which several services on one database share; by default `archive` in `DATA_DIR`.",
    optional,
  ),
  EVIDENCE_MAX_MB: setting(
    "500",
    "Megabytes of pictures of lines (`evidence` in `DATA_DIR`) that are stored at most; those used longest ago are deleted, 0 keeps none.",
    integer(0, 1_000_000),
  ),
  DECISIONS: setting(
    "",
    "File of people's review decisions (docs/review.md); by default `decisions.ndjson` in `DATA_DIR`.",
    optional,
  ),
  DATABASE_URL: {
    ...setting("", "`postgres://...` keeps the store in PostgreSQL instead of SQLite under `DATA_DIR`.", postgresUrl),
    secret: true as const,
  },
  REDIS_URL: {
    ...setting(
      "",
      "Redis or Valkey, `redis://user:password@host:6379/0` or `rediss://...`, in which several processes count together; empty: each by itself.",
      redisUrl,
    ),
    secret: true as const,
  },
  REPLICAS: setting(
    "1",
    "Processes that share `REDIS_URL` at least: while it is away each admits its part of a plan.",
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
    "Minimum log level: fatal, error, warn, info, debug, trace or silent.",
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
  PAGES_CPU_PERCENT: setting(
    "25",
    "Percentage of one processor's time that new pages of one address may take; what is not used is saved for a minute. Pages that are ready take none.",
    integer(1, 100),
  ),
  CDN: setting(
    "",
    "CDN before the service, `fastly` or `cloudflare`: responses that are the same for everyone carry its tags (`Surrogate-Key`, `Cache-Tag`).",
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
    contact,
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
  OCR: setting("true", "Whether scanned and paper reports are read; otherwise they are stored and counted.", flag),
  OCR_READERS: setting(
    "0",
    "Child processes that read scanned pages, of low priority; 0 is one for each processor but one, as far as free memory allows.",
    integer(0, 64),
  ),
  INDUSTRIES: setting(
    "true",
    "Whether the SEC is asked for the industry of each traded company: one small request a company, some in each run.",
    flag,
  ),
  SENATE_EFD_ACCEPT_TERMS: setting(
    "false",
    "Whether you, the operator, accept the Senate site's agreement on the use of reports (5 U.S.C. 13107(c)); without it the Senate is off.",
    flag,
  ),
  SENATE_EFD_BROWSER: setting(
    "",
    "Browser that fetches the Senate's pages: `chrome`, `msedge`, `chromium`, or the path of one of them; empty: none.",
    browser,
  ),
  MASTER_KEY: {
    ...setting(
      "",
      "Key under which webhook secrets are stored: 64 hex digits, the base64 of 32 bytes, or a passphrase of 16 characters or more; by default one is made in `DATA_DIR/master.key`.",
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
  SEC_DATA_URL: setting("https://data.sec.gov", "The SEC's host of data, for the industries of companies.", url),
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
    "One address that stands in for all sites above, as /house, /senate, /legislators, /sec, /secdata, /nasdaqtrader, /yahoo, /nasdaq, /tiingo and /finnhub.",
    optionalUrl,
  ),
} as const satisfies Record<string, Setting<unknown>>;

/** Removed settings, each with what to do instead. */
export const REMOVED_SETTINGS: Readonly<Record<string, string>> = {
  WORKERS:
    "run several processes with `ROLE=api` on one PostgreSQL (DATABASE_URL) and one Redis (REDIS_URL), behind a proxy that spreads requests over them",
  START_FROM: "restore a public backup into an empty DATA_DIR with `restore FOLDER`, and start the service on it",
  FOLLOW:
    "the service reads scanned pages itself; a newer public backup goes into an empty DATA_DIR with `restore FOLDER`",
  BUNDLE_DIR: "write a public backup with `backup --public FOLDER`, and let any file server serve that folder",
};

/** Paths below `UPSTREAM_URL` that replace the sites. */
export const STAND_INS = {
  HOUSE_CLERK_URL: "/house",
  SENATE_EFD_URL: "/senate",
  LEGISLATORS_URL: "/legislators",
  SEC_URL: "/sec",
  SEC_DATA_URL: "/secdata",
  NASDAQ_TRADER_URL: "/nasdaqtrader",
  YAHOO_URL: "/yahoo",
  NASDAQ_URL: "/nasdaq",
  TIINGO_URL: "/tiingo",
  FINNHUB_URL: "/finnhub",
} as const;
