/** Data dictionary, which describes the fields of a trade. Generated from the schema that validates and documents the API. */
import { z } from "zod";
import { TradeRecordSchema } from "../../../api/disclosures/trade-detail-schema.ts";
import { PUBLIC_FIELDS } from "../../../domain/public-trade.ts";

interface DictionaryField {
  /** Name with the names of its parents: `option.strike`. */
  readonly name: string;
  /** The field's type in plain words, such as `text`, `day` or `yes or no`; or the field's allowed values. */
  readonly kind: string;
  readonly canBeNull: boolean;
  readonly meaning: string;
  /** True if lists and CSV files include the field. */
  readonly isPublic: boolean;
}

interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly string[];
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly description?: string;
}

export function listDictionaryFields(): readonly DictionaryField[] {
  return Object.entries(TradeRecordSchema.shape).flatMap(([name, schema]) =>
    listFields(name, z.toJSONSchema(schema, { io: "output" }) as JsonSchema, Object.hasOwn(PUBLIC_FIELDS, name)),
  );
}

function listFields(name: string, schema: JsonSchema, isPublic: boolean): readonly DictionaryField[] {
  const choices = schema.anyOf ?? listJsonTypes(schema).map((type) => ({ ...schema, type }));
  const input = choices.find(({ type }) => type !== "null") ?? schema;
  const field: DictionaryField = {
    name,
    kind: formatSchemaType(input),
    canBeNull: choices.some(({ type }) => type === "null"),
    meaning: schema.description ?? input.description ?? "",
    isPublic,
  };
  const nestedFields = Object.entries(input.properties ?? {}).flatMap(([each, inner]) =>
    listFields(`${name}.${each}`, inner, isPublic),
  );
  return [field, ...nestedFields];
}

function listJsonTypes({ type = "" }: JsonSchema): readonly string[] {
  return typeof type === "string" ? [type] : type;
}

const KINDS: Readonly<Record<string, string>> = {
  string: "text",
  integer: "whole number",
  number: "number",
  boolean: "yes or no",
  object: "fields below",
};

function formatSchemaType(schema: JsonSchema): string {
  const { format, enum: words, items } = schema;
  const [type = ""] = listJsonTypes(schema);
  if (words) return words.map((word) => `\`${word}\``).join(", ");
  if (items) return `list of ${formatSchemaType(items)}`;
  if (format === "date") return "day";
  if (format === "date-time") return "instant, UTC";
  if (format === "uri") return "address";
  return KINDS[type] ?? type;
}
