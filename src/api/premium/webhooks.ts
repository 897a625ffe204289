/** Webhook endpoints: where events are sent to. */
import { z } from "zod";
import type { WebhookEndpoint } from "../../domain/premium.ts";
import { newSecret } from "../../webhooks/secret.ts";
import { premiumEndpoint } from "../http/credentials/premium-endpoint.ts";
import { readBody } from "../http/request/json-body.ts";
import { NoMembers, PageQuery } from "../http/request/page-query.ts";
import type { PremiumRoute } from "../http/route.ts";
import { wireInstant } from "../http/utc-timestamp.ts";
import {
  conflict,
  idIn,
  jsonAnswer,
  listUrl,
  NOTHING_TO_SAY,
  pageAnswer,
  resourceAnswer,
  unknownId,
} from "./answers.ts";
import { change, checkMembers, mergePatch, removeOne } from "./merge-patch.ts";
import type { PremiumContext } from "./parts.ts";
import { refuse, spanOf } from "./refusals.ts";
import {
  NewWebhookSchema,
  QueuedSchema,
  RecoverBody,
  RecoveredSchema,
  RotateBody,
  RotatedSchema,
  typesOf,
  WEBHOOK_MEMBERS,
  WEBHOOK_READ_ONLY,
  WebhookListSchema,
  WebhookSchema,
  webhookBody,
  webhookPatch,
  webhookState,
  wireTypes,
  wireWebhook,
} from "./webhook-schema.ts";

const PATH = "/premium/webhooks";
export const WEBHOOK_ID = { id: { description: "Id of the endpoint.", example: "whk_01JD3M8Q4V3N6T8W2Y5B7D9F1G" } };
const AnyObject = z.record(z.string(), z.unknown());

