/**
 * Walks over every route of the service with its most expensive requests, first uncached, then again: by a hundred callers at once and
 * twenty times in one write, while a visitor requests something else.
 */
import { type Answer, ask } from "./ask.ts";
import { askAsHerd, askInOneWrite, CROWD } from "./crowd.ts";
import { isBeyond, leastOf, type Measured, measure, measureAgain, sentence } from "./guard.ts";
import { assistantQuestions } from "./questions/assistant.ts";
import { PAGE_QUESTIONS } from "./questions/pages.ts";
import { PREMIUM_QUESTIONS } from "./questions/premium.ts";
import { PUBLIC_QUESTIONS } from "./questions/public.ts";
import type { Ask, Question, Subjects } from "./questions/question.ts";
import type { Visit, Visitor } from "./visitor.ts";
import type { Watched } from "./watched.ts";

const QUESTIONS: Readonly<Record<string, Ask>> = {
  ...PUBLIC_QUESTIONS,
  ...PREMIUM_QUESTIONS,
  ...PAGE_QUESTIONS,
  "POST /mcp": assistantQuestions,
};
/** Every route with an expensive request; `strayRoutes` checks that none is missing. */
export const QUESTIONED_ROUTES: readonly string[] = Object.keys(QUESTIONS);

/** Files that are the same for everybody and read when the service starts. */
const FIXED = /^GET (\/assets\/|\/docs|\/favicon\.ico$|\/apple-touch-icon\.png$)/;

/** Read-only routes without a key. */
const OPEN_TO_ALL = /^GET (?!\/api\/v1\/premium\/|\/review)/;
interface Suspect {
  readonly what: string;
  readonly route: string;
  readonly question: Question;
  least: Measured;
}

/** Sentences about routes without a request here, and requests without a route. */
export function strayRoutes(routes: readonly string[]): readonly string[] {
  const unasked = routes.filter((route) => !FIXED.test(route) && QUESTIONS[route] === undefined);
  const unserved = Object.keys(QUESTIONS).filter((route) => !routes.includes(route));
  return [
    ...unasked.map(
      (route) =>
        `${route} has no dearest question: add to test/large/questions/ what costs most of all that one request may ask of it (the largest skip, the widest filter, the slowest order).`,
    ),
    ...unserved.map(
      (route) => `${route} is among the dearest questions and is not served: remove it from test/large/questions/.`,
    ),
  ];
}

/** What a walk goes over. */
export interface Walked {
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
  readonly #place: Walked;

  constructor(place: Walked) {
    this.#place = place;
  }

  get hasSuspects(): boolean {
    return this.#suspects.length > 0;
  }

  /** Milliseconds that the loop worked while a visitor waited, at most for 99 of 100 visits; more where the visitor itself waits for a processor. */
  get visitedWithinMs(): number {
    const sorted = this.#visits.map(({ workedMs }) => workedMs).sort((a, b) => a - b);
    return sorted[Math.ceil(sorted.length * 0.99) - 1] ?? 0;
  }

  /** @param isAskedAgain each is asked by a crowd once its answer may be ready; what changes something, or has a key's limit, once more by one. */
  async all(when: string, isAskedAgain: boolean): Promise<void> {
    const { watched, subjects } = this.#place;
    for (const route of watched.serves.routes) {
      for (const question of questionsOf(route, subjects)) {
        const what = `${route}, ${targetOf(question, 0).slice(0, 160)}`;
        let isFile = false;
        const askFirst = async () => {
          isFile = "content-disposition" in (await this.#ask(route, question, 0, "br")).headers;
        };
        const first = leastOf(undefined, await measure(watched, askFirst));
        if (isBeyond(first)) this.#suspects.push({ what: `${what}, ${when}`, route, question, least: first });
        if (!isAskedAgain) continue;
        // A file is sent in pieces, as fast as its reader takes them.
        const isCrowded = OPEN_TO_ALL.test(route) && !isFile;
        const again = () => (isCrowded ? this.#crowd(what, question) : this.#ask(route, question, 0, "gzip"));
        const further = await measureAgain(watched, again);
        if (isBeyond(further))
          this.findings.push(sentence(`${what}, asked ${isCrowded ? "by a crowd" : "again"}`, further));
      }
    }
  }

  /** Repeats the suspect requests, and clears those within the limits this time. */
  async suspectsAgain(attempt: number): Promise<void> {
    for (const suspect of this.#suspects) {
      const { route, question } = suspect;
      const held = await measure(this.#place.watched, () => this.#ask(route, question, attempt, "br"));
      suspect.least = leastOf(suspect.least, held);
    }
    this.#suspects = this.#suspects.filter(({ least }) => isBeyond(least));
  }

  /** Turns the remaining suspects into findings. */
  judge(): void {
    for (const { what, least } of this.#suspects) this.findings.push(sentence(what, least));
    this.#suspects = [];
    const refused = this.#visits.filter(({ status }) => status !== 200).length;
    if (refused > 0)
      this.findings.push(`${refused} of ${this.#visits.length} visits beside a crowd were not answered.`);
    this.findings.push(...this.#unexpected);
    this.#unexpected.clear();
  }

  async #crowd(what: string, question: Question): Promise<void> {
    const { watched, visitor } = this.#place;
    const { origin } = watched.serves;
    const target = targetOf(question, 0);
    const visits = await visitor.during({ origin, pid: watched.pid }, async () => {
      const statuses = [
        ...(await askAsHerd(origin, target, question)).map(({ status }) => status),
        ...(await askInOneWrite(origin, target, question)),
      ];
      // Those of the crowd itself who would wait for too long are refused.
      const wrong = statuses.filter((status) => status !== 503 && !isExpected(question, status));
      if (statuses.length !== CROWD || wrong.length > 0) {
        this.#unexpected.add(
          `${what}: of ${CROWD} in a crowd ${statuses.length} were answered, not as expected [${wrong}]`,
        );
      }
    });
    this.#visits.push(...visits);
  }

  async #ask(route: string, question: Question, attempt: number, coding: string): Promise<Answer> {
    const [method = "GET"] = route.split(" ");
    const { watched, subjects } = this.#place;
    const isPremium = route.includes("/premium/");
    const headers = { "accept-encoding": coding, ...(isPremium && { authorization: `Bearer ${subjects.key}` }) };
    const target = targetOf(question, attempt);
    const answer = await ask(watched.serves.origin, method, target, {
      ...question,
      headers: { ...headers, ...question.headers },
    });
    const { status } = answer;
    if (!isExpected(question, status)) {
      const said = answer.body.toString("utf8", 0, 300);
      this.#unexpected.add(
        `${method} ${target.slice(0, 160)} answered ${status}, which shows nothing of what it costs: ${said}`,
      );
    }
    return answer;
  }
}

function isExpected({ also = [] }: Question, status: number): boolean {
  return (status >= 200 && status < 300) || also.includes(status);
}

function questionsOf(route: string, subjects: Subjects): readonly Question[] {
  return QUESTIONS[route]?.(subjects) ?? [{ path: route.slice("GET ".length) }];
}

function targetOf({ path }: Question, attempt: number): string {
  return typeof path === "string" ? path : path(attempt);
}
