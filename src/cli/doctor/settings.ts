/** Finds unknown settings, and settings that contradict each other. Values are never printed. */
import type { Config } from "../../config.ts";
import { ConfigError } from "../../errors.ts";
import { SETTINGS } from "../../settings.ts";
import { deliverySettings } from "../../webhooks/delivery.ts";
import { type Finding, findingsOf } from "./finding.ts";

type Environment = Readonly<Record<string, string | undefined>>;

const { ok, warning, fault } = findingsOf("settings");

/** Beginnings that no other program's variables have. */
const OURS =
  /^(HOUSE_CLERK|SENATE_EFD|LEGISLATORS|INGEST|OCR|MARKET|DELIVERY|WEBHOOK|TIINGO|FINNHUB|YAHOO|OPERATIONS|CONGRESS_TRADES)_/;
/** Shorter names are near to too many others. */
const LONG_ENOUGH = 6;
const MOST_SLIPS = 2;

/** One finding for each variable that looks like a setting and is none. */
export function unknownSettings(environment: Environment): Finding[] {
  const known = Object.keys(SETTINGS);
  const secretFiles = Object.entries(SETTINGS).flatMap(([name, each]) => ("secret" in each ? [`${name}_FILE`] : []));
  const names = new Set([...known, ...secretFiles]);
  return Object.keys(environment)
    .filter((name) => !names.has(name) && environment[name] !== "")
    .flatMap((name) => {
      const near = nearest(name, [...names]);
      if (near === null && !OURS.test(name)) return [];
      const advice = near === null ? "See docs/settings.md for those that there are." : `Did you mean ${near}?`;
      return [warning(name, "It looks like a setting and is none: nothing reads it.", advice)];
    });
}

function nearest(name: string, known: readonly string[]): string | null {
  if (name.length < LONG_ENOUGH) return null;
  const measured = known
    .filter((each) => each.length >= LONG_ENOUGH)
    .map((each) => ({ each, slips: slipsBetween(name.toUpperCase(), each) }));
  const best = measured.reduce((a, b) => (b.slips < a.slips ? b : a));
  return best.slips <= MOST_SLIPS ? best.each : null;
}

/** Letters to add, leave out or change to make one of the other (Levenshtein). */
function slipsBetween(one: string, other: string): number {
  let before = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [row, letter] of [...one].entries()) {
    const now = [row + 1];
    for (const [at, wanted] of [...other].entries()) {
      const changed = (before[at] ?? 0) + (letter === wanted ? 0 : 1);
      now.push(Math.min(changed, (before[at + 1] ?? 0) + 1, (now[at] ?? 0) + 1));
    }
    before = now;
  }
  return before[other.length] ?? 0;
}

/** One finding for each pair of settings that contradict each other, and for settings that should be set. */
export function contradictions(config: Config, environment: Environment): Finding[] {
  const given = (name: string) => (environment[name] ?? "") !== "" || (environment[`${name}_FILE`] ?? "") !== "";
  const found = [...faultyPairs(config), ...idleSettings(config, given), ...betterSet(config, given)];
  return found.length > 0 ? found : [ok("settings", "All are read and go together.")];
}

function faultyPairs(config: Config): Finding[] {
  const found: Finding[] = [];
  const anyHost = (host: string) => host === "0.0.0.0" || host === "::";
  const { HOST, PORT, OPERATIONS_HOST, OPERATIONS_PORT } = config;
  const sameHost = HOST === OPERATIONS_HOST || anyHost(HOST) || anyHost(OPERATIONS_HOST);
  if (PORT !== 0 && PORT === OPERATIONS_PORT && sameHost) {
    found.push(fault("OPERATIONS_PORT", "It is the PORT of the API too.", "Name another one."));
  }
  try {
    deliverySettings(config);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    found.push(fault("DELIVERY_LEASE", error.message, "Set it longer, or DELIVERY_TIMEOUT shorter."));
  }
  return found;
}

/** Settings that are set and have no effect. */
function idleSettings(config: Config, given: (name: string) => boolean): Finding[] {
  const provider = (id: Config["MARKET_PROVIDERS"][number]) => config.MARKET_PROVIDERS.includes(id);
  const idle: readonly (readonly [string, boolean, string, string])[] = [
    [
      "SENATE_EFD_BROWSER",
      !config.SENATE_EFD_ACCEPT_TERMS,
      "The Senate is off",
      "Set SENATE_EFD_ACCEPT_TERMS=true if you accept its site's agreement.",
    ],
    ["TIINGO_API_KEY", !provider("tiingo"), "tiingo is not asked", "Name tiingo in MARKET_PROVIDERS."],
    ["FINNHUB_API_KEY", !provider("finnhub"), "finnhub is not asked", "Name finnhub in MARKET_PROVIDERS."],
    ["MARKET_FILES", !provider("file"), "the provider `file` is not asked", "Name file in MARKET_PROVIDERS."],
    ["MARKET_WARM", config.MARKET_WARM && !config.INGEST, "INGEST is false", "Leave it out, or set INGEST=true."],
    ["MAIL_FROM", config.SMTP_URL === null, "no SMTP_URL is set", "Set SMTP_URL, or leave MAIL_FROM out."],
    ["OCR_READERS", !config.OCR, "OCR is false", "Leave it out, or set OCR=true."],
    ["OPERATIONS_HOST", config.OPERATIONS_PORT === null, "no OPERATIONS_PORT is set", "Set OPERATIONS_PORT."],
  ];
  return idle
    .filter(([name, isIdle]) => isIdle && given(name))
    .map(([name, , because, advice]) => warning(name, `It is set, and has no effect: ${because}.`, advice));
}

function betterSet(config: Config, given: (name: string) => boolean): Finding[] {
  const found: Finding[] = [];
  if (config.INGEST && config.CONTACT === null) {
    const says = "It is not set: the sites cannot tell who asks, and the SEC refuses programs that do not say.";
    found.push(warning("CONTACT", says, "Set it to your e-mail address or web page."));
  }
  if (config.SMTP_URL !== null && !given("MAIL_FROM")) {
    found.push(warning("MAIL_FROM", "Mails go out from alerts@localhost.", "Set it to an address of your own."));
  }
  if (!given("BASE_URL") && !/^(localhost|127\.|::1$)/.test(config.HOST)) {
    const says = "It is not set, and the service listens beyond this machine: links in answers name localhost.";
    found.push(warning("BASE_URL", says, "Set it to the public address, with /api/v1 at its end."));
  }
  if (config.UPSTREAM_URL !== null) {
    const says = "It is set: nothing is asked of the real sites.";
    found.push(warning("UPSTREAM_URL", says, "Leave it out unless you test against stand-ins."));
  }
  return found;
}
