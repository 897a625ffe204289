/** Runs a command and sets the exit code of the process. */
import { parseEnv } from "node:util";
import { type Config, readConfig, readSettingsText, SETTINGS_FILE } from "../../base/config.ts";
import { AppError, ConfigError, LockedError, UnavailableError, UsageError } from "../../base/errors.ts";
import { SETTINGS } from "../../base/settings.ts";
import { toVisibleText } from "../../base/visible-text.ts";
import { type AnnouncedService, findService } from "../../store/data-lock.ts";

/** EX_TEMPFAIL of sysexits.h: another process holds the data folder; try again later. */
const EXIT_LOCKED = 75;
/** Exit status for misuse, as in shells and most programs. */
export const EXIT_USAGE = 2;
/** Exit status after an interrupt, as in shells. */
const EXIT_STOPPED = 130;

const stop = new AbortController();

/** The exit code of a command; void means 0. */
// biome-ignore lint/suspicious/noConfusingVoidType: a function that returns nothing may be given too.
type Outcome = Promise<number | void>;

export async function run(command: () => Outcome): Promise<void> {
  try {
    process.exitCode = (await command()) ?? 0;
  } catch (error) {
    if (stop.signal.aborted) {
      process.exitCode = EXIT_STOPPED;
      return;
    }
    if (!(error instanceof AppError)) throw error;
    process.stderr.write(`${toVisibleText(error.message)}${describeConnectionFailure(error)}\n`);
    process.exitCode = error instanceof LockedError ? EXIT_LOCKED : error instanceof UsageError ? EXIT_USAGE : 1;
  }
}

/** Names the unreachable database server and the cause, for the operator only: API responses include neither. */
function describeConnectionFailure(error: AppError): string {
  const databaseUrl = process.env["DATABASE_URL"];
  const { cause } = error;
  if (!(error instanceof UnavailableError && cause instanceof Error && databaseUrl && URL.canParse(databaseUrl)))
    return "";
  const { hostname, port } = new URL(databaseUrl);
  const [first = cause] = cause instanceof AggregateError ? (cause.errors as readonly Error[]) : [];
  return toVisibleText(` Its host is ${hostname}, port ${port || 5432}: ${first.message}.`);
}

/** Runs a command as `run` does. SIGINT and SIGTERM abort the command's `AbortSignal` instead of ending the process. */
export function runUntilStopped(command: (signal: AbortSignal) => Outcome): Promise<void> {
  const abort = () => stop.abort();
  process.once("SIGINT", abort);
  process.once("SIGTERM", abort);
  return run(() => command(stop.signal));
}

/**
 * Builds a command's environment. If a service uses the data folder, the result includes the settings of that service. These
 * settings override the settings file, because the file may be for another service or the next start. Environment variables that
 * were set elsewhere are not overridden.
 * @throws {ConfigError} when the service has its store in PostgreSQL and the command has no DATABASE_URL.
 */
export function buildCommandEnvironment(environment: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  const service = findRunningService(environment);
  if (service === null) return environment;
  if (service.hidden.includes("DATABASE_URL")) {
    throw new ConfigError(
      `The service on ${service.url} uses this data folder with its store in PostgreSQL: set the same DATABASE_URL.`,
    );
  }
  const fromFile = parseEnv(readSettingsText(environment[SETTINGS_FILE] || ""));
  const isSetByFile = (name: string, value?: string) =>
    name in SETTINGS && !(SECRETS.includes(name) || name === "DATA_DIR") && fromFile[name] === value;
  const filledSettings = Object.fromEntries(
    Object.entries(environment).filter(([name, value]) => value !== "" && !isSetByFile(name, value)),
  );
  const inherited = Object.entries(service.settings.values).filter(
    ([name]) => !isSet(filledSettings, name.replace(/_FILE$/, "")),
  );
  return { ...Object.fromEntries(inherited), ...filledSettings };
}

const SECRETS = Object.entries(SETTINGS).flatMap(([name, setting]) => ("secret" in setting ? [name] : []));

function isSet(environment: NodeJS.ProcessEnv, name: string): boolean {
  return [name, `${name}_FILE`].some((each) => (environment[each] ?? "") !== "");
}

interface RunningService extends AnnouncedService {
  /** Names of the secrets that the service has but the environment does not. */
  readonly hidden: readonly string[];
}

/** Finds the service that uses the data folder: DATA_DIR or, if it is not set, the default. Null if no service uses it. */
export function findRunningService(environment: NodeJS.ProcessEnv): RunningService | null {
  const service = findService(environment["DATA_DIR"] || SETTINGS.DATA_DIR.default);
  return service && { ...service, hidden: service.settings.secrets.filter((name) => !isSet(environment, name)) };
}

type CommandLoader<Given extends readonly unknown[]> = () => Promise<(config: Config, ...input: Given) => Outcome>;

/** A commander action that loads a command and calls it with the settings, its arguments and its options. */
export function createAction<Given extends readonly unknown[]>(
  load: CommandLoader<Given>,
): (...input: unknown[]) => Promise<void> {
  return (...input) =>
    run(async () => (await load())(readConfig(buildCommandEnvironment()), ...removeCommandArgument<Given>(input)));
}

/** Like `createAction`, but the command's last argument is a signal. The command stops early when the signal is aborted. */
export function createStoppableAction<Given extends readonly unknown[]>(
  load: CommandLoader<readonly [...Given, AbortSignal]>,
): (...input: unknown[]) => Promise<void> {
  return (...input) =>
    runUntilStopped(async (signal) =>
      (await load())(readConfig(buildCommandEnvironment()), ...removeCommandArgument<Given>(input), signal),
    );
}

/** Commander's last argument is the command itself. */
function removeCommandArgument<Given extends readonly unknown[]>(actionArguments: readonly unknown[]): Given {
  return actionArguments.slice(0, -1) as unknown as Given;
}
