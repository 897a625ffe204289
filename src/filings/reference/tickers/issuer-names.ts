/** Parses issuers' names in the SEC's list and Nasdaq Trader's symbol directories; chooses which name is served. */
import { isSameIssuer } from "../../../domain/issuer-name.ts";

/** Suffixes of names in symbol directories: `Class A Common Stock`, `Units, each consisting of ...`, `7.75% Notes due 2028`. */
const SECURITY_SUFFIX = new RegExp(
  `[\\s,]+(?:${[
    "(?:new )?(?:non-?voting |voting |class [a-z0-9]+ |series [a-z0-9]+ |subordinate voting |multiple voting |limited voting )*(?:common|ordinary|ord\\.?|capital) (?:stock|shares?|units?)",
    "class [a-z]\\b(?! action)",
    "american deposit[ao]ry",
    "(?:sponsored )?adrs?\\b",
    "ads\\b",
    "(?:deposit[ao]ry|dep\\.?) (?:sh(?:are)?s?|units?|receipts?)\\b",
    "(?:common )?shares of beneficial",
    "(?:common )?units? representing",
    "(?:redeemable |tradable |public )?warrants?\\b",
    "(?:tangible equity |corporate )?units?\\b",
    "(?:subscription |contingent value )?rights?\\b",
    "subordinate voting shares?",
    "new york registry",
    "closed end fund$",
    "(?:fixed[- ](?:rate|to)|floating[- ]rate|pfd)\\b(?!.*\\bfund\\b)",
    "(?:perpetual|cumulative|non[- ]*cumulative|convertible|mandatory|redeemable|trust preferred|preferred (?:stock|shares?|series)|preference|senior notes|subordinated|junior subordinated)\\b",
    "(?:\\d{4} )?series [a-z0-9]+ (?:common|preferred|cumulative|fixed|floating|perpetual|convertible|redeemable|mandatory|non|warrants?|\\d+(?:\\.\\d+)?%)",
    "\\d+(?: \\d\\/\\d|\\.\\d+)?%",
  ].join("|")}).*$`,
  "is",
);

/** Extracts the issuer from a security's name in a directory: `Amazon.com, Inc.` from `Amazon.com, Inc. - Common Stock`. */
export function extractIssuer(securityName: string): string {
  const name = collapseSpaces(securityName);
  const beforeDash = name.split(/ - /, 1)[0] ?? name;
  const issuer = beforeDash.replace(SECURITY_SUFFIX, "").replace(/[\s,(]+$/, "");
  return moveArticleToFront(issuer === "" ? name : issuer);
}

/** Removes the suffixes that the SEC's list adds to names: `BANK OF AMERICA CORP /DE/`, `RENK Group AG/ADR`. */
export function cleanSecName(name: string): string {
  const plain = collapseSpaces(name).replace(/\s*[/\\]\s*(?:ADR|NEW|[A-Z]{2,3})\s*[/\\]?$/i, "");
  return plain === "" ? collapseSpaces(name) : plain;
}

/** Returns the SEC's name, or the symbol directory's if the SEC's is all capitals and both names are of the same issuer. */
export function chooseServedName(secName: string, directoryName: string): string {
  const capitalsOnly = secName === secName.toUpperCase();
  return capitalsOnly && isSameIssuer(secName, directoryName) ? directoryName : secName;
}

function moveArticleToFront(name: string): string {
  return /\(The\)$/i.test(name) ? `The ${name.replace(/\s*\(The\)$/i, "")}` : name;
}

function collapseSpaces(name: string): string {
  return name.replace(/\s+/g, " ").trim();
}
