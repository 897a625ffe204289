/** The public sites, asked once each by the very client and the very browser that a run uses. */
import type { Config } from "../../config.ts";
import { createLogger } from "../../log.ts";
import { type Carrier, createPoliteClient, type PoliteClient } from "../../outbound/client.ts";
import { SOURCES } from "../../sources/all.ts";
import { checkAnswer } from "../../sources/site-check.ts";
import type { SiteFinding } from "../../sources/source.ts";
import { type Finding, findingsOf } from "./finding.ts";

const { ok, warning, fault } = findingsOf("outside");

/** Nothing is tried again, since the operator waits for the answer. */
const LIMITS = { headersTimeoutMs: 20_000, totalTimeoutMs: 30_000, retryPausesMs: [] };

/** The SEC's key of a company that it has had for decades. */
const APPLE = "0000320193";

export async function siteFindings(config: Config): Promise<Finding[]> {
  const options = {
    ratePerSecond: config.INGEST_RATE,
    contact: config.CONTACT,
    log: createLogger("silent"),
    limits: LIMITS,
  };
  const http = createPoliteClient(options);
  const open = (carrier: Carrier) => createPoliteClient({ ...options, carrier });
  const named = async (name: string, asked: Promise<SiteFinding>) => findingOf(name, await asked);
  try {
    return await Promise.all([
      ...SOURCES.map((source) => named(source.id, source.check(config, http, open))),
      ...referenceSites(http, config).map(([name, asked]) => named(name, asked)),
    ]);
  } finally {
    await http.close();
  }
}

function findingOf(name: string, { level, text, advice = "" }: SiteFinding): Finding {
  if (level === "ok") return ok(name, text);
  return (level === "warning" ? warning : fault)(name, text, advice);
}

function referenceSites(http: PoliteClient, config: Config): readonly (readonly [string, Promise<SiteFinding>])[] {
  const directory = `${config.NASDAQ_TRADER_URL}/dynamic/symdir/nasdaqlisted.txt`;
  const issuers = `${config.SEC_URL}/files/company_tickers_exchange.json`;
  const submissions = `${config.SEC_DATA_URL}/submissions/CIK${APPLE}.json`;
  const committees = `${config.LEGISLATORS_URL}/committees-current.json`;
  return [
    ["legislators", checkAnswer(http, { url: committees, begins: /^\s*\[/, mayFail: false })],
    ["sec", checkAnswer(http, { url: issuers, begins: /^\s*\{/, mayFail: true })],
    ...(config.INDUSTRIES
      ? [["sec-data", checkAnswer(http, { url: submissions, begins: /^\s*\{/, mayFail: true })] as const]
      : []),
    ["nasdaq-trader", checkAnswer(http, { url: directory, begins: /^[^<]*\|/, mayFail: true })],
  ];
}
