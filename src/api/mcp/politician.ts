/** Finds politicians by name and describes politicians in text, for people and for language models. */
import { formatUnreadCount } from "../../domain/missing-reports.ts";
import { splitSearchWords } from "../../domain/search-words.ts";
import { type Ask, fetchContent, ToolError } from "./ask.ts";

interface NamedPolitician {
  readonly id: string;
  readonly name: string;
  readonly chamber: string;
  readonly state: string;
}

/** Maximum number of names listed when a name is ambiguous. */
const MAX_CANDIDATES = 15;

/** Id of the politician whose name contains these words. @throws {ToolError} listing the matches unless exactly one matches. */
export async function findPoliticianId(ask: Ask, name: string): Promise<string> {
  const words = splitSearchWords(name).join(" ");
  if (words === "") throw new ToolError("Give a name, such as Pelosi, or an id, such as P000197.");
  const { body } = await fetchContent<{ readonly politicians: readonly NamedPolitician[]; readonly total: number }>(
    ask,
    "/politicians/",
    { q: words, limit: MAX_CANDIDATES },
  );
  const [first, ...others] = body.politicians;
  if (first === undefined) {
    throw new ToolError(`No member's name matches ${JSON.stringify(words)}. Try the last name alone.`);
  }
  if (others.length === 0) return first.id;
  const candidates = body.politicians.map((each) => `${each.name} ${each.id} (${each.chamber}, ${each.state})`);
  const more = body.total > candidates.length ? `, and ${body.total - candidates.length} more` : "";
  throw new ToolError(`${body.total} members match; ask again with one of these ids: ${candidates.join("; ")}${more}.`);
}

/** The fields of a politician's detail (docs/api.md) that are used here. */
export interface PoliticianDetail extends NamedPolitician, Readonly<Record<string, unknown>> {
  readonly id: string;
  readonly name: string;
  readonly chamber: string;
  readonly state: string;
  readonly party: string;
  readonly in_office: boolean;
  readonly total_trades: number;
  readonly total_volume_estimate: string;
  readonly unread_reports: number;
  readonly filings: Readonly<Record<string, number>>;
}

/** `Jane Example (X000001), Independent, house, VT, in office: 12 trades, sum of lower bounds $96,012+; not read: 1 report.` */
export function formatPoliticianSentence(politician: PoliticianDetail): string {
  const { name, id, party, chamber, state, in_office, total_trades, total_volume_estimate, unread_reports } =
    politician;
  const waiting = formatUnreadCount(unread_reports);
  const sums = `${total_trades} trades, sum of lower bounds ${total_volume_estimate}`;
  // If there are unread reports, a total of zero is left out, because it could be wrong.
  const facts = [...(total_trades > 0 || waiting === "" ? [sums] : []), ...(waiting === "" ? [] : [waiting])];
  const office = in_office ? "in office" : "not in office";
  return `${name} (${id}), ${party}, ${chamber}, ${state}, ${office}: ${facts.join("; ")}.`;
}
