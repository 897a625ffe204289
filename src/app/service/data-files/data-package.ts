/** Builds `datapackage.json`, which describes the files and their columns in Frictionless Data Package v2 format. */
import { type DataFile, type DataManifest, RETURNS_NAME } from "../../../publication/export/data-files/data-files.ts";
import { PERFORMANCE_COLUMNS } from "./performance-table.ts";
import { FILING_COLUMNS, POLITICIAN_COLUMNS, type TableColumn, TRADE_COLUMNS } from "./tables.ts";

const FRICTIONLESS_TYPES = {
  text: "string",
  day: "date",
  instant: "datetime",
  integer: "integer",
  number: "number",
  boolean: "boolean",
} as const satisfies Record<TableColumn["kind"], string>;

const COLUMNS_BY_TABLE: Readonly<Record<string, readonly TableColumn[]>> = {
  trades: TRADE_COLUMNS,
  filings: FILING_COLUMNS,
  politicians: POLITICIAN_COLUMNS,
  performance: PERFORMANCE_COLUMNS,
};

const FORMATS_BY_EXTENSION: Readonly<Record<string, { readonly format: string; readonly mediatype: string }>> = {
  parquet: { format: "parquet", mediatype: "application/vnd.apache.parquet" },
  "csv.gz": { format: "csv", mediatype: "text/csv" },
  "ndjson.gz": { format: "ndjson", mediatype: "application/x-ndjson" },
  json: { format: "json", mediatype: "application/json" },
  "json.gz": { format: "json", mediatype: "application/json" },
};

export function buildDataPackage(manifest: Omit<DataManifest, "files">, files: readonly DataFile[]): object {
  return {
    $schema: "https://datapackage.org/profiles/2.0/datapackage.json",
    name: "congress-trades",
    title: "Stock trades disclosed by members of the U.S. Congress",
    version: manifest.dataset_version,
    created: manifest.published_at,
    changes_since: manifest.changes_since,
    // The returns file has no digest here because it is rebuilt when prices are added; `/data/latest.json` has the digest.
    resources: [...files.map(buildResourceWithDigest), buildResource(RETURNS_NAME)],
  };
}

function buildResourceWithDigest({ name, rows, bytes, sha256 }: DataFile): object {
  return { ...buildResource(name), bytes, hash: `sha256:${sha256}`, ...(rows !== null && { rows }) };
}

function buildResource(name: string): object {
  const [baseName = "", ...extensions] = name.split(".");
  const extension = extensions.join(".");
  const columns = COLUMNS_BY_TABLE[baseName];
  return {
    name: `${baseName}-${extensions[0]}`,
    path: name,
    ...FORMATS_BY_EXTENSION[extension],
    ...(extension.endsWith(".gz") && { compression: "gz" }),
    encoding: "utf-8",
    ...(columns && { type: "table", schema: buildTableSchema(columns) }),
  };
}

function buildTableSchema(columns: readonly TableColumn[]): object {
  return {
    $schema: "https://datapackage.org/profiles/2.0/tableschema.json",
    fields: columns.map(({ name, kind, nullable, emptyIsNull, description }) => ({
      name,
      type: FRICTIONLESS_TYPES[kind],
      description,
      constraints: { required: !nullable && !emptyIsNull },
    })),
    ...(columns.some(({ name }) => name === "id") && { primaryKey: ["id"] }),
  };
}
