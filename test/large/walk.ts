/**
 * Walks over every route of the service with its most expensive requests, first uncached, then again: by a hundred callers at once and
 * twenty times in one write, while a visitor requests something else.
 */
import { type Answer, ask } from "./ask.ts";
import { CROWD, sendAsCrowd, sendInOneWrite } from "./crowd.ts";
import { describeMeasured, exceedsLimits, type Measured, measure, measureRepeatedly, mergeLowest } from "./guard.ts";
import { createAssistantRequests } from "./questions/assistant.ts";
import { PAGE_REQUESTS } from "./questions/pages.ts";
import { PREMIUM_REQUESTS } from "./questions/premium.ts";
import { PUBLIC_REQUESTS } from "./questions/public.ts";
import type { CreateRequests, ExpensiveRequest, Subjects } from "./questions/question.ts";
import type { Visit, Visitor } from "./visitor.ts";
import type { Watched } from "./watched.ts";

const REQUESTS: Readonly<Record<string, CreateRequests>> = {
  ...PUBLIC_REQUESTS,
  ...PREMIUM_REQUESTS,
  ...PAGE_REQUESTS,
  "POST /mcp": createAssistantRequests,
};
/** Every route with an expensive request; `findMismatchedRoutes` checks that none is missing. */
export const COVERED_ROUTES: readonly string[] = Object.keys(REQUESTS);

/** Files that are the same for everybody and read when the service starts. */
const FIXED = /^GET (\/assets\/|\/docs|\/favicon\.ico$|\/apple-touch-icon\.png$)/;

/** Read-only routes without a key. */
const OPEN_TO_ALL = /^GET (?!\/api\/v1\/premium\/|\/review)/;
interface Suspect {
  readonly what: string;
  readonly route: string;
  readonly request: ExpensiveRequest;
  least: Measured;
}

/** Sentences about routes without a request here, and requests without a route. */
export function findMismatchedRoutes(routes: readonly string[]): readonly string[] {
  const unasked = routes.filter((route) => !FIXED.test(route) && REQUESTS[route] === undefined);
  const unserved = Object.keys(REQUESTS).filter((route) => !routes.includes(route));
  return [
    ...unasked.map(
      (route) =>
        `${route} has no expensive request: add to test/large/questions/ the request that costs it the most (the largest skip, the widest filter, the slowest order).`,
    ),
    ...unserved.map(
      (route) => `${route} is among the expensive requests and is not served: remove it from test/large/questions/.`,
    ),
  ];
}

/** The service that a walk requests, with a visitor and the ids that requests use. */
export interface WalkContext {
  readonly watched: Watched;
  readonly visitor: Visitor;
  readonly subjects: Subjects;
}

export class Walk {
  readonly findings: string[] = [];
  readonly #unexpected = new Set<string>();
  readonly #visits: Visit[] = [];
  /** Requests beyond a limit: each is repeated once all caches are cold again. */
  #suspects: Suspect[] = [];
  readonly #place: WalkContext;

  constructor(place: WalkContext) {
    this.#place = place;
  }

  get hasSuspects(): boolean {
    return this.#suspects.length > 0;
  }

  /** 99th percentile of the milliseconds that the loop worked during a visit; higher if the visitor waits for a processor. */
  get p99VisitMs(): number {
    const sorted = this.#visits.map(({ workedMs }) => workedMs).sort((a, b) => a - b);
    return sorted[Math.ceil(sorted.length * 0.99) - 1] ?? 0;
  }

