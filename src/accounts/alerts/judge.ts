/** Appends the events of a publication for every premium account, and fires alerts, within the publishing transaction. */
import { compareTexts } from "../../base/compare-texts.ts";
import { createPause } from "../../base/pause.ts";
import { toAnnouncedTrade } from "../../domain/announced-trade.ts";
import type { SourceState } from "../../domain/filing.ts";
import type { Industry } from "../../domain/industry.ts";
import type { Alert, EventType } from "../../domain/premium.ts";
import { determineSourceCondition, type SourceCondition } from "../../domain/source-condition.ts";
import type { Trade } from "../../domain/trade.ts";
import type { JudgePublication, PublicationChange, PublicationScope } from "../../store/publication.ts";
import type { SourceStatus, SourceTable } from "../../store/sources.ts";
import {
  buildAlertTriggeredData,
  buildTradeCreatedData,
  buildTradeRemovedData,
  buildTradeReparsedData,
  buildTradeSupersededData,
  buildTradeUpdatedData,
  type PublicationCause,
} from "./event-data.ts";
import { createTriggeringTradeFinder, type Member, mapReplacedTrades, type People } from "./firing.ts";
import { composeAlertMail } from "./mail-text.ts";

export interface JudgeOptions {
  /** Reads the latest status of the official sources, for `dataset.published`. */
  readonly sources: Pick<SourceTable, "listAll">;
  readonly bodies: readonly SourceState[];
  /** True if mail can be sent: each alert that fires and has an address then queues a mail. */
  readonly emails: boolean;
  readonly baseUrl: string;
  /**
   * Why trades change. If a filing marks a row as amended, the reason is always `amended`. In a data release, there are no
   * `trade.created` events, and no alert fires.
   */
  readonly reason: PublicationCause;
}

export function createPublicationJudge(options: JudgeOptions): JudgePublication {
  return async (change, scope) => {
    const accounts = await scope.listPremiumAccounts();
    if (accounts.length === 0) return;
    const people = await loadPeople(change, scope);
    const announced = change.added.filter(({ id }) => change.announced.has(id)).toSorted(compareOldestFirst);
    const news = buildTradeEvents(change, announced, people, options);
    const published = buildPublishedData(change, news.length, await options.sources.listAll(), options.bodies);
    const alerts = options.reason === "data_release" ? [] : await scope.listActiveAlerts();
    const alertsOf = Map.groupBy(alerts, ({ accountId }) => accountId);
    const pause = createPause();
    const needsIndustries = alerts.some(({ filter }) => filter.industry !== undefined);
    const industries = needsIndustries ? await scope.readIndustries() : new Map<string, Industry>();
    const rules = createTriggeringTradeFinder({ change, announced, people, industries, scope, alerts, pause });
    for (const { id: accountId } of accounts) {
      for (const { type, data } of news) {
        await scope.appendEvent(accountId, type, data);
        await pause();
      }
      for (const alert of alertsOf.get(accountId) ?? []) {
        await recordMatchesAndQueueEvent(alert, await rules.findTriggeringTrades(alert), people, options.emails, scope);
      }
      await scope.appendEvent(accountId, "dataset.published", published);
    }
  };
}

/** Loads the politicians of all trades in the publication, each once. */
async function loadPeople(change: PublicationChange, scope: PublicationScope): Promise<People> {
  const trades = [
    ...change.added,
    ...change.changed.flatMap(({ trade, previous }) => [trade, previous]),
    ...change.superseded.map(({ previous }) => previous),
  ];
  const members = new Map<string, Member>();
  for (const id of new Set(trades.map(({ politicianId }) => politicianId))) {
    const member = await scope.findPolitician(id);
    if (member === undefined) throw new RangeError(`a trade names politician ${id}, who is not among the members`);
    members.set(id, member);
  }
  return { getMember: ({ politicianId }) => members.get(politicianId) as Member };
}

