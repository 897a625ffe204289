/** Handles texts that brokers print after an asset's name: places, nominal values, identifiers, remarks about the trade. Pure. */

/** U.S. states, their traditional and two-letter abbreviations, and countries, as printed by brokers. */
const PLACE = [
  "alabama|ala|alaska|arizona|ariz|arkansas|ark|calif(?:ornia)?|colorado|colo|conn(?:ecticut)?|del(?:aware)?|florida|fla|georgia|hawaii|idaho|ill(?:inois)?",
  "ind(?:iana)?|iowa|kansas|kans|kentucky|louisiana|maine|maryland|mass(?:achusetts)?|mich(?:igan)?|minn(?:esota)?|miss(?:issippi)?|missouri|mont(?:ana)?",
  "neb(?:raska)?|nev(?:ada)?|n(?:ew)? ?h(?:ampshire)?|n(?:ew)? ?j(?:ersey)?|n(?:ew)? ?m(?:exico)?|n(?:ew)? ?y(?:ork)?|n(?:orth)? ?c(?:arolina)?|n(?:orth)? ?d(?:akota)?",
  "ohio|okla(?:homa)?|ore(?:gon)?|penn(?:a|sylvania)?|r(?:hode)? ?i(?:sland)?|s(?:outh)? ?c(?:arolina)?|s(?:outh)? ?d(?:akota)?|tenn(?:essee)?|tex(?:as)?|utah",
  "vermont|vt|virginia|va|wash(?:ington)?|w(?:est)? ?v(?:irgini)?a|wisc?(?:onsin)?|wyo(?:ming)?",
  "a[lkrz]|ca|co|ct|de|ga|i[adln]|k[sy]|la|m[adeinost]|n[ehv]|o[hkr]|pa|t[nx]|ut|wi|wy",
  "bermuda|bvi|canada|cayman(?: islands?)?|curacao|france|germany|guernsey|ireland|isle of man|israel|italy|japan|jersey|liberia|lux(?:embourg)?",
  "marshall islands?|mexico|neth(?:erlands)?|norway|panama|puerto rico|singapore|spain|sweden|switz(?:erland)?|switzer|u\\.?k\\.?|united kingdom",
].join("|");
/** A trade remark, a security's identifier or an ADS ratio. Includes a place or currency before it and all text after it. */
const REMARK = new RegExp(
  `[\\s,]+(?:(?:${PLACE}|chf|eur)\\s)?(?:tr[ae]de\\s?[#:]|unsolicited\\b|executed\\b|[i(]sin\\s?[:;#]|sedol\\s?[:;#]|cusip\\s?[:;#]|1?\\s?ads equals\\b).*$`,
  "i",
);
/** The nominal value of a share, often misread: `USD0.01`, `WISC PV $0.01`, `PV 1CT`, `CO NJ $1`. */
const NOMINAL = new RegExp(
  `[\\s,]+(?:(?:${PLACE})\\s)?(?:pv\\s?[$se0-9ailo]\\S{0,5}|(?:usd|eur|chf|gbp|cad|jpy|hkd|sek|nok|dkk)\\s?[o0q]{1,2}[.,][\\doq]*)(?=\\s|$)|(?<=\\b(?:inc|corp|co|ltd)[.,]?)\\s(?:${PLACE})\\s[$s§5]t?\\d$`,
  "i",
);

/** Misreadings of `CMN` after a legal form, or after `ADR` or `ADS`: `OMN`, `CVIN`, `CWVIN`, `CMBI`. */
const MISREAD_CMN =
  /(?<=\b(?:inc|corp\w*|compan\w*|co|ltd|plc|lp|adr|ads|new[)\]])(?:[.,]\s?|\s))(?!(?:cmn|com|common)\b)(?:(?=[a-z]*[nmw])[coqdge0({t][mnvwirhao]{0,4}[nmrwi]|[co]m[a-z]{1,2})\b/i;

export function correctMisreadCmn(text: string): string {
  return text.replace(MISREAD_CMN, "CMN");
}

/** Removes a remark and a nominal value after the name. */
export function removeRemarks(text: string): string {
  return text.replace(REMARK, "").replace(NOMINAL, "");
}

/** True if a remark follows the name: the name is then complete even if its cell cuts off the text. */
export function hasRemark(text: string): boolean {
  return REMARK.test(text) || NOMINAL.test(text);
}
