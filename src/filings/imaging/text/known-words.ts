/** Frequent words in names of securities; OCR errors rarely turn another word into one of them. Keys come from `toWordKey`. */

const COMMON_WORDS = `account adr advisors advisory aggregate airlines alternative america american and asset assets assn auth authority
balanced bancorp bank bankshares beverage bill biotechnology bldg blackrock bond bonds brands bridge builders call capital central
chemical chemicals city class cmn cnty college com common communications communities companies company construction consumer
convertible core corp corporate corporation county credit daily data default delaware dept depot development devices digital
dist district dividend due dynamics economic edison education educational electric electronics emerging energy enterprises
entertainment equipment equities equity estate etf etn exchange express facilities federal fidelity finance financial first
fiscal fixed floating foods foundation full fund funding funds gas general global gold government group growth health healthcare
highway hldg hldgs holding holdings hospital hotels housing improvement inc income incorporated index industrial industries
information infrastructure inst instl instruments insurance interactive intermediate international internet intl invesco invest
investment investments investors ishares joint laboratories land large life limited linked llc ltd major management market
markets materials matured medical metal metropolitan mid midstream money mortgage motor motors municipal mutual national natural
new next north northern note notes obligation oil ord ordinary packaging partners partnership pfd pharmaceutical pharmaceuticals
pipeline plc portfolio power preferred price products properties property public quality real redeemed redemption reg reit
republic research resources restaurants retail rev revenue revs road sales savings sch school scientific sector securities
security semiconductor senior ser series service services sewer share shares short small software solutions south southern
state states steel stock stocks strategic strategies street surgical sys system systems tax technologies technology
telecommunications term test the title tobacco total trade transportation treas treasury trust turnpike united univ university
utilities utility value vanguard water western worldwide wtr yield
alabama alaska arizona arkansas california carolina colorado columbia connecticut dakota florida georgia hampshire hawaii idaho
illinois indiana iowa jersey kansas kentucky louisiana maine maryland massachusetts mexico michigan minnesota mississippi missouri
montana nebraska nevada ohio oklahoma oregon pennsylvania rhode tennessee texas utah vermont virginia washington wisconsin wyoming
york us s&p st co cl of`;

const KNOWN: ReadonlySet<string> = new Set(COMMON_WORDS.split(/\s+/));

/** Characters that OCR confuses, each mapped to one representative; `rn` merges into `m`. */
const CONFUSED_WITH: Readonly<Record<string, string>> = { "8": "s", "5": "s", "0": "o", "1": "i", l: "i" };
const KNOWN_BY_SHAPE: ReadonlyMap<string, string> = new Map([...KNOWN].map((word) => [foldLetters(word), word]));

/** Normalizes a word for comparing two readings of it. */
export function toWordKey(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9&%+$#]/g, "");
}

export function isInKnownWords(key: string): boolean {
  return KNOWN.has(key);
}

/** Corrects a text to the known word that OCR misread: `lntemational` to `International`. Returns any other text unchanged. */
export function correctToKnownWord(text: string): string {
  const key = toWordKey(text);
  const word = KNOWN.has(key) || /^\d*$/.test(key) ? undefined : KNOWN_BY_SHAPE.get(foldLetters(key));
  return word === undefined ? text : copyCaseAndPunctuation(text, word);
}

function foldLetters(key: string): string {
  return key.replace(/rn/g, "m").replace(/[8501l]/g, (sign) => CONFUSED_WITH[sign] as string);
}

/** Writes the word with the capitals and punctuation of a text. The two differ only in characters that OCR confuses. */
function copyCaseAndPunctuation(text: string, word: string): string {
  const inCapitals = !/[a-z]/.test(text);
  let at = 0;
  let out = "";
  for (const sign of text) {
    if (toWordKey(sign) === "") {
      out += sign;
      continue;
    }
    const letters = /m/i.test(sign) && word.startsWith("rn", at) ? "rn" : (word[at] ?? "");
    if (sign.toLowerCase() === letters) out += sign;
    else out += inCapitals || at === 0 ? letters.toUpperCase() : letters;
    at += letters.length;
  }
  return out;
}