  /**
   * @param isAskedAgain repeats each request by a crowd once its response may be cached. A request that changes something, or
   * that counts toward a key's limit, is repeated once by a single caller.
   */
  async askAll(when: string, isAskedAgain: boolean): Promise<void> {
    const { watched, subjects } = this.#place;
    for (const route of watched.serves.routes) {
      for (const request of getRequests(route, subjects)) {
        const what = `${route}, ${`${getTarget(request, 0)} ${JSON.stringify(request.body) ?? ""}`.trim().slice(0, 160)}`;
        let isFile = false;
        const askFirst = async () => {
          isFile = "content-disposition" in (await this.#ask(route, request, 0, "br")).headers;
        };
        const first = mergeLowest(undefined, await measure(watched, askFirst));
        if (exceedsLimits(first)) this.#suspects.push({ what: `${what}, ${when}`, route, request, least: first });
        if (!isAskedAgain) continue;
        // Files are not requested by a crowd: they are sent in pieces, as fast as the client reads them.
        const isCrowded = OPEN_TO_ALL.test(route) && !isFile;
        const repeat = () => (isCrowded ? this.#crowd(what, request) : this.#ask(route, request, 0, "gzip"));
        const repeated = await measureRepeatedly(watched, repeat);
        if (exceedsLimits(repeated))
          this.findings.push(describeMeasured(`${what}, ${isCrowded ? "requested by a crowd" : "repeated"}`, repeated));
      }
    }
  }

  /** Repeats the suspect requests, and clears those within the limits this time. */
  async repeatSuspects(attempt: number): Promise<void> {
    for (const suspect of this.#suspects) {
      const { route, request } = suspect;
      const held = await measure(this.#place.watched, () => this.#ask(route, request, attempt, "br"));
      suspect.least = mergeLowest(suspect.least, held);
    }
    this.#suspects = this.#suspects.filter(({ least }) => exceedsLimits(least));
  }

  /** Turns the remaining suspects into findings. */
  judge(): void {
    for (const { what, least } of this.#suspects) this.findings.push(describeMeasured(what, least));
    this.#suspects = [];
    this.findings.push(...this.#unexpected);
    this.#unexpected.clear();
  }

  async #crowd(what: string, request: ExpensiveRequest): Promise<void> {
    const { watched, visitor } = this.#place;
    const { origin } = watched.serves;
    const target = getTarget(request, 0);
    const visits = await visitor.visitDuring({ origin, pid: watched.pid }, async () => {
      const statuses = [
        ...(await sendAsCrowd(origin, target, request)).map(({ status }) => status),
        ...(await sendInOneWrite(origin, target, request)),
      ];
      // Requests of the crowd itself that would wait too long are rejected with 503.
      const wrong = statuses.filter((status) => status !== 503 && !isExpected(request, status));
      if (statuses.length !== CROWD || wrong.length > 0) {
        this.#unexpected.add(
          `${what}: ${statuses.length} of ${CROWD} requests of a crowd were answered, with unexpected statuses [${wrong}]`,
        );
      }
    });
    for (const { status, workedMs } of visits.filter((visit) => visit.status !== 200)) {
      this.#unexpected.add(
        `${what}: a visit next to the crowd was answered with ${status} after the service had worked for ${workedMs.toFixed(0)} ms`,
      );
    }
    this.#visits.push(...visits);
  }

  async #ask(route: string, request: ExpensiveRequest, attempt: number, coding: string): Promise<Answer> {
    const [method = "GET"] = route.split(" ");
    const { watched, subjects } = this.#place;
    const isPremium = route.includes("/premium/");
    const headers = { "accept-encoding": coding, ...(isPremium && { authorization: `Bearer ${subjects.key}` }) };
    const target = getTarget(request, attempt);
    const answer = await ask(watched.serves.origin, method, target, {
      ...request,
      headers: { ...headers, ...request.headers },
    });
    const { status } = answer;
    if (!isExpected(request, status)) {
      const said = answer.body.toString("utf8", 0, 300);
      this.#unexpected.add(
        `${method} ${target.slice(0, 160)} answered ${status}, which does not show its cost: ${said}`,
      );
    }
    return answer;
  }
}

function isExpected({ also = [] }: ExpensiveRequest, status: number): boolean {
  return (status >= 200 && status < 300) || also.includes(status);
}

function getRequests(route: string, subjects: Subjects): readonly ExpensiveRequest[] {
  return REQUESTS[route]?.(subjects) ?? [{ path: route.slice("GET ".length) }];
}

function getTarget({ path }: ExpensiveRequest, attempt: number): string {
  return typeof path === "string" ? path : path(attempt);
}
