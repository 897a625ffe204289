/** Shared parts of the OpenAPI document: each schema, parameter and response is defined once, under its own name. */
import { z } from "zod";
import { ASSET_TYPES } from "../../domain/asset-class.ts";
import { FILING_STATES } from "../../domain/filing.ts";
import { ALERT_TYPES, EVENT_TYPES } from "../../domain/premium.ts";
import { TRANSACTION_TYPES } from "../../domain/trade.ts";
import { WANTED_EVENT_TYPES } from "../premium/webhook-schema.ts";

export type Json = Record<string, unknown>;

/** Enums shared by several schemas and parameters, by component name. */
const NAMED_ENUMS: Readonly<Record<string, readonly string[]>> = {
  AlertType: ALERT_TYPES,
  AssetType: ASSET_TYPES,
  EventType: EVENT_TYPES,
  FilingState: FILING_STATES,
  TransactionType: TRANSACTION_TYPES,
  WantedEventType: WANTED_EVENT_TYPES,
};
const ENUM_NAMES = new Map(Object.entries(NAMED_ENUMS).map(([name, words]) => [words.join(), name]));

export class Components {
  readonly #schemas = new Map<string, Json>();
  readonly #parameters = new Map<string, Json>();
  readonly #responses = new Map<string, Json>();

  /** Returns a reference to a schema and registers it, and the schemas inside it, under their own names. */
  addSchema(schema: z.ZodType, io: "input" | "output" = "output"): Json {
    const { $defs, ...root } = z.toJSONSchema(schema, { io, unrepresentable: "any" }) as Json & {
      $defs?: Record<string, Json>;
    };
    const cleanSchema = (each: Json) =>
      io === "input" ? moveDefaultsToDescriptions(simplifySchema(each)) : simplifySchema(each);
    const name = schema.meta()?.id;
    if (name === undefined) throw new TypeError("The schema of a response must have a name.");
    // If a schema refers to itself by name, zod puts the schema into `$defs`. Then `root` only refers to that definition.
    const named = "$ref" in root ? { ...$defs } : { ...$defs, [name]: root };
    for (const [each, body] of Object.entries(named)) {
      this.#schemas.set(each, this.replaceNamedEnums(removeListAndUnionExamples(each, cleanSchema(body))));
    }
    return { $ref: `#/components/schemas/${name}` };
  }

  /** The same schema with each named enum (`NAMED_ENUMS`) replaced by a reference. */
  replaceNamedEnums(schema: Json): Json {
    return JSON.parse(
      JSON.stringify(schema, (_, value: unknown) => {
        const words = (value as Json | null)?.["enum"];
        const name = Array.isArray(words) ? ENUM_NAMES.get(words.join()) : undefined;
        if (name === undefined) return value;
        const { type, enum: _words, ...rest } = value as Json;
        this.#schemas.set(name, { type, enum: words });
        return { $ref: `#/components/schemas/${name}`, ...rest };
      }),
    ) as Json;
  }

  /** Returns a reference to a parameter, with the operation's name appended if a different parameter has the same name. */
  addParameter(parameter: Json, operation: string): Json {
    return addSharedComponent(
      "parameters",
      this.#parameters,
      toPascalCase(String(parameter["name"])),
      operation,
      parameter,
    );
  }

