/**
 * Which folder of `src/` may import which. The twelve folders are in order: each imports only itself and those above it in the list.
 * Type-only imports count. `node test/docs/borders-page.ts` writes both tables into docs/architecture.md.
 */
const folders = {
  base: "errors, log, settings, queues; nothing about filings or prices",
  domain: "domain types and their arithmetic",
  outbound: "all outgoing connections: a rate-limited client for public sites, guarded webhooks",
  store: "the database; in `redis/`, state shared by processes",
  accounts: "keys, alerts, mail, webhooks",
  filings: "from the public sites to published trades",
  publication: "published data: the version in memory, files, the archive, backups",
  prices: "quotes, daily bars, returns",
  http: "the HTTP layer: limits, errors, caching; independent of endpoints",
  api: "endpoints beside their contract, documentation, the assistant",
  web: "pages for people",
  app: "starts and connects everything: service, commands, demonstration",
};
/** Rooms (folders with stricter rules): of `src/`, each may import only `base`, itself and the folders listed here. */
const rooms = {
  store: { about: "the only folder that contains SQL", imports: ["domain"] },
  "accounts/keys": { about: "creates and checks API keys", imports: ["store", "domain"] },
  "accounts/alerts": {
    about: "alerts for new publications, e-mail texts; shares only the outbox table with webhooks",
    imports: ["store", "domain"],
  },
  "accounts/webhooks": { about: "signs and sends webhooks", imports: ["outbound", "store", "domain"] },
  "filings/imaging": { about: "finds tables and text in images of any source", imports: ["domain"] },
  "filings/sources": {
    about: "one folder per source, behind `FilingSource`; only `all.ts` imports them",
    imports: ["filings/imaging", "outbound", "domain"],
  },
  "filings/reference": {
    about: "members of Congress, ticker directories, industries of companies",
    imports: ["outbound", "domain"],
  },
  "filings/readers": {
    about: "reads documents and pages in child processes with limits on time and memory",
    imports: ["filings/sources", "filings/reference", "domain"],
  },
  "filings/evidence": {
    about: "images of trades' lines in the original documents; stored once made, up to a limit",
    imports: ["filings/readers", "filings/sources", "domain"],
  },
  "filings/normalise": { about: "turns lines into trades; pure: no clock, network or files", imports: ["domain"] },
  "filings/ingest": {
    about: "lists, downloads, reads, normalizes and publishes filings",
    imports: [
      "filings/sources",
      "filings/readers",
      "filings/reference",
      "filings/normalise",
      "accounts/alerts",
      "store",
      "outbound",
      "domain",
    ],
  },
  "filings/review": {
    about: "shows and decides items that wait for a person; its client imports only domain",
    imports: [
      "filings/evidence",
      "filings/ingest",
      "filings/readers",
      "filings/normalise",
      "filings/sources",
      "store",
      "domain",
    ],
  },
  "publication/dataset": { about: "one published version, serialized in memory", imports: ["store", "domain"] },
  "publication/export": {
    about: "files of one version, the archive",
    imports: ["publication/dataset", "store", "domain"],
  },
  "publication/backup": {
    about: "backs up and restores the store and the files beside it",
    imports: ["store", "domain"],
  },
  "prices/returns": {
    about: "computes returns from decisions and prices (ADR 25)",
    imports: ["publication/dataset", "domain"],
  },
  http: { about: "serves endpoints without importing them", imports: ["accounts/keys", "store", "outbound", "domain"] },
};
/** The folders of `src/api/`, and which of the others each may import. */
const allowedInApi = {
  operations: [],
  "market-data": [],
  disclosures: ["market-data"],
  evidence: [],
  files: ["disclosures"],
  compat: ["files"],
  performance: ["disclosures", "market-data"],
  assistant: ["mcp"],
  mcp: [],
  premium: ["disclosures", "files"],
  documentation: ["premium"],
};
/** Unit tests are exempt from most rules. */
const unitTests = "\\.test\\.ts$";
/** The only module of `filings/sources` that the API and the pages may import: it lists the sources, their names and the official URLs of their documents. */
const sourceList = "^src/filings/sources/all\\.ts$";
const under = (place) => `^src/${place}/`;

