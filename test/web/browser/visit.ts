/** Opens pages in a real browser, and notes what a reader would not see: the console, requests to other hosts, the policy. */
import { readFileSync } from "node:fs";
import type { Browser, BrowserContext, Locator, Page } from "playwright-core";
import type { PageToOpen } from "./page-list.ts";

export interface Look {
  readonly width: number;
  readonly scheme: "light" | "dark";
  readonly scripts?: boolean;
}

export interface Visit {
  readonly page: Page;
  readonly status: number;
  readonly policy: string;
  /** Bytes of the document as it is sent. */
  readonly bytes: number;
  /** Requests for the page and for what it shows, without the pictures of originals. */
  readonly requests: number;
  /** What went wrong without being seen: lines of the console, failed requests, requests to another host. */
  readonly unseen: readonly string[];
}

/** What a step in the browser may take, in milliseconds, on a machine that runs other tests beside it. */
export const PATIENCE_MS = 120_000;

let visitors = 0;

/** A browser window of its own, from an address of its own: a caller may have only so many pages made a minute. */
export async function openContext(browser: Browser, { width, scheme, scripts = true }: Look): Promise<BrowserContext> {
  visitors += 1;
  const context = await browser.newContext({
    viewport: { width, height: heightOf(width) },
    colorScheme: scheme,
    javaScriptEnabled: scripts,
    hasTouch: isTouched(width),
    extraHTTPHeaders: { "x-forwarded-for": `10.2.${visitors >> 8}.${visitors & 255}` },
  });
  context.setDefaultTimeout(PATIENCE_MS);
  return context;
}

/** Makes an open page look as a window of that kind shows it, when what moves to its new colors and places has come to rest. */
export async function changeLook(page: Page, { width, scheme }: Look): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme });
  await page.setViewportSize({ width, height: heightOf(width) });
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Emulation.setTouchEmulationEnabled", { enabled: isTouched(width) });
  await page.evaluate(
    "Promise.allSettled(document.getAnimations().filter((each) => each instanceof CSSTransition).map(({ finished }) => finished))",
  );
}

const heightOf = (width: number) => (isTouched(width) ? 844 : 800);
const isTouched = (width: number) => width < 600;

export async function visit(
  context: BrowserContext,
  origin: string,
  { path, status = 200 }: PageToOpen,
): Promise<Visit> {
  const page = await context.newPage();
  const unseen: string[] = [];
  page.on("console", (message) => {
    // The browser itself notes that the page that was asked for is not there.
    if (status !== 200 && /status of \d{3}/.test(message.text())) return;
    unseen.push(`${message.type()}: ${message.text()}`);
  });
  page.on("pageerror", (error) => unseen.push(`error: ${error.message}`));
  page.on("requestfailed", (request) => unseen.push(`failed: ${request.url()} ${request.failure()?.errorText}`));
  let requests = 0;
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.protocol !== "data:" && !/^\/(evidence|api)\//.test(url.pathname)) requests += 1;
    if (url.protocol !== "data:" && url.origin !== origin) unseen.push(`other host: ${request.url()}`);
  });
  const response = await page.goto(origin + path, { waitUntil: "load" });
  return {
    page,
    bytes: (await response?.request().sizes())?.responseBodySize ?? 0,
    requests,
    status: response?.status() ?? 0,
    policy: (await response?.headerValue("content-security-policy")) ?? "",
    unseen,
  };
}

interface Violation {
  readonly id: string;
  readonly help: string;
  readonly nodes: readonly { readonly target: unknown; readonly failureSummary?: string }[];
}

/** Half as long as what the package exports: each page reads it anew. */
const AXE = readFileSync(new URL(import.meta.resolve("axe-core/axe.min.js")), "utf8");

/** What axe finds, sizes of targets included, each with the first elements that have it. */
export async function findingsOf(page: Page): Promise<string[]> {
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(AXE);
  const found = await page.evaluate<Violation[]>(
    "axe.run(document, { resultTypes: ['violations'], rules: { 'target-size': { enabled: true } } }).then(({ violations }) => violations)",
  );
  return found.map(({ id, help, nodes }) => {
    const where = nodes.slice(0, 3).map((node) => `${JSON.stringify(node.target)} ${node.failureSummary ?? ""}`);
    return `${id}: ${help} (${nodes.length})\n${where.join("\n")}`;
  });
}

/** Width in pixels of a picture as it was sent. Waits for one that is loaded when it comes into view, and fails where none comes. */
export async function widthOfPicture(picture: Locator): Promise<number> {
  await picture.scrollIntoViewIfNeeded();
  return picture.evaluate(async (element) => {
    const image = element as unknown as { decode(): Promise<void>; readonly naturalWidth: number };
    await image.decode();
    return image.naturalWidth;
  });
}

/** Elements that reach beyond the right edge of the window, so that the whole page moves sideways. */
export function sidewaysBy(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {
    const width = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= width) return [];
    return [...document.querySelectorAll("body *")]
      .filter((each) => each.getBoundingClientRect().right > width + 1 && !each.closest(".scroll"))
      .slice(0, 5)
      .map((each) => each.tagName + "." + each.className + " " + each.textContent.trim().slice(0, 40));
  })()`);
}

/** Parts that scroll by themselves and have no name or cannot be reached by keyboard. A link is reached, and named by what it holds. */
export function namelessScrollers(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`[...document.querySelectorAll("main *:not(a, input, textarea, select, pre)")]
    .filter((each) => /auto|scroll/.test(getComputedStyle(each).overflowX))
    .filter((each) => each.tabIndex !== 0 || each.role !== "region" || !each.ariaLabel)
    .map((each) => each.tagName + "." + each.className)`);
}
