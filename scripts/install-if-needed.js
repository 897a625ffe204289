/**
 * Installs what package-lock.json lists and node_modules lacks. Runs before `npm start` and the other scripts, so also after a clone or an update.
 * Installs packages for development only with `--dev`, or if some are installed already. Without them, and if this Node is too old, it also
 * installs the Node of package-lock.json. Plain JavaScript for Node 20 or newer: it runs before the right Node is installed.
 */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { findNode, MIN_NODE } from "../bin/find-node.js";
import { hasDevPackages, hasRuntime, missingPackages } from "./installed.js";

const MOST_NAMES = 3;
const root = fileURLToPath(new URL("..", import.meta.url));

const withDev = process.argv.includes("--dev") || hasDevPackages(root);
const missing = missingPackages(root, { dev: withDev });
if (missing.length > 0) {
  process.stderr.write(`Installing packages missing from node_modules: ${formatNames(missing)}.\n`);
  const status = install(["ci", "--loglevel=error", ...(withDev ? [] : ["--omit=dev"])]);
  if (status !== 0) fail("npm ci could not install the packages of package-lock.json. See its error above.");
}
// Node itself is a package for development. On Windows, runtime/ also provides `exec`, which the scripts of package.json need.
if (!withDev && (findNode() === null || (process.platform === "win32" && !hasRuntime(root)))) {
  process.stderr.write("Installing the version of Node in package-lock.json.\n");
  install(["install", "--no-save", "--save-prod", "--omit=dev", "--loglevel=error", "./runtime"]);
}
if (findNode() === null) {
  fail(
    `congress-trades needs Node ${MIN_NODE} or newer, and npm could not install it for ${process.platform} ${process.arch}. Install it from nodejs.org.`,
  );
}

function install(args) {
  // Runs npm with its own Node: the install may replace the Node that runs this.
  const npm = process.env.npm_execpath;
  // `npm pack --dry-run` passes its dry run on to its scripts, but still compiles, which needs the packages.
  const env = { ...process.env, npm_config_dry_run: "" };
  const options = { cwd: root, env, stdio: ["inherit", process.stderr, "inherit"] };
  return npm === undefined
    ? spawnSync("npm", args, { ...options, shell: process.platform === "win32" }).status
    : spawnSync(process.env.npm_node_execpath ?? process.execPath, [npm, ...args], options).status;
}

function formatNames(packages) {
  const rest = packages.length - MOST_NAMES;
  return packages.slice(0, MOST_NAMES).join(", ") + (rest > 0 ? ` and ${rest} more` : "");
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
