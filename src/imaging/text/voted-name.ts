/** A name put together of what several looks make of its words. */
import { wordKey } from "./known-words.ts";
import { type SeenWord, wordPlaces } from "./word-places.ts";
import { stands, type Vocabulary, voteOnWord, type WordVote } from "./word-votes.ts";

/** A look at a name: its words, from the first. */
export type NameLook = readonly SeenWord[];

export interface VotedName {
  readonly text: string;
  /** One for each word, and for what some looks took for one. */
  readonly votes: readonly WordVote[];
  /** 0 to 1: the surest look at the least sure word. */
  readonly confidence: number;
  readonly sure: boolean;
}

/** A look of which the letters are on the whole less sure than this has no vote. */
const LEGIBLE = 0.5;

/**
 * Pure. Each word as the looks together read it; sure when at least two looks are legible and every word stands.
 * @param isPoor whether the page's print misleads many looks alike.
 */
export function votedName(looks: readonly NameLook[], isOfPage: Vocabulary, isPoor: boolean): VotedName {
  const surestFirst = looks.toSorted((one, other) => meanOf(other) - meanOf(one));
  const legible = surestFirst.filter((look) => meanOf(look) >= LEGIBLE && wordKey(textOf(look)).length > 1);
  if (legible.length < 2) {
    const [best = []] = surestFirst;
    const confidence = best.length === 0 ? 0 : Math.min(...best.map((word) => word.confidence));
    return { text: textOf(best), votes: [], confidence, sure: false };
  }
  const votes = wordPlaces(legible).map((place) => voteOnWord(place, isOfPage));
  const seen = votes.filter((vote) => vote.text !== "");
  const joined = seen.reduce((before, vote) => before + (vote.followsOn ? "" : " ") + vote.text, "").trim();
  // No name has braces: they are round brackets in clotted print.
  const text = joined.replaceAll("{", "(").replaceAll("}", ")");
  return {
    text,
    votes,
    confidence: Math.min(...votes.map(({ borneOut }) => Math.max(...borneOut))),
    sure:
      wordKey(text).length > 1 &&
      bracketsClose(text) &&
      !hasLostPoint(text) &&
      votes.every((vote) => stands(vote, isOfPage, isPoor)),
  };
}

/** A bracket alone is a letter misread, or the rest is missing. */
function bracketsClose(text: string): boolean {
  return (text.match(/[([{]/g) ?? []).length === (text.match(/[)\]}]/g) ?? []).length;
}

/** A share of three digits and more is one without its point; all of something is `100%`. */
function hasLostPoint(text: string): boolean {
  return /(^|\s)(?!100%)\d{3,}%/.test(text);
}

function textOf(look: NameLook): string {
  return look.map(({ text }) => text).join(" ");
}

/** How sure a look is of its words, the longer ones weighing more. */
export function meanOf(look: NameLook): number {
  const letters = look.reduce((sum, { text }) => sum + text.length, 0);
  return look.reduce((sum, { text, confidence }) => sum + confidence * text.length, 0) / Math.max(1, letters);
}
