/** The `webhooks` section of the OpenAPI document. */
import { EVENT_PAYLOADS, EventEnvelopeSchema } from "../premium/event-schema.ts";
import type { Components, Json } from "./openapi-components.ts";

/** The requests that endpoints get: one for each type of event, signed as Standard Webhooks says. */
export function webhookRequests(components: Components): Json {
  const header = (name: string, description: string): Json => ({
    name,
    in: "header",
    required: true,
    description,
    schema: { type: "string" },
  });
  // The schemas of the events are shown as extensions of this one.
  components.schema(EventEnvelopeSchema);
  return Object.fromEntries(
    EVENT_PAYLOADS.map(({ type, meaning, schema }) => [
      type,
      {
        post: {
          operationId: `on_${type.replace(".", "_")}`,
          summary: meaning,
          tags: ["Premium"],
          security: [],
          parameters: [
            header("webhook-id", "Id of the event, the same in every attempt: what duplicates are told by."),
            header("webhook-timestamp", "Unix seconds of this attempt."),
            header("webhook-signature", "`v1,` and base64 of the HMAC-SHA-256; one for each secret, newest first."),
          ].map((each) => components.parameter(each, `on_${type}`)),
          requestBody: { required: true, content: { "application/json": { schema: components.schema(schema) } } },
          responses: {
            "2XX": { description: "Received." },
            410: { description: "Wanted no more: the endpoint is disabled." },
          },
        },
      },
    ]),
  );
}
