/**
 * The direction of dependencies: each folder of src/, what it is, and what it may import. Type-only imports count.
 * `node test/docs/borders-page.ts` prints it in docs/architecture.md.
 */
const folders = {
  domain: { about: "the nouns and their arithmetic", imports: [] },
  outbound: { about: "the one way to the outside: bounded, paced, named exchanges", imports: ["domain"] },
  redis: {
    about: "the store that processes share: connections, how long a caller waits, who else is there",
    imports: [],
  },
  imaging: { about: "pixels to tables and text; knows no public body", imports: ["domain"] },
  sources: {
    about: "one folder a public body, behind `FilingSource`; only `all.ts` imports such a folder",
    imports: ["outbound", "domain", "imaging"],
  },
  reference: {
    about: "the members' record, the ticker directories, the companies' industries",
    imports: ["outbound", "domain"],
  },
  readers: {
    about: "documents and pages read in child processes, within time and memory",
    imports: ["sources", "reference", "domain"],
  },
  evidence: {
    about: "the line of the original behind each trade: drawn once, stored within bounds",
    imports: ["readers", "sources", "domain"],
  },
  normalise: { about: "lines to trades; pure: no clock, no network, no file", imports: ["domain"] },
  store: { about: "the only folder that speaks SQL", imports: ["domain"] },
  backup: { about: "copies the store and the files beside it, and restores them", imports: ["store", "domain"] },
  alerts: { about: "what follows from a publication, and the mails", imports: ["store", "domain"] },
  webhooks: {
    about: "signs and sends; never meets alerts: they share the outbox",
    imports: ["outbound", "store", "domain"],
  },
  ingest: {
    about: "lists, fetches, reads, normalises and publishes",
    imports: ["outbound", "sources", "readers", "reference", "normalise", "store", "alerts", "domain"],
  },
  review: {
    about: "what waits for a person, shown and decided; its client for the service imports domain alone",
    imports: ["evidence", "ingest", "readers", "normalise", "store", "sources", "domain"],
  },
  dataset: { about: "one published version as ready bytes", imports: ["domain", "store"] },
  market: { about: "quotes, daily bars", imports: ["outbound", "domain", "store", "redis"] },
  performance: { about: "returns: arithmetic over decisions and prices (ADR 25)", imports: ["dataset", "domain"] },
  export: { about: "files of one version, the archive", imports: ["domain", "store", "dataset"] },
  // The text on how the data is made is that of the page.
  mcp: {
    about: "the assistant: tools that answer from the API's own routes, each trade with its citation",
    imports: ["domain", "web/pages/methodology"],
  },
  api: {
    about: "endpoints, limits, problems, caching",
    imports: [
      "dataset",
      "store",
      "market",
      "alerts",
      "webhooks",
      "export",
      "evidence",
      "mcp",
      "performance",
      "domain",
      "redis",
    ],
  },
  // What the pages share with the API is how it answers, and how `/trades` reads its filters.
  web: {
    about: "pages for people; never the store",
    imports: ["dataset", "market", "performance", "domain", "api/http", "api/disclosures", "export"],
  },
  service: {
    about: "parts of the serving process that join others: the ledger, readiness, senders",
    imports: [
      "api",
      "dataset",
      "market",
      "export",
      "evidence",
      "ingest",
      "sources",
      "outbound",
      "alerts",
      "webhooks",
      "store",
      "performance",
      "domain",
      "redis",
    ],
  },
  cli: { about: "one file for each command", imports: ["[^/]+"] },
  demo: {
    about: "the command `demo`: made-up filings and prices, the sites that serve them, a receiver; nothing imports it",
    imports: ["cli", "api/http/credentials", "store", "market", "imaging", "domain"],
  },
};
/** The rooms of src/api/ and which of their neighbours they may import; `http` knows no endpoint. */
const allowedInApi = {
  http: [],
  operations: ["http"],
  "market-data": ["http"],
  disclosures: ["http", "market-data"],
  evidence: ["http"],
  files: ["http", "disclosures"],
  compat: ["http", "files"],
  performance: ["http", "disclosures", "market-data"],
  assistant: ["http"],
  premium: ["http", "disclosures", "files"],
  documentation: ["http", "premium"],
};
/** Unit tests, and the examples that tests share: they may use more than the code beside them. */
const unitTests = "(\\.test|/example-(reports|prices))\\.ts$";
const shared =
  "^src/(activity|child-end|command-line|config|error-codes|errors|fair-queue|log|module-path|next-turn|parent-process|setting-readers|settings|visible-text)\\.ts$";

