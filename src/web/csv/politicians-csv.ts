import { createPublicRoute, type Route } from "../../http/route.ts";
import type { Datasets } from "../../publication/dataset/dataset.ts";
import type { Cells } from "../../publication/export/columns.ts";
import type { Links } from "../links.ts";
import { type ListedPolitician, selectPoliticians } from "../politician-list.ts";
import { PoliticiansFileQuery } from "../politicians-query.ts";
import { CSV_ROWS, createCsvFileAnswer } from "./csv-answer.ts";

const FIELDS = ["id", "name", "chamber", "party", "state", "district", "total_trades", "last_trade_date"] as const;
const COLUMNS = [...FIELDS, "in_office", "unread_reports"];

/** `/politicians.csv`: the rows of the politicians page, with the same filters. */
export function createPoliticiansCsvRoute(datasets: Datasets, links: Links): Route {
  return createPublicRoute({
    name: "politicians_csv",
    path: "/politicians.csv",
    query: PoliticiansFileQuery,
    description: null,
    answer: (_, { skip, ...filter }) => {
      const dataset = datasets.getCurrent();
      const all = selectPoliticians(dataset, filter);
      const buildLink = (from: number) => links.toAbsolute(links.toPath("/politicians.csv", { ...filter, skip: from }));
      return createCsvFileAnswer({
        filename: `politicians-${dataset.version}`,
        columns: COLUMNS,
        rows: all.slice(skip, skip + CSV_ROWS).map(toPoliticianCells),
        total: all.length,
        skip,
        version: dataset.version,
        buildLink,
      });
    },
  });
}

/** Leaves the number of trades blank for a person who has no trades, and has a known report that is unread (see `isUnread`). */
function toPoliticianCells(person: ListedPolitician): Cells {
  const { inOffice, unreadReports } = person;
  const isUnknown = person.total_trades === 0 && unreadReports > 0;
  return {
    ...Object.fromEntries(FIELDS.map((name) => [name, person[name]])),
    ...(isUnknown && { total_trades: null }),
    in_office: inOffice,
    unread_reports: unreadReports,
  };
}
