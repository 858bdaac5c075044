import {
  createMcpHandler,
  isLegacyRequest,
  McpServer,
  WebStandardStreamableHTTPServerTransport,
  type CallToolResult,
  type McpHandlerRequestOptions,
} from '@modelcontextprotocol/server'
import type { FastifyBaseLogger, FastifyError, FastifyRequest } from 'fastify'
import { ShopError } from '../errors.ts'
import { toRefusal } from '../platform/http/answer-error.ts'
import type { KeyHolder } from '../platform/http/caller.ts'
import { partTools } from './part-tools.ts'
import { orderTools, quoteTools } from './quote-tools.ts'
import type { AgentCall, Tool } from './tool.ts'

const tools = [...partTools, ...quoteTools, ...orderTools]

/** Answers one message of an agent, which was read from the request. */
export type ServeAgent = (request: FastifyRequest, message: unknown, call: AgentCall) => Promise<Response>

export function agentServer(log: FastifyBaseLogger): ServeAgent {
  const handler = createMcpHandler(({ authInfo }) => serverFor(authInfo?.extra as unknown as AgentCall), {
    // Nothing is ever announced, so no stream stays open.
    maxSubscriptions: 0,
    keepAliveMs: 0,
    onerror: (error) => log.debug({ err: error }, 'a message of an agent was refused'),
  })
  return async (request, message, call) => {
    const { apiKeyId, scopes } = call.caller
    const authInfo = { token: '', clientId: apiKeyId, scopes, extra: { ...call } }
    const asked = webRequest(request, call)
    const options = { authInfo, ...(message !== undefined && { parsedBody: message }) }
    const isOf2025 = request.method === 'POST' && (await isLegacyRequest(asked, message))
    return isOf2025 ? answerOf2025(asked, options, call) : handler.fetch(asked, options)
  }
}

/** The handler would answer a message of 2025 as a stream of one event, which programs that accept JSON alone do not read. */
async function answerOf2025(asked: Request, options: McpHandlerRequestOptions, call: AgentCall): Promise<Response> {
  const server = serverFor(call)
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  return transport.handleRequest(asked, options).finally(() => server.close())
}

/** The request as the library reads it, without its body, which is parsed already. The answer is JSON, whatever the program accepts. */
function webRequest({ method, headers }: FastifyRequest, { services }: AgentCall): Request {
  const kept = new Headers()
  for (const [name, value] of Object.entries(headers)) if (typeof value === 'string' && name !== 'authorization') kept.set(name, value)
  kept.set('accept', 'application/json, text/event-stream')
  return new Request(`${services.settings.shopUrl}/mcp`, { method, headers: kept })
}

/** The shop's tools for one request. */
function serverFor(call: AgentCall): McpServer {
  const { shopName } = call.services.settings
  const server = new McpServer(
    { name: 'teleforge', title: shopName, version: '1' },
    {
      // The tools never change.
      capabilities: { tools: { listChanged: false } },
      instructions: `${shopName} sells TV parts to businesses. Prices are in US dollars, quantities in pieces. To order: price a list, save it as a quote, have a person agree to the total, then order the quote.`,
    },
  )
  for (const { name, title, description, readOnly, input, scope, run } of tools) {
    server.registerTool(
      name,
      {
        title,
        description: scope === undefined ? description : `${description} Needs a key with the scope ${scope}.`,
        inputSchema: input,
        annotations: { readOnlyHint: readOnly, destructiveHint: false, idempotentHint: readOnly, openWorldHint: false },
      },
      async (asked: never) => answerTool(call, scope, () => run(call, asked)),
    )
  }
  return server
}

async function answerTool({ services, caller }: AgentCall, scope: Tool['scope'], run: () => Promise<object>): Promise<CallToolResult> {
  try {
    requireScope(caller, scope)
    const found = await run()
    return { content: [{ type: 'text', text: JSON.stringify(found) }], structuredContent: found as Record<string, unknown> }
  } catch (error) {
    const refusal = toRefusal(error as FastifyError | Error)
    if (refusal.code === 'INTERNAL') services.log.error({ err: error }, 'a tool failed')
    const retryAfterSeconds = error instanceof ShopError ? error.retryAfterSeconds : undefined
    const said = { ...refusal, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) }
    return { isError: true, content: [{ type: 'text', text: JSON.stringify(said) }] }
  }
}

function requireScope({ scopes }: KeyHolder, scope: Tool['scope']): void {
  if (scope !== undefined && !scopes.includes(scope)) throw new ShopError('KEY_NOT_FOR_THIS')
}
