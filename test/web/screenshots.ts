/**
 * `node test/web/screenshots.ts FOLDER [--origin URL] [--readme]`: every page of the demonstration at 1280, 390 and 320 pixels, light
 * and dark. `--readme` takes the few of `docs/images/`. The service at URL, where one is named, must believe `X-Forwarded-For` of this machine.
 */
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { eventually } from "../eventually.ts";
import { runDemo } from "../upstream/running-demo.ts";
import { launch } from "./browser/every-page.ts";
import { pagesOf } from "./browser/page-list.ts";
import { type Look, openContext, visit } from "./browser/visit.ts";

/** Taller pages are cut: what follows looks like what comes before. */
const TALLEST = 4000;
const PATIENCE_MS = 600_000;

interface Picture extends Look {
  /** Name of the page; all pages where it is not given. */
  readonly name?: string;
  readonly tallest: number;
}

const README: readonly Picture[] = [
  { name: "feed", width: 1280, scheme: "light", tallest: 900 },
  { name: "politician", width: 1280, scheme: "light", tallest: 1000 },
  { name: "ticker", width: 1280, scheme: "dark", tallest: 1000 },
  { name: "trade", width: 1280, scheme: "light", tallest: 1000 },
  { name: "feed", width: 390, scheme: "dark", tallest: 844 },
];
const ALL: readonly Picture[] = [1280, 390, 320].flatMap((width) =>
  (["light", "dark"] as const).map((scheme) => ({ width, scheme, tallest: TALLEST })),
);

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { origin: { type: "string" }, readme: { type: "boolean", default: false } },
});
const [folder] = positionals;
if (folder === undefined) throw new Error("Usage: node test/web/screenshots.ts FOLDER [--origin URL] [--readme]");
await mkdir(folder, { recursive: true });
const demo = values.origin === undefined ? await runDemo({ TRUSTED_PROXIES: "127.0.0.1/32" }) : null;
const browser = await launch();
try {
  await demo?.printedSoon(/scanned reports: read/, PATIENCE_MS);
  const origin = values.origin ?? demo?.origin ?? "";
  const pages = await pagesOf(origin);
  if (values.readme) await pricesOf(origin + pages.find(({ name }) => name === "ticker")?.path);
  for (const { name, tallest, ...look } of values.readme ? README : ALL) {
    const context = await openContext(browser, look);
    for (const each of pages.filter((page) => name === undefined || page.name === name)) {
      const { page, unseen } = await visit(context, origin, each);
      const height = await page.evaluate<number>("document.documentElement.scrollHeight");
      await page.setViewportSize({ width: look.width, height: Math.min(tallest, Math.max(600, height)) });
      // Pictures that are loaded when they come into view.
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

/** Waits for the prices of a security, which are asked for when its page is opened. */
async function pricesOf(address: string): Promise<void> {
  await fetch(address);
  await eventually("prices of the security", async () => (await fetch(`${address}/price.csv`)).ok, { everyMs: 500 });
}
