/** Actions of a webhook endpoint: send a test, rotate its secret, resend failed deliveries. */
import { createSecret } from "../../accounts/webhooks/secret.ts";
import type { WebhookEndpoint } from "../../domain/premium.ts";
import { createPremiumEndpoint } from "../../http/credentials/premium-endpoint.ts";
import { POST_WITHOUT_BODY } from "../../http/request/page-query.ts";
import { createJsonAnswer } from "../../http/response/json-answer.ts";
import type { PremiumRoute } from "../../http/route.ts";
import { formatUtcSecond } from "../../http/utc-timestamp.ts";
import { createConflictError, findOwnResource } from "./answers.ts";
import type { PremiumContext } from "./parts.ts";
import { readRecoverySpan } from "./refusals.ts";
import {
  QueuedSchema,
  RecoverBody,
  RecoveredSchema,
  RotateBody,
  RotatedSchema,
  WEBHOOK_ID,
  WEBHOOKS_PATH,
} from "./webhook-schema.ts";

export function createTestWebhookRoute(context: PremiumContext): PremiumRoute {
  return createPremiumEndpoint({
    name: "webhook_test",
    path: `${WEBHOOKS_PATH}/:id/test`,
    ...POST_WITHOUT_BODY,
    description: {
      summary: "Send a test event",
      description: "Sends `webhook.test` to this endpoint, regardless of its subscriptions.",
      parameters: WEBHOOK_ID,
      response: QueuedSchema,
      status: 202,
      problems: ["not_found", "conflict"],
    },
    answer: async ({ account, parameters, at }) => {
      const { id } = await findEnabledEndpoint(context, { account, parameters });
      const delivery = await context.tables.deliveries.sendOne(account.id, id, "webhook.test", { message: "test" }, at);
      context.wake();
      return createJsonAnswer({ delivery_id: delivery.id }, { status: 202 });
    },
  });
}

export function createRotateSecretRoute(context: PremiumContext): PremiumRoute {
  const { endpoints } = context.tables;
  return createPremiumEndpoint({
    name: "webhook_secret_rotate",
    path: `${WEBHOOKS_PATH}/:id/secret/rotate`,
    method: "POST",
    body: RotateBody,
    bodyOptional: true,
    description: {
      summary: "Change the secret",
      description: "The new secret is shown only once. Deliveries are signed with both until the previous one expires.",
      parameters: WEBHOOK_ID,
      response: RotatedSchema,
      problems: ["not_found", "limit_reached"],
    },
    answer: async ({ account, parameters, body, at }) => {
      const { id } = await findOwnResource(endpoints, "webhook", { account, parameters });
      const secret = createSecret();
      const ends = new Date(at.getTime() + body.overlap_seconds * 1000);
      await endpoints.rotate(account.id, id, context.box.seal(secret), ends, at);
      return createJsonAnswer({ secret, previous_secret_expires_at: formatUtcSecond(ends) }, { secret: true });
    },
  });
}

export function createRecoverRoute(context: PremiumContext): PremiumRoute {
  return createPremiumEndpoint({
    name: "webhook_recover",
    path: `${WEBHOOKS_PATH}/:id/recover`,
    method: "POST",
    body: RecoverBody,
    description: {
      summary: "Send again what did not arrive",
      description: "Queues every delivery in the time span that has not succeeded, including held ones.",
      parameters: WEBHOOK_ID,
      response: RecoveredSchema,
      status: 202,
      problems: ["not_found", "conflict"],
    },
    answer: async ({ account, parameters, body, at }) => {
      const { since, until } = readRecoverySpan(body.since, body.until, at);
      const { id } = await findEnabledEndpoint(context, { account, parameters });
      const queued = await context.tables.deliveries.recover(account.id, id, since, until, at, {
        succeeded: body.succeeded,
        earlier: body.earlier,
      });
      context.wake();
      return createJsonAnswer({ queued }, { status: 202 });
    },
  });
}

/** @throws {NotFoundError}, {ProblemError} 409 when the endpoint is paused or disabled. */
export async function findEnabledEndpoint(
  { tables }: Pick<PremiumContext, "tables">,
  request: Parameters<typeof findOwnResource>[2],
): Promise<WebhookEndpoint> {
  const endpoint = await findOwnResource(tables.endpoints, "webhook", request);
  if (endpoint.status === "enabled") return endpoint;
  throw createConflictError(`The endpoint is ${endpoint.status}: nothing is sent to it until its status is 'enabled'.`);
}
