import { writeSync } from "node:fs";
import { type DestinationStream, type Logger, pino } from "pino";
import { visibleText } from "./visible-text.ts";

export type { Logger };

/** Members of what is logged that may hold a credential, three levels deep, which is deeper than anything here is logged. */
const SECRETS = [
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

/** Whatever a text says: keys, webhook secrets, credentials of a header, and query parameters that are named like a token or a key. */
const CREDENTIALS = [
  [/ctd_(?:live|test)_[0-9A-Za-z]+/g, "ctd_[redacted]"],
  [/whsec_[0-9A-Za-z+/=]+/g, "whsec_[redacted]"],
  [/\bv1,[0-9A-Za-z+/]{43}=/g, "v1,[redacted]"],
  [/\b(Bearer|Basic)\s+[^\s"',\\]+/gi, "$1 [redacted]"],
  [/([?&][^=&\s"\\]*(?:token|key)[^=&\s"\\]*=)[^&\s"\\]*/gi, "$1[redacted]"],
  [/(:\/\/[^\s:/@"\\]*:)[^\s/@"\\]+@/g, "$1[redacted]@"],
] as const;

/** One JSON line an event on standard error, or words where that is a terminal, so that standard output stays free for a command's own answer. Credentials are never written. */
export function createLogger(level: string): Logger {
  const terminal = process.stderr.isTTY === true;
  return loggerTo(level, {
    write: (line) => tell(STANDARD_ERROR, terminal ? `${CLEAR_BELOW}${forPeople(line)}` : line),
  });
}

/** A bar of progress leaves the cursor at its beginning: a line takes its place whole, without the rest of it. */
const CLEAR_BELOW = "\u001b[0J";

const LEVELS: Readonly<Record<number, string>> = {
  10: "trace",
  20: "debug",
  30: "info",
  40: "warning",
  50: "error",
  60: "fatal",
};

/** An event of the log in words: `12:31:07 warning: what happened (source: house-clerk): why`. */
export function forPeople(line: string): string {
  const { time, level, msg, err, ...more } = JSON.parse(line) as Readonly<Record<string, unknown>>;
  const of = Object.entries(more).map(
    ([name, value]) => `${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`,
  );
  const why = (err as { message?: string } | undefined)?.message;
  const parts = of.length === 0 ? "" : ` (${of.join(", ")})`;
  return `${String(time).slice(11, 19)} ${LEVELS[Number(level)] ?? level}: ${msg ?? ""}${parts}${why === undefined ? "" : `: ${why}`}\n`;
}

export const STANDARD_OUTPUT = 1;
export const STANDARD_ERROR = 2;

/** A reader that is slow (a full pipe) is waited for this often, each time this long; then the line is lost. */
const TRIES = 20;
const WAIT_MS = 5;

const sleeper = new Int32Array(new SharedArrayBuffer(4));
let lost = 0;

/** Lines that could not be written since the start: the disk was full, or nobody reads any more. */
export function linesLost(): number {
  return lost;
}

/** Writes to a file that is open, standard output or error. What cannot be written is counted and never thrown: a full disk ends no service. */
export function tell(file: number, text: string, write: typeof writeSync = writeSync): void {
  let rest = Buffer.from(text);
  for (let tries = 0; rest.length > 0; ) {
    try {
      rest = rest.subarray(write(file, rest));
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

/** Has a process outlive whoever reads its output; what a stream cannot write is counted. */
export function outliveReaders(...streams: readonly NodeJS.WriteStream[]): void {
  for (const stream of streams) {
    stream.removeAllListeners("error");
    stream.on("error", () => {
      lost += 1;
    });
  }
}

/** Creates a logger that writes to any stream. */
export function loggerTo(level: string, destination: DestinationStream): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: SECRETS,
      hooks: { streamWrite: withoutCredentials },
    },
    destination,
  );
}

/** A line of the log as it may be written: without credentials, and without what a terminal would obey. */
export function withoutCredentials(line: string): string {
  return CREDENTIALS.reduce((text, [pattern, instead]) => text.replace(pattern, instead), visibleText(line));
}
