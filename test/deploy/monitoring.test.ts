/** Tests the monitoring: Prometheus accepts the alerts, each says what to do, and the dashboard shows all metrics. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { buildDashboard, dashboardPath, listOwnMetrics } from "./dashboard.ts";

const root = join(import.meta.dirname, "../..");
const alerts = readFileSync(join(root, "deploy/prometheus-alerts.yaml"), "utf8");
const operations = readFileSync(join(root, "docs/operations.md"), "utf8");

const names = [...alerts.matchAll(/^ {6}- alert: (\w+)$/gm)].map(([, name]) => String(name));

test("each alert says what to look at, and its runbook sections exist", () => {
  assert.ok(names.length > 10);
  assert.equal([...alerts.matchAll(/^ {10}look_at: ".{20,}"$/gm)].length, names.length);
  const sections = [...operations.matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    String(heading).toLowerCase().replaceAll(" ", "-"),
  );
  for (const [, anchor] of alerts.matchAll(/runbook: docs\/operations\.md#(\S+)/g)) {
    assert.ok(sections.includes(String(anchor)), anchor);
  }
});

test("alerts only use existing metrics", () => {
  const known = new Set(listOwnMetrics().map(({ name }) => name));
  const of = alerts.match(
    /\b(?:http|log|source|dataset|held|filings|reviews|listed|market|webhook|database)_\w+|\bfilings\b(?=\{)/g,
  );
  const asked = new Set(of ?? []);
  assert.ok(asked.size > 10);
  for (const name of asked) assert.ok(known.has(name), name);
});

test("the dashboard is up to date with the list of metrics, and shows each of them", () => {
  const text = readFileSync(dashboardPath, "utf8");
  assert.deepEqual(JSON.parse(text), buildDashboard(), "run `node test/deploy/dashboard.ts`");
  for (const { name } of listOwnMetrics()) assert.ok(text.includes(`"title": "${name}"`), name);
});

const promtool = spawnSync("promtool", ["--version"]).error === undefined;

test("Prometheus accepts the alerts, and each fires for its condition", {
  skip: !promtool && "needs promtool",
}, () => {
  for (const args of [
    ["check", "rules", "deploy/prometheus-alerts.yaml"],
    ["test", "rules", "test/deploy/prometheus-alerts.test.yaml", "test/deploy/prometheus-alerts-late.test.yaml"],
  ]) {
    const { status, stdout, stderr } = spawnSync("promtool", args, { cwd: root, encoding: "utf8" });
    assert.equal(status, 0, stdout + stderr);
  }
});
