import { formatCommand } from "../../base/command-line.ts";
import { buildSettingWarnings, type Config, fillsDatabase, SETTINGS_FILE } from "../../base/config.ts";
import { createLogger, ignoreOutputErrors, STANDARD_OUTPUT, writeToFile } from "../../base/log.ts";
import { pluralize } from "../../domain/count-words.ts";
import type { SourceProgress } from "../../filings/ingest/run.ts";
import { startService } from "../server.ts";
import { showProgress, toScanWorkProgress, toSourceWorkProgress } from "./progress.ts";

/** `serve`: runs until stopped (SIGINT, SIGTERM), then finishes open requests. */
export async function runServeCommand(config: Config): Promise<void> {
  const terminal = process.stderr.isTTY === true;
  const log = createLogger(terminal && config.LOG_LEVEL === "info" ? "warn" : config.LOG_LEVEL);
  ignoreOutputErrors(process.stdout, process.stderr);
  let show = showProgress(process.stderr);
  let wasUnreached = false;
  const printLine = (line: string) => {
    show.clear();
    writeToFile(STANDARD_OUTPUT, `${line}\n`);
  };

  const service = await startService(config, log, {
    onRunStart: () => {
      show = showProgress(process.stderr);
    },
    onProgress: (progress) => show.update(progress.map(toSourceWorkProgress)),
    onRunEnd: (progress, nextAttemptAt) => {
      const isUnreached = wereAllUnreachable(progress);
      if (!isUnreached) show.end();
      for (const line of formatRunMessages(progress, nextAttemptAt, wasUnreached)) printLine(line);
      wasUnreached = isUnreached;
      show = showProgress(process.stderr);
    },
    onScanning: (progress) => show.update([toScanWorkProgress(progress)]),
    onScansRead: (progress) => {
      show.end();
      printLine(
        `scanned reports: read ${pluralize(progress.done, "report")} (${pluralize(progress.pages, "page")}), ${pluralize(progress.rejectedLines, "line")} ${progress.rejectedLines === 1 ? "needs" : "need"} review.`,
      );
    },
  });

  const { dataset } = service;
  const api = toLoopbackUrl(service.url);
  printLine(`Open ${api.replace(/\/api\/v1$/, "/")} in a browser.`);
  printLine(`The API answers on ${api} for programs.`);
  const file = process.env[SETTINGS_FILE] ?? "";
  if (file !== "") printLine(`Settings are also read from ${file}.`);
  for (const sentence of buildSettingWarnings()) printLine(sentence);
  if (service.operationsUrl !== null) printLine(`Metrics and health: ${service.operationsUrl}`);
  if (config.DATA_NOTICE !== null) printLine(config.DATA_NOTICE);
  printLine(
    dataset.version === "0"
      ? "No data yet. Trades appear as soon as the first filings are imported."
      : `Dataset ${dataset.version}: ${dataset.tradeCount} trades, ${dataset.politicianCount} politicians.`,
  );
  if (!config.INGEST)
    printLine(`Downloading is off (${config.ROLE === "all" ? "INGEST=false" : `ROLE=${config.ROLE}`}).`);
  else if (!config.SENATE_EFD_ACCEPT_TERMS) {
    printLine(
      `Senate reports are off: the site requires every user to accept an agreement (5 U.S.C. 13107(c)). If you do, run \`${formatCommand("setup")}\` and restart, or restart with SENATE_EFD_ACCEPT_TERMS=true.`,
    );
  }

  // Windows does not have this signal.
  if (process.platform !== "win32")
    process.on("SIGUSR2", () => void (fillsDatabase(config) && service.lookForFilings()));
  await new Promise<void>((resolve) => {
    process.once("SIGINT", resolve);
    process.once("SIGTERM", resolve);
  });
  show.clear();
  await service.close();
}

/** The URL as opened on this machine: a wildcard address (all interfaces) becomes loopback. */
export function toLoopbackUrl(url: string): string {
  return url.replace(/\/\/(?:0\.0\.0\.0|\[::\])(?=[:/])/, "//127.0.0.1");
}

/**
 * Messages for the operator when a run has ended. @param nextAttemptAt time of the retry; null if only the daily run follows.
 * @param wasUnreached true if the previous run reached no source either, and so already printed what to do.
 */
export function formatRunMessages(
  progress: readonly Readonly<SourceProgress>[],
  nextAttemptAt: Date | null,
  wasUnreached = false,
): string[] {
  const when = nextAttemptAt === null ? "in the next daily run" : `at ${nextAttemptAt.toISOString().slice(11, 16)} UTC`;
  if (wereAllUnreachable(progress)) {
    if (wasUnreached) return [`No source could be reached. Next attempt ${when}.`];
    return [
      `No source could be reached. Next attempt ${when}, at the next start, or right away on SIGUSR2 (kill -USR2 ${process.pid}).`,
      `To try the service offline, stop it and run \`${formatCommand("demo")}\`: fictional members and filings, made on this machine.`,
    ];
  }
  return progress.map((each) => {
    const { name, done, known, rejectedLines, note } = toSourceWorkProgress(each);
    const retryNote = each.error === null ? "" : ` Next attempt ${when}.`;
    if (each.error !== null && known === 0) return `${name} could not be read: ${note}.${retryNote}`;
    return `${name}: read ${done} of ${known} new documents, ${pluralize(rejectedLines, "line")} rejected${note === null ? "" : ` (${note})`}.${retryNote}`;
  });
}

function wereAllUnreachable(progress: readonly Readonly<SourceProgress>[]): boolean {
  return progress.length > 0 && progress.every(({ error, done }) => error !== null && done === 0);
}
