import { buildCommand } from '@stricli/core'
import { requireSession } from '../session/session.ts'
import { apiFlags } from './api-command.ts'
import type { ApiFlags, Context } from './context.ts'

const { apiKey, url } = apiFlags

interface McpFlags extends ApiFlags {
  toolsets?: string
  outputSchemas: boolean
}

const toolsets = {
  kind: 'parsed',
  parse: String,
  optional: true,
  brief: 'Tools to list: questions, commands, all, or areas such as automation (default: questions,commands)',
  placeholder: 'names',
} as const
const outputSchemas = {
  kind: 'boolean',
  default: false,
  brief: 'List the tools with the schemas of their answers, which take much of a context',
} as const

export const mcpCommand = buildCommand<McpFlags, [], Context>({
  docs: {
    brief: 'Serve an assistant over standard input and output',
    fullDescription:
      'Carries messages of the Model Context Protocol to the server and back, for assistants that start a program. Says nothing else on standard output; ends when standard input does.',
  },
  parameters: { flags: { apiKey, url, toolsets, outputSchemas } as never },
  async func(this: Context, flags) {
    const { baseUrl, apiKey } = await requireSession(flags, this.io)
    const { bridge } = await import('../mcp/bridge.ts')
    const selection = new URLSearchParams({
      ...(flags.toolsets !== undefined && { toolsets: flags.toolsets }),
      ...(flags.outputSchemas && { outputSchemas: 'true' }),
    })
    await bridge({ baseUrl, apiKey, selection, io: this.io, signal: this.signal })
  },
})
