/** A client from the protocol's own SDK, as hosts of language models use it. */
import { fileURLToPath } from "node:url";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

/** A revision of the protocol: stateless since 2026, with a handshake before. */
export type Era = "2026-07-28" | "2025-11-25";

function createClient(era: Era): Client {
  return new Client(
    { name: "test", version: "1" },
    { versionNegotiation: { mode: era === "2026-07-28" ? { pin: era } : "legacy" } },
  );
}

export async function connectTo(url: string, era: Era): Promise<Client> {
  const client = createClient(era);
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  return client;
}

/** The text of an answer, as a model reads it. */
export function getText({ content }: Awaited<ReturnType<Client["callTool"]>>): string {
  return content.map((each) => (each.type === "text" ? each.text : "")).join("\n");
}

/** Starts `cli mcp` and speaks to it over its standard input and output. */
export async function connectToCommand(env: Record<string, string>, era: Era): Promise<Client> {
  const client = createClient(era);
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [fileURLToPath(new URL("../../src/app/cli/main.ts", import.meta.url)), "mcp"],
      env: { ...(process.env as Record<string, string>), ...env },
    }),
  );
  return client;
}
