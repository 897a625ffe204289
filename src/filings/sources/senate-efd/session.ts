/** A session on the Senate's site: accepts the terms, keeps the cookies, and starts again if the site returns the terms page. */
import PQueue from "p-queue";
import { CookieJar } from "tough-cookie";
import { SourceError } from "../../../base/errors.ts";
import type { Logger } from "../../../base/log.ts";
import type { ReadBytes } from "../../../domain/bytes-reader.ts";
import type { PoliteClient } from "../../../outbound/client.ts";
import type { HttpAnswer } from "../../../outbound/http-request.ts";
import { HttpStatusError } from "../../../outbound/overload.ts";
import { type IdentifiedPage, identifyPage } from "./page.ts";
import { agreementReader } from "./readers.ts";

/** No page of the site is nearly this large. */
const MAX_BYTES = 8 * 1024 * 1024;

export interface SenateSession {
  /**
   * GETs a page that needs a session. @throws {SourceError} `session_refused` if the site asks for the terms again right after
   * they were accepted. Also throws `agreement_refused`, `blocked`, `maintenance`, `unexpected_page`, `unexpected_address`, and
   * errors of the client.
   */
  get(url: string, signal: AbortSignal): Promise<HttpAnswer>;
  /** POSTs a form as the search page's script does, with the CSRF token. @throws {SourceError} the same errors as `get`. */
  post(url: string, form: URLSearchParams, signal: AbortSignal): Promise<HttpAnswer>;
}

/** Accepts the site's terms when the first page is requested. Create a session only if the operator has accepted the terms. */
export class HttpSenateSession implements SenateSession {
  readonly #http: PoliteClient;
  readonly #read: ReadBytes;
  readonly #log: Logger;
  readonly #baseUrl: string;
  readonly #searchUrl: string;
  readonly #homeUrl: string;
  readonly #entrance = new PQueue({ concurrency: 1 });
  #jar = createCookieJar();
  /** Number of sessions begun so far. */
  #generation = 0;

  constructor(http: PoliteClient, read: ReadBytes, baseUrl: string, log: Logger) {
    this.#http = http;
    this.#read = read;
    this.#log = log;
    this.#baseUrl = baseUrl;
    this.#searchUrl = `${baseUrl}/search/`;
    this.#homeUrl = `${baseUrl}/search/home/`;
  }

  get(url: string, signal: AbortSignal): Promise<HttpAnswer> {
    return this.#requestWithinSession(url, signal, () =>
      this.#send(url, signal, { accept: HTML, referer: this.#searchUrl }),
    );
  }

  post(url: string, form: URLSearchParams, signal: AbortSignal): Promise<HttpAnswer> {
    return this.#requestWithinSession(url, signal, async () => {
      const headers = {
        accept: "application/json, text/javascript, */*; q=0.01",
        referer: this.#searchUrl,
        "x-csrftoken": await this.#readToken(),
        "x-requested-with": "XMLHttpRequest",
      };
      return this.#send(url, signal, headers, form);
    });
  }

  async #send(
    url: string,
    signal: AbortSignal,
    headers: Readonly<Record<string, string>>,
    form?: URLSearchParams,
  ): Promise<HttpAnswer> {
    const cookie = await this.#jar.getCookieString(url);
    const request = {
      url,
      signal,
      maxBytes: MAX_BYTES,
      headers: {
        ...headers,
        ...(cookie === "" ? {} : { cookie }),
        ...(form ? { "content-type": "application/x-www-form-urlencoded; charset=UTF-8" } : {}),
      },
      ...(form ? { method: "POST" as const, body: form.toString() } : {}),
    };
    const answer = await this.#http.request(request).catch((error: unknown) => {
      throw toMaintenanceError(error);
    });
    for (const each of answer.setCookies) await this.#jar.setCookie(each, url, { ignoreError: true });
    throwIfBlockedOrClosed(answer);
    return answer;
  }

  async #readToken(): Promise<string> {
    return (await this.#jar.getCookies(this.#searchUrl)).find((cookie) => cookie.key === "csrftoken")?.value ?? "";
  }

  async #acceptTerms(signal: AbortSignal): Promise<void> {
    this.#jar = createCookieJar();
    const first = await this.#send(this.#searchUrl, signal, { accept: HTML });
    if (identifyAnswer(first).kind === "search_form") return;
    const home =
      first.status === 302
        ? await this.#send(this.#homeUrl, signal, { accept: HTML, referer: this.#searchUrl })
        : first;
    const { action, form } = await readAgreementForm(home, this.#homeUrl, this.#read);
    const answer = await this.#send(action, signal, { accept: HTML, referer: this.#homeUrl }, form);
    if (answer.status !== 302 || isRedirectToHome(answer)) {
      throw new SourceError(
        "agreement_refused",
        `${action} rejected the submitted agreement form. It answered with ${describeAnswer(answer)} instead of a redirect to the search.`,
      );
    }
    const search = await this.#send(this.#searchUrl, signal, { accept: HTML, referer: this.#homeUrl });
    if (identifyAnswer(search).kind !== "search_form") {
      throw new SourceError(
        "session_refused",
        `${this.#searchUrl} answered with ${describeAnswer(search)} although the agreement was accepted.`,
      );
    }
    this.#log.info({ site: this.#baseUrl }, "session begun on the Senate's site");
  }

  /** Begins a session, unless another request has begun one since session number `seen`. */
  async #beginSession(seen: number, signal: AbortSignal): Promise<void> {
    await this.#entrance.add(
      async () => {
        if (this.#generation !== seen) return;
        await this.#acceptTerms(signal);
        this.#generation += 1;
      },
      { signal },
    );
  }

  async #requestWithinSession(url: string, signal: AbortSignal, ask: () => Promise<HttpAnswer>): Promise<HttpAnswer> {
    if (this.#generation === 0) await this.#beginSession(0, signal);
    const seen = this.#generation;
    const answer = await ask();
    if (!hasSessionExpired(answer)) return answer;
    this.#log.info({ url }, "session on the Senate's site lapsed");
    await this.#beginSession(seen, signal);
    const again = await ask();
    if (!hasSessionExpired(again)) return again;
    throw new SourceError(
      "session_refused",
      `${url} answered with ${describeAnswer(again)} although the agreement was just accepted.`,
    );
  }
}

