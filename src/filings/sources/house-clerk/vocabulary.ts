/** Meanings of the words on the House's form. */
import { classifyHouseCode } from "../../../domain/asset-class.ts";
import type { Owner } from "../../../domain/trade.ts";
import type { Vocabulary } from "../../../domain/vocabulary.ts";

const OWNERS: ReadonlyMap<string, Owner> = new Map([
  ["", "self"],
  ["sp", "spouse"],
  ["jt", "joint"],
  ["dc", "dependent"],
]);

export const houseVocabulary: Vocabulary = {
  /** The form leaves the owner blank for the filer's own assets. */
  parseOwner: (printed) => OWNERS.get((printed ?? "").replace(/\s+/g, " ").trim().toLowerCase()) ?? null,
  ownerWords: "SP, JT, DC or nothing",
  getPrintedClass: ({ assetTypeCode }) => assetTypeCode,
  classifyAsset: classifyHouseCode,
  getPrintedDay: ({ signedDate }) => signedDate,
  isSignatureDay: true,
  /** In a text report, each row states whether it amends another row; on paper, a checkbox marks an amendment. */
  findStatedAmendment: ({ amendment }) => amendment,
  stray: { by: "seat", code: "pdf_wrong_member" },
};
