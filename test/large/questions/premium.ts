/** The most expensive requests of the premium plan. */
import { PUBLIC_FIELD_NAMES } from "../../../src/domain/public-trade.ts";
import { BUSIEST_SYMBOL } from "../large-trades.ts";
import { type CreateRequests, type ExpensiveRequest, FEW_LETTERS } from "./question.ts";

const PREMIUM = "/api/v1/premium";
const words = encodeURIComponent(FEW_LETTERS);
/** The public fields, and some that are read from the store, as the public ones are not. */
const DETAILED = [...PUBLIC_FIELD_NAMES, "owner", "filing_id", "reporting_gap_days"].join(",");

const createExportRequests = (format: string): readonly ExpensiveRequest[] => [
  { path: `${PREMIUM}/export/trades.${format}` },
  { path: `${PREMIUM}/export/trades.${format}?q=${words}` },
  { path: `${PREMIUM}/export/trades.${format}?columns=${DETAILED}&updated_from=2012-01-01` },
];

const createAlertBody = (n: number) => ({ name: `Made ${n}`, filter: { q: FEW_LETTERS }, alert_type: "trade" });

export const PREMIUM_REQUESTS: Readonly<Record<string, CreateRequests>> = {
  "GET /api/v1/premium/account": () => [{ path: `${PREMIUM}/account` }],
  "GET /api/v1/premium/keys": () => [{ path: `${PREMIUM}/keys?limit=200` }],
  "POST /api/v1/premium/keys": () => [{ path: `${PREMIUM}/keys`, body: { name: "made" }, also: [409] }],
  "DELETE /api/v1/premium/keys/:id": () => [
    { path: `${PREMIUM}/keys/key_01JD3M8Q4V3N6T8W2Y5B7D9F1G?and_made=true`, also: [404] },
  ],
  "POST /api/v1/premium/alerts/preview": () => [
    { path: `${PREMIUM}/alerts/preview`, body: { filter: { min_amount: 0 }, days: 3650 } },
    { path: `${PREMIUM}/alerts/preview`, body: { filter: { q: FEW_LETTERS }, days: 3650 } },
    {
      path: `${PREMIUM}/alerts/preview`,
      body: { filter: { chamber: "house" }, days: 3650, alert_type: "politician_activity", quiet_days: 1 },
    },
    {
      path: `${PREMIUM}/alerts/preview`,
      body: {
        filter: { min_amount: 0 },
        days: 3650,
        alert_type: "ticker_cluster",
        window_days: 3650,
        politicians: 2,
      },
    },
  ],
  "POST /api/v1/premium/alerts/:id/test": ({ alert }) => [{ path: `${PREMIUM}/alerts/${alert}/test`, body: {} }],
  "POST /api/v1/premium/alerts/:id/test-email": ({ alert }) => [
    { path: `${PREMIUM}/alerts/${alert}/test-email`, body: {}, also: [409] },
  ],
  "GET /api/v1/premium/alerts": () => [{ path: `${PREMIUM}/alerts?limit=200` }],
  "POST /api/v1/premium/alerts": () => [{ path: `${PREMIUM}/alerts`, body: createAlertBody(1), also: [409] }],
  "GET /api/v1/premium/alerts/:id": ({ alert }) => [{ path: `${PREMIUM}/alerts/${alert}` }],
  "PATCH /api/v1/premium/alerts/:id": ({ alert }) => [
    {
      path: `${PREMIUM}/alerts/${alert}`,
      body: { filter: { ticker: Array.from({ length: 1000 }, (_, n) => `S${n}`) } },
      also: [400],
    },
    { path: `${PREMIUM}/alerts/${alert}`, body: { name: "Changed" } },
  ],
  "DELETE /api/v1/premium/alerts/:id": () => [
    { path: `${PREMIUM}/alerts/alr_01JD3M8Q4V3N6T8W2Y5B7D9F1G`, also: [404] },
  ],
  "GET /api/v1/premium/alerts/:id/matches": ({ alert }) => [
    { path: (n) => `${PREMIUM}/alerts/${alert}/matches?limit=200&skip=${n}` },
  ],
  "GET /api/v1/premium/emails": () => [{ path: `${PREMIUM}/emails?limit=200` }],
  "POST /api/v1/premium/emails/confirm": () => [
    { path: `${PREMIUM}/emails/confirm`, body: { code: "AAAA-BBBB" }, also: [400, 404, 409] },
  ],
  "POST /api/v1/premium/emails/confirmations": () => [
    { path: `${PREMIUM}/emails/confirmations`, body: { address: "made@example.org" }, also: [409] },
  ],
  "GET /api/v1/premium/webhooks": () => [{ path: `${PREMIUM}/webhooks?limit=200` }],
  "POST /api/v1/premium/webhooks": () => [
    { path: `${PREMIUM}/webhooks`, body: { url: "https://hooks.example.com/a", event_types: ["*"] }, also: [409] },
  ],
  "GET /api/v1/premium/webhooks/:id": ({ webhook }) => [{ path: `${PREMIUM}/webhooks/${webhook}` }],
  "PATCH /api/v1/premium/webhooks/:id": ({ webhook }) => [
    { path: `${PREMIUM}/webhooks/${webhook}`, body: { description: "changed" } },
  ],
  "DELETE /api/v1/premium/webhooks/:id": () => [
    { path: `${PREMIUM}/webhooks/whk_01JD3M8Q4V3N6T8W2Y5B7D9F1G`, also: [404] },
  ],
  "POST /api/v1/premium/webhooks/:id/test": ({ webhook }) => [
    { path: `${PREMIUM}/webhooks/${webhook}/test`, body: {} },
  ],
  "POST /api/v1/premium/webhooks/:id/secret/rotate": ({ webhook }) => [
    { path: `${PREMIUM}/webhooks/${webhook}/secret/rotate`, body: { overlap_seconds: 1 }, also: [409] },
  ],
  "POST /api/v1/premium/webhooks/:id/recover": ({ webhook }) => [
    {
      path: `${PREMIUM}/webhooks/${webhook}/recover`,
      body: { since: new Date(Date.now() - 29 * 86_400_000).toISOString(), succeeded: true, earlier: true },
      also: [409],
    },
  ],
  "GET /api/v1/premium/webhooks/:id/deliveries": ({ webhook }) => [
    { path: (n) => `${PREMIUM}/webhooks/${webhook}/deliveries?limit=200&skip=${3000 + n}` },
    {
      path: (n) =>
        `${PREMIUM}/webhooks/${webhook}/deliveries?limit=200&event_type=trade.created&status=pending&skip=${n}`,
    },
  ],
  "GET /api/v1/premium/webhooks/:id/deliveries/:delivery": ({ webhook, delivery }) => [
    { path: `${PREMIUM}/webhooks/${webhook}/deliveries/${delivery}` },
  ],
  "POST /api/v1/premium/webhooks/:id/deliveries/:delivery/retry": ({ webhook, delivery }) => [
    { path: `${PREMIUM}/webhooks/${webhook}/deliveries/${delivery}/retry`, body: {}, also: [409] },
  ],
  "GET /api/v1/premium/events": () => [
    { path: (n) => `${PREMIUM}/events?limit=200&after=${5000 - n}` },
    { path: `${PREMIUM}/events?limit=200&event_type=webhook.disabled` },
  ],
  "GET /api/v1/premium/event-types": () => [{ path: `${PREMIUM}/event-types` }],
  "GET /api/v1/premium/events/:id": ({ event }) => [{ path: `${PREMIUM}/events/${event}` }],
  "GET /api/v1/unsubscribe/:token": () => [{ path: "/api/v1/unsubscribe/nobody", also: [404] }],
  "POST /api/v1/unsubscribe/:token": () => [{ path: "/api/v1/unsubscribe/nobody", body: "", also: [404] }],
  "GET /api/v1/premium/export/trades.csv": () => [
    ...createExportRequests("csv"),
    { path: `${PREMIUM}/export/trades.csv?ticker=${BUSIEST_SYMBOL}` },
    { path: `${PREMIUM}/export/trades.csv`, headers: { Range: "bytes=5000000-" } },
  ],
  "GET /api/v1/premium/export/trades.ndjson": () => createExportRequests("ndjson"),
  "GET /api/v1/premium/export/trades.parquet": () => createExportRequests("parquet"),
  "GET /api/v1/premium/archive": () => [{ path: `${PREMIUM}/archive?limit=200` }],
  "GET /api/v1/premium/archive/:dataset_version/:file": ({ archived }) => [
    { path: `${PREMIUM}/archive/${archived}/trades.ndjson.gz` },
    { path: `${PREMIUM}/archive/${archived}/trades.csv.gz`, headers: { Range: "bytes=-1000" } },
  ],
  "GET /api/v1/premium/archive/as-of/:date/:file": () => [
    { path: `${PREMIUM}/archive/as-of/${new Date().toISOString().slice(0, 10)}/trades-raw.csv.gz` },
  ],
};
