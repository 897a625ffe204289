/** Finds, renders, caches and serves pages. */
import { createHash } from "node:crypto";
import { NotFoundError } from "../base/errors.ts";
import { FairQueue } from "../base/fair-queue.ts";
import { awaitNextTurn } from "../base/next-turn.ts";
import { ProblemError } from "../http/failures.ts";
import { HTML_TYPE } from "../http/media-types.ts";
import { throwIfUnknown } from "../http/request/query-string.ts";
import { CACHE_CONTROL, formatWeakTag } from "../http/response/caching.ts";
import type { Answer, PageRequest, SitePage } from "../http/route.ts";
import type { Datasets } from "../publication/dataset/dataset.ts";
import { CachedPages, type PageAnswer } from "./cached-pages.ts";
import { type Frame, renderLayout } from "./layout.ts";
import { appendQuery } from "./links.ts";
import { createRedirect, type Rendered, type View, type WebFile, type WebPage } from "./page.ts";
import { readDrawingMs } from "./pictures/png.ts";
import { removeTrackingParameters } from "./read-query.ts";
import { RenderBudget } from "./render-budget.ts";
import { PAGE_HEADERS } from "./security-policy.ts";

const CACHED_BYTES = 64 * 1024 * 1024;
/** For this many milliseconds, a URL gets the same bytes again. Meanwhile, the page is not checked for changes. */
const CACHED_MS = 1000;
/** Maximum length of the queue of pages to render: at 10 ms per page, the last page waits for 2.5 s. Callers take turns. */
const WAITING = { waiting: 250, waitingOfCaller: 100, order: "oldest first" } as const;

type Make = (view: View) => Promise<PageAnswer>;

interface PageServerParts {
  readonly frame: Frame;
  readonly datasets: Datasets;
  readonly readMonotonicMs: () => number;
  readonly now: () => Date;
  /** Share of processor time that rendering uncached pages for one caller may take, above 0 and up to 1. */
  readonly renderShare: number;
}

export class PageServer {
  readonly #parts: PageServerParts;
  readonly #cached = new CachedPages(CACHED_BYTES);
  /** Renders one page at a time. Before each page, a turn of the event loop lets the API answer. */
  readonly #queue = new FairQueue({ concurrency: 1, ...WAITING });
  readonly #budget: RenderBudget;

  constructor(parts: PageServerParts) {
    this.#parts = parts;
    this.#budget = new RenderBudget({ share: parts.renderShare, readMonotonicMs: parts.readMonotonicMs });
  }

  createPageRoute(page: WebPage): SitePage {
    return {
      name: page.name,
      path: page.path,
      answer: (request) =>
        this.#answerWithRevision(request, page.readRevision, async (view) =>
          createPageAnswer(this.#parts.frame, await renderPage(page, request.path, view)),
        ),
    };
  }