// Builds the events about trades, which are the same for every account. The events about created trades come first, the oldest
// trade first. Then come the events about updated trades, and then about removed trades. A trade that replaces another trade
// gets one update event with both ids. The previous id also gets a removal event.
function buildTradeEvents(
  change: PublicationChange,
  announced: readonly Trade[],
  people: People,
  { reason: cause, baseUrl }: Pick<JudgeOptions, "reason" | "baseUrl">,
): { readonly type: EventType; readonly data: unknown }[] {
  const replacements = mapReplacedTrades(change);
  const isNew = ({ id }: Trade) => !replacements.has(id);
  const replacedBy = new Map(change.superseded.map((one) => [one.previous.id, one.by]));
  const reason = cause === "data_release" ? "reparsed" : cause;
  const created = announced.filter(isNew).map((trade) => {
    const { name } = people.getMember(trade);
    return cause === "data_release"
      ? { type: "trade.updated" as const, data: buildTradeReparsedData(trade, name, baseUrl) }
      : { type: "trade.created" as const, data: buildTradeCreatedData(trade, name, baseUrl) };
  });
  const replacing = change.added.toSorted(compareOldestFirst).flatMap((trade) => {
    const previous = replacements.get(trade.id);
    return previous === undefined || !change.corrected.has(trade.id) ? [] : [{ trade, previous }];
  });
  const changed = change.changed.filter(({ trade }) => change.corrected.has(trade.id));
  const updated = [...replacing, ...changed].map((pair) => ({
    type: "trade.updated" as const,
    data: buildTradeUpdatedData(pair, {
      getName: (trade) => people.getMember(trade).name,
      reason: isAmended(pair) ? "amended" : reason,
      baseUrl,
    }),
  }));
  const removed = change.removed
    .filter(({ id }) => change.corrected.has(id))
    .map((trade) => {
      const superseding = replacedBy.get(trade.id);
      const data =
        superseding === undefined ? buildTradeRemovedData(trade, reason) : buildTradeSupersededData(trade, superseding);
      return { type: "trade.removed" as const, data };
    });
  return [...created, ...updated, ...removed];
}

/** True if the trade replaces another trade, or if its filing status has become `Amended`. The House prints this status. */
function isAmended({ trade, previous }: PublicationChange["changed"][number]): boolean {
  if (trade.id !== previous.id) return true;
  return trade.filingStatus !== previous.filingStatus && /^amended$/i.test(trade.filingStatus ?? "");
}

function buildPublishedData(
  change: PublicationChange,
  tradeEvents: number,
  known: readonly SourceStatus[],
  bodies: readonly SourceState[],
) {
  const buildSourceStatus = ({ id, isOff }: SourceState) => ({
    status:
      STATUS[
        determineSourceCondition(
          known.find(({ source }) => source === id),
          isOff,
          change.version.publishedAt,
        )
      ],
  });
  // For each chamber, reports only the first source's status. That source is the public body where members file their reports.
  const byChamber = Map.groupBy(bodies, ({ chamber }) => chamber);
  return {
    dataset_version: change.version.version,
    trades_added: change.added.length,
    trades_updated: change.changed.length,
    trades_removed: change.removed.length,
    trade_events: tradeEvents,
    sources: Object.fromEntries(
      [...byChamber].map(([chamber, [first]]) => [chamber, buildSourceStatus(first as SourceState)]),
    ),
  };
}

/** Maps the condition of a source to the `status` value that a `dataset.published` event reports for the source. */
const STATUS: Readonly<Record<SourceCondition, string>> = {
  ok: "ok",
  overdue: "ok",
  not_believed: "stale",
  failing: "stale",
  blocked: "blocked",
  never_answered: "pending",
  off: "off",
};

/** Records the matches. Unless the alert is daily, queues one event with the new matches, newest first, and a mail. */
async function recordMatchesAndQueueEvent(
  alert: Alert,
  fired: readonly Trade[],
  people: People,
  emails: boolean,
  scope: PublicationScope,
): Promise<void> {
  if (fired.length === 0) return;
  const fresh = new Set(
    await scope.recordMatches(
      alert,
      fired.map(({ id }) => id),
    ),
  );
  if (fresh.size === 0 || alert.daily !== null) return;
  const trades = fired
    .filter(({ id }) => fresh.has(id))
    .toReversed()
    .map((trade) => toAnnouncedTrade(trade, people.getMember(trade).name));
  const data = buildAlertTriggeredData(alert, trades);
  await scope.appendEvent(
    alert.accountId,
    "alert.triggered",
    data,
    alert.webhookIds.length === 0 ? undefined : alert.webhookIds,
  );
  if (!emails || alert.notificationEmail === null) return;
  const { subject, text } = composeAlertMail(data);
  await scope.queueEmail(alert, subject, text);
}

/** Sorts in the reverse order of the list of recent trades. */
function compareOldestFirst(a: Trade, b: Trade): number {
  const buildSortKey = (trade: Trade) => `${trade.disclosureDate} ${trade.transactionDate} ${trade.id}`;
  return compareTexts(buildSortKey(a), buildSortKey(b));
}
