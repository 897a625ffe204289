/** What holds for every page of a service, in a real browser. */
import assert from "node:assert/strict";
import { parse } from "node-html-parser";
import { type Browser, chromium, type Page } from "playwright-core";
import { CHROMIUM } from "../../chromium.ts";
import { type PageToOpen, pagesOf } from "./page-list.ts";
import { changeLook, findingsOf, type Look, namelessScrollers, openContext, sidewaysBy, visit } from "./visit.ts";

/** The browser has no sandbox of its own when run as root. */
export const launch = (): Promise<Browser> => chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });

export const DESK: Look = { width: 1280, scheme: "light" };
export const PHONE: Look = { width: 390, scheme: "dark" };

/** Pages fit a window of this width without moving sideways (WCAG 2.2, 1.4.10). */
const NARROWEST = 320;

interface Looking {
  readonly looks: readonly Look[];
  /** Axe takes half of the time, and finds the same in the same parts with other data. */
  readonly withAxe: boolean;
}

/** Opens each page once, and looks at it in each way. @returns what is wrong, a line each. */
export async function faultsOfEveryPage(browser: Browser, origin: string, looking: Looking): Promise<string[]> {
  const context = await openContext(browser, looking.looks[0] ?? DESK);
  const faults: string[] = [];
  for (const each of await pagesOf(origin)) faults.push(...(await faultsOf(context, origin, each, looking)));
  await context.close();
  return faults;
}

/** Weight of a page as it is sent, and requests for it. */
const MAX_BYTES = 20_000;
const MAX_REQUESTS = 5;

/** Findings of axe, none of them serious, in what Swagger UI draws. */
const OF_SWAGGER_UI = /^(heading-order|landmark-unique):/;

type Context = Awaited<ReturnType<typeof openContext>>;

async function faultsOf(
  context: Context,
  origin: string,
  asked: PageToOpen,
  { looks, withAxe }: Looking,
): Promise<string[]> {
  const { page, status, policy, bytes, requests, unseen } = await visit(context, origin, asked);
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
      const seen = [...(withAxe ? await findingsAt(page, asked) : []), ...(await faultsSeen(page, asked, look))];
      faults.push(...seen.map((each) => `at ${look.width} px, ${look.scheme}: ${each}`));
    }
    // Lines of the console at the last, since a change of look may bring one.
    return [...unseen, ...faults].map((fault) => `${asked.path}: ${fault}`);
  } finally {
    await page.close();
  }
}

async function findingsAt(page: Page, asked: PageToOpen): Promise<string[]> {
  const findings = await findingsOf(page);
  return asked.name === "docs" ? findings.filter((each) => !OF_SWAGGER_UI.test(each)) : findings;
}

/** What is wrong in one look, its width changed in the end. */
async function faultsSeen(page: Page, asked: PageToOpen, look: Look): Promise<string[]> {
  const faults: string[] = [];
  if (asked.name !== "docs") {
    faults.push(...(await namelessScrollers(page)).map((element) => `scrolls without a name: ${element}`));
  }
  for (const width of [look.width, NARROWEST]) {
    await page.setViewportSize({ width, height: 800 });
    faults.push(...(await sidewaysBy(page)).map((element) => `reaches beyond ${width} px: ${element}`));
  }
  return faults;
}

/** The reference of the API is drawn by its script, and most of it only when an operation or a schema is opened. */
async function openOperations(page: Page): Promise<void> {
  for (const opener of [".opblock-get", ".opblock-post", ".opblock-delete"]) {
    await page.locator(`${opener} .opblock-summary-control`).first().click();
    await page.locator(`${opener} .opblock-body .responses-table`).first().waitFor();
  }
  await page.locator(".json-schema-2020-12-accordion").first().click();
}

/** Every page is whole as it is sent, without what a script would add: it has a heading, and the way to the others. */
export async function checkWithoutScripts(origin: string): Promise<void> {
  for (const [at, { name, path }] of (await pagesOf(origin)).entries()) {
    if (name === "docs") continue;
    const answer = await fetch(origin + path, { headers: { accept: "text/html", "x-forwarded-for": `10.3.0.${at}` } });
    const page = parse(await answer.text());
    assert.equal(page.querySelectorAll("h1").length, 1, `${path} has one heading`);
    assert.ok(page.querySelectorAll("header.site nav a").length >= 2, path);
  }
}
