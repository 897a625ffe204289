/** `npm run upstream -- --corpus FOLDER [--port 4010] [--faults [RATE]] [--kinds LIST] [--seed N]`, or `--fictional` instead of a folder. */
import { parseArgs } from "node:util";
import type { Material } from "../../src/app/demo/sites/material.ts";
import { corpusMaterial } from "./corpus-material.ts";
import { FAULTS, INJECTED } from "./faults.ts";
import { fictionalMaterial } from "./fictional/material.ts";
import { startUpstream } from "./server.ts";

const USAGE = `Usage: npm run upstream -- --corpus FOLDER | --fictional  [--port 4010] [--host 127.0.0.1] [--faults [RATE]] [--kinds LIST] [--seed N]

  --corpus FOLDER  serve the real documents of a folder
  --fictional      serve made-up members, reports and prices
  --faults [RATE]  share of requests to answer with 403, 503, slowly, truncated or as a web page (0.1 without RATE)
  --kinds LIST     inject only these faults: any of ${FAULTS.join(", ")}
  --seed N         seed that selects these requests`;

const DEFAULT_FAULT_RATE = "0.1";

if (process.argv.includes("--help") || process.argv.includes("-h")) {
  console.log(USAGE);
  process.exit();
}
try {
  const { material, port, host, faults, faultKinds, seed } = await readArguments(process.argv.slice(2));
  const upstream = await startUpstream({ material, port, host, faults, faultKinds, seed });
  console.log(`Stand-in for the official sites on ${upstream.url}, with ${material.about}.`);
  if (faults > 0) console.log(`${faults * 100}% of requests get a fault (seed ${seed}).`);
  console.log(`UPSTREAM_URL=${upstream.url} SENATE_EFD_ACCEPT_TERMS=true INGEST_RATE=0 npm start`);
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => void upstream.stop().then(() => process.exit(0)));
  }
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}

async function readArguments(argv: readonly string[]) {
  const { values } = parseArgs({
    args: addDefaultRate(argv),
    options: {
      corpus: { type: "string" },
      fictional: { type: "boolean", default: false },
      port: { type: "string", default: "4010" },
      host: { type: "string", default: "127.0.0.1" },
      faults: { type: "string", default: "0" },
      kinds: { type: "string", default: INJECTED.join(",") },
      seed: { type: "string", default: "1" },
    },
  });
  if ((values.corpus === undefined) === !values.fictional)
    throw new Error(`Give --corpus FOLDER or --fictional.\n\n${USAGE}`);
  const parseNumber = (name: "port" | "faults" | "seed", max: number): number => {
    const value = Number(values[name]);
    if (Number.isFinite(value) && value >= 0 && value <= max) return value;
    throw new Error(`--${name} must be a number from 0 to ${max}, not "${values[name]}".\n\n${USAGE}`);
  };
  const faultKinds = values.kinds.split(",").map((name) => {
    const kind = FAULTS.find((each) => each === name.trim());
    if (kind) return kind;
    throw new Error(`--kinds must be a list of ${FAULTS.join(", ")}, not "${name}".`);
  });
  const material: Material =
    values.corpus === undefined ? fictionalMaterial({ today: new Date() }) : await corpusMaterial(values.corpus);
  return {
    material,
    port: parseNumber("port", 65535),
    host: values.host,
    faults: parseNumber("faults", 1),
    faultKinds,
    seed: parseNumber("seed", 2 ** 31),
  };
}

/** Adds the default rate after a `--faults` that has none. */
function addDefaultRate(argv: readonly string[]): string[] {
  return argv.flatMap((each, index) => {
    const bare = each === "--faults" && !/^[\d.]/.test(argv[index + 1] ?? "");
    return bare ? [each, DEFAULT_FAULT_RATE] : [each];
  });
}
