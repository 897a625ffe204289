/** The parameters that lists share: `limit`, `skip` and `version`, used for validation and for the OpenAPI document. */
import { z } from "zod";
import { FORMS } from "./parameter.ts";

export const createLimitSchema = (fallback: number, max: number) =>
  z
    .int()
    .min(1)
    .max(max)
    .default(fallback)
    .meta({
      description: `Number of records in the answer, at most ${max}; a higher number is applied as ${max}.`,
    });

export const skip = z.int().min(0).default(0).meta({ description: "Number of records to skip before the first." });

/** Dataset version to which all pages of a list are pinned. */
export const version = z.string().regex(FORMS.version.pattern).optional().meta({
  description:
    "Dataset version of the page; only the newest versions are stored (410 for older ones). The links of a list include it, so that following them gives each record once. Without it, the current version.",
});

export const NoQuery = z.object({});

/** Schema of an empty JSON object as a body. */
const NoMembers = z.strictObject({}).meta({ id: "NoMembers", description: "No member is known." });

/** A request that needs no body. */
export const POST_WITHOUT_BODY = { method: "POST", body: NoMembers, bodyOptional: true } as const;

/** Fields `total`, `limit` and `skip` of a list answer. @param total describes what `total` counts, if that is not obvious. */
export const createPageFields = (total?: string) => ({
  total: total === undefined ? z.int().min(0) : z.int().min(0).meta({ description: total }),
  limit: z.int().min(1).meta({ description: "As used." }),
  skip: z.int().min(0).meta({ description: "As used." }),
});

/** `limit` and `skip` for lists with at most 200 per page and no other parameters. */
export const PageQuery = z.object({ limit: createLimitSchema(50, 200), skip });
