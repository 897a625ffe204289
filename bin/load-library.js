import { createRequire } from "node:module";
import { IS_NEW_ENOUGH, TOO_OLD } from "./find-node.js";

/**
 * Loads a module of the library. An older Node cannot even parse it: an `import` of it would fail with a SyntaxError before any check. Unlike an
 * `await import`, this lets CommonJS require the library.
 * @throws {Error} on a Node that is too old.
 */
export function loadLibrary(name) {
  if (!IS_NEW_ENOUGH) throw new Error(`${TOO_OLD}: install a newer one.`);
  return createRequire(import.meta.url)(`../dist/src/app/library/${name}.js`);
}
