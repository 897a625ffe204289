/** Plain JavaScript for any Node from 20 on: it runs before the right Node is there. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * What package-lock.json names and node_modules does not hold, or holds as another release. A Node that is installed counts always.
 * @param {string} root folder of the clone
 * @param {{ dev: boolean }} scope whether the packages for development count too
 * @returns {string[]} names with versions, sorted
 */
export function missingPackages(root, { dev }) {
  const wanted = packagesOf(join(root, "package-lock.json"));
  // What npm has installed, as npm itself notes it.
  const there = packagesOf(join(root, "node_modules/.package-lock.json"));
  const missing = [];
  for (const [place, entry] of Object.entries(wanted)) {
    const isWanted =
      dev || !(entry.dev || entry.devOptional) || (isNodeOfThisPlatform(entry) && there[place] !== undefined);
    if (!place.startsWith("node_modules/") || !isWanted) continue;
    const installed = existsSync(join(root, place)) ? there[place] : undefined;
    // Packages of other platforms are optional and stay away; those of this platform are there or were not to be had.
    if (installed === undefined && entry.optional && !isNodeOfThisPlatform(entry)) continue;
    if (installed?.version === entry.version && installed?.integrity === entry.integrity) continue;
    missing.push(place.slice("node_modules/".length) + (entry.version === undefined ? "" : `@${entry.version}`));
  }
  return missing.sort();
}

/** Whether any package that only development needs is installed. */
export function hasDevPackages(root) {
  return Object.values(packagesOf(join(root, "node_modules/.package-lock.json"))).some(({ dev }) => dev === true);
}

/** Whether runtime/ is installed: the locked Node, where npm has it for this platform, and `exec`. */
export function hasRuntime(root) {
  return existsSync(join(root, "node_modules/congress-trades-runtime"));
}

function packagesOf(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8")).packages ?? {};
  } catch (error) {
    if (error.code === "ENOENT" || error instanceof SyntaxError) return {};
    throw error;
  }
}

/** The platforms' packages of Node, which runtime/package.json lists. */
function isNodeOfThisPlatform({ bin, os, cpu }) {
  return bin?.node !== undefined && [os].flat().includes(process.platform) && [cpu].flat().includes(process.arch);
}
