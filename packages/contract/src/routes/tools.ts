import * as v from 'valibot'
import { strictObject } from '../objects.ts'
import { jsonObject } from '../json.ts'
import { limits } from '../limits.ts'
import type { JsonObject } from '../maps.ts'
import { tools, type ToolInputs, type ToolName, type ToolOutputs } from '../tools/index.ts'
import { errorResponses, type RouteDefinition } from './definition.ts'

/** Body of `POST /api/tools/call`. */
export interface CallToolBody<Name extends ToolName = ToolName> {
  tool: Name
  /** Checked against the tool's own input contract. Default `{}`. */
  input?: ToolInputs[Name]
}

export interface ToolRouteInputs {
  callTool: { body: { tool: ToolName; input?: JsonObject } }
}

export interface ToolRouteOutputs {
  callTool: ToolOutputs[ToolName]
}

const toolNames = Object.keys(tools) as [ToolName, ...ToolName[]]

export const CallToolBodySchema = strictObject({
  tool: v.picklist(toolNames),
  input: v.optional(jsonObject({ maxBytes: limits.platform.bodyBytes }), () => ({})),
}) satisfies v.GenericSchema<ToolRouteInputs['callTool']['body']>

export const toolRoutes = {
  callTool: {
    operation: 'callTool',
    method: 'POST',
    path: '/api/tools/call',
    summary: 'Call a tool',
    tag: 'tools',
    auth: 'apiKey',
    body: CallToolBodySchema,
    responses: {
      200: v.union(Object.values(tools).map((tool): v.GenericSchema => tool.output)),
      ...errorResponses('gateway', [400, 401, 402, 403, 404, 409, 413, 415, 422, 429, 500, 502, 503]),
    },
    errorStyle: 'gateway',
    idempotent: false,
  },
} as const satisfies { [Name in keyof ToolRouteInputs]: RouteDefinition & { operation: Name } }
