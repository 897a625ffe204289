#!/usr/bin/env node
// Runs on any Node from 20 on: finds the right one and hands over to it. In a clone the sources run; an installed package holds
// compiled files instead, since Node refuses to strip types there.
import { existsSync, mkdirSync } from "node:fs";
import { totalmem } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { handOver } from "./hand-over.js";
import { loadSettings } from "./load-settings.js";

/**
 * Room for the objects of a request to die young in, and no more threads that help to collect garbage than there are other cores: those that
 * share a core with the service hold it up, since it waits for them. The service answers evenly.
 */
const SERVING = ["--max-semi-space-size=8", "--v8-pool-size=0"];

const LEAST_HEAP_MB = 256;
const MOST_HEAP_MB = 512;

/**
 * Megabytes of the heap, at most: half of what the machine or its cgroup has, and no more than what 100,000 trades need several times over. Without a
 * bound Node lets garbage grow to gigabytes on a large machine. Whoever names another in NODE_OPTIONS has that.
 */
function heapBound() {
  if (/--max[-_]old[-_]space[-_]size/.test(process.env.NODE_OPTIONS ?? "")) return [];
  const bytes = Math.min(totalmem(), process.constrainedMemory?.() || Number.POSITIVE_INFINITY);
  const megabytes = Math.floor(bytes / 2 / 1024 / 1024);
  return [`--max-old-space-size=${Math.max(LEAST_HEAP_MB, Math.min(MOST_HEAP_MB, megabytes))}`];
}

const args = process.argv.slice(2);
// The demonstration has settings of its own, and `setup` writes the file.
if (args[0] !== "demo" && args[0] !== "setup") loadSettings();
if (args[0] === "demo") handOver([program("src/app/demo/demo"), ...args.slice(1)]);
else if (args[0] === "serve")
  handOver([...SERVING, ...heapBound(), program("src/app/cli/main"), ...args], keepingCode());
else handOver([program("src/app/cli/main"), ...args]);

/**
 * Code that was compiled, and stripped of its types, is kept for the next start and for the processes of the service: what does that work is not even
 * loaded then. In the data folder, since others who may write to the folder would let their code run here. Where that folder cannot be made the service
 * says so; Node itself would try for ever below `/proc`.
 */
function keepingCode() {
  const dataDir = process.env.DATA_DIR || "data";
  if (!existsSync(dataDir) && !existsSync(dirname(resolve(dataDir)))) return process.env;
  try {
    if (!existsSync(dataDir)) mkdirSync(dataDir);
  } catch {
    return process.env;
  }
  return { NODE_COMPILE_CACHE: join(dataDir, "compiled"), ...process.env };
}

function program(name) {
  const source = fileURLToPath(new URL(`../${name}.ts`, import.meta.url));
  return existsSync(source) ? source : fileURLToPath(new URL(`../dist/${name}.js`, import.meta.url));
}
