/** Changes some settings in a settings file (`.env`); every other line stays as it is. */
import { chmodSync, realpathSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { ConfigError } from "../../base/errors.ts";

type Values = Readonly<Record<string, string>>;

/**
 * Returns the text of a settings file with these settings: existing lines are replaced, new lines appended.
 * @throws {ConfigError} when another setting would change, e.g. because a value in the file spans several lines.
 */
export function replaceSettings(text: string, values: Values): string {
  const before = parseEnv(text);
  const lines = text === "" ? [] : text.replace(/\r?\n$/, "").split("\n");
  for (const [name, value] of Object.entries(values)) {
    if (before[name] === value) continue;
    const assigned = new RegExp(`^\\s*(?:export\\s+)?${name}\\s*=`);
    const line = `${name}=${quoteSetting(value)}`;
    if (before[name] === undefined) lines.push(line);
    else for (const [at, each] of lines.entries()) if (assigned.test(each)) lines[at] = line;
  }
  const after = `${lines.join("\n")}\n`;
  const read = parseEnv(after);
  const expected = { ...before, ...values };
  const names = new Set([...Object.keys(read), ...Object.keys(expected)]);
  const extra = [...names].find((name) => read[name] !== expected[name]);
  if (extra === undefined) return after;
  const added = Object.entries(values).map(([name, value]) => `${name}=${quoteSetting(value)}`);
  throw new ConfigError(`The file cannot be changed without also changing ${extra}: add ${added.join(", ")} manually.`);
}

/** Quotes a value so that Node, shells and Docker Compose all read it. */
function quoteSetting(value: string): string {
  if (/^[\w.@:/+,%-]*$/.test(value)) return value;
  return value.includes("'") ? `"${value}"` : `'${value}'`;
}

/** Replaces the file atomically, so that nobody reads half of it; only its owner can read it. @throws {ConfigError} */
export function writeSettingsText(file: string, text: string): void {
  const temporaryFile = `${file}.new`;
  try {
    rmSync(temporaryFile, { force: true });
    writeFileSync(temporaryFile, text, { mode: 0o600, flag: "wx" });
    chmodSync(temporaryFile, 0o600);
    renameSync(temporaryFile, resolveLink(file));
  } catch (cause) {
    rmSync(temporaryFile, { force: true });
    const { code = "unknown" } = cause as NodeJS.ErrnoException;
    throw new ConfigError(`"${file}" cannot be written (${code}). Set environment variables instead.`, { cause });
  }
}

/** Resolves a symbolic link, so that its target is replaced and not the link. */
function resolveLink(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return file;
  }
}
