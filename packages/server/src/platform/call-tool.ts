import { type RouteOutputs, tools } from '@customer-intel/contract'
import type { RouteHandler } from './route-handler.ts'
import { runTool } from '../tools/registry.ts'
import { takeApiCall } from './usage.ts'

/** `POST /api/tools/call`: runs one tool. Its answer includes whatever was durable when the call arrived. */
export const callTool: RouteHandler<'callTool'> = {
  async run({ body }, context) {
    const { tool, input } = body
    const { workspace, setHeader, clock } = context
    if (tool !== 'svc_submit_feedback') takeApiCall(workspace, clock())
    const { current } = await workspace.readModels.fresh()
    if (!current) setHeader('x-read-lag', 'true')
    // The registry checked the input; what a tool answers is typed where it is defined.
    return runTool(tool, input, context) as Promise<RouteOutputs['callTool']>
  },
  isRepeatable({ body }, { grants }) {
    const { readOnly, grant } = tools[body.tool]
    // Without the grant it is refused, and must not be answered with what another key was told.
    return readOnly || !grants.includes(grant)
  },
}
