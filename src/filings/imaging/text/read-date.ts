/** Reads a date cell with several passes. `cross-check-dates.ts` decides by the page's other rows whether a date is certain. */
import type { PageBox } from "../../../domain/trade.ts";
import type { Bitmap } from "../raster/bitmap.ts";
import { classifyLetterlessCell } from "./blank-cell.ts";
import { type CellText, findCellText } from "./cell.ts";
import { measureProfile } from "./column-profile.ts";
import { weighByPassCounts } from "./copied-date.ts";
import { parseDate } from "./date.ts";
import { decodeDates } from "./date-beam-search.ts";
import { combineDateEvidence, type DatePasses, isCertain, NO_DATE, needsAnotherPass } from "./date-evidence.ts";
import { runDateNetwork } from "./date-net.ts";
import { computePrintScore } from "./handwriting.ts";
import { runHardEdgedPass, runSmallBlurredPass, runSoftEdgedPass, runThinPass } from "./ocr-passes.ts";
import { createVoteFromLines, type Vote } from "./reading.ts";

const LETTERS = "0123456789/-.";
/** Maximum number of the neural network's dates kept for a cell, to be compared with the dates of the column's other cells. */
const MAX_DATES = 14;
/** Number of passes with the measured digit height; if one of them read no date, another pass uses the usual letter height. */
const MEASURED_PASSES = 3;

/** @throws {ParseError} `ocr_failed`. */
export async function readDate(page: Bitmap, box: PageBox): Promise<DatePasses> {
  const text = findCellText(page, box);
  if (text !== null) return await readDateText(text);
  return classifyLetterlessCell(page, box).sure ? NO_DATE : { ...NO_DATE, text: createVoteFromLines([]) };
}

async function readDateText(cell: CellText): Promise<DatePasses> {
  const text = setLetterHeightToDigits(cell);
  const spelled = decodeDates(runDateNetwork(text.bitmap)).slice(0, MAX_DATES);
  const [likeliest] = spelled;
  if (likeliest && !needsAnotherPass(combineDateEvidence({ spelled, dates: [], text: null }), 0)) {
    const { date, chance } = likeliest;
    const vote = { text: date, words: [chance], confidence: chance, mean: chance };
    return { spelled, dates: [], text: vote, printScore: computePrintScore(text, chance) };
  }
  const votes: Vote[] = [];
  for (const ocrPass of [
    () => runSoftEdgedPass(text, "line"),
    () => runHardEdgedPass(text, "line", { letters: LETTERS }),
    () => runThinPass(text, "line", { letters: LETTERS }),
    () => runSoftEdgedPass(cell, "line"),
  ]) {
    if (votes.length === MEASURED_PASSES && parseDates(votes).length === MEASURED_PASSES) break;
    votes.push(createVoteFromLines(await ocrPass()));
    if (
      !needsAnotherPass(
        combineDateEvidence({ spelled, dates: parseDates(votes), text: pickBestVote(votes) }),
        votes.length,
      )
    )
      break;
  }
  const best = pickBestVote(votes);
  const dates = parseDates(votes);
  const isSure = isCertain(combineDateEvidence({ spelled, dates, text: best }));
  const weighed = isSure ? spelled : weighByPassCounts(spelled, await readDatesWithPhotocopyModel(cell));
  return { spelled: weighed, dates, text: best, printScore: computePrintScore(text, best.mean) };
}

async function readDatesWithPhotocopyModel(cell: CellText): Promise<string[]> {
  const options = { model: "copies" } as const;
  const digits = { ...options, letters: LETTERS };
  const votes: Vote[] = [];
  votes.push(createVoteFromLines(await runSoftEdgedPass(cell, "line", options)));
  votes.push(createVoteFromLines(await runSmallBlurredPass(cell, "line", options)));
  votes.push(createVoteFromLines(await runHardEdgedPass(cell, "line", digits)));
  votes.push(createVoteFromLines(await runThinPass(cell, "line", digits)));
  return parseDates(votes).map(({ date }) => date);
}

function pickBestVote(votes: readonly Vote[]): Vote {
  return votes.reduce((first, second) => (second.confidence > first.confidence ? second : first));
}

// Sets the letter height to the height of the digits, which is the distance between the two levels of `measureProfile`. The
// characters are not measured one by one, since slashes may be taller than digits and digits may touch.
function setLetterHeightToDigits(text: CellText): CellText {
  const { upper, lower } = measureProfile(text.bitmap, 1);
  const height = lower.at - upper.at + 1;
  return height >= text.letterHeight / 2 && height <= text.letterHeight ? { ...text, letterHeight: height } : text;
}

function parseDates(votes: readonly Vote[]): DatePasses["dates"] {
  return votes.flatMap(({ text, confidence }) => {
    const date = parseDate(text);
    return date === null ? [] : [{ date, confidence }];
  });
}
