/**
 * `mcp`: runs an MCP server for AI assistants over standard input and output. Reads the data folder, even while a service runs.
 */
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import manifest from "../../../package.json" with { type: "json" };
import { createMcpServer } from "../../api/mcp/assistant.ts";
import type { Config } from "../../base/config.ts";
import { logRequestFailure, openLocalApi } from "./questions.ts";
import { withSharedStore } from "./shared-store.ts";

/** Answers until the client closes standard input. Standard output carries the protocol and nothing else. */
export function runMcpCommand(config: Config): Promise<void> {
  return withSharedStore(config, async (store) => {
    const ask = await openLocalApi(config, store);
    const ended = new Promise<void>((resolve) => process.stdin.once("close", resolve).once("end", resolve));
    const assistant = {
      askAs: () => ask,
      version: manifest.version,
      dataNotice: config.DATA_NOTICE,
      onFailure: logRequestFailure,
    };
    const connection = serveStdio(() => createMcpServer(assistant, "stdio"), { maxSubscriptions: 0 });
    await ended;
    await connection.close();
  });
}
