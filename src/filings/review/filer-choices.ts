/** Finds the members of Congress whom a reviewer can select as the filer of a report. */
import type { Politician } from "../../domain/politician.ts";
import type { ReviewMember } from "../../domain/review.ts";
import { foldSearchText, hasWordWithPrefix, splitSearchWords } from "../../domain/search-words.ts";
import { isInOffice, toTenure } from "../../domain/tenure.ts";
import type { FilingRow } from "../../store/filing-rows.ts";
import { getSource } from "../sources/all.ts";

/** Maximum number of members listed; a search with more matches needs another word. */
const MAX_MEMBERS = 30;

/**
 * Lists members who ever served in the report's chamber and whose name has all the words; members in office on the filing date
 * come first. @param find words of a name; null for the filer's last name.
 */
export function listFilerChoices(
  politicians: readonly Politician[],
  { filer, source, filedDate }: Pick<FilingRow, "filer" | "source" | "filedDate">,
  find: string | null,
): readonly ReviewMember[] {
  const { chamber } = getSource(source);
  const words = splitSearchWords(find ?? filer.last);
  return politicians
    .filter(({ terms }) => terms.some((term) => term.chamber === chamber))
    .filter((politician) => words.every((word) => hasWordWithPrefix(buildSearchText(politician), word)))
    .map(({ id, name, terms, current }) => {
      const inChamber = terms.filter((term) => term.chamber === chamber);
      const isLastSeat = terms.at(-1)?.chamber === chamber;
      const heldSeat =
        filedDate !== null && isInOffice({ terms: inChamber, current: current && isLastSeat }, filedDate);
      return { id, name, terms: terms.map(toTenure), isCurrent: current, heldSeat };
    })
    .sort((one, other) => Number(other.heldSeat) - Number(one.heldSeat) || one.name.localeCompare(other.name, "en"))
    .slice(0, MAX_MEMBERS);
}

function buildSearchText({ id, name, names }: Politician): string {
  const forms = names.flatMap(({ first, middle, last, suffix, nickname }) => [first, middle, last, suffix, nickname]);
  return foldSearchText([id, name, ...forms.filter((each) => each !== null)].join(" "));
}
