/** Purges a CDN after a publication, by the cache tags of the responses. */
import { setTimeout as delay } from "node:timers/promises";
import type { Config } from "../../base/config.ts";
import type { Logger } from "../../base/log.ts";
import { openPool } from "../../outbound/fetch.ts";
import { sendRequest } from "../../outbound/http-request.ts";
import { buildUserAgent } from "../../outbound/user-agent.ts";

/** Tags of responses that a publication changes, defined in `response/caching.ts`. Immutable responses are not purged. */
const TAGS = ["pages", "documents", "latest"] as const;
/** Milliseconds before a purge. Other processes still serve the old version for up to two seconds, and the CDN may cache it. */
const AFTER_MS = 3000;
const ATTEMPTS = 3;
const TIMEOUT_MS = 10_000;

type PurgeSettings = Pick<Config, "CDN" | "CDN_PURGE_URL" | "CDN_TOKEN" | "CONTACT">;

/** @returns a function that purges; null without a CDN. Failures are only logged: pages expire in 1 minute, documents in 5. */
export function createCdnPurge(config: PurgeSettings, log: Logger, afterMs = AFTER_MS): (() => Promise<void>) | null {
  const { CDN: cdn, CDN_PURGE_URL: url, CDN_TOKEN: token } = config;
  if (cdn === null || url === null) return null;
  const { fetch } = openPool({ connectTimeout: TIMEOUT_MS });
  const request =
    cdn === "fastly"
      ? { headers: { "fastly-key": token ?? "", "surrogate-key": TAGS.join(" ") } }
      : {
          headers: { authorization: `Bearer ${token ?? ""}`, "content-type": "application/json" },
          body: JSON.stringify({ tags: TAGS }),
        };
  const limits = { userAgent: buildUserAgent(config.CONTACT), totalTimeoutMs: TIMEOUT_MS };
  return async () => {
    for (let attempt = 1; ; attempt += 1) {
      await delay(afterMs * attempt, undefined, { ref: false });
      try {
        const { status } = await sendRequest(
          fetch,
          { ...request, method: "POST", url, label: `the CDN (${cdn})` },
          limits,
        );
        if (status < 300) return;
        throw new Error(`it answered ${status}`);
      } catch (error) {
        if (attempt < ATTEMPTS) continue;
        log.warn({ err: error, cdn }, "the CDN purge failed");
        return;
      }
    }
  };
}
