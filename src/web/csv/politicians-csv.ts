import { publicEndpoint, type Route } from "../../http/route.ts";
import type { Datasets } from "../../publication/dataset/dataset.ts";
import type { Cells } from "../../publication/export/columns.ts";
import type { Links } from "../links.ts";
import { type ListedPolitician, selectPoliticians } from "../politician-list.ts";
import { PoliticiansFileQuery } from "../politicians-query.ts";
import { CSV_ROWS, csvAnswer } from "./csv-answer.ts";

const FIELDS = ["id", "name", "chamber", "party", "state", "district", "total_trades", "last_trade_date"] as const;
const COLUMNS = [...FIELDS, "in_office", "unread_reports"];

/** `/politicians.csv`: the people in the list of politicians, with its filters. */
export function politiciansCsv(datasets: Datasets, links: Links): Route {
  return publicEndpoint({
    name: "politicians_csv",
    path: "/politicians.csv",
    query: PoliticiansFileQuery,
    description: null,
    answer: (_, { skip, ...filter }) => {
      const dataset = datasets.current();
      const all = selectPoliticians(dataset, filter);
      const linkTo = (from: number) => links.absolute(links.path("/politicians.csv", { ...filter, skip: from }));
      return csvAnswer({
        filename: `politicians-${dataset.version}`,
        columns: COLUMNS,
        rows: all.slice(skip, skip + CSV_ROWS).map(cellsOf),
        total: all.length,
        skip,
        version: dataset.version,
        linkTo,
      });
    },
  });
}

/** The number of trades is left blank if known reports have not been imported at all. */
function cellsOf(person: ListedPolitician): Cells {
  const { inOffice, unreadReports } = person;
  const isUnknown = person.total_trades === 0 && unreadReports > 0;
  return {
    ...Object.fromEntries(FIELDS.map((name) => [name, person[name]])),
    ...(isUnknown && { total_trades: null }),
    in_office: inOffice,
    unread_reports: unreadReports,
  };
}
