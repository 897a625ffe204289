/** `mcp`: the assistant on standard input and output, from the data folder alone; works while a service is running. */
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import manifest from "../../../package.json" with { type: "json" };
import { assistantServer } from "../../api/mcp/assistant.ts";
import type { Config } from "../../base/config.ts";
import { failed, openQuestions } from "./questions.ts";
import { withSharedStore } from "./shared-store.ts";

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
