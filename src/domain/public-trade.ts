/** The public fields of a trade. One table defines the JSON, schema, export columns, examples and changes announced in events. */
import { z } from "zod";
import { formatAmountRange } from "./amount-range.ts";
import { findDirection } from "./direction.ts";
import { isLate } from "./lateness.ts";
import { CHAMBERS, PARTIES } from "./politician.ts";
import type { Trade } from "./trade.ts";
import { buildHeadlineParts } from "./trade-headline.ts";

/** Returns the name under which the politician with this id is published. */
type NameOf = (politicianId: string) => string;

interface PublicField {
  /** The field's description, its type and whether it may be null. */
  readonly schema: z.ZodType<string | null>;
  readonly example: string | null;
  readonly value: (trade: Trade, nameOf: NameOf) => string | null;
}

const createTextSchema = (description: string) => z.string().meta({ description });

/** The public fields in served order (docs/api.md). A field added here is served, exported, and announced in events. */
export const PUBLIC_FIELDS = {
  id: {
    schema: createTextSchema("Permanent and opaque: a correction of the trade never changes or re-uses it."),
    example: "txn_h20990001_01",
    value: ({ id }) => id,
  },
  politician: {
    schema: createTextSchema("Name of the filing politician."),
    example: "Jane Example",
    value: ({ politicianId }, nameOf) => nameOf(politicianId),
  },
  politician_id: {
    schema: z
      .string()
      .regex(/^[A-Z]\d{6}$/)
      .meta({ description: "Bioguide id; the `id` of a politician." }),
    example: "X000001",
    value: ({ politicianId }) => politicianId,
  },
  chamber: {
    schema: z.enum(CHAMBERS).meta({ description: "The body that received the filing." }),
    example: "house",
    value: ({ chamber }) => chamber,
  },
  party: {
    schema: z.enum(PARTIES).meta({ description: "As of the transaction date." }),
    example: "Independent",
    value: ({ party }) => party,
  },
  ticker: {
    schema: createTextSchema(
      "Ticker that the filing gives or, if it gives none, the ticker of the asset that it names, in upper case with a dot before a share class (`BRK.B`). Empty for cryptocurrencies, and if no ticker is certain.",
    ),
    example: "AAPL",
    value: ({ ticker }) => ticker,
  },
  company: {
    schema: z.string().min(1).meta({ description: "The issuer, or the asset's name as filed." }),
    example: "Apple Inc.",
    value: ({ company }) => company,
  },
  transaction_type: {
    schema: z
      .enum(["purchase", "sale_full", "sale_partial", "exchange", "other"])
      .meta({ description: "What was done; `sale_partial` where the filing says that a part was sold." }),
    example: "purchase",
    value: ({ transactionType }) => transactionType,
  },
  amount_range: {
    schema: z
      .string()
      .regex(/^\$[\d,]+(\.\d{2})?( - \$[\d,]+(\.\d{2})?|\+)$/)
      .meta({ description: "The bracket that the filing prints: lower bound first; `+` where it has no upper bound." }),
    example: "$1,001 - $15,000",
    value: ({ amount }) => formatAmountRange(amount),
  },
  disclosure_date: {
    schema: z.iso.date().meta({ description: "Day on which the trade was disclosed first." }),
    example: "2026-02-20",
    value: ({ disclosureDate }) => disclosureDate,
  },
  transaction_date: {
    schema: z.iso.date().meta({ description: "Day of the trade, as printed." }),
    example: "2026-02-03",
    value: ({ transactionDate }) => transactionDate,
  },
  asset_type: {
    schema: createTextSchema("Class of the asset as filed, such as `Stock`, `ETF`, `Corporate Bond`."),
    example: "Stock",
    value: ({ assetType }) => assetType,
  },
  comment: {
    schema: z.string().nullable().meta({ description: "The filing's description and comments for this trade." }),
    example: null,
    value: ({ comment }) => comment,
  },
} satisfies Record<string, PublicField>;

export type PublicFieldName = keyof typeof PUBLIC_FIELDS;

export type PublicTrade = { readonly [Name in PublicFieldName]: z.infer<(typeof PUBLIC_FIELDS)[Name]["schema"]> };

const FIELDS = Object.entries(PUBLIC_FIELDS) as readonly [PublicFieldName, PublicField][];

export const PUBLIC_FIELD_NAMES: readonly PublicFieldName[] = FIELDS.map(([name]) => name);

/** A fictional trade for documentation; `changes` overrides fields. */
export function createExampleTrade(changes: Partial<PublicTrade> = {}): PublicTrade {
  return { ...(Object.fromEntries(FIELDS.map(([name, { example }]) => [name, example])) as PublicTrade), ...changes };
}

/** Returns a function that writes a trade as JSON, with the fields in the order of `PUBLIC_FIELDS`. */
export function createTradeSerializer(nameOf: NameOf): (trade: Trade) => string {
  return (trade) => JSON.stringify(buildPublicFields(trade, nameOf));
}

export function toPublicTrade(trade: Trade, politicianName: string): PublicTrade {
  return buildPublicFields(trade, () => politicianName);
}

function buildPublicFields(trade: Trade, nameOf: NameOf): PublicTrade {
  const values: Record<string, string | null> = {};
  for (const [name, { value }] of FIELDS) values[name] = value(trade, nameOf);
  return values as PublicTrade;
}

/**
 * True if a trade's public fields, headline, direction or lateness have changed. Events announce only such changes. A new company
 * name does not count if the name comes from a symbol directory. The name is assumed to come from a directory if the trade has a
 * ticker and the asset's filed name has not changed.
 */
export function isPublicChange(before: Trade, trade: Trade): boolean {
  // A politician's new name is not a change of the trade.
  const omitName = () => "";
  const isDirectoryName = trade.ticker !== "" && before.assetNameRaw === trade.assetNameRaw;
  if (buildHeadlineParts(before).action !== buildHeadlineParts(trade).action) return true;
  if (findDirection(before) !== findDirection(trade) || isLate(before) !== isLate(trade)) return true;
  return FIELDS.some(([name, { value }]) => {
    return !(name === "company" && isDirectoryName) && value(before, omitName) !== value(trade, omitName);
  });
}
