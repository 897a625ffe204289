/** Answers requests for the review queue, its items and their images, and decisions on items. */
import { ConfigError, ParseError } from "../../base/errors.ts";
import type { DecisionResult, FieldFault, ReviewFunctions } from "../../domain/review.ts";
import { formatSheetName } from "../../domain/review-words.ts";
import type { Answer } from "../../http/route.ts";
import { type Html, html } from "../html.ts";
import type { Frame } from "../layout.ts";
import type { Links } from "../links.ts";
import { STATES } from "../parts/filing-state.ts";
import { pluralize } from "../parts/words.ts";
import { buildItemAddress, buildListAddress, readReviewFilter, readRotation, readSearchWords } from "./addresses.ts";
import { type Entered, readEnteredForm, toEnteredDecision } from "./entered.ts";
import { renderItemPage } from "./item-page.ts";
import { renderReviewList } from "./list-page.ts";
import {
  createMessageAnswer,
  createPictureAnswer,
  createReviewPageAnswer,
  createSeeOther,
  FORM_OF_OTHER_SESSION,
} from "./review-answers.ts";
import { findResultMessage, recordResultMessage } from "./sessions.ts";
import { type SubmittedForm, toPageHeader, type Visit } from "./visits.ts";

/** A form to show again, with its errors if it was rejected. */
interface RedisplayedForm {
  readonly status: 200 | 403 | 409 | 422;
  readonly entered: Entered;
  readonly message: string | null;
  readonly faults?: readonly FieldFault[];
}

const CHANGED =
  "This has changed since you opened it, so nothing was decided. The form shows the current values next to what you typed: compare the two and send the form again.";

export class ItemHandlers {
  readonly #functions: ReviewFunctions;
  readonly #frame: Frame;

  constructor(functions: ReviewFunctions, frame: Frame) {
    this.#functions = functions;
    this.#frame = frame;
  }

  readonly answerList = async (visit: Visit): Promise<Answer> => {
    const filter = readReviewFilter(visit.query);
    const requested = Number(visit.query.get("skip") ?? 0);
    const skip = Number.isSafeInteger(requested) && requested > 0 ? requested : 0;
    const list = await this.#functions.list({ filter, skip });
    const main = html`${findResultMessage(visit.query, visit.session)}${renderReviewList(this.#frame.links, list, filter)}`;
    return createReviewPageAnswer(this.#frame, 200, { title: "Waiting items", main, pageHeader: toPageHeader(visit) });
  };

  readonly answerItem = (visit: Visit): Promise<Answer> =>
    this.#answerOrNotFound(visit, () => this.#createItemPage(visit, null));

  readonly decide = (sent: SubmittedForm): Promise<Answer> =>
    this.#answerOrNotFound(sent, async () => {
      const entered = readEnteredForm(sent.form);
      if (!sent.isFromThisSession)
        return this.#createItemPage(sent, { status: 403, entered, message: FORM_OF_OTHER_SESSION });
      if (entered.decide === "more_rows") return this.#createItemPage(sent, { status: 200, entered, message: null });
      const filter = readReviewFilter(sent.query);
      const decision = toEnteredDecision(entered, { itemId: getItemId(sent), author: sent.reviewer.author, filter });
      if (decision === null)
        return this.#createItemPage(sent, { status: 422, entered, message: "The form contains no valid decision." });
      const result = await this.#functions.decide(decision);
      if (result.outcome === "changed") return this.#createItemPage(sent, { status: 409, entered, message: CHANGED });
      if (result.outcome === "refused") return this.#createItemPage(sent, { ...result, status: 422, entered });
      const { links } = this.#frame;
      const resultNumber = recordResultMessage(sent.session, renderDecisionResult(links, decision.itemId, result));
      return createSeeOther(
        result.next === null
          ? buildListAddress(links, filter, { resultNumber })
          : buildItemAddress(links, result.next, filter, { resultNumber }),
      );
    });

  readonly answerPicture = (visit: Visit): Promise<Answer> =>
    this.#answerOrNotFound(visit, async () => {
      const { query } = visit;
      const requested = { id: getItemId(visit), whole: query.has("whole"), turn: readRotation(query) };
      const png = await this.#functions.drawPicture(requested);
      if (png !== null) return createPictureAnswer(png);
      return createMessageAnswer(
        this.#frame,
        404,
        "No picture",
        "The page's image is not stored.",
        toPageHeader(visit),
      );
    });

  async #createItemPage(visit: Visit, redisplayed: RedisplayedForm | null): Promise<Answer> {
    const { links } = this.#frame;
    const filter = readReviewFilter(visit.query);
    const find = readSearchWords(visit.query);
    const sheet = await this.#functions.show({ id: getItemId(visit), filter, find });
    const { entered = null, message = null, faults = [], status = 200 } = redisplayed ?? {};
    const { formToken } = visit.session;
    const turn = readRotation(visit.query);
    const page = renderItemPage({ links, sheet, filter, find, turn, formToken, entered, message, faults });
    const main = html`${redisplayed === null && findResultMessage(visit.query, visit.session)}${page}`;
    return createReviewPageAnswer(this.#frame, status, {
      title: formatSheetName(sheet),
      main,
      pageHeader: toPageHeader(visit),
    });
  }

  async #answerOrNotFound(visit: Visit, answer: () => Promise<Answer>): Promise<Answer> {
    try {
      return await answer();
    } catch (error) {
      if (error instanceof ConfigError) {
        return createMessageAnswer(this.#frame, 404, "Nothing to review here", error.message, toPageHeader(visit));
      }
      if (error instanceof ParseError) {
        return createMessageAnswer(this.#frame, 404, "No picture", error.message, toPageHeader(visit));
      }
      throw error;
    }
  }
}

/** Builds an item id such as `h8217343/p2` from the two path parameters. */
function getItemId({ request: { parameters } }: Visit): string {
  const { id = "", page } = parameters;
  return page === undefined ? id : `${id}/${page}`;
}

type SavedDecision = Extract<DecisionResult, { outcome: "saved" }>;

const RESULT_SENTENCES: Readonly<Record<SavedDecision["result"], string>> = {
  published: "The decision is published: the site shows it within seconds.",
  held: "The decision is saved. Its changes are held until the operator approves them.",
  behind_held:
    "The decision is saved. Its report is part of a batch of changes (a publication) that is held until the operator approves or drops it. The decision takes effect with the first run after that.",
  not_read: "The decision is saved, and takes effect when the filing has been read.",
};

function renderFilingResult({ report, text }: SavedDecision): Html {
  if (report === null) return html`<bdi>${text.trim()}</bdi>`;
  const { state, trades, rejectedLines } = report;
  const rejected = rejectedLines === 0 ? "" : `, ${pluralize(rejectedLines, "row")} rejected`;
  return html`The report: ${STATES[state].label.toLowerCase()}; ${pluralize(trades, "trade")} published${rejected}.`;
}

/** The result of a decision, shown on the page that follows. */
function renderDecisionResult(links: Links, itemId: string, saved: SavedDecision): Html {
  return html`<div class="done" role="status">
<p><strong>Decided: <bdi>${saved.name}</bdi>.</strong> ${RESULT_SENTENCES[saved.result]}
${saved.remainingReason === null ? "The item no longer waits." : html`<strong>The item still waits: ${saved.remainingReason}.</strong>`}
<a href="${buildItemAddress(links, itemId, {})}">Decide again</a></p>
<p class="told">${renderFilingResult(saved)}</p>
</div>`;
}
