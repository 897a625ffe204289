import assert from "node:assert/strict";
import { test } from "node:test";
import type { SourceFreshness } from "../../publication/dataset/coverage.ts";
import type { SiteState } from "../site-state.ts";
import { renderNotices } from "./notice.ts";

function renderWords(
  sources: readonly (Pick<SourceFreshness, "source" | "status" | "last_error"> & Partial<SourceFreshness>)[],
  version = "2026-11-20.1",
): string {
  const state = {
    version,
    dataNotice: null,
    getCoverage: () => ({
      sources: sources.map((each) => ({ last_success_at: null, ...each })),
      totals: { states: { pending: 0 } },
    }),
  } as unknown as SiteState;
  return String(renderNotices(state))
    .replaceAll(/<[^>]+>/g, "")
    .replaceAll("&#39;", "'");
}

test("names each site that failed or was not checked, but no site that is working or off", () => {
  assert.equal(
    renderWords([
      { source: "legislators", status: "failing", last_error: "network: https://example.org/ cannot be reached." },
      { source: "tickers", status: "ok", last_error: null },
      { source: "house-clerk", status: "failing", last_error: "no_members: No list of members has been fetched." },
      { source: "senate-efd", status: "off", last_error: null },
    ]),
    "The directory of members failed at the last attempt. The House Clerk's site was not checked, because the list of members has never been downloaded.",
  );
});

test("after a site's failure, the notice dates the data by the last success, unless there is no data yet", () => {
  const failing = {
    source: "house-clerk",
    status: "failing",
    last_error: "network: cannot be reached.",
    last_success_at: "2026-11-19T06:30:00.000Z",
  } as const;
  assert.match(renderWords([failing]), /at the last attempt; data shown is as of 2026-11-19\.$/);
  assert.match(renderWords([failing], "0"), /failed at the last attempt\.$/);
});
