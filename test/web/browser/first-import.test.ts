/** The page before the first publication, in a real browser. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { withoutChromium } from "../../chromium.ts";
import { madeDataset } from "../../contract/made-dataset.ts";
import { startService } from "../../contract/service.ts";
import { launch, PHONE } from "./every-page.ts";
import { findingsOf, openContext, sidewaysBy, visit } from "./visit.ts";

test("the page follows the first import without a reload, and shows the trades once they are published", {
  skip: withoutChromium,
}, async () => {
  const datasets = madeDataset("0", 0, 0);
  let done = 3;
  await using service = await startService({
    datasets,
    getImportState: () => ({
      isUnderWay: true,
      progress: [{ source: "house-clerk", done, known: 1234 }],
      nextAttemptAt: null,
    }),
  });
  await using browser = await launch();
  const context = await openContext(browser, PHONE);
  const { page, unseen } = await visit(context, `http://127.0.0.1:${service.port}`, { name: "feed", path: "/" });
  assert.deepEqual([...(await findingsOf(page)), ...(await sidewaysBy(page))], []);
  await page.evaluate("window.isTheSame = true");
  done = 4;
  await page.getByText("4 of 1,234 reports read").waitFor();
  assert.equal(await page.evaluate("window.isTheSame"), true);
  datasets.publish("1", 20);
  await page.locator("main article").first().waitFor();
  assert.deepEqual(unseen, []);
});
