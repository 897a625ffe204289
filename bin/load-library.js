import { createRequire } from "node:module";
import { IS_NEW_ENOUGH, TOO_OLD } from "./find-node.js";

/**
 * Loads a module of the library, after checking the version of Node: an older Node cannot parse the module, so a static `import` would fail with a
 * SyntaxError before any check could run. Unlike `await import`, this also works when CommonJS code requires the library.
 * @throws {Error} if this Node is too old.
 */
export function loadLibrary(name) {
  if (!IS_NEW_ENOUGH) throw new Error(`${TOO_OLD}: install a newer one.`);
  return createRequire(import.meta.url)(`../dist/src/app/library/${name}.js`);
}
