/** Reads the settings. No other module reads the environment. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { parseEnv } from "node:util";
import { distance } from "fastest-levenshtein";
import { ConfigError } from "./errors.ts";
import { parsePostgresUrl } from "./setting-readers.ts";
import { REMOVED_SETTINGS, type Role, SETTINGS, type Setting } from "./settings.ts";

type Environment = Readonly<Record<string, string | undefined>>;

type Values = { readonly [K in keyof typeof SETTINGS]: ReturnType<(typeof SETTINGS)[K]["read"]> };

/** All settings, read and validated once; frozen. */
export interface Config extends Omit<Values, "BASE_URL" | "ARCHIVE_DIR" | "DECISIONS"> {
  readonly BASE_URL: string;
  readonly ARCHIVE_DIR: string;
  readonly DECISIONS: string;
  /** The settings that the operator set, for commands that run beside the service. */
  readonly provided: ProvidedSettings;
}

/** The settings that the operator set, limited to what may be written to the data folder. */
export interface ProvidedSettings {
  /** Environment variables without secrets; paths are absolute. */
  readonly values: Readonly<Record<string, string>>;
  /** Names of the secrets that were set as values, not as files. */
  readonly secrets: readonly string[];
}

/** Settings that are paths. They are made absolute: a process in another folder would resolve a relative path differently. */
const PATHS: readonly string[] = ["DATA_DIR", "ARCHIVE_DIR", "DECISIONS", "MARKET_FILES"];

interface RoleSettings {
  readonly ROLE: Role;
  readonly DATABASE_URL: string | null;
  INGEST: boolean;
  DELIVERIES: boolean;
}

/** Turns off, in this process, the tasks that belong to other roles; a role never turns anything on. @throws {ConfigError} */
function applyRole(values: RoleSettings): void {
  const { ROLE: role } = values;
  if (role === "all") return;
  if (values.DATABASE_URL === null) {
    throw new ConfigError(`ROLE=${role} is for several processes on one PostgreSQL; it needs DATABASE_URL.`);
  }
  if (role === "ingest" && !values.INGEST) throw new ConfigError("ROLE=ingest fetches filings, but INGEST is false.");
  if (role === "deliver" && !values.DELIVERIES) {
    throw new ConfigError("ROLE=deliver sends webhooks, but DELIVERIES is false.");
  }
  values.INGEST &&= role === "ingest";
  values.DELIVERIES &&= role === "deliver";
}

/** True if the role of this process is to fetch filings and to reparse the filings that an older release published. */
export function fillsDatabase({ ROLE }: Pick<Config, "ROLE">): boolean {
  return ROLE === "all" || ROLE === "ingest";
}

/** True if the role of this process is to send mails and webhooks. Another setting may turn webhooks off. */
export function sendsMessages({ ROLE }: Pick<Config, "ROLE">): boolean {
  return ROLE === "all" || ROLE === "deliver";
}

/** Reads a secret from the variable `name` or the file that `name`_FILE names (containers, systemd). @throws {ConfigError} */
function readSecret(name: string, environment: Environment): string {
  const value = environment[name] ?? "";
  const file = environment[`${name}_FILE`] ?? "";
  if (file === "") return value;
  if (value !== "") throw new ConfigError(`${name} and ${name}_FILE are both given; one of them is enough.`);
  try {
    return readFileSync(file, "utf8").replace(/\r?\n$/, "");
  } catch (cause) {
    const { code = "unknown" } = cause as NodeJS.ErrnoException;
    throw new ConfigError(`${name}_FILE names "${file}", which cannot be read (${code}).`, { cause });
  }
}

