/** The review queue, its items and their images, and decisions on them. */

import { ConfigError, ParseError } from "../../base/errors.ts";
import type { FieldFault, ReviewFunctions } from "../../domain/review.ts";
import { sheetName } from "../../domain/review-words.ts";
import type { Answer } from "../../http/route.ts";
import { html } from "../html.ts";
import type { Frame } from "../layout.ts";
import { filterIn, findIn, itemAddress, listAddress, turnIn } from "./addresses.ts";
import { type Entered, enteredIn, orderOf } from "./entered.ts";
import { itemPage } from "./item-page.ts";
import { listPage } from "./list-page.ts";
import { done } from "./parts/done.ts";
import { messageAnswer, OF_ANOTHER_SESSION, pictureAnswer, reviewPageAnswer, seeOther } from "./review-answers.ts";
import { noteOutcome, outcomeIn } from "./sessions.ts";
import { reviewerShown, type SentForm, type Visit } from "./visits.ts";

/** A form to show again, with its errors. */
interface Again {
  readonly status: 200 | 403 | 409 | 422;
  readonly entered: Entered;
  readonly message: string | null;
  readonly faults?: readonly FieldFault[];
}

const CHANGED =
  "This has changed since you opened it, so nothing was decided. The form has what you typed, beside what stands now: compare the two and send the form again.";

export class ItemAnswers {
  readonly #functions: ReviewFunctions;
  readonly #frame: Frame;

  constructor(functions: ReviewFunctions, frame: Frame) {
    this.#functions = functions;
    this.#frame = frame;
  }

  readonly list = async (visit: Visit): Promise<Answer> => {
    const filter = filterIn(visit.query);
    const asked = Number(visit.query.get("skip") ?? 0);
    const skip = Number.isSafeInteger(asked) && asked > 0 ? asked : 0;
    const list = await this.#functions.list({ filter, skip });
    const main = html`${outcomeIn(visit.query, visit.session)}${listPage(this.#frame.links, list, filter)}`;
    return reviewPageAnswer(this.#frame, 200, { title: "What waits", main, reviewer: reviewerShown(visit) });
  };

  readonly show = (visit: Visit): Promise<Answer> => this.#orMissing(visit, () => this.#item(visit, null));

  readonly decide = (sent: SentForm): Promise<Answer> =>
    this.#orMissing(sent, async () => {
      const entered = enteredIn(sent.form);
      if (!sent.isOfSession) return this.#item(sent, { status: 403, entered, message: OF_ANOTHER_SESSION });
      if (entered.decide === "more_rows") return this.#item(sent, { status: 200, entered, message: null });
      const filter = filterIn(sent.query);
      const order = orderOf(entered, { id: idOf(sent), author: sent.reviewer.author, filter });
      if (order === null)
        return this.#item(sent, { status: 422, entered, message: "The form does not say what to decide." });
      const answer = await this.#functions.decide(order);
      if (answer.outcome === "changed") return this.#item(sent, { status: 409, entered, message: CHANGED });
      if (answer.outcome === "refused") return this.#item(sent, { ...answer, status: 422, entered });
      const { links } = this.#frame;
      const number = noteOutcome(sent.session, done(links, order.id, answer));
      return seeOther(
        answer.next === null
          ? listAddress(links, filter, { done: number })
          : itemAddress(links, answer.next, filter, { done: number }),
      );
    });

  readonly picture = (visit: Visit): Promise<Answer> =>
    this.#orMissing(visit, async () => {
      const { query } = visit;
      const asked = { id: idOf(visit), whole: query.has("whole"), turn: turnIn(query) };
      const png = await this.#functions.picture(asked);
      if (png !== null) return pictureAnswer(png);
      return messageAnswer(this.#frame, 404, "No picture", "The page's image is not stored.", reviewerShown(visit));
    });

  async #item(visit: Visit, again: Again | null): Promise<Answer> {
    const { links } = this.#frame;
    const filter = filterIn(visit.query);
    const find = findIn(visit.query);
    const sheet = await this.#functions.show({ id: idOf(visit), filter, find });
    const { entered = null, message = null, faults = [], status = 200 } = again ?? {};
    const { formToken } = visit.session;
    const turn = turnIn(visit.query);
    const page = itemPage({ links, sheet, filter, find, turn, formToken, entered, message, faults });
    const main = html`${again === null && outcomeIn(visit.query, visit.session)}${page}`;
    return reviewPageAnswer(this.#frame, status, { title: sheetName(sheet), main, reviewer: reviewerShown(visit) });
  }

  async #orMissing(visit: Visit, answer: () => Promise<Answer>): Promise<Answer> {
    try {
      return await answer();
    } catch (error) {
      if (error instanceof ConfigError) {
        return messageAnswer(this.#frame, 404, "Nothing to review here", error.message, reviewerShown(visit));
      }
      if (error instanceof ParseError) {
        return messageAnswer(this.#frame, 404, "No picture", error.message, reviewerShown(visit));
      }
      throw error;
    }
  }
}

/** `h8217343/p2` from the two parameters in a page's URL. */
function idOf({ request: { parameters } }: Visit): string {
  const { id = "", page } = parameters;
  return page === undefined ? id : `${id}/${page}`;
}