  createFileRoute(file: WebFile): SitePage {
    return {
      name: file.name,
      path: file.path,
      answer: (request) =>
        this.#answerWithRevision(request, file.revision, async (view) => {
          const body = await file.render(view);
          if (body === null) throw new NotFoundError("not_found", "No file exists at this address.");
          return createFileAnswer(file.contentType, body);
        }),
    };
  }

  #answerWithRevision(request: PageRequest, revision: WebPage["readRevision"], make: Make): Answer | Promise<Answer> {
    if (revision === undefined) return this.#answer(request, "", make);
    const { parameters } = request;
    const query = new URLSearchParams(request.query);
    const requested = revision({ dataset: this.#parts.datasets.getCurrent(), parameters, query });
    return requested.then((text) => this.#answer(request, text, make));
  }

  /** @param revision result of `WebPage.readRevision`; empty if the page has no such function. */
  #answer(request: PageRequest, revision: string, make: Make): Answer | Promise<Answer> {
    const query = new URLSearchParams(request.query);
    query.sort();
    this.#cached.setRevision(this.#parts.frame.state.computeRevision());
    const key = `${revision} ${request.path}?${query}`;
    const cached = this.#cached.find(key);
    if (cached !== undefined)
      return cached instanceof Promise ? cached.then((answer) => answerPageOrThrowProblem(request, answer)) : cached;
    this.#checkRenderBudget(request.identity);
    return this.#cached
      .renderOnce(key, () => this.#renderWithinBudget(request, query, make))
      .then((answer) => answerPageOrThrowProblem(request, answer));
  }

  #renderWithinBudget({ identity, parameters }: PageRequest, query: URLSearchParams, make: Make): Promise<PageAnswer> {
    const { datasets, now } = this.#parts;
    return this.#queue.run(identity, async () => {
      await awaitNextTurn();
      const before = readRenderingMs();
      try {
        return await make({ dataset: datasets.getCurrent(), parameters, query, now: now() });
      } finally {
        // The time includes work for other requests while this page waits for the store: a little too much, never too little.
        this.#budget.charge(identity, readRenderingMs() - before);
      }
    });
  }

  /** @throws {ProblemError} code `rate_limit_exceeded` if the caller used up its share of processor time for uncached pages. */
  #checkRenderBudget(identity: string): void {
    const waitMs = this.#budget.computeWaitMs(identity);
    if (waitMs === 0) return;
    const seconds = Math.ceil(waitMs / 1000);
    throw new ProblemError(
      {
        code: "rate_limit_exceeded",
        detail: `Building pages for your IP address used more than ${Math.round(this.#parts.renderShare * 100)}% of one processor's time; pages already built do not count. Try again in ${seconds} s.`,
        retryAfterSeconds: seconds,
      },
      { isExpected: true },
    );
  }
}

/** Milliseconds of processor time that this thread, and the thread that draws pictures, have used so far. */
function readRenderingMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000 + readDrawingMs();
}

/** @throws {InvalidParametersError} for a parameter that the page does not support. */
function renderPage(page: WebPage, path: string, view: View): Rendered | Promise<Rendered> {
  const query = removeTrackingParameters(view.query);
  if (query.size < view.query.size) return createRedirect(appendQuery(path, Object.fromEntries(query)));
  if (page.parameters !== undefined) throwIfUnknown(query.keys(), page.parameters);
  return page.render(view);
}

/** Problem codes for error pages by status. */
const PROBLEM_CODES = { 400: "invalid_parameter", 404: "not_found", 410: "gone", 503: "service_unavailable" } as const;

/** @throws {ProblemError} instead of returning an error page, if the caller is a program. */
function answerPageOrThrowProblem({ wantsHtmlPage }: PageRequest, answer: PageAnswer): Answer {
  const { status, detail } = answer;
  if (status === undefined || status === 308 || wantsHtmlPage) return answer;
  throw new ProblemError({ code: PROBLEM_CODES[status], detail }, { isExpected: true });
}

function createPageAnswer(frame: Frame, rendered: Rendered): PageAnswer {
  const { status = 200, canonical, description: detail } = rendered;
  const common = { detail, contentType: HTML_TYPE, etag: null };
  if (status === 308) {
    const headers = ["Location", frame.links.to(canonical)];
    return { ...common, status, body: Buffer.alloc(0), cacheControl: CACHE_CONTROL.page, headers };
  }
  const body = Buffer.from(renderLayout(frame, rendered));
  if (status !== 200) return { ...common, status, body, cacheControl: CACHE_CONTROL.none, headers: PAGE_HEADERS };
  return { ...createFileAnswer(HTML_TYPE, body), detail, headers: PAGE_HEADERS, keep: { ms: CACHED_MS } };
}

function createFileAnswer(contentType: string, body: Buffer): PageAnswer {
  const etag = formatWeakTag(createHash("sha1").update(body).digest("base64url"));
  return { detail: "", body, contentType, cacheControl: CACHE_CONTROL.page, etag, headers: [], bodyIsCached: true };
}
