import { type RouteOutputs, tools } from '@customer-intel/contract'
import { runTool } from '../tools/run-tool.ts'
import type { RouteHandler } from './route-handler.ts'

/** `POST /api/tools/call`: runs one tool. */
export const callTool: RouteHandler<'callTool'> = {
  run: ({ body: { tool, input } }, context) =>
    // What a tool answers is typed where it is defined.
    runTool(tool, input, context) as Promise<RouteOutputs['callTool']>,
  isRepeatable({ body }, { grants }) {
    const { readOnly, grant } = tools[body.tool]
    // Without the grant it is refused, and must not be answered with what another key was told.
    return readOnly || !grants.includes(grant)
  },
}
