/** The part of a security's printed name that distinguishes it from others. Pure. */

/** A name in capitals without punctuation, and without the legal forms and share types at its end. `letters` has no spaces. */
export interface NameCore {
  readonly letters: string;
  readonly words: readonly string[];
  /** The share class in the name, `A`; empty if it has none. */
  readonly shareClass: string;
}

/** An issuer's legal form, in capitals. */
export const LEGAL_FORM =
  /^(?:INC|INCORPORATED|CORP|CORPORATION|CRP|CO|COMPANY|LTD|LIMITED|PLC|LLC|LP|NV|SA|AG|SE|AND)$/;
/** Matches a word for the type of share, including misread spellings and words joined to the legal form (`INCSHS`). */
const PAPER =
  /^(?:COMMON|STOCKS?|STK|SHARES?|SHS|CMN|COM|ORD|ORDINARY|NEW|REG|REGISTERED|ADRS?|ADS|SPONSORED|SPON|VTG|VOTING|[S8]H[S8]|(?:INC|CORP|LTD|PLC|LLC|CO)(?:[S8]H[S8]|COM|CMN|NEW|REG|ADR)+)$/;
const CLASS = /\b(?:CLASS|CL|SERIES|SER)[ .-]*([A-Z0-9])\b|\b(?:SHS)?CL([A-Z])\b/;
/** Abbreviations in the symbol lists, mapped to the words they stand for. */
const ABBREVIATIONS: Readonly<Record<string, string>> = {
  HLDGS: "HOLDINGS",
  HLDG: "HOLDINGS",
  HOLDING: "HOLDINGS",
  INTL: "INTERNATIONAL",
  GRP: "GROUP",
  SVCS: "SERVICES",
  TECHS: "TECHNOLOGIES",
  PPTYS: "PROPERTIES",
  FINL: "FINANCIAL",
  MTRS: "MOTORS",
  PHARMA: "PHARMACEUTICALS",
};

export function toNameCore(text: string): NameCore {
  const plain = text
    .normalize("NFKD")
    .replace(/\p{M}|['’‘`]/gu, "")
    .toUpperCase()
    .replace(/&/g, " AND ")
    .replace(/[[({|]NC\b/g, "INC")
    .replace(/\bCAPITAL (?=STOCK\b)|\bAMERICAN DEPOSIT[AO]RY\b.*/g, "")
    .replace(/\b(?:[A-Z](?:[. /]+|$)){2,}/g, (initials) => `${initials.replace(/[. /]/g, "")} `);
  const shareClass = CLASS.exec(plain);
  const words = (shareClass === null ? plain : plain.replace(shareClass[0], " ")).match(/[\p{L}\p{N}]+/gu) ?? [];
  const from = words[0] === "THE" ? 1 : 0;
  let to = words.length;
  while (to > from + 1 && (PAPER.test(words[to - 1] ?? "") || LEGAL_FORM.test(words[to - 1] ?? ""))) to -= 1;
  const core = words.slice(from, to).map((word) => ABBREVIATIONS[word] ?? word);
  return { letters: core.join(""), words: core, shareClass: shareClass?.[1] ?? shareClass?.[2] ?? "" };
}
