import { writeSync } from "node:fs";
import { type DestinationStream, type Logger, pino } from "pino";
import { toVisibleText } from "./visible-text.ts";

export type { Logger };

/** Paths of fields to redact, since they may hold a credential. The paths reach three levels, deeper than any logged object. */
const REDACTED_PATHS = [
  "authorization",
  "Authorization",
  "cookie",
  '["webhook-signature"]',
  "secret",
  "key",
  "token",
  "password",
].flatMap((name) => {
  const member = name.startsWith("[") ? name : `.${name}`;
  return [member.replace(/^\./, ""), `*${member}`, `*.*${member}`];
});

/** Credentials in any text: keys, webhook secrets, header and URL credentials, query parameters named like a token or a key. */
const CREDENTIALS = [
  [/ctd_(?:live|test)_[0-9A-Za-z]+/g, "ctd_[redacted]"],
  [/whsec_[0-9A-Za-z+/=]+/g, "whsec_[redacted]"],
  [/\bv1,[0-9A-Za-z+/]{43}=/g, "v1,[redacted]"],
  [/\b(Bearer|Basic)\s+[^\s"',\\]+/gi, "$1 [redacted]"],
  [/([?&][^=&\s"\\]*(?:token|key)[^=&\s"\\]*=)[^&\s"\\]*/gi, "$1[redacted]"],
  [/(:\/\/[^\s:/@"\\]*:)[^\s/@"\\]+@/g, "$1[redacted]@"],
] as const;

/** Logs JSON lines (plain words on a terminal) to standard error; standard output is for results. Redacts credentials. */
export function createLogger(level: string): Logger {
  const terminal = process.stderr.isTTY === true;
  return createLoggerTo(level, {
    write: (line) => writeToFile(STANDARD_ERROR, terminal ? `${CLEAR_BELOW}${formatLogLine(line)}` : line),
  });
}

/** Clears the screen from the cursor on; the cursor is at the start of any progress bar, so a log line replaces the whole bar. */
const CLEAR_BELOW = "\u001b[0J";

const LEVELS: Readonly<Record<number, string>> = {
  10: "trace",
  20: "debug",
  30: "info",
  40: "warning",
  50: "error",
  60: "fatal",
};

/** Formats a log event for people: `12:31:07 warning: what happened (source: house-clerk): why`. */
export function formatLogLine(line: string): string {
  const { time, level, msg, err, ...more } = JSON.parse(line) as Readonly<Record<string, unknown>>;
  const fields = Object.entries(more).map(
    ([name, value]) => `${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`,
  );
  const why = (err as { message?: string } | undefined)?.message;
  const details = fields.length === 0 ? "" : ` (${fields.join(", ")})`;
  return `${String(time).slice(11, 19)} ${LEVELS[Number(level)] ?? level}: ${msg ?? ""}${details}${why === undefined ? "" : `: ${why}`}\n`;
}

export const STANDARD_OUTPUT = 1;
export const STANDARD_ERROR = 2;

/** Number and length of the waits for a slow reader (a full pipe) before a line is dropped. */
const TRIES = 20;
const WAIT_MS = 5;

const sleeper = new Int32Array(new SharedArrayBuffer(4));
let lost = 0;

/** Number of lines lost since the start because the disk was full or nobody reads the output any more. */
export function getLostLineCount(): number {
  return lost;
}

/** Writes to a file descriptor. Counts failed writes instead of throwing an error: a full disk must not stop the service. */
export function writeToFile(file: number, text: string, write: typeof writeSync = writeSync): void {
  let unwritten = Buffer.from(text);
  for (let tries = 0; unwritten.length > 0; ) {
    try {
      unwritten = unwritten.subarray(write(file, unwritten));
    } catch (error) {
      tries += 1;
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN" || tries > TRIES) {
        lost += 1;
        return;
      }
      Atomics.wait(sleeper, 0, 0, WAIT_MS);
    }
  }
}

/** Keeps the process alive when its output pipe closes; counts failed writes. */
export function ignoreOutputErrors(...streams: readonly NodeJS.WriteStream[]): void {
  for (const stream of streams) {
    stream.removeAllListeners("error");
    stream.on("error", () => {
      lost += 1;
    });
  }
}

export function createLoggerTo(level: string, destination: DestinationStream): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: REDACTED_PATHS,
      hooks: { streamWrite: sanitizeLogLine },
    },
    destination,
  );
}

/** Redacts credentials in a log line, and replaces control characters so that no terminal obeys them. */
export function sanitizeLogLine(line: string): string {
  return CREDENTIALS.reduce((text, [pattern, instead]) => text.replace(pattern, instead), toVisibleText(line));
}
