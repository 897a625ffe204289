/** Applies a decision entered in a form, but only if the form is up to date. */
import type { Config } from "../../base/config.ts";
import { ConfigError } from "../../base/errors.ts";
import { DECIDED_FIELDS } from "../../domain/decision.ts";
import type { ReviewAnswer, ReviewOrder, ReviewSheet } from "../../domain/review.ts";
import { reasonWords, sheetName } from "../../domain/review-words.ts";
import type { Store } from "../../store/store.ts";
import { settleAmendment, settleFiler } from "./filing-decisions.ts";
import { acceptLine, correctLine, rejectLine, setTicker } from "./line-decisions.ts";
import { type DecidedValues, FieldsError } from "./line-fields.ts";
import { addMissedRows, replaceRows, settlePageAsSeen } from "./page-decisions.ts";
import { sheetOf } from "./review-sheet.ts";
import type { SettledDecision } from "./settled-decision.ts";
import { settledText } from "./settled-text.ts";
import { openReview, type SignedReview, signatureOf } from "./signed-review.ts";

/** @throws {ConfigError} if the item does not exist. */
export async function takeOrder(
  config: Config,
  store: Store,
  order: ReviewOrder,
  at: Date,
): Promise<
  Exclude<ReviewAnswer, { outcome: "settled" }> | Omit<Extract<ReviewAnswer, { outcome: "settled" }>, "next">
> {
  const sheet = await sheetOf(config, store, order.id);
  if (sheet.version !== order.version) return { outcome: "changed" };
  try {
    const review = await openReview(config, store, signatureOf(order, at));
    const settled = await settle(review, order, sheet);
    const { decision, publication, stillWaits } = settled;
    return {
      outcome: "settled",
      decision,
      text: settledText(order.id, settled),
      report: publication.result === "published" ? publication : null,
      result: publication.result,
      stillWaits: stillWaits && reasonWords(stillWaits.reason),
      name: sheetName(sheet),
    };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return { outcome: "refused", message: error.message, faults: error instanceof FieldsError ? error.faults : [] };
  }
}

function settle(review: SignedReview, order: ReviewOrder, sheet: Pick<ReviewSheet, "line">): Promise<SettledDecision> {
  const { id } = order;
  switch (order.decide) {
    case "accept":
      return acceptLine(review, id);
    case "correct":
      return correctLine(review, id, changedFields(order, sheet));
    case "reject":
      return rejectLine(review, id);
    case "ticker":
      return setTicker(review, id, order.symbol);
    case "page_as_seen":
      return settlePageAsSeen(review, id);
    case "page_empty":
      return replaceRows(review, id, null);
    case "page_rows":
      return replaceRows(review, id, order.rows);
    case "page_missed":
      return addMissedRows(review, id, order.rows);
    case "filer":
      return settleFiler(review, id, chosen(order.politician, "Choose the member who filed the report."));
    case "amendment":
      return settleAmendment(
        review,
        id,
        chosen(order.supersedes, "Choose what it replaces, or that it replaces nothing."),
      );
  }
}

/** @throws {ConfigError} if nothing was chosen. */
function chosen(value: string, otherwise: string): string {
  if (value === "") throw new ConfigError(otherwise);
  return value;
}

/**
 * The fields whose values in the form differ from those shown. Having none is allowed if some fields are still to be filled in, which is reported
 * when the row is settled. @throws {ConfigError} if nothing changed otherwise.
 */
function changedFields(
  { fields, blank }: Extract<ReviewOrder, { decide: "correct" }>,
  { line }: Pick<ReviewSheet, "line">,
): DecidedValues {
  const changed = DECIDED_FIELDS.flatMap((field) => {
    const given = fields[field]?.trim();
    const shown = line?.fields.find((each) => each.field === field);
    const isSaid = given !== shown?.value || (given === "" && blank.includes(field));
    return given === undefined || !isSaid ? [] : [[field, given]];
  });
  if (changed.length > 0 || line?.fields.some(({ isUnread }) => isUnread)) return Object.fromEntries(changed);
  throw new ConfigError("Nothing was changed: change a field, or accept the row as it was read.");
}
