/**
 * npm runs this when it has changed the packages of a clone: removes what is never loaded: headers of Node, 67 MB; builds of the text reader, 47 MB, and of Swagger UI, 9 MB; weights of a font, 7 MB.
 * The text reader uses one build, and the integer model.
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
    // Not installed, or npm runs this where another folder holds the packages.
    if (error.code !== "ENOENT") throw error;
  }
  for (const file of files) if (unused.test(file)) rmSync(folder + file, { recursive: true });
}
