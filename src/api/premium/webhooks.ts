/** Webhook endpoints: the URLs that events are sent to. */
import { z } from "zod";
import { newSecret } from "../../accounts/webhooks/secret.ts";
import type { WebhookEndpoint } from "../../domain/premium.ts";
import { premiumEndpoint } from "../../http/credentials/premium-endpoint.ts";
import { readBody } from "../../http/request/json-body.ts";
import { PageQuery } from "../../http/request/page-query.ts";
import type { PremiumRoute } from "../../http/route.ts";
import { idInPath, listUrl, ownIn, pagedAnswer, resourceAnswer, unknownId } from "./answers.ts";
import { deleteEndpoint } from "./delete-endpoint.ts";
import { change, checkMembers, mergePatch } from "./merge-patch.ts";
import type { PremiumContext } from "./parts.ts";
import { refuse } from "./refusals.ts";
import { recoverDeliveries, rotateSecret, testWebhook } from "./webhook-actions.ts";
import {
  NewWebhookSchema,
  typesOf,
  WEBHOOK_ID,
  WEBHOOK_MEMBERS,
  WEBHOOK_READ_ONLY,
  WEBHOOKS_PATH,
  WebhookListSchema,
  WebhookSchema,
  webhookBody,
  webhookPatch,
  webhookState,
  wireTypes,
  wireWebhook,
} from "./webhook-schema.ts";

const AnyObject = z.record(z.string(), z.unknown());

export function webhookRoutes(context: PremiumContext): readonly PremiumRoute[] {
  return [
    listWebhooks(context),
    createWebhook(context),
    getWebhook(context),
    changeWebhook(context),
    deleteWebhook(context),
    testWebhook(context),
    rotateSecret(context),
    recoverDeliveries(context),
  ];
}

async function wire({ tables: { endpoints } }: PremiumContext, endpoint: WebhookEndpoint, at: Date) {
  const [secrets, counts] = await Promise.all([
    endpoints.secrets(endpoint.id, at),
    endpoints.deliveryCounts(endpoint.id),
  ]);
  const ends = secrets.flatMap(({ expiresAt }) => (expiresAt === null ? [] : [expiresAt.getTime()]));
  return wireWebhook(endpoint, { secretExpiresAt: ends.length === 0 ? null : new Date(Math.max(...ends)), counts });
}

function listWebhooks(context: PremiumContext): PremiumRoute {
  const { endpoints } = context.tables;
  return premiumEndpoint({
    name: "webhooks",
    path: WEBHOOKS_PATH,
    query: PageQuery,
    description: {
      summary: "Webhook endpoints",
      description: "The account's endpoints, newest first.",
      response: WebhookListSchema,
      headers: ["Link"],
      problems: ["invalid_parameter"],
    },
    answer: async ({ account, query: page, at }) => {
      const { rows, total } = await endpoints.list(account.id, page);
      const wired = await Promise.all(rows.map((each) => wire(context, each, at)));
      return pagedAnswer("webhooks", listUrl(context.baseUrl + WEBHOOKS_PATH, {}), { rows: wired, total }, page);
    },
  });
}

function createWebhook(context: PremiumContext): PremiumRoute {
  const { endpoints } = context.tables;
  return premiumEndpoint({
    name: "webhook_create",
    path: WEBHOOKS_PATH,
    method: "POST",
    body: webhookBody(context.refusalOf),
    readOnly: [...WEBHOOK_READ_ONLY, "status"],
    description: {
      summary: "Make a webhook endpoint",
      description: "Shows its secret this once. An account may have 10; the same address twice makes two.",
      response: NewWebhookSchema,
      status: 201,
      headers: ["ETag", "Location"],
      problems: ["limit_reached"],
    },
    answer: async ({ account, body, at }) => {
      const secret = newSecret();
      const { url, description } = body;
      const draft = { url, description, eventTypes: typesOf(body.event_types), status: "enabled" } as const;
      const endpoint = await endpoints.create(account.id, draft, context.box.seal(secret), at);
      const headers = ["Location", `${context.baseUrl}${WEBHOOKS_PATH}/${endpoint.id}`];
      const wired = { ...(await wire(context, endpoint, at)), secret };
      return resourceAnswer(wired, endpoint.updatedAt, { status: 201, headers, secret: true });
    },
  });
}

function getWebhook(context: PremiumContext): PremiumRoute {
  const { endpoints } = context.tables;
  return premiumEndpoint({
    name: "webhook",
    path: `${WEBHOOKS_PATH}/:id`,
    description: {
      summary: "One webhook endpoint",
      description: "With the state of its deliveries.",
      parameters: WEBHOOK_ID,
      response: WebhookSchema,
      headers: ["ETag"],
      problems: ["invalid_parameter", "not_found"],
    },
    answer: async ({ account, parameters, at }) => {
      const endpoint = await ownIn(endpoints, "webhook", { account, parameters });
      return resourceAnswer(await wire(context, endpoint, at), endpoint.updatedAt);
    },
  });
}

function changeWebhook(context: PremiumContext): PremiumRoute {
  const { endpoints } = context.tables;
  const state = webhookState(context.refusalOf);
  return premiumEndpoint({
    name: "webhook_change",
    path: `${WEBHOOKS_PATH}/:id`,
    method: "PATCH",
    body: AnyObject,
    documented: webhookPatch(context.refusalOf),
    description: {
      summary: "Change a webhook endpoint",
      description: "A merge patch (RFC 7396). Enabling resumes new deliveries; those held wait for `recover`.",
      parameters: WEBHOOK_ID,
      response: WebhookSchema,
      headers: ["ETag"],
      problems: ["not_found", "precondition_failed", "conflict"],
    },
    answer: async ({ account, parameters, body, ifMatch, at }) => {
      const id = idInPath(parameters, "webhook");
      checkMembers(body, WEBHOOK_MEMBERS, WEBHOOK_READ_ONLY);
      if (body["status"] === "disabled") {
        throw refuse("status", "read_only", "is set to 'disabled' by the service alone; set 'paused'", {
          allowed: ["enabled", "paused"],
        });
      }
      const changed = await change(ifMatch, {
        read: () => endpoints.get(account.id, id),
        write: (current, version) => {
          const draft = patched(state, current, body);
          return endpoints.replace(account.id, id, draft, version, at);
        },
        missing: () => unknownId("webhook", id),
      });
      context.wake();
      return resourceAnswer(await wire(context, changed, at), changed.updatedAt);
    },
  });
}

/** The endpoint with a merge patch applied. One disabled by the service stays so unless patched; a body cannot say "disabled". */
function patched(
  state: ReturnType<typeof webhookState>,
  { url, description, status, eventTypes }: WebhookEndpoint,
  patch: Readonly<Record<string, unknown>>,
) {
  const staysDisabled = status === "disabled" && !("status" in patch);
  const now = { url, description, event_types: wireTypes(eventTypes), status: staysDisabled ? "paused" : status };
  const next = readBody(state, mergePatch(now, patch), WEBHOOK_READ_ONLY);
  return {
    url: next.url,
    description: next.description,
    eventTypes: typesOf(next.event_types),
    status: staysDisabled ? status : next.status,
  };
}

function deleteWebhook({ tables }: PremiumContext): PremiumRoute {
  return deleteEndpoint({
    noun: "webhook",
    path: `${WEBHOOKS_PATH}/:id`,
    description: {
      summary: "Delete a webhook endpoint",
      description: "With its deliveries. Events stay in the feed.",
      parameters: WEBHOOK_ID,
    },
    table: tables.endpoints,
  });
}
