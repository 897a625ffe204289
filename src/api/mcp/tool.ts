/** A tool of the assistant: its name, its description for models, and its answer. */
import { z } from "zod";
import { type Ask, ToolError } from "./ask.ts";
import { FILING_TEXT_NOTICE, sanitizeToOneLine } from "./filing-text.ts";
import { describeMissingReports, REPORTING_DELAY_NOTE, type Scope } from "./what-is-missing.ts";

/** A tool's answer, without the fields that every answer ends with. */
interface ToolAnswer {
  readonly data: Readonly<Record<string, unknown>>;
  /** The data in a few lines of text. Some clients give the language model only text. Line breaks within an item are removed. */
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
  readonly call: (ask: Ask, values: unknown) => Promise<{ readonly data: object; readonly text: string }>;
}

export type JsonSchema = { readonly type: "object"; readonly [name: string]: unknown };

interface ToolParts<I extends z.core.$ZodShape> {
  readonly name: string;
  readonly description: string;
  readonly input: I;
  readonly output: z.core.$ZodShape;
  readonly answer: (ask: Ask, input: z.output<z.ZodObject<I>>) => Promise<ToolAnswer>;
}

const COMMON_FIELDS = {
  dataset_version: z.string(),
  delay: z.string(),
  missing: z.string(),
  note: z.string(),
} as const;

export function createTool<I extends z.core.$ZodShape>({
  name,
  description,
  input,
  output,
  answer,
}: ToolParts<I>): Tool {
  const schema = z.strictObject(input);
  return {
    name,
    description,
    inputSchema: toWireSchema(schema),
    outputSchema: toWireSchema(z.object({ ...output, ...COMMON_FIELDS })),
    async call(ask, values) {
      const read = schema.safeParse(values ?? {});
      if (!read.success) throw new ToolError(describeWrongArguments(name, input, read.error));
      const { data, lines, version, scope } = await answer(ask, read.data);
      const missing = await describeMissingReports(ask, scope);
      return {
        data: { ...data, dataset_version: version, delay: REPORTING_DELAY_NOTE, missing, note: FILING_TEXT_NOTICE },
        text: [...lines, "", `${missing} ${REPORTING_DELAY_NOTE} Dataset version ${version}.`, FILING_TEXT_NOTICE]
          .map(sanitizeToOneLine)
          .join("\n"),
      };
    },
  };
}

function describeWrongArguments(name: string, input: z.core.$ZodShape, { issues }: z.ZodError): string {
  const faults = issues.map(({ path, message }) => (path.length === 0 ? message : `${path.join(".")}: ${message}`));
  const allowed = Object.keys(input);
  return `Wrong arguments for ${name}. ${faults.join(". ")}. Allowed arguments: ${allowed.join(", ")}.`;
}

/** JSON Schema, as short as possible: every model reads the schemas of all tools before each conversation. */
function toWireSchema(schema: z.ZodObject): JsonSchema {
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
