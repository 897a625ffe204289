import path from "node:path";

/**
 * Returns the path of one of our modules for a process to run: `.ts` in a clone, `.js` in a compiled build.
 * @param from `import.meta.filename` of a module in the same folder. @param name of the module, without its extension.
 */
export function getModulePath(from: string, name: string): string {
  return path.join(path.dirname(from), name + path.extname(from));
}
