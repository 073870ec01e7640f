import { createMcpHandler as createProtocolHandler } from '@modelcontextprotocol/server'
import type { Services } from '../../kernel/operations/services.ts'
import type { McpContext } from './mcp-context.ts'
import { createMcpServer } from './mcp-server.ts'

/** Answers one message of the protocol for a caller. */
export type McpHandler = (request: Request, message: object, context: McpContext) => Promise<Response>

/** Supports the current revision and former ones; each request gets a server of its own. */
export function createMcpHandler({ logger }: Pick<Services, 'logger'>): McpHandler {
  const { fetch } = createProtocolHandler(
    // The context passed in below.
    ({ authInfo }) => createMcpServer(authInfo?.extra?.['context'] as McpContext),
    {
      // There are no notifications: nothing to subscribe to, and no stream to keep open.
      maxSubscriptions: 0,
      onerror: (error) => {
        if (error.name === 'TypeError') logger.error('A message of the Model Context Protocol failed:', error)
      },
    },
  )
  return (request, parsedBody, context) =>
    fetch(request, {
      parsedBody,
      authInfo: {
        token: '',
        clientId: context.apiKey.id,
        scopes: [...context.grants],
        extra: { context },
      },
    })
}
