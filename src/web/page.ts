/** The shape of a page of the explorer: what it is given, and what it gives. */
import type { PathParameters } from "../http/route.ts";
import type { Dataset } from "../publication/dataset/dataset.ts";
import { type Html, html } from "./html.ts";

/** One page of the explorer. */
export interface WebPage {
  /** Label of its metrics: `page_politician`. */
  readonly name: string;
  /** `/politicians/:id` */
  readonly path: string;
  /** Names of all parameters of the query; absent where `render` names the others beside the fields of a form. */
  readonly parameters?: readonly string[];
  /** Content that the page shows beside the dataset, as a text that differs whenever that does; absent where there is nothing. It is asked for at every view. */
  readonly edition?: (view: Pick<View, "dataset" | "parameters" | "query">) => Promise<string>;
  /** @throws {InvalidParametersError} and {NotFoundError}, which become pages of their own. */
  readonly render: (view: View) => Rendered | Promise<Rendered>;
}

/** A file beside the pages, made once for each version: a picture, a list of addresses. */
export interface WebFile {
  readonly name: string;
  readonly path: string;
  readonly contentType: string;
  /** The same as a page's. */
  readonly edition?: WebPage["edition"];
  /** Null where there is nothing at that address. */
  readonly render: (view: View) => Buffer | null | Promise<Buffer | null>;
}

export interface View {
  /** One version from the first to the last byte. */
  readonly dataset: Dataset;
  readonly parameters: PathParameters;
  readonly query: URLSearchParams;
  readonly now: Date;
}

export interface Rendered {
  /** 200 unless named. With 308 only `canonical` counts: the address to go to. */
  readonly status?: 200 | 308 | 400 | 404 | 410 | 503;
  /** Title without the site's name. */
  readonly title: string;
  /** One sentence. */
  readonly description: string;
  /** Path with its query in a fixed order, without the prefix of a proxy. */
  readonly canonical: string;
  readonly main: Html;
  readonly jsonLd?: object;
  /** Path of the Open Graph picture. */
  readonly picture?: string;
  /** The same as `.json` and `.csv`. */
  readonly alternates?: readonly Alternate[];
}

export interface Alternate {
  readonly type: string;
  readonly path: string;
  readonly title: string;
}

/** Leads to another address. */
export function movedTo(canonical: string): Rendered {
  return { status: 308, title: "", description: "", canonical, main: html`` };
}
