/** Applies a decision entered in a form, but only if the form is up to date. */
import type { Config } from "../../base/config.ts";
import { ConfigError } from "../../base/errors.ts";
import { DECIDED_FIELDS } from "../../domain/decision.ts";
import type { DecisionResult, EnteredDecision, ReviewSheet } from "../../domain/review.ts";
import { formatReasonCode, formatSheetName } from "../../domain/review-words.ts";
import type { Store } from "../../store/store.ts";
import { decideAmendment, decideFiler } from "./filing-decisions.ts";
import { acceptLine, correctLine, rejectLine, setTicker } from "./line-decisions.ts";
import { type DecidedValues, FieldsError } from "./line-fields.ts";
import { acceptPageAsSeen, addMissedRows, replaceRows } from "./page-decisions.ts";
import { buildReviewSheet } from "./review-sheet.ts";
import { formatSettledDecision, type SettledDecision } from "./settled-decision.ts";
import { createSignature, openReview, type SignedReview } from "./signed-review.ts";

/** @throws {ConfigError} if the item does not exist. */
export async function applyEnteredDecision(
  config: Config,
  store: Store,
  entered: EnteredDecision,
  at: Date,
): Promise<
  Exclude<DecisionResult, { outcome: "saved" }> | Omit<Extract<DecisionResult, { outcome: "saved" }>, "next">
> {
  const sheet = await buildReviewSheet(config, store, entered.itemId);
  if (sheet.version !== entered.version) return { outcome: "changed" };
  try {
    const review = await openReview(config, store, createSignature(entered, at));
    const settled = await settleEnteredDecision(review, entered, sheet);
    const { decision, publication, remaining } = settled;
    return {
      outcome: "saved",
      decision,
      text: formatSettledDecision(entered.itemId, settled),
      report: publication.result === "published" ? publication : null,
      result: publication.result,
      remainingReason: remaining && formatReasonCode(remaining.reason),
      name: formatSheetName(sheet),
    };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return { outcome: "refused", message: error.message, faults: error instanceof FieldsError ? error.faults : [] };
  }
}

function settleEnteredDecision(
  review: SignedReview,
  entered: EnteredDecision,
  sheet: Pick<ReviewSheet, "line">,
): Promise<SettledDecision> {
  const { itemId } = entered;
  switch (entered.decide) {
    case "accept":
      return acceptLine(review, itemId);
    case "correct":
      return correctLine(review, itemId, findChangedFields(entered, sheet));
    case "reject":
      return rejectLine(review, itemId);
    case "ticker":
      return setTicker(review, itemId, entered.symbol);
    case "page_complete":
      return acceptPageAsSeen(review, itemId);
    case "page_empty":
      return replaceRows(review, itemId, null);
    case "page_rows":
      return replaceRows(review, itemId, entered.rows);
    case "page_missed_rows":
      return addMissedRows(review, itemId, entered.rows);
    case "filer":
      return decideFiler(review, itemId, requireChoice(entered.politician, "Choose the member who filed the report."));
    case "amendment":
      return decideAmendment(
        review,
        itemId,
        requireChoice(entered.supersedes, "Choose what it replaces, or that it replaces nothing."),
      );
  }
}

function requireChoice(value: string, message: string): string {
  if (value === "") throw new ConfigError(message);
  return value;
}

/**
 * Returns the fields that the person changed in the form. @throws {ConfigError} if no field was changed, unless a field still
 * lacks a value. A field that lacks a value is reported later, when the row is settled.
 */
function findChangedFields(
  { fields, markedBlank }: Extract<EnteredDecision, { decide: "correct" }>,
  { line }: Pick<ReviewSheet, "line">,
): DecidedValues {
  const changed = DECIDED_FIELDS.flatMap((field) => {
    const entered = fields[field]?.trim();
    const shown = line?.fields.find((each) => each.field === field);
    const isEntered = entered !== shown?.value || (entered === "" && markedBlank.includes(field));
    return entered === undefined || !isEntered ? [] : [[field, entered]];
  });
  if (changed.length > 0 || line?.fields.some(({ isUnread }) => isUnread)) return Object.fromEntries(changed);
  throw new ConfigError("Nothing was changed: change a field, or accept the row as it was read.");
}
