/** Checks every page of a service in a real browser. */
import assert from "node:assert/strict";
import { parse } from "node-html-parser";
import { type Browser, chromium, type Page } from "playwright-core";
import { CHROMIUM } from "../../chromium.ts";
import { listPages, type PageToOpen } from "./page-list.ts";
import {
  changeLook,
  type Look,
  listNamelessScrollers,
  listOverflowing,
  openContext,
  openPage,
  runAxe,
} from "./visit.ts";

/** Launches Chromium without its sandbox, which does not work as root. */
export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });

export const DESKTOP: Look = { width: 1280, scheme: "light" };
export const PHONE: Look = { width: 390, scheme: "dark" };

/** Narrowest window in pixels in which no page may scroll sideways (WCAG 2.2, 1.4.10). */
const NARROWEST = 320;

interface CheckOptions {
  readonly looks: readonly Look[];
  /** Whether to run axe, which takes half of the time and has the same findings with other data. */
  readonly withAxe: boolean;
}

/** Opens each page once and checks it in every look. @returns the faults, one line each. */
export async function findFaultsOfAllPages(browser: Browser, origin: string, options: CheckOptions): Promise<string[]> {
  const context = await openContext(browser, options.looks[0] ?? DESKTOP);
  const faults: string[] = [];
  for (const each of await listPages(origin)) faults.push(...(await findPageFaults(context, origin, each, options)));
  await context.close();
  return faults;
}

/** Maximum size of a page as sent, and maximum number of requests for it. */
const MAX_BYTES = 20_000;
const MAX_REQUESTS = 5;

/** Axe findings in Swagger UI that are allowed. None of them is serious. */
const ALLOWED_IN_SWAGGER_UI = /^(heading-order|landmark-unique):/;

type Context = Awaited<ReturnType<typeof openContext>>;

async function findPageFaults(
  context: Context,
  origin: string,
  asked: PageToOpen,
  { looks, withAxe }: CheckOptions,
): Promise<string[]> {
  const { page, status, policy, bytes, requests, unseen } = await openPage(context, origin, asked);
  try {
    const faults: string[] = [];
    if (asked.name !== "docs" && (bytes > MAX_BYTES || requests > MAX_REQUESTS)) {
      faults.push(`${bytes} bytes, ${requests} requests`);
    }
    if (status !== (asked.status ?? 200)) faults.push(`status ${status}`);
    if (!policy.includes("default-src 'none'") || /unsafe-|\*/.test(policy)) faults.push(`policy "${policy}"`);
    if ((await page.title()).trim() === "") faults.push("no title");
    if (asked.name === "docs") await openOperations(page);
    for (const look of looks) {
      await changeLook(page, look);
      const seen = [...(withAxe ? await findAxeFaults(page, asked) : []), ...(await findLookFaults(page, asked, look))];
      faults.push(...seen.map((each) => `at ${look.width} px, ${look.scheme}: ${each}`));
    }
    // `unseen` is read last, because a change of look can log to the console.
    return [...unseen, ...faults].map((fault) => `${asked.path}: ${fault}`);
  } finally {
    await page.close();
  }
}

async function findAxeFaults(page: Page, asked: PageToOpen): Promise<string[]> {
  const findings = await runAxe(page);
  return asked.name === "docs" ? findings.filter((each) => !ALLOWED_IN_SWAGGER_UI.test(each)) : findings;
}

/** Checks one look, and then the narrowest width. @returns the faults. */
async function findLookFaults(page: Page, asked: PageToOpen, look: Look): Promise<string[]> {
  const faults: string[] = [];
  if (asked.name !== "docs") {
    faults.push(
      ...(await listNamelessScrollers(page)).map((element) => `scrolls, but has no name or keyboard focus: ${element}`),
    );
  }
  for (const width of [look.width, NARROWEST]) {
    await page.setViewportSize({ width, height: 800 });
    faults.push(...(await listOverflowing(page)).map((element) => `extends beyond ${width} px: ${element}`));
  }
  return faults;
}

/** Opens operations and a schema of the API reference, because its script renders most of it only then. */
async function openOperations(page: Page): Promise<void> {
  for (const opener of [".opblock-get", ".opblock-post", ".opblock-delete"]) {
    await page.locator(`${opener} .opblock-summary-control`).first().click();
    await page.locator(`${opener} .opblock-body .responses-table`).first().waitFor();
  }
  await page.locator(".json-schema-2020-12-accordion").first().click();
}

/** Checks that every page as sent, without scripts, has exactly one main heading and links to other pages. */
export async function checkWithoutScripts(origin: string): Promise<void> {
  for (const [at, { name, path }] of (await listPages(origin)).entries()) {
    if (name === "docs") continue;
    const answer = await fetch(origin + path, { headers: { accept: "text/html", "x-forwarded-for": `10.3.0.${at}` } });
    const page = parse(await answer.text());
    assert.equal(page.querySelectorAll("h1").length, 1, `${path}: number of main headings`);
    assert.ok(page.querySelectorAll("header.site nav a").length >= 2, path);
  }
}