module.exports = {
  forbidden: [
    { name: "no-cycle", severity: "error", from: {}, to: { circular: true } },
    { name: "files-only-in-folders", severity: "error", from: { path: "^src/[^/]+$" }, to: {} },
    ...Object.entries(folders).map(([folder, about], place, all) => ({
      name: `order-${folder}`,
      comment: about,
      severity: "error",
      from: { path: under(folder), pathNot: unitTests },
      to: { path: "^src/", pathNot: all.slice(0, place + 1).map(([each]) => under(each)) },
    })),
    ...Object.entries(rooms).map(([room, { about, imports }]) => ({
      name: `room-${room}`,
      comment: about,
      severity: "error",
      from: { path: under(room), pathNot: unitTests },
      to: { path: "^src/", pathNot: ["base", room, ...imports].map(under) },
    })),
    ...Object.entries(allowedInApi).map(([room, neighbours]) => ({
      name: `room-api/${room}`,
      severity: "error",
      from: { path: under(`api/${room}`), pathNot: unitTests },
      to: { path: "^src/api/", pathNot: [room, ...neighbours].map((each) => under(`api/${each}`)) },
    })),
    {
      name: "prices-without-trades",
      comment: "Prices do not depend on trades.",
      severity: "error",
      from: { path: "^src/prices/", pathNot: ["^src/prices/returns/", unitTests] },
      to: { path: "^src/(accounts|filings|publication)/|^src/prices/returns/" },
    },
    {
      name: "api-and-pages-without-readers",
      severity: "error",
      from: { path: "^src/(api|web)/", pathNot: unitTests },
      to: { path: "^src/filings/", pathNot: [sourceList, "^src/filings/evidence/"] },
    },
    {
      name: "pages-without-store",
      severity: "error",
      from: { path: "^src/web/", pathNot: unitTests },
      to: { path: "^src/(store|outbound)/|^src/accounts/(?!keys/)|^src/api/(?!disclosures/)" },
    },
    {
      name: "service-without-commands",
      severity: "error",
      from: { path: "^src/app/(server\\.ts$|service/)" },
      to: {
        path: "^src/app/(cli|demo)/|^src/publication/backup/|^src/filings/(review|normalise|reference|imaging)/",
        pathNot: "^src/filings/review/review-client\\.ts$",
      },
    },
    {
      name: "review-client-without-review",
      comment: "Reviewing takes memory and time, so the client starts a separate process for it.",
      severity: "error",
      from: { path: "^src/filings/review/review-client\\.ts$" },
      to: { path: "^src/", pathNot: ["^src/(base|domain)/", "^src/filings/review/review-job\\.ts$"] },
    },
    {
      name: "assistant-loaded-lazily",
      comment:
        "The SDK of the assistants' protocol is loaded at the first request, so that it slows no start and takes no memory before.",
      severity: "error",
      from: { path: "^src/(api/(?!mcp/)|app/service/)", pathNot: unitTests },
      to: { path: "^src/api/mcp/|@modelcontextprotocol", dynamic: false, dependencyTypesNot: ["type-only"] },
    },
    {
      name: "only-all-imports-sources",
      comment: "Other code reaches a source only through its FilingSource.",
      severity: "error",
      from: { path: "^src/", pathNot: ["^src/filings/sources/([^/]+)/", sourceList, "\\.test\\.ts$"] },
      to: { path: "^src/filings/sources/(?!scans/)[^/]+/" },
    },
    {
      name: "sources-independent",
      severity: "error",
      from: { path: "^src/filings/sources/([^/]+)/" },
      to: { path: "^src/filings/sources/[^/]+/", pathNot: ["^src/filings/sources/$1/", "^src/filings/sources/scans/"] },
    },
    {
      name: "shared-code-without-sources",
      severity: "error",
      from: { path: "^src/filings/sources/", pathNot: [sourceList, "\\.test\\.ts$"] },
      to: { path: sourceList },
    },
    {
      name: "providers-without-stored-prices",
      comment: "Only the keeper checks, merges and stores prices that a provider sent.",
      severity: "error",
      from: { path: "^src/prices/providers/", pathNot: unitTests },
      to: {
        path: "^src/prices/(keeper/|create-market|price-answers|stored-answers|meant-symbols)|^src/store/(?!redis/)",
      },
    },
    {
      name: "service-without-demonstration",
      comment: "Only bin/congress-trades.js starts the demonstration. Tests use its sites and documents.",
      severity: "error",
      from: { path: "^src/", pathNot: ["^src/app/demo/", unitTests] },
      to: { path: "^src/app/demo/" },
    },
    {
      name: "library-without-service",
      comment: "Programs that use the library to read reports or get prices load no server, store or page.",
      severity: "error",
      from: { path: "^src/app/library/", pathNot: unitTests },
      to: {
        path: "^src/",
        pathNot: [
          ...["base", "domain", "prices", "app/library"].map(under),
          ...["normalise", "readers", "reference", "sources"].map((room) => under(`filings/${room}`)),
          "^src/filings/ingest/scanned-report\\.ts$",
        ],
      },
    },
    {
      name: "src-without-tests",
      severity: "error",
      from: { path: "^src/", pathNot: unitTests },
      to: { path: "^(test|bench)/" },
    },
    {
      name: "pure-domain-normalise-and-policy",
      severity: "error",
      from: {
        path: "^src/(domain|filings/normalise)/|^src/filings/ingest/publication-policy\\.ts$",
        pathNot: unitTests,
      },
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
