/** The premium part of the route table: every endpoint below `/premium`, one line each. */
import type { PremiumRoute } from "../../http/route.ts";
import { premiumAccount } from "./account.ts";
import { alertTrialRoutes } from "./alert-trials.ts";
import { alertRoutes } from "./alerts.ts";
import { deliveryRoutes } from "./deliveries.ts";
import { emailRoutes } from "./emails.ts";
import { eventRoutes } from "./events.ts";
import { keyRoutes } from "./keys.ts";
import type { PremiumContext } from "./parts.ts";
import { webhookRoutes } from "./webhooks.ts";

export function premiumRoutes(context: PremiumContext): readonly PremiumRoute[] {
  return [
    premiumAccount(context),
    ...keyRoutes(context),
    ...alertTrialRoutes(context),
    ...alertRoutes(context),
    ...emailRoutes(context),
    ...webhookRoutes(context),
    ...deliveryRoutes(context),
    ...eventRoutes(context),
  ];
}
