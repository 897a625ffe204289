import type { z } from "zod";
import type { PoliticianDetailSchema } from "../../../api/disclosures/politician-schema.ts";

/** A politician in the API's response. */
export type PoliticianDetail = z.output<typeof PoliticianDetailSchema>;
