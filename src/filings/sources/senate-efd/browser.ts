/**
 * Sends requests to the Senate's site through the operator's own browser, unmodified. Requests have the browser's own user agent,
 * and the operator's contact in `From`. The browser hides nothing and solves no challenges. If the site refuses the browser, the
 * request fails as `blocked`.
 */
import { existsSync } from "node:fs";
import path from "node:path";
import PQueue from "p-queue";
import type { Browser, BrowserContext, Page, Response } from "playwright-core";
import { SourceError } from "../../../base/errors.ts";
import type { Transport } from "../../../outbound/client.ts";
import { DEFAULT_MAX_BYTES, type HttpAnswer, type HttpRequest } from "../../../outbound/http-request.ts";
import { readProxySettings, toBrowserProxy } from "../../../outbound/proxy.ts";

interface BrowserParts {
  /** `/usr/bin/chromium`, or a name: `chrome`, `msedge`, `chromium`. */
  readonly executable: string;
  readonly contact: string | null;
}

interface Opened {
  readonly browser: Browser;
  readonly context: BrowserContext;
  readonly page: Page;
}

/** Program names of each browser on different systems. */
const PROGRAMS: Readonly<Record<string, readonly string[]>> = {
  chrome: ["google-chrome", "google-chrome-stable"],
  msedge: ["microsoft-edge", "microsoft-edge-stable"],
  chromium: ["chromium", "chromium-browser", "chromium-headless-shell"],
};

/** @param browser a path, or a name to look up in PATH and in the default location. @throws {SourceError} `browser_failed`. */
export function findBrowser(browser: string): { readonly executablePath: string } | { readonly channel: string } {
  const programs = PROGRAMS[browser];
  if (programs === undefined) return { executablePath: browser };
  const folders = (process.env["PATH"] ?? "").split(path.delimiter).filter((folder) => folder !== "");
  const found = programs.flatMap((name) => folders.map((folder) => path.join(folder, name))).find(existsSync);
  if (found !== undefined) return { executablePath: found };
  if (browser !== "chromium") return { channel: browser };
  throw new SourceError("browser_failed", "SENATE_EFD_BROWSER is chromium, but no program of that name is in PATH.");
}

/** The transport's browser starts with the first request. All hosts together get one request at a time. */
export function createBrowserTransport({ executable, contact }: BrowserParts): Transport {
  const queue = new PQueue({ concurrency: 1 });
  let opening: Promise<Opened> | undefined;

  async function openBrowser(): Promise<Opened> {
    const { chromium } = await import("playwright-core");
    try {
      const proxy = readProxySettings();
      const browser = await chromium.launch({
        ...findBrowser(executable),
        chromiumSandbox: process.getuid?.() !== 0,
        ...(proxy !== null && { proxy: toBrowserProxy(proxy) }),
      });
      const context = await browser.newContext(contact === null ? {} : { extraHTTPHeaders: { From: contact } });
      return { browser, context, page: await context.newPage() };
    } catch (cause) {
      if (cause instanceof SourceError) throw cause;
      throw new SourceError(
        "browser_failed",
        `SENATE_EFD_BROWSER "${executable}" cannot be started: ${getFirstLine(cause)}`,
        { cause },
      );
    }
  }

  async function getOrOpenBrowser(): Promise<Opened> {
    opening ??= openBrowser();
    try {
      const opened = await opening;
      if (opened.browser.isConnected() && !opened.page.isClosed()) return opened;
      await opened.browser.close().catch(() => {});
    } catch (error) {
      opening = undefined;
      throw error;
    }
    opening = openBrowser();
    return opening;
  }

  async function sendInBrowser(request: HttpRequest, timeoutMs: number): Promise<HttpAnswer> {
    const { signal, url, maxBytes = DEFAULT_MAX_BYTES } = request;
    signal?.throwIfAborted();
    const { context, page } = await getOrOpenBrowser();
    const closePage = () => void page.close().catch(() => {});
    signal?.addEventListener("abort", closePage, { once: true });
    try {
      const answer = await (request.method === "POST" ? postFromPage : visitUrl)(page, request, timeoutMs);
      if (answer.body.byteLength > maxBytes) {
        throw new SourceError("too_large", `${url} answered with more than ${maxBytes} bytes.`);
      }
      const cookies = await context.cookies(url);
      // Callers need the CSRF token, which is a cookie.
      return { ...answer, setCookies: cookies.map(({ name, value, path }) => `${name}=${value}; Path=${path}`) };
    } catch (error) {
      signal?.throwIfAborted();
      throw toSourceError(error, url);
    } finally {
      signal?.removeEventListener("abort", closePage);
    }
  }

  return {
    send: (request, totalTimeoutMs) => queue.add(() => sendInBrowser(request, totalTimeoutMs)),
    async close() {
      const opened = await opening?.catch(() => undefined);
      await opened?.browser.close();
    },
  };
}

