/** Recognizes funds and notes that bet against an asset and gain when the asset falls. Some of their names omit the asset. */

/** Phrases with `short` that do not mean an inverse fund: a bond fund with short maturities, or a long-short fund. */
const OTHER_MEANINGS =
  /\bultra[- ]?short[- ](?:term|duration|maturit\w+|income|bonds?|muni\w*|government|gov\w*|treasur\w+|fixed|investment|tax|credit|corporate|active|floating|etf|fund)\b|\bshort[- ](?:to[- ](?:intermediate|medium)|intermediate|term|duration|dated|maturit\w+|horizon)\b|\blong\b.*?[-/& ]short\b/gi;
/** Assets tracked by inverse funds. `ultra short ASSET` means an inverse fund, not a bond fund, even if no issuer is named. */
const TRACKED =
  "(?:s ?(?:&|and)? ?p|qqq|nasdaq|dow|russell|msci|ftse|mid ?cap|small ?cap|\\d+\\+? ?year|vix|euro|yen|gold|silver|oil|crude|natural gas|bitcoin|ether|semiconductors?|technology|financials?|real estate|energy|utilities|health|biotech\\w*|industrials?|materials|consumer)";
const INVERSE = [
  /\binverse\b(?!\s+float)/i,
  /\bultra ?pro ?short\b/i,
  new RegExp(`\\bultra[- ]?short ${TRACKED}`, "i"),
  // Once the phrases of `OTHER_MEANINGS` are removed, these issuers use the word "short" only in names of inverse funds and
  // notes.
  /\b(?:pro ?shares|pro ?funds?|yieldmax(?:tm|™)?|tuttle|axs|tradr|graniteshares|defiance|t-?rex)\b.*\b(?:ultra[- ]?)?short\b/i,
  /\bdirexion\b.*\bbear\b|\bbear\b.*\bpro ?funds?\b|\bpro ?funds?\b.*\bbear\b/i,
  /\bbear (?:daily\b|(?:market )?(?:etfs?|etns?|funds?)\b|-?\d(?:\.\d+)? ?x\b)/i,
  /(?<![\w.])\d(?:\.\d+)? ?x (?:bear|short)\b|\bdouble short\b|\bshort (?:etfs?|etns?|funds?|strategies)\b/i,
  /(?<![\w.])-[1-4](?:\.\d+)? ?x\b/i,
];

/** True if any name is that of an inverse fund or note. @param names a security's names, as filed or as listed by an exchange. */
export function isInverseFund(names: readonly string[]): boolean {
  return names.some((name) => {
    const cleaned = name.replace(OTHER_MEANINGS, " ");
    return INVERSE.some((form) => form.test(cleaned));
  });
}
