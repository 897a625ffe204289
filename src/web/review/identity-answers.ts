/** Members with two ids: the merged ids, and the forms that merge and split them. */

import type { ReviewFunctions } from "../../domain/review.ts";
import type { Answer } from "../../http/route.ts";
import { html } from "../html.ts";
import type { Frame } from "../layout.ts";
import { type EnteredIdentity, identityPage } from "./identity-page.ts";
import { OF_ANOTHER_SESSION, reviewPageAnswer, seeOther } from "./review-answers.ts";
import { noteOutcome, outcomeIn } from "./sessions.ts";
import { reviewerShown, type SentForm, type Visit } from "./visits.ts";

const ADDRESS = "/review/identities";

export class IdentityAnswers {
  readonly #functions: ReviewFunctions;
  readonly #frame: Frame;

  constructor(functions: ReviewFunctions, frame: Frame) {
    this.#functions = functions;
    this.#frame = frame;
  }

  readonly show = (visit: Visit): Promise<Answer> => this.#page(visit, 200, null);

  readonly decide = async (sent: SentForm): Promise<Answer> => {
    const { form, session, reviewer, isOfSession } = sent;
    const entered = {
      from: form.get("from") ?? "",
      to: form.get("to") ?? "",
      reason: form.get("reason") ?? "",
      isParting: form.get("decide") === "part",
    };
    if (!isOfSession) return this.#page(sent, 403, { ...entered, message: OF_ANOTHER_SESSION });
    const { from, reason, isParting } = entered;
    const to = isParting ? null : entered.to;
    const answer = await this.#functions.settleIdentity({ from, to, reason, author: reviewer.author });
    if (answer.outcome === "refused") return this.#page(sent, 422, { ...entered, message: answer.message });
    const told = html`<div class="done" role="status">${answer.text.split("\n").map((line) => html`<p><bdi>${line}</bdi></p>`)}</div>`;
    return seeOther(this.#frame.links.to(ADDRESS, { done: noteOutcome(session, told) }));
  };

  async #page(visit: Visit, status: 200 | 403 | 422, entered: EnteredIdentity | null): Promise<Answer> {
    const merged = await this.#functions.identities(null);
    const { links } = this.#frame;
    const page = identityPage({
      links,
      action: links.to(ADDRESS),
      merged,
      formToken: visit.session.formToken,
      entered,
    });
    const main = html`${entered === null && outcomeIn(visit.query, visit.session)}${page}`;
    return reviewPageAnswer(this.#frame, status, { title: "Merged members", main, reviewer: reviewerShown(visit) });
  }
}