/** Creates a store for the site's cookies. Accepts them even if the site's host name is a single label, without dots. */
function createCookieJar(): CookieJar {
  return new CookieJar(undefined, { rejectPublicSuffixes: false });
}

const HTML = "text/html,application/xhtml+xml";

function identifyAnswer(answer: HttpAnswer): IdentifiedPage {
  const isJson = /json/i.test(answer.headers["content-type"] ?? "");
  if (answer.status !== 200 || isJson) return { kind: "unknown", title: "" };
  return identifyPage(Buffer.from(answer.body).toString("utf8"));
}

/** Describes a response: "status 302 to /search/home/", "the page "eFD: Home"". */
export function describeAnswer(answer: HttpAnswer): string {
  const { title } = identifyAnswer(answer);
  if (answer.status === 200) return title === "" ? "a page without a title" : `the page "${title}"`;
  const location = answer.headers["location"];
  return `status ${answer.status}${location === undefined ? "" : ` to ${location}`}`;
}

function isRedirectToHome(answer: HttpAnswer): boolean {
  const location = answer.headers["location"];
  return (
    location !== undefined &&
    URL.canParse(location, answer.url) &&
    /\/search\/home\/?$/.test(new URL(location, answer.url).pathname)
  );
}

function hasSessionExpired(answer: HttpAnswer): boolean {
  if (answer.status >= 300 && answer.status < 400) return isRedirectToHome(answer);
  const { kind } = identifyAnswer(answer);
  return kind === "agreement" || kind === "search_form";
}

/** @throws {SourceError} `blocked` or `maintenance` if a page with status 200 says so. */
function throwIfBlockedOrClosed(answer: HttpAnswer): void {
  const { kind, title } = identifyAnswer(answer);
  if (kind === "blocked") throw new SourceError("blocked", `${answer.url} refused our request ("${title}").`);
  if (kind === "maintenance")
    throw new SourceError("maintenance", `The Senate's site is under maintenance ("${title}").`);
}

function toMaintenanceError(error: unknown): unknown {
  if (!(error instanceof HttpStatusError) || error.status !== 503) return error;
  return new SourceError("maintenance", `The Senate's site is out of service: ${error.message}`, {
    cause: error,
    retryAfterSeconds: error.retryAfterSeconds,
  });
}

/**
 * Reads the form for accepting the terms. Its token and the session's cookies may be sent only to the same site. @throws
 * {SourceError} `unexpected_page` if `home` is not the terms page, `unexpected_address` if its form leads to another site.
 */
async function readAgreementForm(
  home: HttpAnswer,
  homeUrl: string,
  read: ReadBytes,
): Promise<{ action: string; form: URLSearchParams }> {
  const found = home.status === 200 ? await read(agreementReader, home.body, null) : null;
  if (found === null) {
    throw new SourceError(
      "unexpected_page",
      `${homeUrl} answered with ${describeAnswer(home)} instead of the agreement form.`,
    );
  }
  const written = found.action || homeUrl;
  const action = URL.canParse(written, homeUrl) ? new URL(written, homeUrl) : null;
  if (action?.origin !== new URL(homeUrl).origin || action.username !== "" || action.password !== "") {
    throw new SourceError(
      "unexpected_address",
      `The agreement form of ${homeUrl} would be sent to ${JSON.stringify(written.slice(0, 200))}, which is not on that site, so we did not accept the agreement.`,
    );
  }
  return {
    action: action.href,
    form: new URLSearchParams({ csrfmiddlewaretoken: found.token, prohibition_agreement: "1" }),
  };
}
