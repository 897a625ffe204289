import { existsSync, mkdirSync } from "node:fs";
import path from "node:path";

/**
 * Creates a folder and its parents. Node's `recursive` option retries forever where the system allows no folders, such as in
 * `/proc`. The option mistakes the refusal for a missing parent. @throws the system's error.
 */
export function makeFolder(folder: string, mode = 0o777): void {
  if (existsSync(folder)) return;
  const parent = path.dirname(path.resolve(folder));
  if (parent !== path.resolve(folder)) makeFolder(parent, mode);
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    // Another process may have created the folder meanwhile.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}
