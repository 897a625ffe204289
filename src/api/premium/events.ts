/** The feed of an account's events: sequences have no gaps, so that a receiver can prove that it missed nothing. */
import { createPremiumEndpoint } from "../../http/credentials/premium-endpoint.ts";
import { ProblemError } from "../../http/failures.ts";
import { NoQuery } from "../../http/request/page-query.ts";
import { createJsonAnswer } from "../../http/response/json-answer.ts";
import type { PremiumRoute } from "../../http/route.ts";
import { findOwnResource } from "./answers.ts";
import { EVENT_SAMPLES, EventFeedSchema, EventSchema, EventsQuery, EventTypesSchema } from "./event-schema.ts";
import type { PremiumContext } from "./parts.ts";
import { RETENTION_DAYS } from "./refusals.ts";

const PATH = "/premium/events";

export function createEventRoutes({ tables: { events } }: PremiumContext): readonly PremiumRoute[] {
  return [
    createPremiumEndpoint({
      name: "events",
      path: PATH,
      query: EventsQuery,
      description: {
        summary: "Events",
        description: `Events of the last ${RETENTION_DAYS} days in order, each as it was sent. For more, request again with \`after\` = \`next_after\`.`,
        response: EventFeedSchema,
        problems: ["invalid_parameter", "gone"],
      },
      answer: async ({ account, query: { after, event_type: type, limit } }) => {
        // The bounds are read before the events, so that `next_after` skips no event added in between.
        const bounds = await events.readSequenceRange(account.id);
        const oldest = bounds?.oldest ?? 1;
        if (after !== undefined && after < oldest - 1) {
          throw new ProblemError({
            code: "gone",
            detail: `Events are stored for ${RETENTION_DAYS} days. The oldest stored event has sequence ${oldest}, but you requested events from sequence ${after + 1} on.`,
            extra: { oldest_sequence: oldest },
          });
        }
        const newest = bounds?.newest ?? 0;
        if (after !== undefined && after > newest) {
          throw new ProblemError({
            code: "invalid_parameter",
            detail: `Parameter 'after' must be at most ${newest}, the newest sequence of the account: it has no event ${after} yet.`,
            errors: [{ in: "query", name: "after", reason: "too_large", value: String(after), max: newest }],
            extra: { newest_sequence: newest },
          });
        }
        const from = after ?? oldest - 1;
        const found = await events.listAfter(account.id, from, type ?? null, limit + 1);
        const page = found.slice(0, limit);
        const more = found.length > limit;
        const last = page.at(-1)?.sequence ?? from;
        const next = more ? last : Math.max(last, newest, from);
        return createJsonAnswer(
          `{"events":[${page.map(({ body }) => body).join(",")}],"next_after":${next},"has_more":${more},"oldest_sequence":${oldest},"newest_sequence":${Math.max(newest, last)}}`,
        );
      },
    }),
    createPremiumEndpoint({
      name: "event_types",
      path: "/premium/event-types",
      query: NoQuery,
      description: {
        summary: "Types of events",
        description: "Each with its meaning and a sample payload.",
        response: EventTypesSchema,
        problems: ["invalid_parameter"],
      },
      answer: () => createJsonAnswer({ event_types: EVENT_SAMPLES }),
    }),
    createPremiumEndpoint({
      name: "event",
      path: `${PATH}/:id`,
      query: NoQuery,
      description: {
        summary: "One event",
        description: "Byte for byte the body that was sent.",
        parameters: { id: { description: "Id of the event.", example: "evt_01JD3M8Q4V3N6T8W2Y5B7D9F1G" } },
        response: EventSchema,
        problems: ["invalid_parameter", "not_found"],
      },
      answer: async ({ account, parameters }) => {
        const { body } = await findOwnResource(events, "event", { account, parameters });
        return createJsonAnswer(body);
      },
    }),
  ];
}
