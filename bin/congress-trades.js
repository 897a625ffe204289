#!/usr/bin/env node
// Runs on any Node from 20 on: finds the right one and hands over to it. In a clone the sources run; an installed package holds
// compiled files instead, since Node refuses to strip types there.
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { handOver } from "./hand-over.js";

/** Room for the objects of a request to die young in: the service answers evenly. */
const SERVING = ["--max-semi-space-size=8"];

const args = process.argv.slice(2);
if (args[0] === "demo") handOver([program("test/upstream/demo"), ...args.slice(1)]);
else handOver([...(args[0] === "serve" ? SERVING : []), program("src/cli/main"), ...args]);

function program(name) {
  const source = fileURLToPath(new URL(`../${name}.ts`, import.meta.url));
  return existsSync(source) ? source : fileURLToPath(new URL(`../dist/${name}.js`, import.meta.url));
}
