/** The fields of a trade as a dictionary, generated from the schema that validates and documents the API. */
import { z } from "zod";
import { TradeRecordSchema } from "../../../api/disclosures/trade-detail-schema.ts";
import { PUBLIC_FIELDS } from "../../../domain/public-trade.ts";

interface DictionaryField {
  /** `option.strike` for a nested field. */
  readonly name: string;
  /** `text`, `day`, `number`, `yes or no`, or the allowed values. */
  readonly kind: string;
  readonly canBeNull: boolean;
  readonly meaning: string;
  /** Whether lists and CSV files include it. */
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

export function dictionary(): readonly DictionaryField[] {
  return Object.entries(TradeRecordSchema.shape).flatMap(([name, schema]) =>
    fieldsOf(name, z.toJSONSchema(schema, { io: "output" }) as JsonSchema, Object.hasOwn(PUBLIC_FIELDS, name)),
  );
}

function fieldsOf(name: string, schema: JsonSchema, isPublic: boolean): readonly DictionaryField[] {
  const choices = schema.anyOf ?? typesOf(schema).map((type) => ({ ...schema, type }));
  const given = choices.find(({ type }) => type !== "null") ?? schema;
  const own: DictionaryField = {
    name,
    kind: kindOf(given),
    canBeNull: choices.some(({ type }) => type === "null"),
    meaning: schema.description ?? given.description ?? "",
    isPublic,
  };
  const within = Object.entries(given.properties ?? {}).flatMap(([each, inner]) =>
    fieldsOf(`${name}.${each}`, inner, isPublic),
  );
  return [own, ...within];
}

function typesOf({ type = "" }: JsonSchema): readonly string[] {
  return typeof type === "string" ? [type] : type;
}

const KINDS: Readonly<Record<string, string>> = {
  string: "text",
  integer: "whole number",
  number: "number",
  boolean: "yes or no",
  object: "fields below",
};

function kindOf(schema: JsonSchema): string {
  const { format, enum: words, items } = schema;
  const [type = ""] = typesOf(schema);
  if (words) return words.map((word) => `\`${word}\``).join(", ");
  if (items) return `list of ${kindOf(items)}`;
  if (format === "date") return "day";
  if (format === "date-time") return "instant, UTC";
  if (format === "uri") return "address";
  return KINDS[type] ?? type;
}
