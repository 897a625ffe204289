/**
 * The direction of dependencies. `src/` has twelve folders in this order: each imports only itself and those above it.
 * Type-only imports count. `node test/docs/borders-page.ts` prints both tables in docs/architecture.md.
 */
const folders = {
  base: "errors, log, settings, queues: knows nothing of the subject",
  domain: "the nouns and their arithmetic",
  outbound: "all connections to the outside: the paced client of the public sites, guarded webhooks",
  store: "what is stored, and in `redis/` what processes share",
  accounts: "keys, alerts, mail, webhooks",
  filings: "from the public sites to published trades",
  publication: "what is served: the version in memory, files, the archive, backups",
  prices: "quotes, daily bars, returns",
  http: "the HTTP layer: limits, problems, caching; knows no endpoint",
  api: "endpoints beside their contract, documentation, the assistant",
  web: "pages for people",
  app: "the wiring, the serving process, the commands, the demonstration",
};
/** Rooms that may import less than their folder: nothing of ours but `base`, themselves and what stands here. */
const rooms = {
  store: { about: "the only folder that speaks SQL", imports: ["domain"] },
  "accounts/keys": { about: "makes and checks the keys of accounts", imports: ["store", "domain"] },
  "accounts/alerts": {
    about: "what follows from a publication, and the texts of mails; never meets webhooks: they share the outbox",
    imports: ["store", "domain"],
  },
  "accounts/webhooks": { about: "signs and sends", imports: ["outbound", "store", "domain"] },
  "filings/imaging": { about: "pixels to tables and text; knows no public body", imports: ["domain"] },
  "filings/sources": {
    about: "one folder a public body, behind `FilingSource`; only `all.ts` imports such a folder",
    imports: ["filings/imaging", "outbound", "domain"],
  },
  "filings/reference": {
    about: "the members' record, the ticker directories, the companies' industries",
    imports: ["outbound", "domain"],
  },
  "filings/readers": {
    about: "documents and pages read in child processes, within time and memory",
    imports: ["filings/sources", "filings/reference", "domain"],
  },
  "filings/evidence": {
    about: "the line of the original behind each trade: drawn once, stored within bounds",
    imports: ["filings/readers", "filings/sources", "domain"],
  },
  "filings/normalise": { about: "lines to trades; pure: no clock, no network, no file", imports: ["domain"] },
  "filings/ingest": {
    about: "lists, fetches, reads, normalises and publishes",
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
    about: "what waits for a person, shown and decided; its client for the service imports domain alone",
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
  "publication/dataset": { about: "one published version as ready bytes", imports: ["store", "domain"] },
  "publication/export": {
    about: "files of one version, the archive",
    imports: ["publication/dataset", "store", "domain"],
  },
  "publication/backup": {
    about: "copies the store and the files beside it, and restores them",
    imports: ["store", "domain"],
  },
  "prices/returns": {
    about: "arithmetic over decisions and prices (ADR 25)",
    imports: ["publication/dataset", "domain"],
  },
  http: { about: "serves any endpoint", imports: ["accounts/keys", "store", "outbound", "domain"] },
};
/** The rooms of src/api/ and which of their neighbours they may import. */
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
/** Unit tests may use more than the code beside them. */
const unitTests = "\\.test\\.ts$";
/** What is known of the readers of filings where answers are made: which sources there are, their names, and where their documents are officially. */
const sourceList = "^src/filings/sources/all\\.ts$";
const under = (place) => `^src/${place}/`;

module.exports = {
  forbidden: [
    { name: "no-cycle", severity: "error", from: {}, to: { circular: true } },
    { name: "no-loose-file", severity: "error", from: { path: "^src/[^/]+$" }, to: {} },
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
      name: "prices-know-no-version",
      comment: "What members traded is no part of a price.",
      severity: "error",
      from: { path: "^src/prices/", pathNot: ["^src/prices/returns/", unitTests] },
      to: { path: "^src/(accounts|filings|publication)/|^src/prices/returns/" },
    },
    {
      name: "answers-know-no-reader",
      severity: "error",
      from: { path: "^src/(api|web)/", pathNot: unitTests },
      to: { path: "^src/filings/", pathNot: [sourceList, "^src/filings/evidence/"] },
    },
    {
      name: "pages-know-no-store",
      severity: "error",
      from: { path: "^src/web/", pathNot: unitTests },
      to: { path: "^src/(store|outbound)/|^src/accounts/(?!keys/)|^src/api/(?!disclosures/)" },
    },
    {
      name: "the-wiring-knows-no-command",
      severity: "error",
      from: { path: "^src/app/(server\\.ts$|service/)" },
      to: {
        path: "^src/app/(cli|demo)/|^src/publication/backup/|^src/filings/(review|normalise|reference|imaging)/",
        pathNot: "^src/filings/review/review-client\\.ts$",
      },
    },
    {
      name: "the-client-of-the-review-loads-nothing-of-it",
      comment: "What reviewing takes of memory and time belongs to a process of its own, which it starts.",
      severity: "error",
      from: { path: "^src/filings/review/review-client\\.ts$" },
      to: { path: "^src/", pathNot: ["^src/(base|domain)/", "^src/filings/review/review-job\\.ts$"] },
    },
    {
      name: "the-assistant-is-loaded-late",
      comment: "A service that no assistant asks neither starts later nor grows by the protocol's SDK.",
      severity: "error",
      from: { path: "^src/(api/(?!mcp/)|app/service/)", pathNot: unitTests },
      to: { path: "^src/api/mcp/|@modelcontextprotocol", dynamic: false, dependencyTypesNot: ["type-only"] },
    },
    {
      name: "only-all-names-a-source",
      comment: "What is particular to a public body stands behind its FilingSource.",
      severity: "error",
      from: { path: "^src/", pathNot: ["^src/filings/sources/([^/]+)/", sourceList, "\\.test\\.ts$"] },
      to: { path: "^src/filings/sources/(?!scans/)[^/]+/" },
    },
    {
      name: "a-source-knows-no-other",
      severity: "error",
      from: { path: "^src/filings/sources/([^/]+)/" },
      to: { path: "^src/filings/sources/[^/]+/", pathNot: ["^src/filings/sources/$1/", "^src/filings/sources/scans/"] },
    },
    {
      name: "what-sources-share-names-none",
      severity: "error",
      from: { path: "^src/filings/sources/", pathNot: [sourceList, "\\.test\\.ts$"] },
      to: { path: sourceList },
    },
    {
      name: "a-provider-knows-no-stored-price",
      comment: "What a provider sent is judged, joined and stored by the keeper.",
      severity: "error",
      from: { path: "^src/prices/providers/", pathNot: unitTests },
      to: {
        path: "^src/prices/(keeper/|create-market|price-answers|stored-answers|meant-symbols)|^src/store/(?!redis/)",
      },
    },
    {
      name: "the-service-knows-no-demonstration",
      comment: "bin/congress-trades.js starts it, and tests use its sites and documents.",
      severity: "error",
      from: { path: "^src/", pathNot: ["^src/app/demo/", unitTests] },
      to: { path: "^src/app/demo/" },
    },
    {
      name: "the-library-is-no-service",
      comment: "A program that reads reports or asks for prices loads no server, no store and no page.",
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
      name: "src-knows-no-tests",
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
