/**
 * `node test/web/screenshots.ts FOLDER [--origin URL] [--readme]`: takes screenshots of every page of the demo at 1280, 390 and
 * 320 pixels, in light and dark mode. `--readme` takes only those of `docs/images/`. A service at URL must trust
 * `X-Forwarded-For` from this machine.
 */
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { eventually } from "../eventually.ts";
import { runDemo } from "../upstream/running-demo.ts";
import { launchBrowser } from "./browser/every-page.ts";
import { listPages } from "./browser/page-list.ts";
import { type Look, openContext, openPage } from "./browser/visit.ts";

/** Maximum height in pixels. Taller pages are cut off, because the rest looks the same. */
const MAX_HEIGHT = 4000;
const PATIENCE_MS = 600_000;

interface Picture extends Look {
  /** Name of the page; all pages if absent. */
  readonly name?: string;
  readonly maxHeight: number;
}

const README: readonly Picture[] = [
  { name: "feed", width: 1280, scheme: "light", maxHeight: 900 },
  { name: "politician", width: 1280, scheme: "light", maxHeight: 1000 },
  { name: "ticker", width: 1280, scheme: "dark", maxHeight: 1000 },
  { name: "trade", width: 1280, scheme: "light", maxHeight: 1000 },
  { name: "feed", width: 390, scheme: "dark", maxHeight: 844 },
];
const ALL: readonly Picture[] = [1280, 390, 320].flatMap((width) =>
  (["light", "dark"] as const).map((scheme) => ({ width, scheme, maxHeight: MAX_HEIGHT })),
);

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { origin: { type: "string" }, readme: { type: "boolean", default: false } },
});
const [folder] = positionals;
if (folder === undefined) throw new Error("Usage: node test/web/screenshots.ts FOLDER [--origin URL] [--readme]");
await mkdir(folder, { recursive: true });
const demo = values.origin === undefined ? await runDemo({ TRUSTED_PROXIES: "127.0.0.1/32" }) : null;
const browser = await launchBrowser();
try {
  await demo?.waitForPrinted(/scanned reports: read/, PATIENCE_MS);
  const origin = values.origin ?? demo?.origin ?? "";
  const pages = await listPages(origin);
  if (values.readme) await waitForPrices(origin + pages.find(({ name }) => name === "ticker")?.path);
  for (const { name, maxHeight, ...look } of values.readme ? README : ALL) {
    const context = await openContext(browser, look);
    for (const each of pages.filter((page) => name === undefined || page.name === name)) {
      const { page, unseen } = await openPage(context, origin, each);
      const height = await page.evaluate<number>("document.documentElement.scrollHeight");
      await page.setViewportSize({ width: look.width, height: Math.min(maxHeight, Math.max(600, height)) });
      // Waits for lazily loaded pictures.
      await page.waitForLoadState("networkidle");
      await page.screenshot({ path: path.join(folder, `${each.name}-${look.width}-${look.scheme}.png`) });
      if (unseen.length > 0) console.log(each.path, unseen);
      await page.close();
    }
    await context.close();
  }
} finally {
  await browser.close();
  await demo?.stop();
}

/** Opens the page of a security, which requests its prices, and waits for them. */
async function waitForPrices(address: string): Promise<void> {
  await fetch(address);
  await eventually("prices of the security are stored", async () => (await fetch(`${address}/price.csv`)).ok, {
    everyMs: 500,
  });
}
