/** `mcp`: the assistant on standard input and output, from the data folder alone; a service may run beside it. */
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import manifest from "../../../package.json" with { type: "json" };
import { askRoutes } from "../../api/assistant/ask-routes.ts";
import type { Past } from "../../api/disclosures/as-of.ts";
import type { Ask } from "../../api/mcp/ask.ts";
import { assistantServer } from "../../api/mcp/assistant.ts";
import { routeTable } from "../../api/routes.ts";
import type { Config } from "../../base/config.ts";
import { createLogger } from "../../base/log.ts";
import { createProviders } from "../../prices/providers/all.ts";
import { FormerVersions } from "../../publication/dataset/former-versions.ts";
import { DatasetHolder } from "../../publication/dataset/holder.ts";
import { Archive } from "../../publication/export/archive.ts";
import type { Store } from "../../store/store.ts";
import { openLedger } from "../service/ledger.ts";
import { openReturns } from "../service/returns.ts";
import { tradeRecords } from "../service/trade-records.ts";
import { openMarket } from "./prices.ts";
import { serviceBase, withSharedStore } from "./shared-store.ts";

/** Milliseconds for which what other processes published may go unnoticed. */
const LOOK_EVERY_MS = 2_000;

/** Answers until the client closes standard input. Standard output carries the protocol and nothing else. */
export function mcpCommand(config: Config): Promise<void> {
  return withSharedStore(config, async (store) => {
    const ask = await openQuestions(config, store);
    const ended = new Promise<void>((resolve) => process.stdin.once("close", resolve).once("end", resolve));
    const assistant = { askAs: () => ask, version: manifest.version, dataNotice: config.DATA_NOTICE, failed };
    const connection = serveStdio(() => assistantServer(assistant, "stdio"), { maxSubscriptions: 0 });
    await ended;
    await connection.close();
  });
}

async function openQuestions(config: Config, store: Store): Promise<Ask> {
  const log = createLogger("error");
  const datasets = new DatasetHolder(store);
  const { ledger, coverage } = openLedger(config, store);
  const archive = new Archive(config.ARCHIVE_DIR);
  const past: Past = {
    versions: new FormerVersions(store.history, () => datasets.current()),
    newest: () => datasets.current().version,
    coverage: (version) => archive.coverage(version),
  };
  const market = await openMarket(config, store, createProviders(config, log));
  const routes = routeTable({
    datasets,
    records: tradeRecords(store),
    ledger,
    market,
    past,
    returns: openReturns(market, store.priceInventory),
    baseUrl: serviceBase(config),
  });
  const ask = askRoutes(routes, failed)("stdio");
  let looked: Promise<unknown> = Promise.resolve();
  let lookAgainAt = Number.NEGATIVE_INFINITY;
  return async (path, query) => {
    if (performance.now() > lookAgainAt) {
      lookAgainAt = performance.now() + LOOK_EVERY_MS;
      looked = Promise.all([datasets.reload(), coverage.refresh()]);
    }
    await looked;
    return ask(path, query);
  };
}

function failed(error: unknown): void {
  createLogger("error").error({ err: error }, "a question failed");
}
