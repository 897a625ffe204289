import type { z } from "zod";
import type { PoliticianDetailSchema } from "../../../api/disclosures/politician-schema.ts";

/** The API's answer for a politician. */
export type PoliticianDetail = z.output<typeof PoliticianDetailSchema>;
