/** Opens pages in a real browser and records what a reader does not see: the console, requests to other hosts, the policy. */
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
  /** Size of the document as sent, in bytes. */
  readonly bytes: number;
  /** Number of requests for the page and its resources, without pictures of originals and API requests. */
  readonly requests: number;
  /** Invisible problems: lines of the console, errors, failed requests and requests to another host. */
  readonly unseen: readonly string[];
}

/** Maximum time of a step in the browser, in milliseconds, on a machine that runs other tests at the same time. */
export const PATIENCE_MS = 120_000;

let visitors = 0;

/**
 * Opens a separate browser context with its own forwarded address, because a caller may request only a few new pages per minute.
 */
export async function openContext(browser: Browser, { width, scheme, scripts = true }: Look): Promise<BrowserContext> {
  visitors += 1;
  const context = await browser.newContext({
    viewport: { width, height: getHeight(width) },
    colorScheme: scheme,
    javaScriptEnabled: scripts,
    hasTouch: isTouchWidth(width),
    extraHTTPHeaders: { "x-forwarded-for": `10.2.${visitors >> 8}.${visitors & 255}` },
  });
  context.setDefaultTimeout(PATIENCE_MS);
  return context;
}

/**
 * Changes the color scheme, the size and the touch support of an open page, and waits until its CSS transitions have finished.
 */
export async function changeLook(page: Page, { width, scheme }: Look): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme });
  await page.setViewportSize({ width, height: getHeight(width) });
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Emulation.setTouchEmulationEnabled", { enabled: isTouchWidth(width) });
  await page.evaluate(
    "Promise.allSettled(document.getAnimations().filter((each) => each instanceof CSSTransition).map(({ finished }) => finished))",
  );
}

const getHeight = (width: number) => (isTouchWidth(width) ? 844 : 800);
const isTouchWidth = (width: number) => width < 600;

export async function openPage(
  context: BrowserContext,
  origin: string,
  { path, status = 200 }: PageToOpen,
): Promise<Visit> {
  const page = await context.newPage();
  const unseen: string[] = [];
  page.on("console", (message) => {
    // The browser itself logs an expected error status.
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

/** Source of axe. The minified file is half as long as the package's main export, and every page evaluates it again. */
const AXE = readFileSync(new URL(import.meta.resolve("axe-core/axe.min.js")), "utf8");

/** Runs axe, including its target-size rule. @returns the findings, each with up to three elements. */
export async function runAxe(page: Page): Promise<string[]> {
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(AXE);
  const found = await page.evaluate<Violation[]>(
    "axe.run(document, { resultTypes: ['violations'], rules: { 'target-size': { enabled: true } } }).then(({ violations }) => violations)",
  );
  return found.map(({ id, help, nodes }) => {
    const where = nodes.slice(0, 3).map((node) => `${JSON.stringify(node.target)} ${node.failureSummary ?? ""}`);
    return `${id}: ${help} (${nodes.length})\n${where.join("\n")}`;
  });
}

/** Measures the width in pixels of a picture as sent. Scrolls to a lazily loaded picture, and fails if it does not load. */
export async function measurePictureWidth(picture: Locator): Promise<number> {
  await picture.scrollIntoViewIfNeeded();
  return picture.evaluate(async (element) => {
    const image = element as unknown as { decode(): Promise<void>; readonly naturalWidth: number };
    await image.decode();
    return image.naturalWidth;
  });
}

/** Lists elements that extend beyond the right edge of the window and make the whole page scroll sideways. */
export function listOverflowing(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {
    const width = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= width) return [];
    return [...document.querySelectorAll("body *")]
      .filter((each) => each.getBoundingClientRect().right > width + 1 && !each.closest(".scroll"))
      .slice(0, 5)
      .map((each) => each.tagName + "." + each.className + " " + each.textContent.trim().slice(0, 40));
  })()`);
}

/** Lists scrolling parts without a name or keyboard focus. Links are left out: they get focus, and their content names them. */
export function listNamelessScrollers(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`[...document.querySelectorAll("main *:not(a, input, textarea, select, pre)")]
    .filter((each) => /auto|scroll/.test(getComputedStyle(each).overflowX))
    .filter((each) => each.tabIndex !== 0 || each.role !== "region" || !each.ariaLabel)
    .map((each) => each.tagName + "." + each.className)`);
}
