/** Tests an alert: on past trades before it is saved, and by test messages to its endpoints and its e-mail address. */
import PQueue from "p-queue";
import { composeDigestMail } from "../../accounts/alerts/digest-mail.ts";
import { buildAlertTriggeredData, buildDigestData } from "../../accounts/alerts/event-data.ts";
import { composeAlertMail } from "../../accounts/alerts/mail-text.ts";
import { previewAlert } from "../../accounts/alerts/preview.ts";
import { createPause } from "../../base/pause.ts";
import type { AnnouncedTrade } from "../../domain/announced-trade.ts";
import type { IsoDate } from "../../domain/dates.ts";
import type { Alert } from "../../domain/premium.ts";
import type { TradeFilter, TradeSort } from "../../domain/trade-filter.ts";
import { formatHeadline } from "../../domain/trade-headline.ts";
import { createPremiumEndpoint } from "../../http/credentials/premium-endpoint.ts";
import { POST_WITHOUT_BODY } from "../../http/request/page-query.ts";
import { createJsonAnswer } from "../../http/response/json-answer.ts";
import type { PremiumRoute } from "../../http/route.ts";
import type { Dataset, TradeSummary } from "../../publication/dataset/dataset.ts";
import { readTrade } from "../../publication/export/columns.ts";
import { readAlertRule, resolveFilter } from "./alert-draft.ts";
import { ALERT_ID, PreviewBody, PreviewRequestSchema, PreviewSchema, TestDeliveriesSchema } from "./alert-schema.ts";
import { createConflictError, findOwnResource } from "./answers.ts";
import { QueuedEmailSchema } from "./email-schema.ts";
import type { PremiumContext } from "./parts.ts";

const NEWEST_FIRST: TradeSort = { by: "disclosure_date", descending: true };
const DAY_MS = 24 * 60 * 60 * 1000;

type PlacedTrade = TradeSummary & { readonly position: number };

export function createAlertTrialRoutes(context: PremiumContext): readonly PremiumRoute[] {
  return [createPreviewRoute(context), createAlertTestRoute(context), createMailTestRoute(context)];
}

function createPreviewRoute({ datasets }: PremiumContext): PremiumRoute {
  // Previews run one at a time. A preview yields to the event loop, but many concurrent previews would occupy every turn.
  const oneAtATime = new PQueue({ concurrency: 1 });
  return createPremiumEndpoint({
    name: "alert_preview",
    path: "/premium/alerts/preview",
    method: "POST",
    scope: "read",
    body: PreviewBody,
    documentedBody: PreviewRequestSchema,
    description: {
      summary: "Try a rule on the past",
      description: "How often it would have fired, and the latest matching trades. Nothing is saved.",
      response: PreviewSchema,
      problems: ["politician_not_found"],
    },
    answer: async ({ body, at }) => {
      const filter = resolveFilter(body.filter, datasets);
      const rule = readAlertRule(body);
      const since = new Date(at.getTime() - body.days * DAY_MS).toISOString().slice(0, 10) as IsoDate;
      const dataset = datasets.getCurrent();
      // A cluster in the span may include trades from before the span; for the other alert types, only trades in the span match.
      const { disclosedFrom } = filter;
      const inSpan = { ...filter, disclosedFrom: disclosedFrom && disclosedFrom > since ? disclosedFrom : since };
      const found = await oneAtATime.add(async () => {
        const pause = createPause();
        const matching = await selectTrades(dataset, rule.alertType === "ticker_cluster" ? filter : inSpan, pause);
        const listByPolitician = (id: string) => selectTrades(dataset, { politicianId: [id] }, pause);
        return previewAlert(rule, { matching, listByPolitician }, since, pause);
      });
      return createJsonAnswer({
        days: body.days,
        since,
        times_triggered: found.timesTriggered,
        total_matches: found.totalMatches,
        trades: found.latest.map(({ position }) => readTrade(dataset.getTradeAt(position))),
      });
    },
  });
}

