/**
 * Removes files of packages that are never loaded: headers of Node (67 MB), builds of Tesseract (47 MB) and Swagger UI (9 MB), weights of a font (7 MB).
 * Tesseract uses one build, and the integer model. npm runs this after it has changed the packages of a clone.
 */
import { readdirSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";

const platform = `${process.platform}-${process.arch}`;
const UNUSED = [
  [`node-${platform}`, /^include$/],
  [`node-bin-${platform}`, /^include$/],
  ["tesseract.js-core", /^tesseract-core(?!-simd\.(?:js|wasm)$)/],
  ["@tesseract.js-data/eng", /^4\.0\.0$/],
  ["@expo-google-fonts/inter", /^(?:[1235689]00|[47]00.*_Italic)/],
  ["swagger-ui-dist", /\.map$|-es-bundle|^swagger-ui\.js$/],
];

for (const [name, unused] of UNUSED) {
  const folder = fileURLToPath(new URL(`../node_modules/${name}/`, import.meta.url));
  let files = [];
  try {
    files = readdirSync(folder);
  } catch (error) {
    // The package is not installed, or npm runs this while another folder contains the packages.
    if (error.code !== "ENOENT") throw error;
  }
  for (const file of files) if (unused.test(file)) rmSync(folder + file, { recursive: true });
}
