import { buildContents, type DatasetSource, emptyDataset, warmUpDataset } from "../../src/publication/dataset/build.ts";
import { createDatasetFromContents } from "../../src/publication/dataset/cache/contents.ts";
import type { Dataset } from "../../src/publication/dataset/dataset.ts";

/** Builds the current version and warms it up, as the service does when a version is published. @throws like `buildContents`. */
export async function buildDataset(source: DatasetSource): Promise<Dataset> {
  const contents = await buildContents(source);
  if (contents === null) return emptyDataset;
  const dataset = createDatasetFromContents(contents);
  await warmUpDataset(dataset);
  return dataset;
}
