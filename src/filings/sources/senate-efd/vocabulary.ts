/** Meanings of the words on the Senate's forms. */
import { classifySenateType } from "../../../domain/asset-class.ts";
import type { Owner } from "../../../domain/trade.ts";
import type { Vocabulary } from "../../../domain/vocabulary.ts";

const OWNERS: ReadonlyMap<string, Owner> = new Map(
  Object.entries({
    self: "self",
    spouse: "spouse",
    joint: "joint",
    child: "dependent",
    "dependent child": "dependent",
  } as const),
);

/** The amendment note in the title as listed by the search, used if the page has no note. */
const IN_TITLE = /\((Amendment\b[^)]*)\)/i;

export const senateVocabulary: Vocabulary = {
  /** The form prints an owner in every row, so a missing owner is unknown (null). */
  parseOwner: (printed) => OWNERS.get((printed ?? "").replace(/\s+/g, " ").trim().toLowerCase()) ?? null,
  ownerWords: "Self, Spouse, Joint, Child or nothing",
  getPrintedClass: ({ assetType }) => assetType,
  classifyAsset: classifySenateType,
  getPrintedDay: ({ filedDate }) => filedDate,
  isSignatureDay: false,
  findStatedAmendment: ({ amendment }, title) => amendment ?? IN_TITLE.exec(title)?.[1] ?? null,
  stray: { by: "day", code: "html_wrong_document" },
};
