/**
 * Before `npm start` and the other scripts: brings node_modules in step with package-lock.json, after a clone and after an update.
 * With `--dev`, or where they are already, the packages for development too; without them, on a Node that is too old, the locked Node alone.
 * Plain JavaScript for any Node from 20 on: it runs before the right Node is there.
 */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { findNode, MIN_NODE } from "../bin/find-node.js";
import { hasDevPackages, hasRuntime, missingPackages } from "./installed.js";

const NAMED = 3;
const root = fileURLToPath(new URL("..", import.meta.url));

const withDev = process.argv.includes("--dev") || hasDevPackages(root);
const missing = missingPackages(root, { dev: withDev });
if (missing.length > 0) {
  process.stderr.write(`Installing packages missing from node_modules: ${named(missing)}.\n`);
  const status = install(["ci", "--loglevel=error", ...(withDev ? [] : ["--omit=dev"])]);
  if (status !== 0) fail("npm ci could not install what package-lock.json names; its reason stands above.");
}
// One of the packages for development. Windows has no `exec` without it, which the scripts of package.json need.
if (!withDev && (findNode() === null || (process.platform === "win32" && !hasRuntime(root)))) {
  process.stderr.write("Installing the Node that package-lock.json names.\n");
  install(["install", "--no-save", "--save-prod", "--omit=dev", "--loglevel=error", "./runtime"]);
}
if (findNode() === null) {
  fail(
    `congress-trades needs Node ${MIN_NODE} or newer, and npm could not install one for ${process.platform} ${process.arch}: install one from nodejs.org.`,
  );
}

function install(args) {
  // The Node that runs npm: this one may be among what is replaced.
  const npm = process.env.npm_execpath;
  // `npm pack --dry-run` tells its scripts to change nothing either, and compiles all the same.
  const env = { ...process.env, npm_config_dry_run: "" };
  const options = { cwd: root, env, stdio: ["inherit", process.stderr, "inherit"] };
  return npm === undefined
    ? spawnSync("npm", args, { ...options, shell: process.platform === "win32" }).status
    : spawnSync(process.env.npm_node_execpath ?? process.execPath, [npm, ...args], options).status;
}

function named(packages) {
  const rest = packages.length - NAMED;
  return packages.slice(0, NAMED).join(", ") + (rest > 0 ? ` and ${rest} more` : "");
}

function fail(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}
