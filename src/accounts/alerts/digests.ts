/** Writes due alert digests, each in only one of the serving processes. Their webhooks and mails are sent like all others. */
import type { Logger } from "../../base/log.ts";
import { createPause } from "../../base/pause.ts";
import { toAnnouncedTrade } from "../../domain/announced-trade.ts";
import type { DigestTable } from "../../store/premium/digests.ts";
import { composeDigestMail } from "./digest-mail.ts";
import { buildDigestData, type DigestLinks } from "./event-data.ts";

interface DigestOptions {
  readonly digests: DigestTable;
  readonly baseUrl: string;
  /** Loads the rules by which trades stand out, for `DigestLinks.standouts`. */
  readonly loadStandouts: () => Promise<DigestLinks["standouts"]>;
  /** True if mail can be sent. */
  readonly emails: boolean;
  /** Called when events or mails have been queued. */
  readonly onQueued: () => void;
  readonly log: Logger;
  readonly now?: () => Date;
}

export interface DigestWriter {
  writeDueDigests(): Promise<void>;
  /** Stops writing digests; resolves once the digest in progress is written. */
  stop(): Promise<void>;
}

const AT_ONCE = 100;
const CHECK_EVERY_MS = 30_000;

export function startDigests({ digests, log, now = () => new Date(), ...options }: DigestOptions): DigestWriter {
  let stopped = false;
  let runningCheck: Promise<void> | undefined;

  const writeAllDueDigests = async (): Promise<void> => {
    const pause = createPause();
    const failed = new Set<string>();
    /** Lists the next due digests. Digests that failed wait for the next check, and do not delay the others. */
    const listNextDue = async () =>
      (await digests.listDue(AT_ONCE + failed.size, now())).filter(({ id }) => !failed.has(id));
    for (let due = await listNextDue(); due.length > 0 && !stopped; due = await listNextDue()) {
      const links = { baseUrl: options.baseUrl, standouts: await loadStandoutsOrEmpty() };
      let [written, queued] = [0, 0];
      for (const alert of due) {
        await pause();
        if (stopped) return;
        try {
          const isQueued = await digests.write(alert, now(), (digest) => {
            const announced = digest.trades.map(({ trade, politician }) => toAnnouncedTrade(trade, politician));
            const data = buildDigestData(digest, announced, links);
            return { data, mail: options.emails ? composeDigestMail(data) : null };
          });
          written += 1;
          if (isQueued) queued += 1;
        } catch (error) {
          failed.add(alert.id);
          log.error({ err: error, alert: alert.id }, "a digest could not be written; it will be retried");
        }
      }
      if (queued > 0) options.onQueued();
      log.info({ written, queued }, "daily digests");
    }
  };

  /** Returns no standouts if they cannot be loaded: the digests are then written without them. */
  const loadStandoutsOrEmpty = () =>
    options.loadStandouts().catch((error: unknown) => {
      log.error({ err: error }, "notable trades could not be determined");
      return new Map<string, never>();
    });

  const writeDueDigests = async (): Promise<void> => {
    if (stopped) return;
    runningCheck ??= writeAllDueDigests()
      .catch((error: unknown) => log.error({ err: error }, "due digests could not be queried"))
      .finally(() => {
        runningCheck = undefined;
      });
    await runningCheck;
  };

  const timer = setInterval(() => void writeDueDigests(), CHECK_EVERY_MS);
  timer.unref();
  void writeDueDigests();
  return {
    writeDueDigests,
    async stop() {
      stopped = true;
      clearInterval(timer);
      await runningCheck;
    },
  };
}
