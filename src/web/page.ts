/** What each page of the website implements (`WebPage`), what it is rendered from (`View`) and what it returns (`Rendered`). */
import type { PathParameters } from "../http/route.ts";
import type { Dataset } from "../publication/dataset/dataset.ts";
import { type Html, html } from "./html.ts";

export interface WebPage {
  /** Label in metrics: `page_politician`. */
  readonly name: string;
  /** Path pattern: `/politicians/:id`. */
  readonly path: string;
  /** Names of all query parameters; absent if `render` itself checks them, and shows errors next to the form's fields. */
  readonly parameters?: readonly string[];
  /**
   * Returns a revision of the content that the page takes from outside the dataset. The revision changes with that content.
   * Called on each view. Absent if all content comes from the dataset.
   */
  readonly readRevision?: (view: Pick<View, "dataset" | "parameters" | "query">) => Promise<string>;
  /** @throws {InvalidParametersError} and {NotFoundError}, which become error pages. */
  readonly render: (view: View) => Rendered | Promise<Rendered>;
}

/** A file built once per version: an image, a sitemap. */
export interface WebFile {
  readonly name: string;
  readonly path: string;
  readonly contentType: string;
  readonly revision?: WebPage["readRevision"];
  /** Returns the file's content; null if no file exists at the requested URL. */
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
  /** Status code, 200 by default. With 308, only `canonical` matters: the path to redirect to. */
  readonly status?: 200 | 308 | 400 | 404 | 410 | 503;
  /** Title without the site's name. */
  readonly title: string;
  /** One sentence for search engines and link previews. On an error page, programs get the same sentence as the error message. */
  readonly description: string;
  /** Path with its query in canonical order, without a proxy's prefix. */
  readonly canonical: string;
  readonly main: Html;
  readonly jsonLd?: object;
  /** Path of the Open Graph image. */
  readonly picture?: string;
  /** Other formats of the page, such as feeds, for its head. */
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
