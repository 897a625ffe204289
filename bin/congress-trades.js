#!/usr/bin/env node
// Runs on Node 20 or newer: finds a Node that is new enough and hands over to it. A clone runs the TypeScript sources. An installed package
// contains compiled files instead, since Node refuses to strip types in node_modules.
import { existsSync, mkdirSync } from "node:fs";
import { totalmem } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { handOver } from "./hand-over.js";
import { loadSettings } from "./load-settings.js";

/**
 * Options that keep response times even. Semi-spaces of 8 MB: most objects of a request are garbage before they would be moved to the old generation.
 * Pool size 0 lets Node choose the number of V8's helper threads, one for each other core. More would share a core with the service, which waits for
 * them during garbage collection.
 */
const SERVING = ["--max-semi-space-size=8", "--v8-pool-size=0"];

const LEAST_HEAP_MB = 256;
const MOST_HEAP_MB = 512;

/**
 * Option that limits the heap to half the memory of the machine or its cgroup, but to at least 256 MB and at most 512 MB, which is several times what
 * 100,000 trades need. Without a limit, Node lets garbage grow to gigabytes on a large machine. A limit in NODE_OPTIONS wins: then there is no option here.
 */
function limitHeap() {
  if (/--max[-_]old[-_]space[-_]size/.test(process.env.NODE_OPTIONS ?? "")) return [];
  const bytes = Math.min(totalmem(), process.constrainedMemory?.() || Number.POSITIVE_INFINITY);
  const megabytes = Math.floor(bytes / 2 / 1024 / 1024);
  return [`--max-old-space-size=${Math.max(LEAST_HEAP_MB, Math.min(MOST_HEAP_MB, megabytes))}`];
}

const args = process.argv.slice(2);
// The demonstration has its own settings, and `setup` writes the settings file.
if (args[0] !== "demo" && args[0] !== "setup") loadSettings();
if (args[0] === "demo") handOver([findProgram("src/app/demo/demo"), ...args.slice(1)]);
else if (args[0] === "serve")
  handOver([...SERVING, ...limitHeap(), findProgram("src/app/cli/main"), ...args], addCompileCache());
else handOver([findProgram("src/app/cli/main"), ...args]);

/**
 * Returns the environment with a compile cache: the next start, and the child processes of the service, reuse code that is compiled and stripped of its types.
 * The cache is in the data folder, not in a shared one, since whoever can write to it can run code here. If that folder cannot be created, there is no
 * cache, and the service reports the error. Node itself would retry forever below `/proc`.
 */
function addCompileCache() {
  const dataDir = process.env.DATA_DIR || "data";
  if (!existsSync(dataDir) && !existsSync(dirname(resolve(dataDir)))) return process.env;
  try {
    if (!existsSync(dataDir)) mkdirSync(dataDir);
  } catch {
    return process.env;
  }
  return { NODE_COMPILE_CACHE: join(dataDir, "compiled"), ...process.env };
}

/** Path of the program: its source in a clone, its compiled file in an installed package. */
function findProgram(name) {
  const source = fileURLToPath(new URL(`../${name}.ts`, import.meta.url));
  return existsSync(source) ? source : fileURLToPath(new URL(`../dist/${name}.js`, import.meta.url));
}
