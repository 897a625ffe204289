import assert from "node:assert/strict";
import { test } from "node:test";
import type { SourceFreshness } from "../../../publication/dataset/coverage.ts";
import type { Dataset } from "../../../publication/dataset/dataset.ts";
import { renderLatestDates } from "./up-to.ts";

const dataset = { getSummaryAt: () => ({ disclosureDate: "2026-11-20" }) } as unknown as Pick<Dataset, "getSummaryAt">;

function createSource(source: string, changes: Partial<SourceFreshness>): SourceFreshness {
  const never = { last_attempt_at: null, last_success_at: null, listing_completed_at: null };
  return { source, status: "ok", ...never, last_error: null, last_error_at: null, listed_to_served: null, ...changes };
}

test("shows the latest disclosure date, and when each filing site was last checked", () => {
  const sources = [
    createSource("legislators", { last_attempt_at: "2026-11-24T01:00:00.000Z" }),
    createSource("house-clerk", { last_attempt_at: "2026-11-24T10:31:05.000Z" }),
    createSource("senate-efd", { status: "off" }),
  ];
  const failing = createSource("senate-efd", { status: "failing", last_attempt_at: "2026-11-24T10:31:05.000Z" });
  assert.match(
    String(renderLatestDates(dataset, [failing])),
    /site: last check failed, <time [^>]+>Nov 24, 2026, 10:31 UTC</,
  );
  assert.equal(
    String(renderLatestDates(dataset, sources))
      .replaceAll(/<[^>]+>/g, "")
      .replaceAll("&#39;", "'")
      .trim(),
    "Disclosures up to Nov 20, 2026. The House Clerk's site: last checked Nov 24, 2026, 10:31 UTC. The Senate's site is off. To turn it on, accept its agreement on the use of reports (5 U.S.C. 13107(c)): type npm run setup and restart, or restart with SENATE_EFD_ACCEPT_TERMS=true.",
  );
  assert.match(
    String(renderLatestDates(dataset, [createSource("senate-efd", { status: "never" })])),
    /site: first check not finished yet\./,
  );
});
