/**
 * Writes the type declarations of the library beside its compiled modules: of the modules in `exports` of package.json, and of all modules whose types these
 * import. Each file is translated by itself, so a module whose types are public must state them.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const root = fileURLToPath(new URL("..", import.meta.url));
const { exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const waiting = Object.values(exports).flatMap(({ types }) =>
  types ? [types.replace(/^\.\/dist\/(.*)\.d\.ts$/, "$1.ts")] : [],
);
const options = {
  isolatedDeclarations: true,
  strict: true,
  target: ts.ScriptTarget.ES2024,
  module: ts.ModuleKind.NodeNext,
};
const written = new Set();

while (waiting.length > 0) {
  const file = waiting.pop();
  if (written.has(file)) continue;
  written.add(file);
  const text = readFileSync(join(root, file), "utf8");
  const { outputText, diagnostics = [] } = ts.transpileDeclaration(text, { fileName: file, compilerOptions: options });
  if (diagnostics.length > 0) {
    const sentences = diagnostics.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
    throw new Error(`The types of ${file} cannot be written:\n${[...new Set(sentences)].join("\n")}`);
  }
  const target = join(root, "dist", file.replace(/\.ts$/, ".d.ts"));
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, outputText.replaceAll(/from "(\.[^"]+)\.ts"/g, 'from "$1.js"'));
  for (const [, named] of outputText.matchAll(/from "(\.[^"]+\.ts)"/g)) waiting.push(join(dirname(file), named));
}
