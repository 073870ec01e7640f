import { buildCommand } from '@stricli/core'
import { requireSession } from '../session/session.ts'
import { apiFlags } from './api-command.ts'
import type { ApiFlags, Context } from './context.ts'

const { apiKey, url } = apiFlags

export const mcpCommand = buildCommand<ApiFlags, [], Context>({
  docs: {
    brief: 'Serve an assistant over standard input and output',
    fullDescription:
      'Carries messages of the Model Context Protocol to the server and back, for assistants that start a program. Says nothing else on standard output; ends when standard input does.',
  },
  parameters: { flags: { apiKey, url } as never },
  async func(this: Context, flags) {
    const { baseUrl, apiKey } = await requireSession(flags, this.io)
    const { bridge } = await import('../mcp/bridge.ts')
    await bridge({ baseUrl, apiKey, io: this.io, signal: this.signal })
  },
})
