import type { RouteHandler } from './route-handler.ts'
import { runTool } from '../tools/registry.ts'

/** `POST /api/tools/call`: runs one tool. Its answer includes whatever was durable when the call arrived. */
export const callTool: RouteHandler = {
  async run({ body }, context) {
    const { tool, input } = body as { tool: string; input: unknown }
    const { workspace, setHeader } = context
    const seesOwnWrites = await workspace.readModels.waitFor(workspace.log.durable)
    if (!seesOwnWrites) setHeader('x-read-lag', 'true')
    return runTool(tool, input, context)
  },
}