/** Reads the settings from an environment. @throws {ConfigError} that lists every invalid value at once. */
export function readConfig(environment: Environment = process.env): Config {
  const values: Record<string, unknown> = {};
  const wrong = Object.entries(REMOVED_SETTINGS)
    .filter(([name]) => (environment[name] ?? "") !== "")
    .map(([name, instead]) => `${name} is no longer a setting: ${instead}.`);
  for (const [name, each] of Object.entries<Setting<unknown>>(SETTINGS)) {
    try {
      const value = each.secret ? readSecret(name, environment) : (environment[name] ?? "");
      values[name] = each.read(value === "" ? each.default : value);
    } catch (error) {
      const value = environment[name] ?? "";
      if (error instanceof ConfigError) {
        wrong.push(error.message);
        continue;
      }
      wrong.push(`${name} must be ${(error as Error).message}, not ${each.secret ? "the value given" : `"${value}"`}.`);
    }
  }
  if (wrong.length > 0) throw new ConfigError(wrong.join("\n"));
  applyRole(values as unknown as RoleSettings);
  for (const [name, { standIn }] of Object.entries<Setting<unknown>>(SETTINGS)) {
    const isReplaced = standIn !== undefined && values["UPSTREAM_URL"] !== null && !environment[name];
    if (isReplaced) values[name] = `${values["UPSTREAM_URL"]}${standIn}`;
  }
  values["provided"] = collectProvidedSettings(environment);
  values["BASE_URL"] ??= `http://localhost:${values["PORT"]}/api/v1`;
  values["ARCHIVE_DIR"] ??= path.join(String(values["DATA_DIR"]), "archive");
  values["DECISIONS"] ??= path.join(String(values["DATA_DIR"]), "decisions.ndjson");
  return Object.freeze(values) as unknown as Config;
}

function collectProvidedSettings(environment: Environment): ProvidedSettings {
  const values: Record<string, string> = {};
  const secrets: string[] = [];
  for (const [name, each] of Object.entries(SETTINGS)) {
    const value = environment[name] ?? "";
    const file = environment[`${name}_FILE`] ?? "";
    if (!("secret" in each)) {
      if (value !== "") values[name] = PATHS.includes(name) ? path.resolve(value) : value;
    } else if (file !== "") {
      values[`${name}_FILE`] = path.resolve(file);
    } else if (value !== "") {
      secrets.push(name);
    }
  }
  return { values, secrets };
}

/** Parses an argument of the form `postgres://...`. @throws {ConfigError} */
export function parseDatabaseAddress(value: string): string {
  try {
    const address = parsePostgresUrl(value);
    if (address !== null) return address;
  } catch {
    // Reported below, without the address, which may hold a password.
  }
  throw new ConfigError("The database must be `sqlite` or an address like postgres://user:password@host/database.");
}

/** Minimum length of a name for a suggestion; shorter names are one typo away from too many others. */
const MIN_LETTERS = 4;

/** Variables in a settings file that may belong to other programs: Node, Docker Compose, proxies. */
const NOT_OURS = /^(?:NODE_|COMPOSE_)|^(?:https?|no)_proxy$|^(?:TZ|NO_COLOR)$/i;

/**
 * Builds warnings about variables that are one typo away from a setting. A typo is a missing, extra or wrong letter, or two
 * swapped letters. Also warns about variables in the settings file that are not settings.
 */
export function buildSettingWarnings(environment: Environment = process.env): readonly string[] {
  const names = Object.keys(SETTINGS);
  const file = environment[SETTINGS_FILE] ?? "";
  const inFile = file === "" ? [] : Object.keys(parseEnv(readSettingsText(file)));
  return [...new Set([...Object.keys(environment), ...inFile])].flatMap((name) => {
    if (names.includes(name.replace(/_FILE$/, "")) || name in REMOVED_SETTINGS) return [];
    const similar = name.length < MIN_LETTERS ? undefined : names.find((each) => isOneTypoApart(name, each));
    if (similar !== undefined) return [`${name} is not a setting. Did you mean ${similar}?`];
    return inFile.includes(name) && !NOT_OURS.test(name) ? [`${name} in ${file} is not a setting.`] : [];
  });
}

/** Variable that names the settings file that was loaded (`bin/load-settings.js`). */
export const SETTINGS_FILE = "CONGRESS_TRADES_ENV";

/** Returns the text of a settings file; empty if it does not exist. @throws {ConfigError} */
export function readSettingsText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (cause) {
    const { code = "unknown" } = cause as NodeJS.ErrnoException;
    if (code === "ENOENT") return "";
    throw new ConfigError(`The settings in "${file}" cannot be read (${code}).`, { cause });
  }
}

function isOneTypoApart(name: string, setting: string): boolean {
  if (distance(name, setting) === 1) return true;
  const at = [...setting].findIndex((letter, place) => letter !== name[place]);
  const swapped = setting.slice(0, at) + (setting[at + 1] ?? "") + (setting[at] ?? "") + setting.slice(at + 2);
  return swapped === name;
}
