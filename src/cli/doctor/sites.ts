/** The public sites, asked once each by the very client and the very browser that a run uses. */
import type { Config } from "../../config.ts";
import { SourceError } from "../../errors.ts";
import { createLogger } from "../../log.ts";
import { createPoliteClient, type PoliteClient } from "../../outbound/client.ts";
import type { HttpAnswer } from "../../outbound/exchange.ts";
import { browserCarrier, placeOf } from "../../sources/senate-efd/browser.ts";
import { identifyPage } from "../../sources/senate-efd/page.ts";
import { type Finding, findingsOf } from "./finding.ts";

const { ok, warning, fault } = findingsOf("outside");

/** Nothing is tried again: who asks waits for the answer. */
const LIMITS = { headersTimeoutMs: 20_000, totalTimeoutMs: 30_000, retryPausesMs: [] };

interface Site {
  readonly name: string;
  readonly url: string;
  /** Pattern of the beginning of a right answer. */
  readonly begins: RegExp;
  /** The service can do without it for now. */
  readonly mayFail: boolean;
}

export async function siteFindings(config: Config): Promise<Finding[]> {
  const http = createPoliteClient(clientOptions(config));
  try {
    return await Promise.all([...sitesOf(config).map((site) => siteFinding(http, site)), senateFinding(http, config)]);
  } finally {
    await http.close();
  }
}

function clientOptions(config: Config) {
  return { ratePerSecond: config.INGEST_RATE, contact: config.CONTACT, log: createLogger("silent"), limits: LIMITS };
}

function sitesOf(config: Config): readonly Site[] {
  const year = new Date().getUTCFullYear();
  const index = `${config.HOUSE_CLERK_URL}/public_disc/financial-pdfs/${year}FD.zip`;
  const directory = `${config.NASDAQ_TRADER_URL}/dynamic/symdir/nasdaqlisted.txt`;
  return [
    { name: "house-clerk", url: index, begins: /^PK/, mayFail: false },
    {
      name: "legislators",
      url: `${config.LEGISLATORS_URL}/committees-current.json`,
      begins: /^\s*\[/,
      mayFail: false,
    },
    { name: "sec", url: `${config.SEC_URL}/files/company_tickers_exchange.json`, begins: /^\s*\{/, mayFail: true },
    { name: "nasdaq-trader", url: directory, begins: /^[^<]*\|/, mayFail: true },
  ];
}

async function siteFinding(http: PoliteClient, { name, url, begins, mayFail }: Site): Promise<Finding> {
  const failed = mayFail ? warning : fault;
  try {
    const answer = await http.request({ url });
    const start = Buffer.from(answer.body.subarray(0, 200)).toString("latin1");
    if (answer.status === 200 && begins.test(start)) return ok(name, `${url} answers as it should.`);
    // The first index of a year is there some days after it began.
    const wanting = answer.status === 404 && name === "house-clerk" ? warning : failed;
    return wanting(name, `${url} answered with status ${answer.status}, and not with what it should.`, OTHER_ANSWER);
  } catch (error) {
    return failed(name, toldBy(error), adviceOn(error));
  }
}

const OTHER_ANSWER = "Try again later; look whether a proxy or a wall stands between; if it stays for days, report it.";

async function senateFinding(plain: PoliteClient, config: Config): Promise<Finding> {
  const name = "senate-efd";
  const { SENATE_EFD_ACCEPT_TERMS: accepted, SENATE_EFD_BROWSER: browser, CONTACT: contact } = config;
  if (!accepted) {
    const advice = "If you accept its site's agreement (5 U.S.C. 13107(c)), set SENATE_EFD_ACCEPT_TERMS=true.";
    return warning(name, "It is off, and was not asked.", advice);
  }
  const by = browser === null ? "this program itself" : `the browser ${browser}`;
  const http =
    browser === null
      ? plain
      : createPoliteClient({ ...clientOptions(config), carrier: browserCarrier({ executable: browser, contact }) });
  try {
    const answer = await http.request({ url: `${config.SENATE_EFD_URL}/search/home/` });
    return pageFinding(name, answer, by, browser);
  } catch (error) {
    const refused = error instanceof SourceError && error.code === "blocked";
    return fault(name, `Asked by ${by}: ${toldBy(error)}`, refused ? blockedAdvice(browser) : adviceOn(error));
  } finally {
    if (http !== plain) await http.close();
  }
}

function pageFinding(name: string, answer: HttpAnswer, by: string, browser: string | null): Finding {
  const { kind, title } = identifyPage(Buffer.from(answer.body).toString("utf8"));
  if (answer.status < 400 && (kind === "agreement" || kind === "search_form")) {
    return ok(name, `${answer.url} answers ${by}.`);
  }
  const said = `Asked by ${by}: ${answer.url} answered with status ${answer.status}, titled "${title}".`;
  if (kind === "maintenance") return warning(name, said, "The site is under maintenance: wait for it.");
  return fault(name, said, kind === "blocked" ? blockedAdvice(browser) : OTHER_ANSWER);
}

/** A browser of this machine is named, if it has one. */
function blockedAdvice(browser: string | null): string {
  const other = "use another network, or `import` what you have saved yourself.";
  if (browser !== null) return `The site refuses this browser here: name another one, ${other}`;
  const found = ["chrome", "msedge", "chromium"].find(isHere);
  const named = found ? `this machine has ${found}: set SENATE_EFD_BROWSER=${found}` : "install Chrome and name it";
  return `The site refuses programs from here: ${named}; or ${other}`;
}

function isHere(browser: string): boolean {
  try {
    return "executablePath" in placeOf(browser);
  } catch {
    return false;
  }
}

export function toldBy(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

const ADVICE: Readonly<Record<string, string>> = {
  blocked: "The site refuses us from this network: set CONTACT, or use another network.",
  rate_limited: "Leave the site alone for some hours.",
  network: "Look at the network, the name service and the firewall.",
  timeout: "Look at the network, the name service and the firewall.",
  server_error: "The site is out of order: wait for it.",
  browser_failed: "Look at SENATE_EFD_BROWSER, and whether that browser starts by itself as this user.",
};

export function adviceOn(error: unknown): string {
  return (error instanceof SourceError ? ADVICE[error.code] : undefined) ?? OTHER_ANSWER;
}