  /** Returns a reference to a response that several operations share. */
  addResponse(name: string, response: Json, operation: string): Json {
    return addSharedComponent("responses", this.#responses, name, operation, response);
  }

  *buildAll(): Generator<void, Json> {
    return {
      schemas: sortComponents(yield* buildExtendedSchemas(this.#schemas)),
      parameters: sortComponents(this.#parameters),
      responses: sortComponents(this.#responses),
    };
  }
}

/** Minimum number of shared members for a schema to be shown as an extension of another. */
const MIN_SHARED_MEMBERS = 5;

/** Rewrites a schema that contains all members of another. The result is an `allOf` of the other and the additional members. */
function* buildExtendedSchemas(schemas: ReadonlyMap<string, Json>): Generator<void, Map<string, Json>> {
  const bases = [...schemas].filter(([, each]) => Object.keys(getFields(each)).length >= MIN_SHARED_MEMBERS);
  const extended = new Map<string, Json>();
  for (const [name, schema] of schemas) {
    const inside = bases.filter(([other, base]) => other !== name && isExtensionOf(schema, base));
    const base = inside.reduce<[string, Json] | null>(
      (most, each) => (most && countFields(most) >= countFields(each) ? most : each),
      null,
    );
    extended.set(name, base ? rewriteAsExtension(schema, base) : schema);
    yield;
  }
  return extended;
}

const countFields = ([, base]: readonly [string, Json]): number => Object.keys(getFields(base)).length;

function isExtensionOf(schema: Json, base: Json): boolean {
  const members = getFields(schema);
  const shared = Object.entries(getFields(base));
  return (
    shared.length < Object.keys(members).length &&
    shared.every(([name, member]) => JSON.stringify(members[name]) === JSON.stringify(member)) &&
    getRequiredFields(base).every((name) => getRequiredFields(schema).includes(name)) &&
    shared.every(([name]) => getRequiredFields(base).includes(name) || !getRequiredFields(schema).includes(name))
  );
}

function rewriteAsExtension(schema: Json, [name, base]: readonly [string, Json]): Json {
  const { type, properties: _, required: __, ...rest } = schema;
  const baseMembers = getFields(base);
  const added = Object.fromEntries(Object.entries(getFields(schema)).filter(([member]) => !(member in baseMembers)));
  const required = getRequiredFields(schema).filter((member) => member in added);
  return { allOf: [{ $ref: `#/components/schemas/${name}` }, { type, properties: added, required }], ...rest };
}

function getFields({ properties }: Json): Readonly<Record<string, unknown>> {
  return typeof properties === "object" && properties !== null ? (properties as Record<string, unknown>) : {};
}

function getRequiredFields({ required }: Json): readonly string[] {
  return Array.isArray(required) ? required : [];
}

/** Drops the examples of lists and unions, since their parts have examples of their own. */
function removeListAndUnionExamples(name: string, { examples, ...rest }: Json): Json {
  return examples === undefined || /(?:List|Feed|EventTypes)$/.test(name) || "oneOf" in rest
    ? rest
    : { ...rest, examples };
}

/** Equal components share one name. If a different component has the name already, the operation's name is appended. */
function addSharedComponent(
  section: string,
  known: Map<string, Json>,
  name: string,
  operation: string,
  value: Json,
): Json {
  const text = JSON.stringify(value);
  const isSame = (each: string) => JSON.stringify(known.get(each)) === text;
  const names = [...known.keys()].filter((each) => each === name || each.startsWith(`${name}Of`));
  let found = names.find(isSame);
  if (found === undefined) {
    found = known.has(name) ? `${name}Of${toPascalCase(operation)}` : name;
    known.set(found, value);
  }
  return { $ref: `#/components/${section}/${found}` };
}

/** `not_found` becomes `NotFound`. */
function toPascalCase(text: string): string {
  return text.replace(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

function sortComponents(components: ReadonlyMap<string, Json>): Json {
  return Object.fromEntries([...components].sort(([a], [b]) => a.localeCompare(b)));
}

/** Drops redundant keywords. Objects are not closed (`additionalProperties`), because the API evolves by addition. */
export function simplifySchema({ $schema: _, id: __, ...schema }: Json): Json {
  return JSON.parse(
    JSON.stringify(schema, (key, value: unknown) => {
      if (key === "$ref" && typeof value === "string") return value.replace("#/$defs/", "#/components/schemas/");
      if (key === "additionalProperties" && (value === false || isEmptyObject(value))) return undefined;
      if (key === "maximum" && value === Number.MAX_SAFE_INTEGER) return undefined;
      if (key === "minimum" && value === Number.MIN_SAFE_INTEGER) return undefined;
      if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
      const schema = collapseNullable(value as Json);
      return hasFormatAndPattern(schema) ? { ...schema, pattern: undefined } : schema;
    }),
  ) as Json;
}

/** Collapses an `anyOf` of a simple type and null into a list of types. */
function collapseNullable(schema: Json): Json {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return schema;
  const [first, second] = anyOf as [Json, Json];
  const isSimple = typeof first["type"] === "string" && !("enum" in first) && !("const" in first);
  return isSimple && second["type"] === "null" ? { ...first, ...rest, type: [first["type"], "null"] } : schema;
}

function hasFormatAndPattern({ format, pattern }: Json): boolean {
  return typeof format === "string" && typeof pattern === "string";
}

function isEmptyObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}

/** Moves request defaults into descriptions: code generators would make a member that has a `default` mandatory. */
function moveDefaultsToDescriptions(schema: Json): Json {
  const { properties, ...rest } = schema;
  if (typeof properties !== "object" || properties === null) return schema;
  const members = Object.entries(properties as Record<string, Json>).map(([name, member]) => {
    if (!("default" in member)) return [name, member];
    const { default: fallback, description, ...bare } = member;
    const words = `${description ?? ""} Default: \`${JSON.stringify(fallback)}\`.`.trim();
    return [name, { ...bare, description: words }];
  });
  return { ...rest, properties: Object.fromEntries(members) };
}
