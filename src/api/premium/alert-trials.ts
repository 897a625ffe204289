/** Testing an alert: on past trades, before it is saved, and on its endpoints. */
import { digestMail } from "../../accounts/alerts/digest-mail.ts";
import { digestData, triggeredData } from "../../accounts/alerts/event-data.ts";
import { alertMail } from "../../accounts/alerts/mail-text.ts";
import { previewAlert } from "../../accounts/alerts/preview.ts";
import { createPause } from "../../base/pause.ts";
import type { IsoDate } from "../../domain/dates.ts";
import type { Alert } from "../../domain/premium.ts";
import type { PublicTrade } from "../../domain/public-trade.ts";
import type { ToldTrade } from "../../domain/told-trade.ts";
import type { TradeFilter, TradeSort } from "../../domain/trade-filter.ts";
import { headline } from "../../domain/trade-headline.ts";
import { premiumEndpoint } from "../../http/credentials/premium-endpoint.ts";
import { NoMembers } from "../../http/request/page-query.ts";
import { jsonAnswer } from "../../http/response/json-answer.ts";
import type { PremiumRoute } from "../../http/route.ts";
import type { Dataset, TradeSummary } from "../../publication/dataset/dataset.ts";
import { knownFilter, ruleOf } from "./alert-draft.ts";
import { PreviewBody, PreviewRequestSchema, PreviewSchema, TestDeliveriesSchema } from "./alert-schema.ts";
import { conflict, ownIn } from "./answers.ts";
import { QueuedEmailSchema } from "./email-schema.ts";
import type { PremiumContext } from "./parts.ts";

const NEWEST_FIRST: TradeSort = { by: "disclosure_date", descending: true };
const DAY_MS = 24 * 60 * 60 * 1000;

const ID = { id: { description: "Id of the alert.", example: "alr_01JD3M8Q4V3N6T8W2Y5B7D9F1G" } };

type PlacedTrade = TradeSummary & { readonly position: number };

export function alertTrialRoutes(context: PremiumContext): readonly PremiumRoute[] {
  return [previewRule(context), testAlert(context), testAlertMail(context)];
}

function previewRule({ datasets }: PremiumContext): PremiumRoute {
  const oneAtATime = inLine();
  return premiumEndpoint({
    name: "alert_preview",
    path: "/premium/alerts/preview",
    method: "POST",
    scope: "read",
    body: PreviewBody,
    documented: PreviewRequestSchema,
    description: {
      summary: "Try a rule on the past",
      description:
        "How often it would have fired, and the latest trades that it would have fired for. Nothing is saved.",
      response: PreviewSchema,
      problems: ["politician_not_found"],
    },
    answer: async ({ body, at }) => {
      const filter = knownFilter(body.filter, datasets);
      const rule = ruleOf(body);
      const since = new Date(at.getTime() - body.days * DAY_MS).toISOString().slice(0, 10) as IsoDate;
      const dataset = datasets.current();
      // Clusters also count trades before the span; the other kinds ignore older trades.
      const { disclosedFrom } = filter;
      const inSpan = { ...filter, disclosedFrom: disclosedFrom && disclosedFrom > since ? disclosedFrom : since };
      const found = await oneAtATime(async () => {
        const pause = createPause();
        const matching = await summariesOf(dataset, rule.alertType === "ticker_cluster" ? filter : inSpan, pause);
        const ofPolitician = (id: string) => summariesOf(dataset, { politicianId: [id] }, pause);
        return previewAlert(rule, { matching, ofPolitician }, since, pause);
      });
      return jsonAnswer({
        days: body.days,
        since,
        times_triggered: found.timesTriggered,
        total_matches: found.totalMatches,
        trades: found.latest.map(({ position }) => tradeAt(dataset, position)),
      });
    },
  });
}

