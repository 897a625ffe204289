/** The premium part of the route table: every group of endpoints below `/premium`. */
import type { PremiumRoute } from "../../http/route.ts";
import { createPremiumAccountRoute } from "./account.ts";
import { createAlertTrialRoutes } from "./alert-trials.ts";
import { createAlertRoutes } from "./alerts.ts";
import { createDeliveryRoutes } from "./deliveries.ts";
import { createEmailRoutes } from "./emails.ts";
import { createEventRoutes } from "./events.ts";
import { createKeyRoutes } from "./keys.ts";
import type { PremiumContext } from "./parts.ts";
import { createWebhookRoutes } from "./webhooks.ts";

export function createPremiumRoutes(context: PremiumContext): readonly PremiumRoute[] {
  return [
    createPremiumAccountRoute(context),
    ...createKeyRoutes(context),
    ...createAlertTrialRoutes(context),
    ...createAlertRoutes(context),
    ...createEmailRoutes(context),
    ...createWebhookRoutes(context),
    ...createDeliveryRoutes(context),
    ...createEventRoutes(context),
  ];
}
