import * as v from 'valibot'
import { strictObject } from '../objects.ts'
import { allGrants, type Grant } from '../grants.ts'
import { JsonObjectSchema, jsonObject } from '../json.ts'
import { limits } from '../limits.ts'
import type { JsonObject } from '../maps.ts'
import { tools, type ToolInputs, type ToolName, type ToolOutputs } from '../tools/index.ts'
import { errorResponses, type NoInput, type RouteDefinition } from './definition.ts'

/** Body of `POST /api/tools/call`. */
export interface CallToolBody<Name extends ToolName = ToolName> {
  tool: Name
  /** Checked against the tool's own input contract. Default `{}`. */
  input?: ToolInputs[Name]
}

/** A tool, as a caller learns of it. */
export interface OfferedTool {
  /** Its name: `POST /api/tools/<name>` and `callTool` take it. */
  name: ToolName
  /** Its name for people. */
  title: string
  /** What it is for, written for an agent that chooses among tools. */
  description: string
  /** What a key needs to call it. */
  grant: Grant
  /** Whether a call changes nothing. */
  readOnly: boolean
  /** JSON Schema 2020-12 of its input. */
  inputSchema: JsonObject
}

/** The tools that the caller's key may call. */
export interface OfferedTools {
  /** In the order in which an agent is told of them. */
  tools: OfferedTool[]
}

export interface ToolRouteInputs {
  listTools: NoInput
  callTool: { body: { tool: ToolName; input?: JsonObject } }
}

export interface ToolRouteOutputs {
  listTools: OfferedTools
  callTool: ToolOutputs[ToolName]
}

const toolNames = Object.keys(tools) as [ToolName, ...ToolName[]]

export const CallToolBodySchema = strictObject({
  tool: v.picklist(toolNames),
  input: v.optional(jsonObject({ maxBytes: limits.platform.bodyBytes }), () => ({})),
}) satisfies v.GenericSchema<ToolRouteInputs['callTool']['body']>

const gatewayErrors = errorResponses(
  'gateway',
  [400, 401, 402, 403, 404, 409, 413, 415, 422, 429, 500, 502, 503],
)

export const OfferedToolsSchema = v.object({
  tools: v.array(
    v.object({
      name: v.picklist(toolNames),
      title: v.string(),
      description: v.string(),
      grant: v.picklist(allGrants),
      readOnly: v.boolean(),
      inputSchema: JsonObjectSchema,
    }),
  ),
}) satisfies v.GenericSchema<OfferedTools>

export const toolRoutes = {
  listTools: {
    operation: 'listTools',
    method: 'GET',
    path: '/api/tools',
    summary: 'List tools',
    description:
      'Each with its input as JSON Schema: what an assistant needs to know. The grants of the key decide.',
    tag: 'tools',
    auth: 'apiKey',
    responses: { 200: OfferedToolsSchema, ...errorResponses('gateway', [401]) },
    errorStyle: 'gateway',
    idempotent: true,
  },
  callTool: {
    operation: 'callTool',
    method: 'POST',
    path: '/api/tools/call',
    summary: 'Call a tool',
    description:
      'Each tool also has a path of its own, `POST /api/tools/<name>`, whose answer a generated client knows.',
    tag: 'tools',
    auth: 'apiKey',
    body: CallToolBodySchema,
    responses: {
      200: v.union(Object.values(tools).map((tool): v.GenericSchema => tool.output)),
      ...gatewayErrors,
    },
    errorStyle: 'gateway',
    idempotent: false,
  },
} as const satisfies { [Name in keyof ToolRouteInputs]: RouteDefinition & { operation: Name } }

/** What any tool takes: the tool itself checks it. */
const AnyToolInputSchema = v.optional(jsonObject({ maxBytes: limits.platform.bodyBytes }), () => ({}))

/** A tool's own path: its input is the body, its output the answer. The same as a call of it by `callTool`. */
export function toolRoute(name: ToolName): RouteDefinition & { tool: ToolName } {
  const { title, readOnly, output } = tools[name]
  return {
    operation: name,
    method: 'POST',
    path: `/api/tools/${name}`,
    summary: title,
    tag: 'tools',
    auth: 'apiKey',
    tool: name,
    body: AnyToolInputSchema,
    responses: { 200: output, ...gatewayErrors },
    errorStyle: 'gateway',
    idempotent: readOnly,
  }
}
