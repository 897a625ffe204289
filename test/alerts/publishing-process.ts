/** Publishes, prints `judged` once the judge has run, and stays in its open transaction. */
import { createPublicationJudge } from "../../src/accounts/alerts/judge.ts";
import { createLogger } from "../../src/base/log.ts";
import { openStore, type StoreOptions } from "../../src/store/open.ts";
import { ALL_ON } from "../sources/all-on.ts";
import { judgedBy } from "../store/judged-by.ts";
import { PUBLICATION } from "./publication.ts";

const place = JSON.parse(process.argv[2] ?? "") as Pick<StoreOptions, "dataDir" | "databaseUrl">;
const store = await openStore({ ...place, dataNotice: null, log: createLogger("silent") });
const judge = createPublicationJudge({
  sources: store.sources,
  bodies: ALL_ON,
  emails: true,
  baseUrl: "https://api.example/api/v1",
  reason: "reparsed",
});
await store.publications.publish(
  PUBLICATION,
  judgedBy(async (change, scope) => {
    await judge(change, scope);
    process.stdout.write("judged\n");
    await new Promise((resolve) => setTimeout(resolve, 60_000));
  }),
);
