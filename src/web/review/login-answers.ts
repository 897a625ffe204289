/** Logging in with a key, and logging out. */
import { type Plan, SlidingLog } from "../../http/rate-limit/rate-limit.ts";
import type { Answer, FormRequest } from "../../http/route.ts";
import { type Html, html } from "../html.ts";
import type { Frame } from "../layout.ts";
import type { Links } from "../links.ts";
import { formatSessionCookie, NO_COOKIE, readForm, readSessionToken } from "./form-request.ts";
import { createMessageAnswer, createReviewPageAnswer, createSeeOther } from "./review-answers.ts";
import { computeKeyDigest, findReviewer, type ReviewKeys } from "./reviewers.ts";
import type { Sessions } from "./sessions.ts";
import type { SentForm, Visits } from "./visits.ts";

/** Failed attempts per address and minute, as for API keys. */
const ATTEMPTS: Plan = { name: "review-logins", quota: 10 };
const ADDRESSES = 10_000;
/** Paths that a login may redirect to. */
const OUR_PATH = /^\/review\/(?:items|pictures|identities)[\w/?&=%-]*$/;

interface LoginParts {
  readonly sessions: Sessions;
  readonly visits: Visits;
  readonly keys: ReviewKeys;
  readonly frame: Frame;
  readonly readClockMs: () => number;
  readonly now: () => Date;
}

export class LoginAnswers {
  readonly #parts: LoginParts;
  readonly #attempts: SlidingLog;

  constructor(parts: LoginParts) {
    this.#parts = parts;
    this.#attempts = new SlidingLog({ readClockMs: parts.readClockMs, capacity: ADDRESSES });
  }

  /** Reloading the form's URL redirects to the first page. */
  readonly redirectToReview = (): Answer => createSeeOther(this.#parts.frame.links.to("/review"));

  readonly logIn = async (request: FormRequest): Promise<Answer> => {
    const { sessions, visits, keys, frame, now } = this.#parts;
    const refused = visits.refuseForeignForm(request);
    if (refused !== null) return refused;
    const form = readForm(request);
    const to = form?.get("to") ?? null;
    const { admittedAt, state } = this.#attempts.admit(request.identity, ATTEMPTS);
    if (admittedAt === null) {
      const seconds = Math.max(1, Math.ceil(state.nextInMs / 1000));
      const fault = `From one address ${ATTEMPTS.quota} attempts may fail within a minute. Try again in ${seconds} s.`;
      return this.#askAgain(429, fault, to, ["Retry-After", String(seconds)]);
    }
    const digest = computeKeyDigest(form?.get("key")?.trim() ?? "");
    const reviewer = digest === null ? null : await findReviewer(keys, digest, now());
    if (digest === null || reviewer === null) {
      return this.#askAgain(403, "This key is unknown, has ended, or does not have the scope review.", to);
    }
    this.#attempts.refund(request.identity, admittedAt);
    const previous = readSessionToken(request);
    if (previous !== null) sessions.endSession(previous);
    const back = to !== null && OUR_PATH.test(to) ? to : "/review?login=done";
    return createSeeOther(frame.links.to(back), ["Set-Cookie", formatSessionCookie(sessions.open(digest))]);
  };

  readonly logOut = async ({ isOfSession, token }: SentForm): Promise<Answer> => {
    const { sessions, frame } = this.#parts;
    if (!isOfSession) return createMessageAnswer(frame, 403, "Made for another session", "You are still logged in.");
    sessions.endSession(token);
    return createSeeOther(frame.links.to("/review"), ["Set-Cookie", NO_COOKIE]);
  };

  #askAgain(status: 403 | 429, fault: string, to: string | null, headers: readonly string[] = []): Answer {
    const { frame } = this.#parts;
    const main = renderLoginPage(frame.links, { fault, to });
    return createReviewPageAnswer(frame, status, { title: "Log in", main, reviewer: null }, headers);
  }
}

interface Attempt {
  /** Why a login attempt failed; null before one. */
  readonly fault: string | null;
  /** Redirect target after login; null for the first page. */
  readonly to: string | null;
}

export function renderLoginPage(links: Links, { fault, to }: Attempt): Html {
  return html`<h1>Log in to review</h1>
<p>Here people decide what could not be read or matched for sure. You need a key with the scope <code>review</code>.</p>
${fault !== null && html`<p class="fault" role="alert" id="login-fault">${fault}</p>`}
<form class="login" method="post" action="${links.to("/review/login")}">
${to !== null && html`<input type="hidden" name="to" value="${to}">`}
<input type="text" name="username" autocomplete="username" value="review" hidden>
<label for="key">Key</label>
<input id="key" name="key" type="password" required autocomplete="current-password" autofocus maxlength="200"${
    fault !== null && html` aria-describedby="login-fault" aria-invalid="true"`
  }>
<button>Log in</button>
</form>`;
}
