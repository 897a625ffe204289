import { z } from "zod";
import { notRead } from "../../../domain/missing-reports.ts";
import { hasWord, searchText, searchWords } from "../../../domain/search-words.ts";
import { type Ask, contentOf, ToolError } from "../ask.ts";
import { tool } from "../tool.ts";
import { latestTrades } from "./search-trades.ts";
import { asOf, citedTrades } from "./shapes.ts";

interface Politician extends Readonly<Record<string, unknown>> {
  readonly id: string;
  readonly name: string;
  readonly chamber: string;
  readonly party: string;
  readonly state: string;
  readonly total_trades: number;
  readonly total_volume_estimate: string;
}

interface PoliticianDetail extends Politician {
  readonly in_office: boolean;
  readonly unread_reports: number;
}

export const getPolitician = tool({
  name: "get_politician",
  description:
    "One member of Congress, current or former, by name or Bioguide id: seat, committees, totals and latest trades. Use it first when a question names a person, for the id that other tools take.",
  input: {
    name: z.string().max(100).describe("Words of the name, if the id is not known").optional(),
    id: z.string().describe("P000197").optional(),
    as_of: asOf,
  },
  output: { politician: z.object({ id: z.string(), name: z.string(), total_trades: z.int() }), trades: citedTrades },
  async answer(ask, { id, name, as_of }) {
    const asked = id ?? (await idOf(ask, name));
    const { body, version } = await contentOf<PoliticianDetail>(ask, `/politicians/${encodeURIComponent(asked)}`, {
      as_of,
    });
    const latest = await latestTrades(ask, { politician_id: body.id, as_of });
    const { chamber, party, state, in_office, total_trades, unread_reports, total_volume_estimate } = body;
    const waiting = notRead(unread_reports);
    const sums = `${total_trades} trades, lower bounds together ${total_volume_estimate}`;
    // While nothing of a known report is served, zero would be wrong.
    const said = [...(total_trades > 0 || waiting === "" ? [sums] : []), ...(waiting === "" ? [] : [waiting])];
    const office = in_office ? "in office" : "not in office";
    const head = `${body.name} (${body.id}), ${party}, ${chamber}, ${state}, ${office}: ${said.join("; ")}.`;
    return {
      data: { politician: body, ...latest.data },
      lines: [head, ...latest.lines],
      version,
      scope: { politicianId: body.id, asOf: as_of },
    };
  },
});

/** @throws {ToolError} that names who is meant by the words, where that is not one. */
async function idOf(ask: Ask, name: string | undefined): Promise<string> {
  const words = searchWords(name ?? "");
  if (words.length === 0) throw new ToolError("Give a name, such as Pelosi, or an id, such as P000197.");
  const all = await everyPolitician(ask);
  const meant = all.filter((each) => words.every((word) => hasWord(searchText(each.name), word)));
  const [first, ...others] = meant;
  if (first !== undefined && others.length === 0) return first.id;
  if (first !== undefined) {
    const shown = meant.slice(0, CANDIDATES).map((each) => `${each.name} ${each.id} (${each.chamber}, ${each.state})`);
    throw new ToolError(`${meant.length} politicians have such a name; ask again with one id: ${shown.join("; ")}.`);
  }
  throw new ToolError(
    `No politician's name has the words ${JSON.stringify(words.join(" "))}. Try the last name alone, or search_trades with q.`,
  );
}

const CANDIDATES = 15;
const PAGE = 200;

async function everyPolitician(ask: Ask): Promise<readonly Politician[]> {
  const all: Politician[] = [];
  for (;;) {
    const { body } = await contentOf<{ readonly politicians: readonly Politician[]; readonly total: number }>(
      ask,
      "/politicians/",
      { limit: PAGE, skip: all.length },
    );
    all.push(...body.politicians);
    if (body.politicians.length === 0 || all.length >= body.total) return all;
  }
}
