/**
 * npm runs this when it has changed the packages of a clone: removes the builds of the text reader that are never loaded, 45 MB.
 * Node loads the builds for the LSTM engine alone, beside their `.wasm` files, and the integer model.
 */
import { readdirSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";

const UNUSED = [
  ["tesseract.js-core", /^tesseract-core(?:-simd|-relaxedsimd)?\.(?:js|wasm)$|\.wasm\.js$/],
  ["@tesseract.js-data/eng", /^4\.0\.0$/],
];

for (const [name, unused] of UNUSED) {
  const folder = fileURLToPath(new URL(`../node_modules/${name}/`, import.meta.url));
  let files = [];
  try {
    files = readdirSync(folder);
  } catch (error) {
    // Not installed, or npm runs this where another folder holds the packages.
    if (error.code !== "ENOENT") throw error;
  }
  for (const file of files) if (unused.test(file)) rmSync(folder + file, { recursive: true });
}
