import path from "node:path";

/**
 * The file of a module of ours that a process of its own runs: `.ts` in a clone, `.js` where the build has compiled it.
 * @param from `import.meta.filename` of a module in the same folder. @param name of the module, without its ending.
 */
export function modulePath(from: string, name: string): string {
  return path.join(path.dirname(from), name + path.extname(from));
}
