/** Members with two ids: the merged ids, and the forms that merge and split them. */

import type { ReviewFunctions } from "../../domain/review.ts";
import type { Answer } from "../../http/route.ts";
import { html } from "../html.ts";
import type { Frame } from "../layout.ts";
import { type EnteredIdentity, renderIdentityPage } from "./identity-page.ts";
import { createReviewPageAnswer, createSeeOther, OF_ANOTHER_SESSION } from "./review-answers.ts";
import { findOutcome, recordOutcome } from "./sessions.ts";
import { type SentForm, toShownReviewer, type Visit } from "./visits.ts";

const ADDRESS = "/review/identities";

export class IdentityAnswers {
  readonly #functions: ReviewFunctions;
  readonly #frame: Frame;

  constructor(functions: ReviewFunctions, frame: Frame) {
    this.#functions = functions;
    this.#frame = frame;
  }

  readonly show = (visit: Visit): Promise<Answer> => this.#answerPage(visit, 200, null);

  readonly decide = async (sent: SentForm): Promise<Answer> => {
    const { form, session, reviewer, isOfSession } = sent;
    const entered = {
      from: form.get("from") ?? "",
      to: form.get("to") ?? "",
      reason: form.get("reason") ?? "",
      isParting: form.get("decide") === "part",
    };
    if (!isOfSession) return this.#answerPage(sent, 403, { ...entered, message: OF_ANOTHER_SESSION });
    const { from, reason, isParting } = entered;
    const to = isParting ? null : entered.to;
    const answer = await this.#functions.settleIdentity({ from, to, reason, author: reviewer.author });
    if (answer.outcome === "refused") return this.#answerPage(sent, 422, { ...entered, message: answer.message });
    const outcome = html`<div class="done" role="status">${answer.text.split("\n").map((line) => html`<p><bdi>${line}</bdi></p>`)}</div>`;
    return createSeeOther(this.#frame.links.to(ADDRESS, { done: recordOutcome(session, outcome) }));
  };

  async #answerPage(visit: Visit, status: 200 | 403 | 422, entered: EnteredIdentity | null): Promise<Answer> {
    const merged = await this.#functions.listIdentities(null);
    const { links } = this.#frame;
    const page = renderIdentityPage({
      links,
      action: links.to(ADDRESS),
      merged,
      formToken: visit.session.formToken,
      entered,
    });
    const main = html`${entered === null && findOutcome(visit.query, visit.session)}${page}`;
    return createReviewPageAnswer(this.#frame, status, {
      title: "Merged members",
      main,
      reviewer: toShownReviewer(visit),
    });
  }
}
