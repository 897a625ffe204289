/** The query of the politicians page and of its CSV file. */
import { z } from "zod";
import { CHAMBERS, PARTIES } from "../domain/politician.ts";
import { skip } from "../http/request/page-query.ts";
import { createNonBlankTextSchema, FORMS } from "../http/request/parameter.ts";
import { createQueryReader } from "../http/request/query-string.ts";
import { type Faults, tryReadQuery } from "./read-query.ts";

const filters = {
  q: createNonBlankTextSchema(200).optional(),
  chamber: z.enum(CHAMBERS).optional(),
  party: z.enum(PARTIES).optional(),
  state: z.string().regex(FORMS.state.pattern).optional(),
  /** District number; 0 is an at-large seat. */
  district: z.int().min(0).max(99).optional(),
  committee: z.string().regex(FORMS.committee.pattern).optional(),
  office: z.enum(["in", "former", "all"]).default("all"),
  sort: z.enum(["name", "-trades", "-last_trade"]).default("name"),
} as const;

export const PoliticiansFileQuery = z.object({ ...filters, skip });
const PoliticiansPageQuery = z.object({ ...filters, page: z.int().min(1).max(10_000).default(1) });

export type PoliticiansFilter = Pick<z.output<typeof PoliticiansPageQuery>, keyof typeof filters>;
export type PoliticiansQuery = z.output<typeof PoliticiansPageQuery>;

const read = createQueryReader(PoliticiansPageQuery, "refused");

export const POLITICIANS_PARAMETERS: readonly string[] = Object.keys(PoliticiansPageQuery.shape);

export function readPoliticiansQuery(query: URLSearchParams): PoliticiansQuery | Faults {
  return tryReadQuery(() => read(query.toString()));
}
