/** Parsers for settings. For an invalid value, a parser throws an error whose message completes "PORT must be ...". */
import { isIP } from "node:net";
import path from "node:path";

// Plain functions, not zod schemas: a schema would still need its own pattern and its own error phrase.
export const parseText = (value: string): string => value;
export const parseOptionalText = (value: string): string | null => (value === "" ? null : value);

export function parseIntegerBetween(min: number, max: number) {
  return (value: string): number => {
    const number = Number(value);
    if (!/^\d+$/.test(value) || number < min || number > max) throw new Error(`a whole number from ${min} to ${max}`);
    return number;
  };
}

/** Wraps a parser so that it returns null for an empty text. */
function makeOptional<T>(parse: (value: string) => T) {
  return (value: string): T | null => (value === "" ? null : parse(value));
}

export const parseOptionalPort = makeOptional(parseIntegerBetween(0, 65535));

export function parseHostNames(value: string): readonly string[] {
  const names = value.split(",").map((each) => each.trim().toLowerCase());
  const nonEmpty = names.filter((each) => each !== "");
  if (!nonEmpty.every((each) => /^([a-z\d-]+(\.[a-z\d-]+)*|\[[\da-f:.]+\])$/.test(each))) {
    throw new Error("host names without scheme and port, such as api.example");
  }
  return nonEmpty;
}

export function parseDecimal(value: string): number {
  if (!/^\d+(\.\d+)?$/.test(value)) throw new Error("a number that is not negative");
  return Number(value);
}

export function parseFlag(value: string): boolean {
  if (/^(true|1|yes)$/i.test(value)) return true;
  if (/^(false|0|no)$/i.test(value)) return false;
  throw new Error("true or false (also yes, no, 1, 0)");
}

function createUrlParser(schemes: readonly string[], phrase: string) {
  return (value: string): string => {
    const scheme = /^([a-z]+):\/\/\S+$/.exec(value)?.[1];
    if (scheme === undefined || !schemes.includes(scheme) || !URL.canParse(value)) throw new Error(phrase);
    return value;
  };
}

const parseHttpUrl = createUrlParser(["http", "https"], "an http or https address");
export const parseUrl = (value: string): string => parseHttpUrl(value).replace(/\/+$/, "");
export const parseOptionalUrl = makeOptional(parseUrl);
export const parseSmtpUrl = makeOptional(createUrlParser(["smtp", "smtps"], "an smtp or smtps address"));
export const parsePostgresUrl = makeOptional(
  createUrlParser(["postgres", "postgresql"], "an address like postgres://user:password@host/database"),
);
export const parseRedisUrl = makeOptional(createUrlParser(["redis", "rediss"], "an address like redis://host:6379/0"));

function parseList(value: string): readonly string[] {
  return value
    .split(/[\s,]+/)
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

/** Parses networks such as `10.0.0.0/8, ::1/128`. */
export function parseCidrs(value: string): readonly string[] {
  if (!parseList(value).every(isCidr)) throw new Error("networks such as 10.0.0.0/8 or fd00::/8");
  return parseList(value);
}

export function parseCidrsOrAddresses(value: string): readonly string[] {
  if (!parseList(value).every((each) => isIP(each) !== 0 || isCidr(each))) {
    throw new Error("networks or addresses such as 10.0.0.0/8, 127.0.0.1 or fd00::/8");
  }
  return parseList(value);
}

function isCidr(text: string): boolean {
  const [address = "", bits = "", ...more] = text.split("/");
  const longest = { 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return more.length === 0 && /^\d+$/.test(bits) && Number(bits) <= longest;
}

/** Parses the public address of the API, which must end in `/api/v1`. */
export function parseBaseUrl(value: string): string | null {
  const address = parseOptionalUrl(value);
  if (address !== null && !address.endsWith("/api/v1"))
    throw new Error("an http or https address that ends in /api/v1");
  return address;
}

/** Parses a text that is sent in a header: the operator's contact or an API key. */
export function parseHeaderText(value: string): string | null {
  if (!/^[\x20-\x7e]*$/.test(value)) throw new Error("one line of printable ASCII");
  return parseOptionalText(value);
}

/** Parses the operator's contact for the User-Agent; a name is optional. A site with a problem must be able to reach somebody. */
export function parseContact(value: string): string | null {
  const isReachable = /[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+/.test(value) || /\bhttps?:\/\/[^\s/]+/.test(value);
  if (value !== "" && !isReachable) {
    throw new Error("an address to reach you, such as name@example.org or https://example.org/contact");
  }
  return parseHeaderText(value);
}

const UNITS_MS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

export function parseDurationMs(value: string): number {
  const [, number = "", unit = ""] = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/.exec(value) ?? [];
  const ms = Number(number) * (UNITS_MS[unit] ?? Number.NaN);
  if (number === "" || !(ms <= 30 * 86_400_000)) throw new Error("a duration like 500ms, 15s, 5m or 2h, at most 30d");
  return ms;
}

export function parseDurationsMs(value: string): readonly number[] {
  const all = parseList(value);
  if (all.length === 0 || all.length > 50) throw new Error("1 to 50 durations such as 0s, 5s, 5m");
  return all.map(parseDurationMs);
}

/** Minimum pause between two runs, whatever the setting says, to spare the sites. */
const SHORTEST_PAUSE_MS = 60_000;

/** Parses one pause for all times, or two pauses: one for Washington's working hours and one for all other times. */
export function parseIngestPauses(value: string): { readonly workingHoursMs: number; readonly otherwiseMs: number } {
  const pauses = parseList(value).map(parseDurationMs);
  const [workingHoursMs = 0, otherwiseMs = workingHoursMs] = pauses;
  const isTooShort = pauses.some((ms) => ms !== 0 && ms < SHORTEST_PAUSE_MS);
  if (pauses.length === 0 || pauses.length > 2 || isTooShort) {
    throw new Error("one or two durations, such as 15m or 15m 1h, each 0s or at least 1m");
  }
  return { workingHoursMs, otherwiseMs };
}

export function parseTimeOfDay(value: string): string {
  if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(value)) throw new Error("a time of day like 06:30");
  return value;
}

export function createChoiceParser<T extends string>(...allowed: readonly T[]) {
  return (value: string): T => {
    const found = allowed.find((each) => each === value);
    if (found === undefined) throw new Error(`one of ${allowed.join(", ")}`);
    return found;
  };
}

export const parseOptionalCdn = makeOptional(createChoiceParser("fastly", "cloudflare"));

/** Parses a list of one or more distinct names and keeps their order. */
export function createSubsetParser<T extends string>(...allowed: readonly T[]) {
  return (value: string): readonly T[] => {
    const parts = parseList(value);
    const known = parts.flatMap((name) => allowed.find((each) => each === name) ?? []);
    if (parts.length === 0 || known.length < parts.length || new Set(parts).size < parts.length) {
      throw new Error(`some of ${allowed.join(", ")}, each once`);
    }
    return known;
  };
}

/** Browsers that can be set by name, wherever they are installed. */
const BROWSERS = ["chrome", "msedge", "chromium"];

export function parseBrowser(value: string): string | null {
  if (/firefox|librewolf/i.test(path.basename(value))) {
    throw new Error(
      "chrome, msedge, chromium or the path of one of them: a released Firefox cannot be driven, since it lacks commands that playwright-core needs",
    );
  }
  if (value !== "" && !BROWSERS.includes(value) && !/[\\/]/.test(value)) {
    throw new Error("chrome, msedge, chromium or the path of one of them");
  }
  return parseOptionalText(value);
}
