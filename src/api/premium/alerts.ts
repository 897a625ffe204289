/** API endpoints of alerts; an alert determines which new trades are sent to whom. */
import { z } from "zod";
import type { Alert } from "../../domain/premium.ts";
import { toPublicTrade } from "../../domain/public-trade.ts";
import { createPremiumEndpoint } from "../../http/credentials/premium-endpoint.ts";
import { PageQuery } from "../../http/request/page-query.ts";
import type { PremiumRoute } from "../../http/route.ts";
import { formatUtcSecond } from "../../http/utc-timestamp.ts";
import { createNameLookup } from "../disclosures/politician-names.ts";
import { readAlertDraft, toWritableFields } from "./alert-draft.ts";
import {
  ALERT_ID,
  ALERT_MEMBERS,
  ALERT_READ_ONLY,
  AlertListSchema,
  AlertPatchSchema,
  AlertRequestSchema,
  AlertSchema,
  AlertsQuery,
  MatchListSchema,
  toWireAlert,
} from "./alert-schema.ts";
import { createPagedAnswer, createResourceAnswer, findOwnResource, readIdInPath } from "./answers.ts";
import { createDeleteRoute } from "./delete-endpoint.ts";
import { sendFirstConfirmation } from "./emails.ts";
import { changeOwnResource, checkPatchFields, mergePatch } from "./merge-patch.ts";
import type { PremiumContext } from "./parts.ts";

const PATH = "/premium/alerts";
const AnyObject = z.record(z.string(), z.unknown());

export function createAlertRoutes(context: PremiumContext): readonly PremiumRoute[] {
  return [
    createListAlertsRoute(context),
    createAlertCreationRoute(context),
    createGetAlertRoute(context),
    createUpdateAlertRoute(context),
    createDeleteAlertRoute(context),
    createListMatchesRoute(context),
  ];
}

async function buildAlertResource({ tables }: PremiumContext, alert: Alert) {
  const { notificationEmail: address } = alert;
  return toWireAlert(alert, address === null ? null : await tables.emails.readAddressStatus(alert.accountId, address));
}

function createListAlertsRoute(context: PremiumContext): PremiumRoute {
  const { alerts } = context.tables;
  return createPremiumEndpoint({
    name: "alerts",
    path: PATH,
    query: AlertsQuery,
    description: {
      summary: "Alerts",
      description: "The account's alerts, newest first.",
      response: AlertListSchema,
      headers: ["Link"],
      problems: ["invalid_parameter"],
    },
    answer: async ({ account, query: { status, ...page } }) => {
      const { rows, total } = await alerts.list(account.id, status ?? null, page);
      const wired = await Promise.all(rows.map((each) => buildAlertResource(context, each)));
      return createPagedAnswer({ alerts: wired }, total, page, context.baseUrl + PATH, { status });
    },
  });
}

function createAlertCreationRoute(context: PremiumContext): PremiumRoute {
  const { alerts } = context.tables;
  return createPremiumEndpoint({
    name: "alert_create",
    path: PATH,
    method: "POST",
    body: AnyObject,
    documentedBody: AlertRequestSchema,
    description: {
      summary: "Make an alert",
      description:
        "An account may have 100 alerts. The alert applies to trades published from now on. A new e-mail address is mailed a confirmation code.",
      response: AlertSchema,
      status: 201,
      headers: ["ETag", "Location"],
      problems: ["politician_not_found", "not_found", "limit_reached"],
    },
    answer: async ({ account, body, at }) => {
      const draft = await readAlertDraft(body, account.id, context);
      const alert = await alerts.create(account.id, draft, at);
      await sendFirstConfirmation(context, account, alert.notificationEmail, at);
      const headers = ["Location", `${context.baseUrl}${PATH}/${alert.id}`];
      return createResourceAnswer(await buildAlertResource(context, alert), alert.updatedAt, { status: 201, headers });
    },
  });
}

function createGetAlertRoute(context: PremiumContext): PremiumRoute {
  const { alerts } = context.tables;
  return createPremiumEndpoint({
    name: "alert",
    path: `${PATH}/:id`,
    description: {
      summary: "One alert",
      description: "With the number of trades that it has fired for.",
      parameters: ALERT_ID,
      response: AlertSchema,
      headers: ["ETag"],
      problems: ["invalid_parameter", "not_found"],
    },
    answer: async ({ account, parameters }) => {
      const alert = await findOwnResource(alerts, "alert", { account, parameters });
      return createResourceAnswer(await buildAlertResource(context, alert), alert.updatedAt);
    },
  });
}

function createUpdateAlertRoute(context: PremiumContext): PremiumRoute {
  const { alerts } = context.tables;
  return createPremiumEndpoint({
    name: "alert_change",
    path: `${PATH}/:id`,
    method: "PATCH",
    body: AnyObject,
    documentedBody: AlertPatchSchema,
    description: {
      summary: "Change an alert",
      description: "A merge patch (RFC 7396).",
      parameters: ALERT_ID,
      response: AlertSchema,
      headers: ["ETag"],
      problems: ["not_found", "politician_not_found", "precondition_failed", "conflict"],
    },
    answer: async ({ account, parameters, body, ifMatch, at }) => {
      const id = readIdInPath(parameters, "alert");
      checkPatchFields(body, ALERT_MEMBERS, ALERT_READ_ONLY);
      const changed = await changeOwnResource(
        alerts,
        "alert",
        { account, parameters, ifMatch },
        async (current, version) => {
          const patched = mergePatch(toWritableFields(current), body);
          const draft = await readAlertDraft(patched, account.id, context, current);
          return alerts.replace(account.id, id, draft, version, at);
        },
      );
      // If the alert no longer has digests but matches were waiting for one, a last digest is due: send it.
      if (changed.nextDigestAt !== null && changed.nextDigestAt <= at) context.wake();
      if ("notification_email" in body) await sendFirstConfirmation(context, account, changed.notificationEmail, at);
      return createResourceAnswer(await buildAlertResource(context, changed), changed.updatedAt);
    },
  });
}

function createDeleteAlertRoute({ tables }: PremiumContext): PremiumRoute {
  return createDeleteRoute({
    noun: "alert",
    path: `${PATH}/:id`,
    description: {
      summary: "Delete an alert",
      description: "With its matches. Events that it has caused stay in the feed.",
      parameters: ALERT_ID,
    },
    table: tables.alerts,
  });
}

function createListMatchesRoute(context: PremiumContext): PremiumRoute {
  const { alerts } = context.tables;
  return createPremiumEndpoint({
    name: "alert_matches",
    path: `${PATH}/:id/matches`,
    query: PageQuery,
    description: {
      summary: "Matches of an alert",
      description: "Trades for which the alert has fired, latest match first. An alert can also be polled.",
      parameters: ALERT_ID,
      response: MatchListSchema,
      headers: ["Link"],
      problems: ["invalid_parameter", "not_found"],
    },
    answer: async ({ account, parameters, query: page }) => {
      const { id } = await findOwnResource(alerts, "alert", { account, parameters });
      const { rows, total } = await alerts.listMatches(account.id, id, page);
      const nameOf = createNameLookup(context.datasets.getCurrent());
      const trades = rows.map(({ trade, matchedAt }) => ({
        ...toPublicTrade(trade, nameOf(trade.politicianId) ?? trade.politicianId),
        matched_at: formatUtcSecond(matchedAt),
      }));
      return createPagedAnswer({ trades }, total, page, `${context.baseUrl}${PATH}/${id}/matches`);
    },
  });
}
