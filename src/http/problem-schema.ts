import { z } from "zod";
import { buildProblemType, PROBLEMS, REASONS } from "./problems.ts";

const ParameterErrorSchema = z
  .object({
    in: z.enum(["query", "path", "header", "body"]),
    name: z.string(),
    reason: z.enum(REASONS),
    value: z.string().max(64).optional().meta({ description: "What was given, cut to 64 characters." }),
    min: z.int().optional(),
    max: z.int().optional(),
    allowed: z.array(z.string()).optional(),
  })
  .meta({ id: "ParameterError", description: "What is wrong with one parameter." });

export const ProblemSchema = z
  .looseObject({
    type: z.url().meta({ description: "Page that explains the code." }),
    title: z.string(),
    status: z.int().min(400).max(599),
    detail: z.string().meta({ description: "What was wrong with this request, in a sentence." }),
    code: z
      .enum(Object.keys(PROBLEMS) as [keyof typeof PROBLEMS, ...(keyof typeof PROBLEMS)[]])
      .meta({ description: "Stable. Programs should branch on this value." }),
    request_id: z.string().meta({ description: "Equals the header X-Request-Id." }),
    errors: z.array(ParameterErrorSchema).optional().meta({ description: "Each wrong parameter." }),
  })
  .meta({
    id: "Problem",
    description: "Every answer that is neither 2xx nor 3xx (RFC 9457).",
    examples: [
      {
        type: buildProblemType("invalid_parameter"),
        title: PROBLEMS.invalid_parameter.title,
        status: PROBLEMS.invalid_parameter.status,
        detail: "Query parameter 'limit' must be an integer from 1 to 100.",
        code: "invalid_parameter",
        request_id: "0193478e-7b1a-7c3e-9d53-0f6b2a1c4d5e",
        errors: [{ in: "query", name: "limit", reason: "not_an_integer", value: "ten", min: 1, max: 100 }],
      },
    ],
  });
