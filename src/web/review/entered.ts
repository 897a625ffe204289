/** Reads a reviewer's input from a submitted form, and converts it to a decision. The form can be shown again with the input. */
import { DECIDED_FIELDS, type DecidedField, type EnteredRow } from "../../domain/decision.ts";
import type { EnteredDecision, ReviewFilter } from "../../domain/review.ts";

/** All input of a form, so that the form can be shown again. */
export interface Entered {
  /** Value of the button that sent the form: a decision, or `more_rows`, which decides nothing. */
  readonly decide: string;
  readonly reason: string;
  /** Version of the `ReviewSheet` (the data of the item's page) from which the form was built. */
  readonly version: string;
  /** Input for the single row under review. Its form fields have no suffix (`asset`); those of a table have one (`asset.3`). */
  readonly reviewedRow: EnteredRow;
  readonly markedBlank: readonly DecidedField[];
  /** Non-empty rows of the form's table: those prefilled with what was read from the page, and those that the reviewer typed in. */
  readonly rows: readonly EnteredRow[];
  readonly symbol: string;
  readonly politician: string;
  readonly supersedes: string;
}

/** Maximum rows per form: their fields must fit in a body of 64 KiB. */
export const MAX_ROWS = 100;

export function readEnteredForm(form: URLSearchParams): Entered {
  const getText = (name: string) => form.get(name) ?? "";
  return {
    decide: getText("decide"),
    reason: getText("reason"),
    version: getText("version"),
    reviewedRow: readRow(form, ""),
    markedBlank: DECIDED_FIELDS.filter((field) => form.getAll("blank").includes(field)),
    rows: readRows(form),
    symbol: getText("symbol").trim(),
    politician: getText("politician").trim(),
    supersedes: getText("supersedes").trim(),
  };
}

function readRows(form: URLSearchParams): readonly EnteredRow[] {
  const count = Math.min(Number(form.get("rows") ?? 0) || 0, MAX_ROWS);
  return Array.from({ length: count }, (_, at) => readRow(form, `.${at + 1}`)).filter((row) =>
    Object.values(row).some((value) => value.trim() !== ""),
  );
}

/** @param suffix suffix of the fields' names: `.3` for the third row. */
function readRow(form: URLSearchParams, suffix: string): EnteredRow {
  return Object.fromEntries(
    DECIDED_FIELDS.flatMap((field) => {
      const value = form.get(field + suffix);
      return value === null ? [] : [[field, value]];
    }),
  );
}

/** Converts the input to a decision; null if `decide` is not a known decision. */
export function toEnteredDecision(
  entered: Entered,
  { itemId, author, filter }: { readonly itemId: string; readonly author: string; readonly filter: ReviewFilter },
): EnteredDecision | null {
  const { decide, reason, version, reviewedRow, markedBlank, rows, symbol, politician, supersedes } = entered;
  const commonFields = { itemId, author, reason, version, filter };
  switch (decide) {
    case "accept":
    case "reject":
    case "page_complete":
    case "page_empty":
      return { ...commonFields, decide };
    case "correct":
      return { ...commonFields, decide, fields: reviewedRow, markedBlank };
    case "page_rows":
    case "page_missed_rows":
      return { ...commonFields, decide, rows };
    case "ticker":
      return { ...commonFields, decide, symbol };
    case "filer":
      return { ...commonFields, decide, politician };
    case "amendment":
      return { ...commonFields, decide, supersedes };
    default:
      return null;
  }
}
