import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** The oldest release that has all that the program needs; `engines` of package.json says the same. */
export const MIN_NODE = 24;

export const IS_NEW_ENOUGH = Number.parseInt(process.versions.node, 10) >= MIN_NODE;

/** Says why this Node does not do; goes on with what to do. */
export const TOO_OLD = `congress-trades needs Node ${MIN_NODE} or newer, and this is Node ${process.versions.node} (${process.execPath})`;

/**
 * The Node to run with: the one that was installed beside the program, or this one.
 * @returns its path; null when there is none that is new enough.
 */
export function findNode() {
  const beside = installedNode();
  if (beside !== null) return beside;
  // An install may just have removed the one that runs this.
  return IS_NEW_ENOUGH && existsSync(process.execPath) ? process.execPath : null;
}

/** The npm packages that hold nothing but Node, one a platform, as runtime/package.json lists them. */
function installedNode() {
  const platform = process.platform === "win32" ? "win" : process.platform;
  const require = createRequire(import.meta.url);
  for (const name of [`node-${platform}-${process.arch}`, `node-bin-${platform}-${process.arch}`]) {
    try {
      const path = require.resolve(`${name}/package.json`);
      const { version, bin } = JSON.parse(readFileSync(path, "utf8"));
      const node = join(dirname(path), bin.node);
      if (Number.parseInt(version, 10) >= MIN_NODE && existsSync(node)) return node;
    } catch (error) {
      if (error.code !== "MODULE_NOT_FOUND") throw error;
    }
  }
  return null;
}