export function webhookRoutes(context: PremiumContext): readonly PremiumRoute[] {
  const { tables, baseUrl, box, refusalOf } = context;
  const { endpoints } = tables;
  const missing = (id: string) => () => unknownId("webhook", id);
  const state = webhookState(refusalOf);

  async function wire(endpoint: WebhookEndpoint, at: Date) {
    const [secrets, counts] = await Promise.all([
      endpoints.secrets(endpoint.id, at),
      endpoints.deliveryCounts(endpoint.id),
    ]);
    const ends = secrets.flatMap(({ expiresAt }) => (expiresAt === null ? [] : [expiresAt.getTime()]));
    return wireWebhook(endpoint, { secretExpiresAt: ends.length === 0 ? null : new Date(Math.max(...ends)), counts });
  }

  return [
    premiumEndpoint({
      name: "webhooks",
      path: PATH,
      query: PageQuery,
      description: {
        summary: "Webhook endpoints",
        description: "The account's endpoints, newest first.",
        parameters: {},
        response: WebhookListSchema,
        headers: ["Link"],
        problems: ["invalid_parameter"],
      },
      answer: async ({ account, query: page, at }) => {
        const { rows, total } = await endpoints.list(account.id, page);
        const wired = await Promise.all(rows.map((each) => wire(each, at)));
        return pageAnswer("webhooks", listUrl(baseUrl + PATH, {}), { rows: wired, total }, page);
      },
    }),
    premiumEndpoint({
      name: "webhook_create",
      path: PATH,
      method: "POST",
      body: webhookBody(refusalOf),
      readOnly: [...WEBHOOK_READ_ONLY, "status"],
      description: {
        summary: "Make a webhook endpoint",
        description: "Shows its secret this once. An account may have 10; the same address twice makes two.",
        parameters: {},
        response: NewWebhookSchema,
        status: 201,
        headers: ["ETag", "Location"],
        problems: ["limit_reached"],
      },
      answer: async ({ account, body, at }) => {
        const secret = newSecret();
        const { url, description } = body;
        const draft = { url, description, eventTypes: typesOf(body.event_types), status: "enabled" } as const;
        const endpoint = await endpoints.create(account.id, draft, box.seal(secret), at);
        const headers = ["Location", `${baseUrl}${PATH}/${endpoint.id}`];
        const wired = { ...(await wire(endpoint, at)), secret };
        return resourceAnswer(wired, endpoint.updatedAt, { status: 201, headers, secret: true });
      },
    }),
    premiumEndpoint({
      name: "webhook",
      path: `${PATH}/:id`,
      description: {
        summary: "One webhook endpoint",
        description: "With the state of its deliveries.",
        parameters: WEBHOOK_ID,
        response: WebhookSchema,
        headers: ["ETag"],
        problems: ["invalid_parameter", "not_found"],
      },
      answer: async ({ account, parameters, at }) => {
        const id = idIn(parameters, "id", "whk", "webhook");
        const endpoint = await endpoints.get(account.id, id);
        if (!endpoint) throw unknownId("webhook", id);
        return resourceAnswer(await wire(endpoint, at), endpoint.updatedAt);
      },
    }),
    premiumEndpoint({
      name: "webhook_change",
      path: `${PATH}/:id`,
      method: "PATCH",
      body: AnyObject,
      documented: webhookPatch(refusalOf),
      description: {
        summary: "Change a webhook endpoint",
        description: "A merge patch (RFC 7396). Enabling resumes new deliveries; those held wait for `recover`.",
        parameters: WEBHOOK_ID,
        response: WebhookSchema,
        headers: ["ETag"],
        problems: ["not_found", "precondition_failed", "conflict"],
      },
      answer: async ({ account, parameters, body, ifMatch, at }) => {
        const id = idIn(parameters, "id", "whk", "webhook");
        checkMembers(body, WEBHOOK_MEMBERS, WEBHOOK_READ_ONLY);
        if (body["status"] === "disabled") {
          throw refuse("status", "read_only", "is set to 'disabled' by the service alone; set 'paused'", {
            allowed: ["enabled", "paused"],
          });
        }
        const changed = await change(ifMatch, {
          read: () => endpoints.get(account.id, id),
          write: async (current, version) => {
            const { url, description, status } = current;
            // What the service has disabled stays so unless the patch says otherwise; a body cannot say "disabled".
            const stays = status === "disabled" && !("status" in body);
            const now = {
              url,
              description,
              event_types: wireTypes(current.eventTypes),
              status: stays ? "paused" : status,
            };
            const next = readBody(state, mergePatch(now, body), WEBHOOK_READ_ONLY);
            const draft = {
              url: next.url,
              description: next.description,
              eventTypes: typesOf(next.event_types),
              status: stays ? status : next.status,
            };
            return endpoints.replace(account.id, id, draft, version, at);
          },
          missing: missing(id),
        });
        context.wake();
        return resourceAnswer(await wire(changed, at), changed.updatedAt);
      },
    }),
    premiumEndpoint({
      name: "webhook_delete",
      path: `${PATH}/:id`,
      method: "DELETE",
      description: {
        summary: "Delete a webhook endpoint",
        description: "With its deliveries. Events stay in the feed.",
        parameters: WEBHOOK_ID,
        response: null,
        status: 204,
        headers: [],
        problems: ["invalid_parameter", "not_found", "precondition_failed"],
      },
      answer: async ({ account, parameters, ifMatch }) => {
        const id = idIn(parameters, "id", "whk", "webhook");
        await removeOne(
          ifMatch,
          () => endpoints.get(account.id, id),
          (expected) => endpoints.remove(account.id, id, expected),
          missing(id),
        );
        return NOTHING_TO_SAY;
      },
    }),
    premiumEndpoint({
      name: "webhook_test",
      path: `${PATH}/:id/test`,
      method: "POST",
      body: NoMembers,
      bodyOptional: true,
      description: {
        summary: "Send a test event",
        description: "Sends `webhook.test` to this endpoint, whatever it is subscribed to.",
        parameters: WEBHOOK_ID,
        response: QueuedSchema,
        status: 202,
        headers: [],
        problems: ["not_found", "conflict"],
      },
      answer: async ({ account, parameters, at }) => {
        const { id } = await enabledEndpoint(context, account.id, idIn(parameters, "id", "whk", "webhook"));
        const delivery = await tables.deliveries.sendOne(account.id, id, "webhook.test", { message: "test" }, at);
        context.wake();
        return jsonAnswer({ delivery_id: delivery.id }, { status: 202 });
      },
    }),
    premiumEndpoint({
      name: "webhook_secret_rotate",
      path: `${PATH}/:id/secret/rotate`,
      method: "POST",
      body: RotateBody,
      bodyOptional: true,
      description: {
        summary: "Change the secret",
        description: "Shows the new secret this once. Deliveries are signed with both until the former one ends.",
        parameters: WEBHOOK_ID,
        response: RotatedSchema,
        headers: [],
        problems: ["not_found", "limit_reached"],
      },
      answer: async ({ account, parameters, body, at }) => {
        const id = idIn(parameters, "id", "whk", "webhook");
        if (!(await endpoints.get(account.id, id))) throw unknownId("webhook", id);
        const secret = newSecret();
        const ends = new Date(at.getTime() + body.overlap_seconds * 1000);
        await endpoints.rotate(account.id, id, box.seal(secret), ends, at);
        return jsonAnswer({ secret, previous_secret_expires_at: wireInstant(ends) }, { secret: true });
      },
    }),
    premiumEndpoint({
      name: "webhook_recover",
      path: `${PATH}/:id/recover`,
      method: "POST",
      body: RecoverBody,
      description: {
        summary: "Send again what did not arrive",
        description: "Queues every delivery of events in the span that has not succeeded, held ones too.",
        parameters: WEBHOOK_ID,
        response: RecoveredSchema,
        status: 202,
        headers: [],
        problems: ["not_found", "conflict"],
      },
      answer: async ({ account, parameters, body, at }) => {
        const { since, until } = spanOf(body.since, body.until, at);
        const { id } = await enabledEndpoint(context, account.id, idIn(parameters, "id", "whk", "webhook"));
        const queued = await tables.deliveries.recover(account.id, id, since, until, at, {
          succeeded: body.succeeded,
          earlier: body.earlier,
        });
        context.wake();
        return jsonAnswer({ queued }, { status: 202 });
      },
    }),
  ];
}

/** @throws {NotFoundError}, {ProblemError} 409 when nothing is sent to it at the moment. */
export async function enabledEndpoint(
  { tables }: Pick<PremiumContext, "tables">,
  accountId: string,
  id: string,
): Promise<WebhookEndpoint> {
  const endpoint = await tables.endpoints.get(accountId, id);
  if (!endpoint) throw unknownId("webhook", id);
  if (endpoint.status === "enabled") return endpoint;
  throw conflict(`The endpoint is ${endpoint.status}: nothing is sent to it until its status is 'enabled'.`);
}
