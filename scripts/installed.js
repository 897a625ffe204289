/** Compares node_modules with package-lock.json. Plain JavaScript for Node 20 or newer: it runs before the right Node is installed. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Lists packages of package-lock.json that node_modules lacks or has in another version. The package of Node is for development,
 * but if it is installed, it is always compared.
 * @param {string} root folder of the clone
 * @param {{ dev: boolean }} scope whether to include packages for development
 * @returns {string[]} names with versions, sorted
 */
export function missingPackages(root, { dev }) {
  const locked = readPackages(join(root, "package-lock.json"));
  // npm's own list of what it has installed.
  const listed = readPackages(join(root, "node_modules/.package-lock.json"));
  const missing = [];
  for (const [place, entry] of Object.entries(locked)) {
    const isNeeded =
      dev || !(entry.dev || entry.devOptional) || (isNodeOfThisPlatform(entry) && listed[place] !== undefined);
    if (!place.startsWith("node_modules/") || !isNeeded) continue;
    const installed = existsSync(join(root, place)) ? listed[place] : undefined;
    // Optional packages are for other platforms, or npm could not get them.
    if (installed === undefined && entry.optional && !isNodeOfThisPlatform(entry)) continue;
    if (installed?.version === entry.version && installed?.integrity === entry.integrity) continue;
    missing.push(place.slice("node_modules/".length) + (entry.version === undefined ? "" : `@${entry.version}`));
  }
  return missing.sort();
}

/** Whether any package that is only for development is installed. */
export function hasDevPackages(root) {
  return Object.values(readPackages(join(root, "node_modules/.package-lock.json"))).some(({ dev }) => dev === true);
}

/** Whether the package in runtime/ is installed: `exec`, and Node in the version of package-lock.json if npm has it for this platform. */
export function hasRuntime(root) {
  return existsSync(join(root, "node_modules/congress-trades-runtime"));
}

/** Packages in this lock file, by folder; none if the file is missing or damaged. */
function readPackages(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8")).packages ?? {};
  } catch (error) {
    if (error.code === "ENOENT" || error instanceof SyntaxError) return {};
    throw error;
  }
}

/** Whether the package contains Node for this platform: one of those in runtime/package.json. */
function isNodeOfThisPlatform({ bin, os, cpu }) {
  return bin?.node !== undefined && [os].flat().includes(process.platform) && [cpu].flat().includes(process.arch);
}
