/** The interface of a page of the explorer: its input and its output. */
import type { PathParameters } from "../http/route.ts";
import type { Dataset } from "../publication/dataset/dataset.ts";
import { type Html, html } from "./html.ts";

export interface WebPage {
  /** Label in metrics: `page_politician`. */
  readonly name: string;
  /** `/politicians/:id` */
  readonly path: string;
  /** Names of all query parameters; absent if `render` reports unknown ones next to the form's fields. */
  readonly parameters?: readonly string[];
  /** A text that changes whenever content from outside the dataset does; absent if there is none. Called on every view. */
  readonly readEdition?: (view: Pick<View, "dataset" | "parameters" | "query">) => Promise<string>;
  /** @throws {InvalidParametersError} and {NotFoundError}, which become error pages. */
  readonly render: (view: View) => Rendered | Promise<Rendered>;
}

/** A file built once per version: an image, a sitemap. */
export interface WebFile {
  readonly name: string;
  readonly path: string;
  readonly contentType: string;
  readonly edition?: WebPage["readEdition"];
  /** Null if no file exists at that URL. */
  readonly render: (view: View) => Buffer | null | Promise<Buffer | null>;
}

export interface View {
  /** The one version that the whole page shows. */
  readonly dataset: Dataset;
  readonly parameters: PathParameters;
  readonly query: URLSearchParams;
  readonly now: Date;
}

export interface Rendered {
  /** 200 by default. With 308 only `canonical` matters: the redirect target. */
  readonly status?: 200 | 308 | 400 | 404 | 410 | 503;
  /** Title without the site's name. */
  readonly title: string;
  /** One sentence. */
  readonly description: string;
  /** Path with its query in canonical order, without a proxy's prefix. */
  readonly canonical: string;
  readonly main: Html;
  readonly jsonLd?: object;
  /** Path of the Open Graph image. */
  readonly picture?: string;
  /** Paths of the same data as `.json` and `.csv`. */
  readonly alternates?: readonly Alternate[];
}

export interface Alternate {
  readonly type: string;
  readonly path: string;
  readonly title: string;
}

export function createRedirect(canonical: string): Rendered {
  return { status: 308, title: "", description: "", canonical, main: html`` };
}
