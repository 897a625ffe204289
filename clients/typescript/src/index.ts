/** Typed client for the congress-trades API. */
export { type Api, type ClientOptions, createApi, dataOf } from "./api.ts";
export type { components, paths } from "./openapi.d.ts";
export { everyPolitician, everyTrade } from "./paging.ts";
export { type Problem, ProblemError } from "./problem.ts";
export { type Event, verifyWebhook, WebhookError } from "./webhook.ts";