function createAlertTestRoute({ tables, datasets, wake, baseUrl }: PremiumContext): PremiumRoute {
  return createPremiumEndpoint({
    name: "alert_test",
    path: "/premium/alerts/:id/test",
    ...POST_WITHOUT_BODY,
    description: {
      summary: "Send a test of an alert",
      description:
        "Sends `alert.triggered` with the latest matching trade, marked as a test, to each of the alert's endpoints.",
      parameters: ALERT_ID,
      response: TestDeliveriesSchema,
      status: 202,
      problems: ["not_found", "conflict"],
    },
    answer: async ({ account, parameters, at }) => {
      const alert = await findOwnResource(tables.alerts, "alert", { account, parameters });
      const endpointIds = await listReceivers(alert, tables.endpoints);
      if (endpointIds.length === 0) {
        throw createConflictError("The alert has no enabled endpoint. Create one, or enable one.");
      }
      const latest = readLatestTrade(datasets.getCurrent(), alert.filter);
      const data =
        alert.daily === null
          ? buildAlertTriggeredData(alert, latest, true)
          : buildTestDigest(alert, latest, baseUrl, at);
      const deliveries: string[] = [];
      for (const endpointId of endpointIds) {
        const { id } = await tables.deliveries.sendOne(account.id, endpointId, "alert.triggered", data, at);
        deliveries.push(id);
      }
      wake();
      return createJsonAnswer({ delivery_id: deliveries[0], delivery_ids: deliveries }, { status: 202 });
    },
  });
}

function createMailTestRoute({ tables, datasets, wake, mails, baseUrl }: PremiumContext): PremiumRoute {
  return createPremiumEndpoint({
    name: "alert_test_email",
    path: "/premium/alerts/:id/test-email",
    ...POST_WITHOUT_BODY,
    description: {
      summary: "Send a test mail of an alert",
      description: "Mails the latest matching trade to the alert's confirmed address.",
      parameters: ALERT_ID,
      response: QueuedEmailSchema,
      status: 202,
      problems: ["not_found", "conflict", "limit_reached"],
    },
    answer: async ({ account, parameters, at }) => {
      const alert = await findOwnResource(tables.alerts, "alert", { account, parameters });
      const { notificationEmail: to } = alert;
      if (!mails || to === null || (await tables.emails.readAddressStatus(account.id, to)) !== "confirmed") {
        throw createConflictError("The alert has no confirmed address.");
      }
      const latest = readLatestTrade(datasets.getCurrent(), alert.filter);
      const mail =
        alert.daily === null
          ? composeAlertMail(buildAlertTriggeredData(alert, latest, true))
          : composeDigestMail(buildTestDigest(alert, latest, baseUrl, at));
      const emailId = await tables.emails.queueTest(alert, to, mail, at);
      wake();
      return createJsonAnswer({ email_id: emailId }, { status: 202 });
    },
  });
}

function buildTestDigest(alert: Alert, latest: readonly AnnouncedTrade[], baseUrl: string, until: Date) {
  const from = new Date(until.getTime() - DAY_MS);
  return buildDigestData({ alert, from, until }, latest, { baseUrl, standouts: new Map() }, true);
}

/** Enabled endpoints that the alert names; if it names none, all enabled endpoints subscribed to `alert.triggered`. */
async function listReceivers(
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

function readLatestTrade(dataset: Dataset, filter: TradeFilter): readonly AnnouncedTrade[] {
  const [latest] = dataset.select(filter, NEWEST_FIRST);
  if (latest === undefined) return [];
  const summary = dataset.getSummaryAt(latest);
  return [
    {
      ...readTrade(dataset.getTradeAt(latest)),
      headline: formatHeadline(summary),
      direction: summary.direction,
      late: summary.late,
    },
  ];
}

async function selectTrades(dataset: Dataset, filter: TradeFilter, pause: () => Promise<void>): Promise<PlacedTrade[]> {
  const found: PlacedTrade[] = [];
  for (const position of dataset.select(filter, NEWEST_FIRST)) {
    found.push({ ...dataset.getSummaryAt(position), position });
    await pause();
  }
  return found;
}
