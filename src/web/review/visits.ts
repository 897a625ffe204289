/** Requires a login for review pages. Rejects forms not sent by this site. Tells handlers whether a form is from this session. */
import type { Answer, FormPage, FormRequest } from "../../http/route.ts";
import { type Html, html } from "../html.ts";
import type { Frame } from "../layout.ts";
import type { Links } from "../links.ts";
import { isFromOurPage, isSameToken, readForm, readSessionToken } from "./form-request.ts";
import { createMessageAnswer, createReviewPageAnswer } from "./review-answers.ts";
import { authenticateReviewer, type Reviewer, type ReviewKeys } from "./reviewers.ts";
import type { Session, Sessions } from "./sessions.ts";

/** A request from a logged-in reviewer. */
export interface Visit {
  readonly request: FormRequest;
  readonly query: URLSearchParams;
  readonly sessionToken: string;
  readonly session: Session;
  readonly reviewer: Reviewer;
}

export interface SubmittedForm extends Visit {
  readonly form: URLSearchParams;
  /** True if the form was built for this session. If not, the handler must change nothing, and answer with the form or a message. */
  readonly isFromThisSession: boolean;
}

/** The reviewer's name and the token of the logout form, for the header of each page. */
export function toPageHeader({ reviewer, session }: Visit): { readonly author: string; readonly formToken: string } {
  return { author: reviewer.author, formToken: session.formToken };
}

export interface GuardParts {
  readonly sessions: Sessions;
  readonly keys: ReviewKeys;
  readonly frame: Frame;
  readonly now: () => Date;
}

export class ReviewGuard {
  readonly #parts: GuardParts;

  constructor(parts: GuardParts) {
    this.#parts = parts;
  }

  /** Creates a handler that answers logged-in reviewers and shows the login form to anyone else. */
  createReadHandler(answer: (visit: Visit) => Promise<Answer>): FormPage["answer"] {
    return async (request) => {
      const visit = await this.#authenticateVisit(request);
      return visit === null ? this.#createLoginRequiredAnswer(request) : answer(visit);
    };
  }

  createFormHandler(answer: (sent: SubmittedForm) => Promise<Answer>): FormPage["answer"] {
    return async (request) => {
      const { frame } = this.#parts;
      const refused = this.checkFormOrigin(request);
      if (refused !== null) return refused;
      const visit = await this.#authenticateVisit(request);
      if (visit === null) return this.#createSessionEndedAnswer();
      const form = readForm(request);
      if (form === null) return createMessageAnswer(frame, 415, "Not a form", "The request has no form in its body.");
      return answer({
        ...visit,
        form,
        isFromThisSession: isSameToken(form.get("token") ?? "", visit.session.formToken),
      });
    };
  }

  /** Returns the error response to a form that was not sent by a page of this site; null if it was. */
  checkFormOrigin(request: FormRequest): Answer | null {
    const { frame } = this.#parts;
    if (isFromOurPage(request, new URL(frame.links.toAbsolute("/")).origin)) return null;
    const text =
      "Either the form was not sent by a page of this service, or your browser does not tell which page sent it. Nothing was done.";
    return createMessageAnswer(frame, 403, "Not sent from here", text);
  }

  async #authenticateVisit(request: FormRequest): Promise<Visit | null> {
    const { sessions, keys, now } = this.#parts;
    const sessionToken = readSessionToken(request);
    const session = sessionToken === null ? undefined : sessions.findSession(sessionToken);
    if (sessionToken === null || session === undefined) return null;
    const reviewer = await authenticateReviewer(keys, session.keyDigest, now());
    if (reviewer === null) {
      sessions.endSession(sessionToken);
      return null;
    }
    return { request, query: new URLSearchParams(request.query), sessionToken, session, reviewer };
  }

  #createLoginRequiredAnswer({ path, query }: FormRequest): Answer {
    const { frame } = this.#parts;
    const isRedirectFromLogin = path === "/review" && new URLSearchParams(query).has("login");
    const fault = isRedirectFromLogin
      ? "Your browser did not keep the session's cookie. Browsers keep it over https, and over plain http only at localhost."
      : null;
    const to = path === "/review" ? null : path + (query === "" ? "" : `?${query}`);
    return createLoginPageAnswer(frame, path === "/review" ? 200 : 403, { fault, to });
  }

  #createSessionEndedAnswer(): Answer {
    const text =
      "Nothing was decided. Log in from another window, then reload this page: the form then appears again with what you typed, and you can send it.";
    return createMessageAnswer(this.#parts.frame, 403, "Your session has ended", text);
  }
}

interface LoginView {
  /** Why the reviewer is not logged in after an attempt; null if there was no attempt. */
  readonly fault: string | null;
  /** URL to redirect to after login; null for the review queue. */
  readonly to: string | null;
}

export function createLoginPageAnswer(
  frame: Frame,
  status: 200 | 403 | 429,
  view: LoginView,
  headers: readonly string[] = [],
): Answer {
  const main = renderLoginPage(frame.links, view);
  return createReviewPageAnswer(frame, status, { title: "Log in", main, pageHeader: null }, headers);
}

function renderLoginPage(links: Links, { fault, to }: LoginView): Html {
  return html`<h1>Log in to review</h1>
<p>Here people decide about everything that could not be read or matched with certainty. You need a key with the scope <code>review</code>.</p>
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