function testAlert({ tables, datasets, wake, baseUrl }: PremiumContext): PremiumRoute {
  return premiumEndpoint({
    name: "alert_test",
    path: "/premium/alerts/:id/test",
    method: "POST",
    body: NoMembers,
    bodyOptional: true,
    description: {
      summary: "Send a test of an alert",
      description:
        "Sends `alert.triggered` with the latest trade that matches, marked as a test, to each endpoint that the alert is sent to.",
      parameters: ID,
      response: TestDeliveriesSchema,
      status: 202,
      problems: ["not_found", "conflict"],
    },
    answer: async ({ account, parameters, at }) => {
      const alert = await ownIn(tables.alerts, "alert", { account, parameters });
      const endpointIds = await receiversOf(alert, tables.endpoints);
      if (endpointIds.length === 0) {
        throw conflict("There is no enabled endpoint that the alert is sent to: make one, or enable it.");
      }
      const latest = latestOf(datasets.current(), alert.filter);
      const data = alert.daily === null ? triggeredData(alert, latest, true) : triedDigest(alert, latest, baseUrl, at);
      const deliveries: string[] = [];
      for (const endpointId of endpointIds) {
        const { id } = await tables.deliveries.sendOne(account.id, endpointId, "alert.triggered", data, at);
        deliveries.push(id);
      }
      wake();
      return jsonAnswer({ delivery_id: deliveries[0], delivery_ids: deliveries }, { status: 202 });
    },
  });
}

function testAlertMail({ tables, datasets, wake, mails, baseUrl }: PremiumContext): PremiumRoute {
  return premiumEndpoint({
    name: "alert_test_email",
    path: "/premium/alerts/:id/test-email",
    method: "POST",
    body: NoMembers,
    bodyOptional: true,
    description: {
      summary: "Send a test mail of an alert",
      description: "To its confirmed address, with the latest trade that matches.",
      parameters: ID,
      response: QueuedEmailSchema,
      status: 202,
      problems: ["not_found", "conflict", "limit_reached"],
    },
    answer: async ({ account, parameters, at }) => {
      const alert = await ownIn(tables.alerts, "alert", { account, parameters });
      const { notificationEmail: to } = alert;
      if (!mails || to === null || (await tables.emails.addressStatus(account.id, to)) !== "confirmed") {
        throw conflict("The alert has no address that is confirmed.");
      }
      const latest = latestOf(datasets.current(), alert.filter);
      const mail =
        alert.daily === null
          ? alertMail(triggeredData(alert, latest, true))
          : digestMail(triedDigest(alert, latest, baseUrl, at));
      const emailId = await tables.emails.queueTest(alert, to, mail, at);
      wake();
      return jsonAnswer({ email_id: emailId }, { status: 202 });
    },
  });
}

function triedDigest(alert: Alert, latest: readonly ToldTrade[], baseUrl: string, until: Date) {
  const from = new Date(until.getTime() - DAY_MS);
  return digestData({ alert, from, until }, latest, { baseUrl, standouts: new Map() }, true);
}

/** The receivers that a publication would choose: the named ones, or all subscribed ones; only enabled ones of these. */
async function receiversOf(
  { accountId, webhookIds }: Alert,
  endpoints: PremiumContext["tables"]["endpoints"],
): Promise<readonly string[]> {
  const { rows } = await endpoints.list(accountId, { limit: 200, skip: 0 });
  return rows
    .filter(({ status }) => status === "enabled")
    .filter(
      ({ id, eventTypes }) =>
        webhookIds.includes(id) || (webhookIds.length === 0 && eventTypes.includes("alert.triggered")),
    )
    .map(({ id }) => id)
    .toReversed();
}

function latestOf(dataset: Dataset, filter: TradeFilter): readonly ToldTrade[] {
  const [latest] = dataset.select(filter, NEWEST_FIRST);
  if (latest === undefined) return [];
  const summary = dataset.summaryAt(latest);
  return [
    { ...tradeAt(dataset, latest), headline: headline(summary), direction: summary.direction, late: summary.late },
  ];
}

function tradeAt(dataset: Dataset, position: number): PublicTrade {
  return JSON.parse(dataset.tradeAt(position).toString("utf8")) as PublicTrade;
}

async function summariesOf(dataset: Dataset, filter: TradeFilter, pause: () => Promise<void>): Promise<PlacedTrade[]> {
  const found: PlacedTrade[] = [];
  for (const position of dataset.select(filter, NEWEST_FIRST)) {
    found.push({ ...dataset.summaryAt(position), position });
    await pause();
  }
  return found;
}

/** Runs tasks that yield to the event loop one at a time: many at once would occupy every turn. */
function inLine(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work);
    last = mine.catch(() => {});
    return mine;
  };
}
