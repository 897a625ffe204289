/** Finds, renders, keeps and answers pages. */
import { createHash } from "node:crypto";
import { ProblemError } from "../api/http/failures.ts";
import { HTML_TYPE } from "../api/http/media-types.ts";
import { type Plan, SlidingLog } from "../api/http/rate-limit/rate-limit.ts";
import { refuseUnknown } from "../api/http/request/query-string.ts";
import { CACHE_CONTROL, weakTag } from "../api/http/response/caching.ts";
import type { Answer, PageRequest, SitePage } from "../api/http/route.ts";
import type { Datasets } from "../dataset/dataset.ts";
import { NotFoundError } from "../errors.ts";
import { KeptPages, type PageAnswer } from "./kept-pages.ts";
import { type Frame, layout } from "./layout.ts";
import { withQuery } from "./links.ts";
import { movedTo, type Rendered, type View, type WebFile, type WebPage } from "./page.ts";
import { withoutTracking } from "./read-query.ts";
import { RenderQueue } from "./render-queue.ts";
import { PAGE_HEADERS } from "./security-policy.ts";

const KEPT_BYTES = 64 * 1024 * 1024;
/** Time in milliseconds for which a page is given again by the bytes of its address, without a look at what it shows. */
const KEPT_MS = 1000;
/** Pages that one caller may have made in any minute; those that are ready are free. */
const RENDERS: Plan = { name: "pages", quota: 60 };
/** Callers whose renders are counted. */
const CALLERS = 50_000;

type Make = (view: View) => Promise<PageAnswer>;

interface PageServerParts {
  readonly frame: Frame;
  readonly datasets: Datasets;
  /** Monotonic milliseconds. */
  readonly clock: () => number;
  readonly now: () => Date;
}

export class PageServer {
  readonly #parts: PageServerParts;
  readonly #kept = new KeptPages(KEPT_BYTES);
  readonly #queue = new RenderQueue();
  readonly #renders: SlidingLog;

  constructor(parts: PageServerParts) {
    this.#parts = parts;
    this.#renders = new SlidingLog({ clock: parts.clock, capacity: CALLERS });
  }

  serve(page: WebPage): SitePage {
    return {
      name: page.name,
      path: page.path,
      answer: (request) =>
        this.#answerEdition(request, page.edition, async (view) =>
          answerOf(this.#parts.frame, await rendered(page, request.path, view)),
        ),
    };
  }

  serveFile(file: WebFile): SitePage {
    return {
      name: file.name,
      path: file.path,
      answer: (request) =>
        this.#answerEdition(request, file.edition, async (view) => {
          const body = await file.render(view);
          if (body === null) throw new NotFoundError("not_found", "There is no file at this address.");
          return fileAnswer(file, body);
        }),
    };
  }

  #answerEdition(request: PageRequest, edition: WebPage["edition"], make: Make): Answer | Promise<Answer> {
    if (edition === undefined) return this.#answer(request, "", make);
    const { parameters } = request;
    const asked = edition({ dataset: this.#parts.datasets.current(), parameters });
    return asked.then((text) => this.#answer(request, text, make));
  }

  /** @param edition of what the page shows beside the dataset. */
  #answer(request: PageRequest, edition: string, make: Make): Answer | Promise<Answer> {
    const query = new URLSearchParams(request.query);
    query.sort();
    this.#kept.turnTo(this.#parts.frame.state.edition());
    const key = `${edition} ${request.path}?${query}`;
    const kept = this.#kept.find(key);
    if (kept !== undefined) return kept instanceof Promise ? kept.then((answer) => forCaller(request, answer)) : kept;
    this.#admit(request.identity);
    const { datasets, now } = this.#parts;
    const { parameters } = request;
    const render = () => this.#queue.run(() => make({ dataset: datasets.current(), parameters, query, now: now() }));
    return this.#kept.make(key, render).then((answer) => forCaller(request, answer));
  }

  /** @throws {ProblemError} code `rate_limit_exceeded` for a caller who has had too many pages made. */
  #admit(identity: string): void {
    const { admittedAt, state } = this.#renders.admit(identity, RENDERS);
    if (admittedAt !== null) return;
    const seconds = Math.max(1, Math.ceil(state.nextInMs / 1000));
    throw new ProblemError(
      {
        code: "rate_limit_exceeded",
        detail: `You have opened ${RENDERS.quota} new pages within a minute; the next is made in ${seconds} s.`,
        retryAfterSeconds: seconds,
      },
      { isExpected: true },
    );
  }
}

/** @throws {InvalidParametersError} for a parameter that the page does not have. */
function rendered(page: WebPage, path: string, view: View): Rendered | Promise<Rendered> {
  const query = withoutTracking(view.query);
  if (query.size < view.query.size) return movedTo(withQuery(path, Object.fromEntries(query)));
  if (page.parameters !== undefined) refuseUnknown(query.keys(), page.parameters);
  return page.render(view);
}

/** Problems that stand for pages with these statuses. */
const PROBLEM_OF = { 400: "invalid_parameter", 404: "not_found", 410: "gone", 503: "service_unavailable" } as const;

/** @throws {ProblemError} instead of a page that says what is wrong, to a program. */
function forCaller({ isForPeople }: PageRequest, answer: PageAnswer): Answer {
  const { status, detail } = answer;
  if (status === undefined || status === 308 || isForPeople) return answer;
  throw new ProblemError({ code: PROBLEM_OF[status], detail }, { isExpected: true });
}

function answerOf(frame: Frame, rendered: Rendered): PageAnswer {
  const { status = 200, canonical, description: detail } = rendered;
  if (status === 308) {
    return {
      status,
      detail,
      body: Buffer.alloc(0),
      contentType: HTML_TYPE,
      cacheControl: CACHE_CONTROL.page,
      etag: null,
      headers: ["Location", frame.links.to(canonical)],
    };
  }
  const body = Buffer.from(layout(frame, rendered));
  if (status !== 200) {
    return {
      status,
      detail,
      body,
      contentType: HTML_TYPE,
      cacheControl: CACHE_CONTROL.none,
      etag: null,
      headers: PAGE_HEADERS,
    };
  }
  return {
    detail,
    body,
    contentType: HTML_TYPE,
    cacheControl: CACHE_CONTROL.page,
    etag: tagOf(body),
    headers: PAGE_HEADERS,
    bodyIsKept: true,
    keep: { ms: KEPT_MS },
  };
}

function fileAnswer({ contentType }: WebFile, body: Buffer): PageAnswer {
  return {
    detail: "",
    body,
    contentType,
    cacheControl: CACHE_CONTROL.page,
    etag: tagOf(body),
    headers: [],
    bodyIsKept: true,
  };
}

function tagOf(body: Buffer): string {
  return weakTag(createHash("sha1").update(body).digest("base64url"));
}
