/** The delivery log of a webhook endpoint. */
import { createPremiumEndpoint } from "../../http/credentials/premium-endpoint.ts";
import { InvalidParametersError } from "../../http/failures.ts";
import { POST_WITHOUT_BODY } from "../../http/request/page-query.ts";
import { createJsonAnswer } from "../../http/response/json-answer.ts";
import type { PremiumRoute } from "../../http/route.ts";
import { createPagedAnswer, createUnknownIdError, findOwnResource, readIdInPath } from "./answers.ts";
import type { PremiumContext } from "./parts.ts";
import { findEnabledEndpoint } from "./webhook-actions.ts";
import {
  DeliveriesQuery,
  DeliveryDetailSchema,
  DeliveryListSchema,
  QueuedSchema,
  toWireAttempt,
  toWireDelivery,
  WEBHOOK_ID,
} from "./webhook-schema.ts";

const PATH = "/premium/webhooks/:id/deliveries";
const IDS = {
  ...WEBHOOK_ID,
  delivery: { description: "Id of the delivery.", example: "dlv_01JD3M8Q4V3N6T8W2Y5B7D9F1G" },
};

export function createDeliveryRoutes(context: PremiumContext): readonly PremiumRoute[] {
  const { tables, baseUrl } = context;
  const { deliveries, endpoints } = tables;
  return [
    createPremiumEndpoint({
      name: "deliveries",
      path: PATH,
      query: DeliveriesQuery,
      description: {
        summary: "Deliveries to an endpoint",
        description: "Of the last 30 days, newest first.",
        parameters: WEBHOOK_ID,
        response: DeliveryListSchema,
        headers: ["Link"],
        problems: ["invalid_parameter", "not_found"],
      },
      answer: async ({ account, parameters, query: { status, event_type, since, until, ...page } }) => {
        const { id } = await findOwnResource(endpoints, "webhook", { account, parameters });
        const filter = {
          status: status ?? null,
          eventType: event_type ?? null,
          since: parseTimeParameter("since", since),
          until: parseTimeParameter("until", until),
        };
        const { rows, total } = await deliveries.list(account.id, id, filter, page);
        const url = baseUrl + PATH.replace(":id", id);
        const filters = { status, event_type, since, until };
        return createPagedAnswer({ deliveries: rows.map(toWireDelivery) }, total, page, url, filters);
      },
    }),
    createPremiumEndpoint({
      name: "delivery",
      path: `${PATH}/:delivery`,
      description: {
        summary: "One delivery",
        description: "With its attempts and the event sent. Of the receiver's responses, only the status is stored.",
        parameters: IDS,
        response: DeliveryDetailSchema,
        problems: ["invalid_parameter", "not_found"],
      },
      answer: async ({ account, parameters }) => {
        const endpointId = readIdInPath(parameters, "webhook");
        const id = readIdInPath(parameters, "delivery", "delivery");
        const found = await deliveries.get(account.id, endpointId, id);
        if (!found) throw createUnknownIdError("delivery", id);
        const event = await tables.events.get(account.id, found.delivery.eventId);
        const attempts = found.attempts.map(toWireAttempt);
        return createJsonAnswer({
          ...toWireDelivery(found.delivery),
          attempts,
          event: event ? JSON.parse(event.body) : null,
        });
      },
    }),
    createPremiumEndpoint({
      name: "delivery_retry",
      path: `${PATH}/:delivery/retry`,
      ...POST_WITHOUT_BODY,
      description: {
        summary: "Send a delivery again",
        description: "Sends it immediately; if that fails, the full retry schedule follows.",
        parameters: IDS,
        response: QueuedSchema,
        status: 202,
        problems: ["not_found", "conflict"],
      },
      answer: async ({ account, parameters, at }) => {
        const endpointId = readIdInPath(parameters, "webhook");
        const id = readIdInPath(parameters, "delivery", "delivery");
        if (!(await deliveries.get(account.id, endpointId, id))) throw createUnknownIdError("delivery", id);
        await findEnabledEndpoint(context, { account, parameters });
        if (!(await deliveries.retry(account.id, endpointId, id, at))) throw createUnknownIdError("delivery", id);
        context.wake();
        return createJsonAnswer({ delivery_id: id }, { status: 202 });
      },
    }),
  ];
}

/** @throws {InvalidParametersError} for a nonexistent time, such as `2026-02-30T00:00:00Z`. */
function parseTimeParameter(name: string, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const at = new Date(text);
  if (!Number.isNaN(at.getTime()) && at.toISOString().startsWith(text.slice(0, -1))) return at;
  throw new InvalidParametersError(`Parameter '${name}' must be a valid time such as 2026-11-20T08:00:00Z.`, [
    { in: "query", name, reason: "malformed", value: text },
  ]);
}
