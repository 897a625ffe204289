/** The MCP server over HTTP, which language models call: each POST is one message, and there are no sessions. */
import {
  createMcpHandler,
  localhostAllowedHostnames,
  validateHostHeader,
  validateOriginHeader,
} from "@modelcontextprotocol/server";
import { type Assistant, createMcpServer } from "./assistant.ts";

/** Answers a request, or rejects one whose Host or Origin is not an allowed host (DNS rebinding). */
export type HttpAssistant = (request: Request, caller: string) => Promise<Response>;

/** `hosts` are the host names that reach the service, in addition to those of this machine. */
export function createMcpHttpHandler(assistant: Assistant, hosts: readonly string[]): HttpAssistant {
  const allowed = [...localhostAllowedHostnames(), ...hosts];
  const handler = createMcpHandler(({ authInfo }) => createMcpServer(assistant, authInfo?.clientId ?? ""), {
    // No streams: a rate limit would not count an open stream, and the server has nothing to send on a stream.
    maxSubscriptions: 0,
    onerror: () => {},
  });
  return async (request, caller) => {
    const host = validateHostHeader(request.headers.get("host"), allowed);
    if (!host.ok) return createForbiddenResponse(`${host.message}. Allow more hosts with MCP_HOSTS.`);
    const origin = validateOriginHeader(request.headers.get("origin"), allowed);
    if (!origin.ok) return createForbiddenResponse(`${origin.message}. Allow more hosts with MCP_HOSTS.`);
    return handler.fetch(request, { authInfo: { token: "", clientId: caller, scopes: [] } });
  };
}

function createForbiddenResponse(message: string): Response {
  return Response.json({ jsonrpc: "2.0", id: null, error: { code: -32_000, message } }, { status: 403 });
}
