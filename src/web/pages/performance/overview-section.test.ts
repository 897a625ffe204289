import assert from "node:assert/strict";
import { test } from "node:test";
import type { Overview } from "../../../prices/returns/overview.ts";
import { renderOverviewSection } from "./overview-section.ts";

test("says that the charts lack the latest prices if prices were stored after the charts were computed", () => {
  const overview = { differences: [], path: { points: [] }, decisions: 1, pricesTo: "2026-11-20", revision: "1" };
  const render = (priceRevision: string) =>
    String(renderOverviewSection(overview as unknown as Overview, priceRevision));
  assert.match(
    render("2"),
    /do not include the latest stored prices yet, so their figures may differ from those above or be missing/,
  );
  assert.doesNotMatch(render("1"), /latest stored prices/);
});
