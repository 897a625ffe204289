/** The alert endpoints, which configure which new trades are sent to whom. */
import { z } from "zod";
import type { Alert } from "../../domain/premium.ts";
import { publicTrade } from "../../domain/public-trade.ts";
import { premiumEndpoint } from "../../http/credentials/premium-endpoint.ts";
import { PageQuery } from "../../http/request/page-query.ts";
import type { PremiumRoute } from "../../http/route.ts";
import { wireInstant } from "../../http/utc-timestamp.ts";
import { politicianNames } from "../disclosures/politician-names.ts";
import { draftOf, writable } from "./alert-draft.ts";
import {
  ALERT_MEMBERS,
  ALERT_READ_ONLY,
  AlertListSchema,
  AlertPatchSchema,
  AlertRequestSchema,
  AlertSchema,
  AlertsQuery,
  MatchListSchema,
  wireAlert,
} from "./alert-schema.ts";
import { idInPath, listUrl, ownIn, pagedAnswer, resourceAnswer, unknownId } from "./answers.ts";
import { deleteEndpoint } from "./delete-endpoint.ts";
import { askOnce } from "./emails.ts";
import { change, checkMembers, mergePatch } from "./merge-patch.ts";
import type { PremiumContext } from "./parts.ts";

const PATH = "/premium/alerts";
const ID = { id: { description: "Id of the alert.", example: "alr_01JD3M8Q4V3N6T8W2Y5B7D9F1G" } };
const AnyObject = z.record(z.string(), z.unknown());

export function alertRoutes(context: PremiumContext): readonly PremiumRoute[] {
  return [
    listAlerts(context),
    createAlert(context),
    getAlert(context),
    changeAlert(context),
    deleteAlert(context),
    listMatches(context),
  ];
}

async function wire({ tables }: PremiumContext, alert: Alert) {
  const { notificationEmail: address } = alert;
  return wireAlert(alert, address === null ? null : await tables.emails.addressStatus(alert.accountId, address));
}

function listAlerts(context: PremiumContext): PremiumRoute {
  const { alerts } = context.tables;
  return premiumEndpoint({
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
      return pagedAnswer(
        "alerts",
        listUrl(context.baseUrl + PATH, { status }),
        { rows: await Promise.all(rows.map((each) => wire(context, each))), total },
        page,
      );
    },
  });
}

function createAlert(context: PremiumContext): PremiumRoute {
  const { alerts } = context.tables;
  return premiumEndpoint({
    name: "alert_create",
    path: PATH,
    method: "POST",
    body: AnyObject,
    documented: AlertRequestSchema,
    description: {
      summary: "Make an alert",
      description:
        "An account may have 100. It acts on trades published from now on. A new address is mailed a code that confirms it.",
      response: AlertSchema,
      status: 201,
      headers: ["ETag", "Location"],
      problems: ["politician_not_found", "not_found", "limit_reached"],
    },
    answer: async ({ account, body, at }) => {
      const draft = await draftOf(body, account.id, context);
      const alert = await alerts.create(account.id, draft, at);
      await askOnce(context, account, alert.notificationEmail, at);
      const headers = ["Location", `${context.baseUrl}${PATH}/${alert.id}`];
      return resourceAnswer(await wire(context, alert), alert.updatedAt, { status: 201, headers });
    },
  });
}

function getAlert(context: PremiumContext): PremiumRoute {
  const { alerts } = context.tables;
  return premiumEndpoint({
    name: "alert",
    path: `${PATH}/:id`,
    description: {
      summary: "One alert",
      description: "With the number of trades that it has fired for.",
      parameters: ID,
      response: AlertSchema,
      headers: ["ETag"],
      problems: ["invalid_parameter", "not_found"],
    },
    answer: async ({ account, parameters }) => {
      const alert = await ownIn(alerts, "alert", { account, parameters });
      return resourceAnswer(await wire(context, alert), alert.updatedAt);
    },
  });
}

function changeAlert(context: PremiumContext): PremiumRoute {
  const { alerts } = context.tables;
  return premiumEndpoint({
    name: "alert_change",
    path: `${PATH}/:id`,
    method: "PATCH",
    body: AnyObject,
    documented: AlertPatchSchema,
    description: {
      summary: "Change an alert",
      description: "A merge patch (RFC 7396).",
      parameters: ID,
      response: AlertSchema,
      headers: ["ETag"],
      problems: ["not_found", "politician_not_found", "precondition_failed", "conflict"],
    },
    answer: async ({ account, parameters, body, ifMatch, at }) => {
      const id = idInPath(parameters, "alert");
      checkMembers(body, ALERT_MEMBERS, ALERT_READ_ONLY);
      const changed = await change(ifMatch, {
        read: () => alerts.get(account.id, id),
        write: async (current, version) => {
          const draft = await draftOf(mergePatch(writable(current), body), account.id, context, current);
          return alerts.replace(account.id, id, draft, version, at);
        },
        missing: () => unknownId("alert", id),
      });
      // Sends what was waiting for a digest that the alert no longer has.
      if (changed.nextDigestAt !== null && changed.nextDigestAt <= at) context.wake();
      if ("notification_email" in body) await askOnce(context, account, changed.notificationEmail, at);
      return resourceAnswer(await wire(context, changed), changed.updatedAt);
    },
  });
}

function deleteAlert({ tables }: PremiumContext): PremiumRoute {
  return deleteEndpoint({
    noun: "alert",
    path: `${PATH}/:id`,
    description: {
      summary: "Delete an alert",
      description: "With its matches. Events that it has caused stay in the feed.",
      parameters: ID,
    },
    table: tables.alerts,
  });
}

function listMatches(context: PremiumContext): PremiumRoute {
  const { alerts } = context.tables;
  return premiumEndpoint({
    name: "alert_matches",
    path: `${PATH}/:id/matches`,
    query: PageQuery,
    description: {
      summary: "Matches of an alert",
      description: "Trades that it has fired for, latest match first: an alert can be polled as well.",
      parameters: ID,
      response: MatchListSchema,
      headers: ["Link"],
      problems: ["invalid_parameter", "not_found"],
    },
    answer: async ({ account, parameters, query: page }) => {
      const { id } = await ownIn(alerts, "alert", { account, parameters });
      const { rows, total } = await alerts.matches(account.id, id, page);
      const nameOf = politicianNames(context.datasets.current());
      const trades = rows.map(({ trade, matchedAt }) => ({
        ...publicTrade(trade, nameOf(trade.politicianId) ?? trade.politicianId),
        matched_at: wireInstant(matchedAt),
      }));
      return pagedAnswer(
        "trades",
        listUrl(`${context.baseUrl}${PATH}/${id}/matches`, {}),
        { rows: trades, total },
        page,
      );
    },
  });
}
