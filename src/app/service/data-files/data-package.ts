/** `datapackage.json`: the files and their columns in Frictionless Data Package v2 format. */
import { type DataFile, type DataManifest, RETURNS_NAME } from "../../../publication/export/data-files/data-files.ts";
import { PERFORMANCE_TABLE } from "./performance-table.ts";
import { FILING_TABLE, POLITICIAN_TABLE, type TableColumn, TRADE_TABLE } from "./tables.ts";

const FIELD_TYPES = {
  text: "string",
  day: "date",
  instant: "datetime",
  integer: "integer",
  number: "number",
  boolean: "boolean",
} as const satisfies Record<TableColumn["kind"], string>;

const TABLES: Readonly<Record<string, readonly TableColumn[]>> = {
  trades: TRADE_TABLE,
  filings: FILING_TABLE,
  politicians: POLITICIAN_TABLE,
  performance: PERFORMANCE_TABLE,
};

const FORMATS: Readonly<Record<string, { readonly format: string; readonly mediatype: string }>> = {
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
    // The returns have no digest here: as long as the version is the newest, their file is rebuilt when more prices are stored (see `/data/latest.json`).
    resources: [...files.map(toDigestedResource), toResource(RETURNS_NAME)],
  };
}

function toDigestedResource({ name, rows, bytes, sha256 }: DataFile): object {
  return { ...toResource(name), bytes, hash: `sha256:${sha256}`, ...(rows !== null && { rows }) };
}

function toResource(name: string): object {
  const [stem = "", ...ending] = name.split(".");
  const end = ending.join(".");
  const columns = TABLES[stem];
  return {
    name: `${stem}-${ending[0]}`,
    path: name,
    ...FORMATS[end],
    ...(end.endsWith(".gz") && { compression: "gz" }),
    encoding: "utf-8",
    ...(columns && { type: "table", schema: buildTableSchema(columns) }),
  };
}

function buildTableSchema(columns: readonly TableColumn[]): object {
  return {
    $schema: "https://datapackage.org/profiles/2.0/tableschema.json",
    fields: columns.map(({ name, kind, nullable, emptyIsNull, about }) => ({
      name,
      type: FIELD_TYPES[kind],
      description: about,
      constraints: { required: !nullable && !emptyIsNull },
    })),
    ...(columns.some(({ name }) => name === "id") && { primaryKey: ["id"] }),
  };
}
