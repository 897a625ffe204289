import { formatCommand } from "../../base/command-line.ts";
import { type Config, fillsDatabase, SETTINGS_FILE, unknownSettings } from "../../base/config.ts";
import { createLogger, outliveReaders, STANDARD_OUTPUT, tell } from "../../base/log.ts";
import { counted } from "../../domain/counted.ts";
import type { SourceProgress } from "../../filings/ingest/run.ts";
import { startService } from "../server.ts";
import { ofScans, ofSource, showProgress } from "./progress.ts";

/** `serve`: runs until stopped (SIGINT, SIGTERM), then finishes open requests. */
export async function serveCommand(config: Config): Promise<void> {
  const terminal = process.stderr.isTTY === true;
  const log = createLogger(terminal && config.LOG_LEVEL === "info" ? "warn" : config.LOG_LEVEL);
  outliveReaders(process.stdout, process.stderr);
  let show = showProgress(process.stderr);
  let wasUnreached = false;
  const say = (line: string) => {
    show.clear();
    tell(STANDARD_OUTPUT, `${line}\n`);
  };

  const service = await startService(config, log, {
    runStarted: () => {
      show = showProgress(process.stderr);
    },
    progressed: (progress) => show.update(progress.map(ofSource)),
    runEnded: (progress, askedAgainAt) => {
      const isUnreached = noneReached(progress);
      if (!isUnreached) show.end();
      for (const line of afterRun(progress, askedAgainAt, wasUnreached)) say(line);
      wasUnreached = isUnreached;
      show = showProgress(process.stderr);
    },
    scanning: (progress) => show.update([ofScans(progress)]),
    scansRead: (progress) => {
      show.end();
      say(
        `scanned reports: read ${progress.done} with ${counted(progress.pages, "page")}, ${counted(progress.rejectedLines, "line")} ${progress.rejectedLines === 1 ? "needs" : "need"} review.`,
      );
    },
  });

  const { dataset } = service;
  const api = onThisMachine(service.url);
  say(`Open ${api.replace(/\/api\/v1$/, "/")} in a browser.`);
  say(`The API answers on ${api} for programs.`);
  const file = process.env[SETTINGS_FILE] ?? "";
  if (file !== "") say(`Settings are also read from ${file}.`);
  for (const sentence of unknownSettings()) say(sentence);
  if (service.operationsUrl !== null) say(`Metrics and health: ${service.operationsUrl}`);
  if (config.DATA_NOTICE !== null) say(config.DATA_NOTICE);
  say(
    dataset.version === "0"
      ? "No data yet. Trades appear as soon as the first filings are imported."
      : `Dataset ${dataset.version}: ${dataset.tradeCount} trades, ${dataset.politicianCount} politicians.`,
  );
  if (!config.INGEST) say(`Downloading is off (${config.ROLE === "all" ? "INGEST=false" : `ROLE=${config.ROLE}`}).`);
  else if (!config.SENATE_EFD_ACCEPT_TERMS) {
    say(
      `Senate reports are off: the site requires every user to accept an agreement (5 U.S.C. 13107(c)). If you do, run \`${formatCommand("setup")}\` and restart, or restart with SENATE_EFD_ACCEPT_TERMS=true.`,
    );
  }

  // Not on Windows, which does not have this signal.
  if (process.platform !== "win32") process.on("SIGUSR2", () => void (fillsDatabase(config) && service.poll()));
  await new Promise<void>((resolve) => {
    process.once("SIGINT", resolve);
    process.once("SIGTERM", resolve);
  });
  show.clear();
  await service.close();
}

/** The URL as opened on this machine: a wildcard address (all interfaces) becomes loopback. */
export function onThisMachine(url: string): string {
  return url.replace(/\/\/(?:0\.0\.0\.0|\[::\])(?=[:/])/, "//127.0.0.1");
}

/**
 * Messages for a person when a run has ended. @param askedAgainAt time of the retry; null if the daily schedule is enough.
 * @param wasUnreached the previous run already printed this, with what to do.
 */
export function afterRun(
  progress: readonly Readonly<SourceProgress>[],
  askedAgainAt: Date | null,
  wasUnreached = false,
): string[] {
  const when = askedAgainAt === null ? "in the next daily run" : `at ${askedAgainAt.toISOString().slice(11, 16)} UTC`;
  if (noneReached(progress)) {
    if (wasUnreached) return [`No source could be reached. Next attempt ${when}.`];
    return [
      `No source could be reached. Next attempt ${when}, at the next start, or right away on SIGUSR2 (kill -USR2 ${process.pid}).`,
      `To try the service offline, stop it and run \`${formatCommand("demo")}\`: fictional members and filings, made on this machine.`,
    ];
  }
  return progress.map((each) => {
    const { name, done, known, rejectedLines, note } = ofSource(each);
    const again = each.error === null ? "" : ` Next attempt ${when}.`;
    if (each.error !== null && known === 0) return `${name} could not be read: ${note}.${again}`;
    return `${name}: read ${done} of ${known} new documents, ${counted(rejectedLines, "line")} rejected${note === null ? "" : ` (${note})`}.${again}`;
  });
}

function noneReached(progress: readonly Readonly<SourceProgress>[]): boolean {
  return progress.length > 0 && progress.every(({ error, done }) => error !== null && done === 0);
}