/** Opens the URL in the page, as a person would. Returns a redirect without the page it leads to, like the HTTP client. */
async function visitUrl(page: Page, { url }: HttpRequest, timeout: number): Promise<HttpAnswer> {
  const response = await page.goto(url, { timeout, waitUntil: "domcontentloaded" });
  if (response === null) throw new SourceError("network", `${url} did not answer the browser.`);
  const redirected = response.request().redirectedFrom() !== null;
  return redirected ? createRedirect(url, response.url()) : { ...(await readResponse(response)), url };
}

async function readResponse(response: Response): Promise<HttpAnswer> {
  const headers = await response.allHeaders();
  const { "set-cookie": _, ...rest } = headers;
  return { url: response.url(), status: response.status(), headers: rest, setCookies: [], body: await response.body() };
}

const BROWSER_HEADERS = new Set(["cookie", "referer", "user-agent", "accept-encoding"]);

/** Sends the request like a script of the open page; first opens the request's referer if the open page is on another site. */
async function postFromPage(
  page: Page,
  { url, headers = {}, body = "" }: HttpRequest,
  timeout: number,
): Promise<HttpAnswer> {
  if (new URL(page.url()).origin !== new URL(url).origin) await page.goto(headers["referer"] ?? url, { timeout });
  const sent = Object.fromEntries(Object.entries(headers).filter(([name]) => !BROWSER_HEADERS.has(name.toLowerCase())));
  const posted = await page.evaluate(fetchInPage, { url, headers: sent, body, timeout });
  if (posted.redirectedTo !== null) return createRedirect(url, posted.redirectedTo);
  return {
    url,
    status: posted.status,
    headers: posted.headers,
    setCookies: [],
    body: Buffer.from(posted.base64, "base64"),
  };
}

/** Sends the request; this code runs in the page. */
async function fetchInPage(request: {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly timeout: number;
}) {
  const answer = await fetch(request.url, {
    method: "POST",
    headers: request.headers,
    body: request.body,
    signal: AbortSignal.timeout(request.timeout),
  });
  let binary = "";
  for (const byte of new Uint8Array(await answer.arrayBuffer())) binary += String.fromCharCode(byte);
  return {
    status: answer.status,
    redirectedTo: answer.redirected ? answer.url : null,
    headers: Object.fromEntries(answer.headers),
    base64: btoa(binary),
  };
}

function createRedirect(url: string, location: string): HttpAnswer {
  return { url, status: 302, headers: { location }, setCookies: [], body: new Uint8Array() };
}

function toSourceError(error: unknown, url: string): SourceError {
  if (error instanceof SourceError) return error;
  const why = getFirstLine(error);
  const code =
    error instanceof Error && (error.name === "TimeoutError" || /timed? ?out/i.test(why)) ? "timeout" : "network";
  return new SourceError(code, `${url} cannot be reached by the browser: ${why}`, { cause: error });
}

function getFirstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split("\n")[0] ?? "";
}
