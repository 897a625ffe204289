/** Webhook endpoints: the URLs that events are sent to. */
import { z } from "zod";
import { createSecret } from "../../accounts/webhooks/secret.ts";
import type { WebhookEndpoint } from "../../domain/premium.ts";
import { createPremiumEndpoint } from "../../http/credentials/premium-endpoint.ts";
import { validateBody } from "../../http/request/json-body.ts";
import { PageQuery } from "../../http/request/page-query.ts";
import type { PremiumRoute } from "../../http/route.ts";
import { createPagedAnswer, createResourceAnswer, findOwnResource, readIdInPath } from "./answers.ts";
import { createDeleteRoute } from "./delete-endpoint.ts";
import { changeOwnResource, checkPatchFields, mergePatch } from "./merge-patch.ts";
import type { PremiumContext } from "./parts.ts";
import { createFieldError } from "./refusals.ts";
import { createRecoverRoute, createRotateSecretRoute, createTestWebhookRoute } from "./webhook-actions.ts";
import {
  createWebhookBodySchema,
  createWebhookPatchSchema,
  createWebhookStateSchema,
  NewWebhookSchema,
  toStoredEventTypes,
  toWireTypes,
  toWireWebhook,
  WEBHOOK_ID,
  WEBHOOK_MEMBERS,
  WEBHOOK_READ_ONLY,
  WEBHOOKS_PATH,
  WebhookListSchema,
  WebhookSchema,
} from "./webhook-schema.ts";

const AnyObject = z.record(z.string(), z.unknown());

export function createWebhookRoutes(context: PremiumContext): readonly PremiumRoute[] {
  return [
    createListWebhooksRoute(context),
    createWebhookCreationRoute(context),
    createGetWebhookRoute(context),
    createUpdateWebhookRoute(context),
    createDeleteWebhookRoute(context),
    createTestWebhookRoute(context),
    createRotateSecretRoute(context),
    createRecoverRoute(context),
  ];
}

async function buildWebhookResource({ tables: { endpoints } }: PremiumContext, endpoint: WebhookEndpoint, at: Date) {
  const [secrets, counts] = await Promise.all([
    endpoints.listSecrets(endpoint.id, at),
    endpoints.countDeliveries(endpoint.id),
  ]);
  const ends = secrets.flatMap(({ expiresAt }) => (expiresAt === null ? [] : [expiresAt.getTime()]));
  return toWireWebhook(endpoint, { secretExpiresAt: ends.length === 0 ? null : new Date(Math.max(...ends)), counts });
}

function createListWebhooksRoute(context: PremiumContext): PremiumRoute {
  const { endpoints } = context.tables;
  return createPremiumEndpoint({
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
      const wired = await Promise.all(rows.map((each) => buildWebhookResource(context, each, at)));
      return createPagedAnswer({ webhooks: wired }, total, page, context.baseUrl + WEBHOOKS_PATH);
    },
  });
}

function createWebhookCreationRoute(context: PremiumContext): PremiumRoute {
  const { endpoints } = context.tables;
  return createPremiumEndpoint({
    name: "webhook_create",
    path: WEBHOOKS_PATH,
    method: "POST",
    body: createWebhookBodySchema(context.explainRefusedAddress),
    readOnly: [...WEBHOOK_READ_ONLY, "status"],
    description: {
      summary: "Make a webhook endpoint",
      description:
        "The secret is shown only once. An account may have 10 endpoints; several may have the same address.",
      response: NewWebhookSchema,
      status: 201,
      headers: ["ETag", "Location"],
      problems: ["limit_reached"],
    },
    answer: async ({ account, body, at }) => {
      const secret = createSecret();
      const { url, description } = body;
      const draft = { url, description, eventTypes: toStoredEventTypes(body.event_types), status: "enabled" } as const;
      const endpoint = await endpoints.create(account.id, draft, context.box.seal(secret), at);
      const headers = ["Location", `${context.baseUrl}${WEBHOOKS_PATH}/${endpoint.id}`];
      const wired = { ...(await buildWebhookResource(context, endpoint, at)), secret };
      return createResourceAnswer(wired, endpoint.updatedAt, { status: 201, headers, secret: true });
    },
  });
}

function createGetWebhookRoute(context: PremiumContext): PremiumRoute {
  const { endpoints } = context.tables;
  return createPremiumEndpoint({
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
      const endpoint = await findOwnResource(endpoints, "webhook", { account, parameters });
      return createResourceAnswer(await buildWebhookResource(context, endpoint, at), endpoint.updatedAt);
    },
  });
}

function createUpdateWebhookRoute(context: PremiumContext): PremiumRoute {
  const { endpoints } = context.tables;
  const state = createWebhookStateSchema(context.explainRefusedAddress);
  return createPremiumEndpoint({
    name: "webhook_change",
    path: `${WEBHOOKS_PATH}/:id`,
    method: "PATCH",
    body: AnyObject,
    documentedBody: createWebhookPatchSchema(context.explainRefusedAddress),
    description: {
      summary: "Change a webhook endpoint",
      description: "A merge patch (RFC 7396). Enabling resumes new deliveries. Held deliveries wait for `recover`.",
      parameters: WEBHOOK_ID,
      response: WebhookSchema,
      headers: ["ETag"],
      problems: ["not_found", "precondition_failed", "conflict"],
    },
    answer: async ({ account, parameters, body, ifMatch, at }) => {
      const id = readIdInPath(parameters, "webhook");
      checkPatchFields(body, WEBHOOK_MEMBERS, WEBHOOK_READ_ONLY);
      if (body["status"] === "disabled") {
        throw createFieldError("status", "read_only", "is set to 'disabled' only by the service; use 'paused'", {
          allowed: ["enabled", "paused"],
        });
      }
      const changed = await changeOwnResource(
        endpoints,
        "webhook",
        { account, parameters, ifMatch },
        (current, version) => endpoints.replace(account.id, id, applyPatch(state, current, body), version, at),
      );
      context.wake();
      return createResourceAnswer(await buildWebhookResource(context, changed, at), changed.updatedAt);
    },
  });
}

/** Applies a merge patch. A disabled endpoint stays disabled unless the patch sets `status`, which cannot be `disabled`. */
function applyPatch(
  state: ReturnType<typeof createWebhookStateSchema>,
  { url, description, status, eventTypes }: WebhookEndpoint,
  patch: Readonly<Record<string, unknown>>,
) {
  const staysDisabled = status === "disabled" && !("status" in patch);
  const current = { url, description, event_types: toWireTypes(eventTypes), status: staysDisabled ? "paused" : status };
  const next = validateBody(state, mergePatch(current, patch), WEBHOOK_READ_ONLY);
  return {
    url: next.url,
    description: next.description,
    eventTypes: toStoredEventTypes(next.event_types),
    status: staysDisabled ? status : next.status,
  };
}

function createDeleteWebhookRoute({ tables }: PremiumContext): PremiumRoute {
  return createDeleteRoute({
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
