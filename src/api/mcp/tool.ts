/** A tool of the assistant: its name, its description for models, and its answer. */
import { z } from "zod";
import { type Ask, ToolError } from "./ask.ts";
import { FILING_TEXT_NOTICE, oneLine } from "./filing-text.ts";
import { DELAY, type Scope, whatIsMissing } from "./what-is-missing.ts";

/** A tool's answer, without the fields that every answer ends with. */
interface ToolAnswer {
  readonly data: Readonly<Record<string, unknown>>;
  /** The data in a few lines, for clients that show a model only the text. Line breaks within an item are removed. */
  readonly lines: readonly string[];
  readonly version: string;
  readonly scope: Scope;
}

export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema: JsonSchema;
  /** @throws {ToolError} */
  readonly call: (ask: Ask, given: unknown) => Promise<{ readonly data: object; readonly text: string }>;
}

export type JsonSchema = { readonly type: "object"; readonly [name: string]: unknown };

interface ToolParts<I extends z.core.$ZodShape> {
  readonly name: string;
  readonly description: string;
  readonly input: I;
  readonly output: z.core.$ZodShape;
  readonly answer: (ask: Ask, given: z.output<z.ZodObject<I>>) => Promise<ToolAnswer>;
}

const ENDING = { dataset_version: z.string(), delay: z.string(), missing: z.string(), note: z.string() } as const;

export function tool<I extends z.core.$ZodShape>({ name, description, input, output, answer }: ToolParts<I>): Tool {
  const schema = z.strictObject(input);
  return {
    name,
    description,
    inputSchema: wireSchema(schema),
    outputSchema: wireSchema(z.object({ ...output, ...ENDING })),
    async call(ask, given) {
      const read = schema.safeParse(given ?? {});
      if (!read.success) throw new ToolError(wrongArguments(name, input, read.error));
      const { data, lines, version, scope } = await answer(ask, read.data);
      const missing = await whatIsMissing(ask, scope);
      return {
        data: { ...data, dataset_version: version, delay: DELAY, missing, note: FILING_TEXT_NOTICE },
        text: [...lines, "", `${missing} ${DELAY} Dataset version ${version}.`, FILING_TEXT_NOTICE]
          .map(oneLine)
          .join("\n"),
      };
    },
  };
}

function wrongArguments(name: string, input: z.core.$ZodShape, { issues }: z.ZodError): string {
  const faults = issues.map(({ path, message }) => (path.length === 0 ? message : `${path.join(".")}: ${message}`));
  const allowed = Object.keys(input);
  return `Wrong arguments for ${name}. ${faults.join(". ")}. Allowed arguments: ${allowed.join(", ")}.`;
}

/** JSON Schema, as short as possible: every model reads all of them before each conversation. */
function wireSchema(schema: z.ZodObject): JsonSchema {
  const { $schema, ...wire } = z.toJSONSchema(schema, {
    io: "input",
    override: ({ jsonSchema }) => {
      delete jsonSchema.additionalProperties;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  return { ...wire, type: "object" };
}
