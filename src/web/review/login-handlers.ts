/** Logging in with a key, and logging out. */
import { type Plan, SlidingLog } from "../../http/rate-limit/rate-limit.ts";
import type { Answer, FormRequest } from "../../http/route.ts";
import { DELETE_SESSION_COOKIE, formatSessionCookie, readForm, readSessionToken } from "./form-request.ts";
import { createMessageAnswer, createSeeOther } from "./review-answers.ts";
import { authenticateReviewer, computeKeyDigest } from "./reviewers.ts";
import { createLoginPageAnswer, type GuardParts, type ReviewGuard, type SubmittedForm } from "./visits.ts";

/** Maximum number of failed attempts per address and minute, the same as for API keys. */
const ATTEMPTS: Plan = { name: "review-logins", quota: 10 };
const MAX_CLIENT_ADDRESSES = 10_000;
/** Paths that a login may redirect to. */
const REDIRECT_PATH = /^\/review\/(?:items|pictures|identities)[\w/?&=%-]*$/;

interface LoginParts extends GuardParts {
  readonly guard: ReviewGuard;
  readonly readMonotonicMs: () => number;
}

export class LoginHandlers {
  readonly #parts: LoginParts;
  readonly #attempts: SlidingLog;

  constructor(parts: LoginParts) {
    this.#parts = parts;
    this.#attempts = new SlidingLog({ readMonotonicMs: parts.readMonotonicMs, capacity: MAX_CLIENT_ADDRESSES });
  }

  /** Redirects to the review queue when somebody opens, with GET, the URL that the login form posts to. */
  readonly redirectToReview = (): Answer => createSeeOther(this.#parts.frame.links.to("/review"));

  readonly logIn = async (request: FormRequest): Promise<Answer> => {
    const { sessions, guard, keys, frame, now } = this.#parts;
    const refused = guard.checkFormOrigin(request);
    if (refused !== null) return refused;
    const form = readForm(request);
    const to = form?.get("to") ?? null;
    const { admittedAt, state } = this.#attempts.admit(request.identity, ATTEMPTS);
    if (admittedAt === null) {
      const seconds = Math.max(1, Math.ceil(state.nextInMs / 1000));
      const fault = `Too many failed attempts: at most ${ATTEMPTS.quota} a minute are allowed from one address. Try again in ${seconds} s.`;
      return createLoginPageAnswer(frame, 429, { fault, to }, ["Retry-After", String(seconds)]);
    }
    const digest = computeKeyDigest(form?.get("key")?.trim() ?? "");
    const reviewer = digest === null ? null : await authenticateReviewer(keys, digest, now());
    if (digest === null || reviewer === null) {
      const fault = 'This key is unknown, is no longer valid, or does not have the scope "review".';
      return createLoginPageAnswer(frame, 403, { fault, to });
    }
    this.#attempts.refund(request.identity, admittedAt);
    const previous = readSessionToken(request);
    if (previous !== null) sessions.endSession(previous);
    const target = to !== null && REDIRECT_PATH.test(to) ? to : "/review?login=done";
    return createSeeOther(frame.links.to(target), ["Set-Cookie", formatSessionCookie(sessions.openSession(digest))]);
  };

  readonly logOut = async ({ isFromThisSession, sessionToken }: SubmittedForm): Promise<Answer> => {
    const { sessions, frame } = this.#parts;
    if (!isFromThisSession)
      return createMessageAnswer(
        frame,
        403,
        "Not logged out",
        "The form that you sent belongs to another session. You are still logged in.",
      );
    sessions.endSession(sessionToken);
    return createSeeOther(frame.links.to("/review"), ["Set-Cookie", DELETE_SESSION_COOKIE]);
  };
}
