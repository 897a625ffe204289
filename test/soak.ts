/**
 * `npm run test:soak [-- NAME...]`: runs the random and long tests, all or the named ones, at full length and one after another,
 * which takes hours. `npm run test:all` runs each briefly with a fixed seed; here the seed is the day (UTC), and is printed.
 * Exits with 1 if one failed.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";

const seed = new Date().toISOString().slice(0, 10).replaceAll("-", "");

const SOAKS: Readonly<Record<string, readonly string[]>> = {
  sequences: ["test/premium/run-sequences.ts", "--seed", seed],
  deliveries: ["test/chaos/deliveries.ts", "--seed", seed],
  "deliveries-postgres": ["test/chaos/deliveries.ts", "--seed", seed, "--postgres"],
  "ingest-kills": ["test/chaos/ingest-kills.ts", "--seed", seed],
  "ingest-kills-postgres": ["test/chaos/ingest-kills.ts", "--seed", seed, "--postgres"],
  fairness: ["test/chaos/fairness.ts"],
  limits: ["test/chaos/limits.ts"],
  replicas: ["test/chaos/replicas.ts"],
  backups: ["test/chaos/backups.ts"],
  prices: ["test/chaos/market.ts"],
  soak: ["test/chaos/soak.ts"],
  facts: [
    "--test",
    "test/web/browser/demonstration.test.ts",
    "test/web/browser/corpus.test.ts",
    "test/web/browser/facts.test.ts",
  ],
  amendments: ["--test", "test/domain/amendments-random.test.ts"],
  evidence: ["--test", "test/evidence/corpus.test.ts"],
  installs: ["--test", "test/install/update-beside.test.ts", "test/install/packed.test.ts"],
};

const named = process.argv.slice(2);
const unknown = named.find((name) => !(name in SOAKS));
if (unknown !== undefined)
  throw new RangeError(`Unknown soak test ${unknown}. Soak tests: ${Object.keys(SOAKS).join(", ")}.`);

// Test files read SOAK to know that they may take long.
const env = { ...process.env, SOAK: "1", REQUIRE_SERVICES: "1" };
const failed: string[] = [];
for (const [name, args] of Object.entries(SOAKS)) {
  if (named.length > 0 && !named.includes(name)) continue;
  console.log(`== ${name} (seed ${seed})`);
  const startedAt = performance.now();
  const [code] = await once(spawn(process.execPath, args, { stdio: "inherit", env }), "exit");
  console.log(`${name}: ${code === 0 ? "passed" : "FAILED"}, ${Math.round((performance.now() - startedAt) / 1000)} s`);
  if (code !== 0) failed.push(name);
}
console.log(failed.length === 0 ? "all passed" : `failed: ${failed.join(", ")}`);
process.exitCode = failed.length === 0 ? 0 : 1;