module.exports = {
  forbidden: [
    { name: "no-cycle", severity: "error", from: {}, to: { circular: true } },
    {
      name: "shared-imports-nothing-of-ours",
      severity: "error",
      from: { path: shared },
      to: { path: "^src/", pathNot: shared },
    },
    {
      name: "files-at-the-root-are-shared-or-the-wiring",
      severity: "error",
      from: { path: "^src/[^/]+\\.ts$", pathNot: [shared, "^src/server\\.ts$", "\\.test\\.ts$"] },
      to: {},
    },
    {
      name: "the-wiring-knows-no-command",
      severity: "error",
      from: { path: "^src/server\\.ts$" },
      to: {
        path: "^src/(cli|review|backup|normalise|sources|reference|imaging)/",
        pathNot: "^src/review/review-client\\.ts$",
      },
    },
    {
      name: "the-client-of-the-review-loads-nothing-of-it",
      comment: "What reviewing takes of memory and time belongs to a process of its own, which it starts.",
      severity: "error",
      from: { path: "^src/review/review-client\\.ts$" },
      to: { path: "^src/", pathNot: [shared, "^src/domain/", "^src/review/review-job\\.ts$"] },
    },
    {
      name: "the-assistant-is-loaded-late",
      comment: "A service that no assistant asks neither starts later nor grows by the protocol's SDK.",
      severity: "error",
      from: { path: "^src/api/", pathNot: unitTests },
      to: { path: "^src/mcp/|@modelcontextprotocol", dynamic: false, dependencyTypesNot: ["type-only"] },
    },
    {
      name: "only-all-names-a-source",
      comment: "What is particular to a public body stands behind its FilingSource.",
      severity: "error",
      from: { path: "^src/", pathNot: ["^src/sources/([^/]+)/", "^src/sources/all\\.ts$", "\\.test\\.ts$"] },
      to: { path: "^src/sources/(?!scans/)[^/]+/" },
    },
    {
      name: "a-source-knows-no-other",
      severity: "error",
      from: { path: "^src/sources/([^/]+)/" },
      to: { path: "^src/sources/[^/]+/", pathNot: ["^src/sources/$1/", "^src/sources/scans/"] },
    },
    {
      name: "what-sources-share-names-none",
      severity: "error",
      from: { path: "^src/sources/", pathNot: "^src/sources/all\\.ts$|\\.test\\.ts$" },
      to: { path: "^src/sources/all\\.ts$" },
    },
    {
      name: "a-provider-knows-no-stored-price",
      comment: "What a provider sent is judged, joined and stored by the rest of the market.",
      severity: "error",
      from: { path: "^src/market/providers/", pathNot: unitTests },
      to: { path: "^src/(market/(series/|keeper|kept-prices|price-requests|service|price-answers)|store/)" },
    },
    {
      name: "the-service-knows-no-demonstration",
      comment: "bin/congress-trades.js starts it, and tests use its sites and documents.",
      severity: "error",
      from: { path: "^src/", pathNot: ["^src/demo/", unitTests] },
      to: { path: "^src/demo/" },
    },
    { name: "src-knows-no-tests", severity: "error", from: { path: "^src/" }, to: { path: "^(test|bench)/" } },
    ...Object.entries(folders).map(([folder, { about, imports }]) => ({
      name: `borders-of-${folder}`,
      comment: about,
      severity: "error",
      from: { path: `^src/${folder}/`, pathNot: unitTests },
      to: {
        path: "^src/",
        pathNot: [shared, `^src/${folder}/`, ...imports.map((target) => `^src/${target}/`)].concat(
          folder === "cli" ? ["^src/server\\.ts$"] : [],
          // Which sources there are, their names, and where their documents are officially.
          folder === "api" || folder === "web" ? ["^src/sources/all\\.ts$"] : [],
          folder === "api" ? ["^src/web/site(-state)?\\.ts$"] : [],
        ),
      },
    })),
    ...Object.entries(allowedInApi).map(([room, targets]) => ({
      name: `borders-of-api-${room}`,
      severity: "error",
      from: { path: `^src/api/${room}/`, pathNot: unitTests },
      to: { path: "^src/api/", pathNot: [room, ...targets].map((each) => `^src/api/${each}/`) },
    })),
    {
      name: "http-knows-no-endpoint",
      severity: "error",
      from: { path: "^src/api/http/", pathNot: unitTests },
      to: { path: "^src/(dataset|market|alerts|webhooks|export)/" },
    },
    {
      name: "pure-domain-normalise-and-policy",
      severity: "error",
      from: { path: "^src/(domain|normalise)/|^src/ingest/publication-policy\\.ts$", pathNot: unitTests },
      to: { dependencyTypes: ["core"] },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    doNotFollow: { path: "node_modules" },
    enhancedResolveOptions: {
      extensions: [".ts", ".js", ".cjs", ".mjs", ".json"],
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "types"],
    },
  },
};
