/** A walk over every route of the service with its dearest questions, each asked twice: when nobody has asked it before, and again. */
import { request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { isBeyond, leastOf, type Measured, measure, measureAgain, sentence } from "./guard.ts";
import { assistantQuestions } from "./questions/assistant.ts";
import { PAGE_QUESTIONS } from "./questions/pages.ts";
import { PREMIUM_QUESTIONS } from "./questions/premium.ts";
import { PUBLIC_QUESTIONS } from "./questions/public.ts";
import type { Ask, Question, Subjects } from "./questions/question.ts";
import type { Watched } from "./watched.ts";

const QUESTIONS: Readonly<Record<string, Ask>> = {
  ...PUBLIC_QUESTIONS,
  ...PREMIUM_QUESTIONS,
  ...PAGE_QUESTIONS,
  "POST /mcp": assistantQuestions,
};
/** Every route of the service that has a dearest question; `strayRoutes` keeps them whole. */
export const QUESTIONED_ROUTES: readonly string[] = Object.keys(QUESTIONS);

/** Files that are the same for everybody and read when the service starts. */
const FIXED = /^GET (\/assets\/|\/docs|\/favicon\.ico$|\/apple-touch-icon\.png$)/;

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

interface Suspect {
  readonly what: string;
  readonly route: string;
  readonly question: Question;
  least: Measured;
}

/** Sentences on routes that no question is known for, and on questions without a route. */
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
  readonly subjects: Subjects;
}

export class Walk {
  readonly findings: string[] = [];
  readonly #unexpected = new Set<string>();
  /** Questions that were beyond a bound: each is asked again once everything is as new as it was. */
  #suspects: Suspect[] = [];
  readonly #place: Walked;

  constructor(place: Walked) {
    this.#place = place;
  }

  get hasSuspects(): boolean {
    return this.#suspects.length > 0;
  }

  /** @param isAskedAgain each is asked once more, when its answer may be ready. */
  async all(when: string, isAskedAgain: boolean): Promise<void> {
    const { watched, subjects } = this.#place;
    for (const route of watched.serves.routes) {
      for (const question of questionsOf(route, subjects)) {
        const what = `${route}, ${targetOf(question, 0).slice(0, 160)}`;
        const first = leastOf(undefined, await measure(watched, () => this.#ask(route, question, 0, "br")));
        if (isBeyond(first)) this.#suspects.push({ what: `${what}, ${when}`, route, question, least: first });
        if (!isAskedAgain) continue;
        const further = await measureAgain(watched, () => this.#ask(route, question, 0, "gzip"));
        if (isBeyond(further)) this.findings.push(sentence(`${what}, asked again`, further));
      }
    }
  }

  /** Asks the suspects once more; those that are within the bounds this time are none. */
  async suspectsAgain(attempt: number): Promise<void> {
    for (const suspect of this.#suspects) {
      const { route, question } = suspect;
      const held = await measure(this.#place.watched, () => this.#ask(route, question, attempt, "br"));
      suspect.least = leastOf(suspect.least, held);
    }
    this.#suspects = this.#suspects.filter(({ least }) => isBeyond(least));
  }

  /** What is still suspect is found. */
  judge(): void {
    for (const { what, least } of this.#suspects) this.findings.push(sentence(what, least));
    this.#suspects = [];
    this.findings.push(...this.#unexpected);
    this.#unexpected.clear();
  }

  async #ask(route: string, question: Question, attempt: number, coding: string): Promise<void> {
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
    const isExpected = (status >= 200 && status < 300) || (question.also ?? []).includes(status);
    if (!isExpected) {
      const said = answer.body.toString("utf8", 0, 300);
      this.#unexpected.add(
        `${method} ${target.slice(0, 160)} answered ${status}, which shows nothing of what it costs: ${said}`,
      );
    }
  }
}

function questionsOf(route: string, subjects: Subjects): readonly Question[] {
  return QUESTIONS[route]?.(subjects) ?? [{ path: route.slice("GET ".length) }];
}

function targetOf({ path }: Question, attempt: number): string {
  return typeof path === "string" ? path : path(attempt);
}

/** Addresses from 10.16.0.1 on; those below are left to programs that ask beside a walk. */
let client = 16 << 16;

/** Each request comes from an address of its own, so that no limit is met; one that is refused because the service is busy is sent again. */
export async function ask(
  origin: string,
  method: string,
  target: string,
  { headers = {}, body }: Pick<Question, "headers" | "body"> = {},
): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    client += 1;
    const forwarded = `10.${(client >> 16) & 255}.${(client >> 8) & 255}.${client & 255}`;
    const isForm = typeof body === "string";
    const text = isForm || body === undefined ? body : JSON.stringify(body);
    const answer = await send(origin + target, method, text, {
      "x-forwarded-for": forwarded,
      ...(body !== undefined && !isForm && { "content-type": "application/json" }),
      ...headers,
    });
    if ((answer.status !== 503 && answer.status !== 429) || tries === 20) return answer;
    await sleep(Math.min(5, Number(answer.headers["retry-after"] ?? 1)) * 1000);
  }
}

function send(
  url: string,
  method: string,
  body: string | undefined,
  headers: Readonly<Record<string, string>>,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    });
    sent.on("error", reject);
    sent.end(body);
  });
}
