import * as v from 'valibot'
import { strictObject } from '../objects.ts'
import { allGrants } from '../grants.ts'
import { JsonObjectSchema, jsonObject } from '../json.ts'
import { limits } from '../limits.ts'
import { toolNames, tools, type ToolName } from '../tools/index.ts'
import { defineRoutes, errorResponses, type RouteDefinition } from './definition.ts'

/** Body of `POST /api/tools/call`. */
export const CallToolBodySchema = strictObject({
  tool: v.picklist(toolNames),
  /** Checked against the tool's own input contract. Default `{}`. */
  input: v.optional(jsonObject({ maxBytes: limits.platform.bodyBytes }), () => ({})),
})

const gatewayErrors = errorResponses(
  'gateway',
  [400, 401, 402, 403, 404, 409, 413, 415, 422, 429, 500, 502, 503],
)

/** A tool, as a caller learns of it. */
export const OfferedToolSchema = v.object({
  /** Its name: `POST /api/tools/<name>` and `callTool` take it. */
  name: v.picklist(toolNames),
  /** Its name for people. */
  title: v.string(),
  /** What it is for, written for an agent that chooses among tools. */
  description: v.string(),
  /** What a key needs to call it. */
  grant: v.picklist(allGrants),
  /** Whether a call changes nothing. */
  readOnly: v.boolean(),
  /** JSON Schema 2020-12 of its input. */
  inputSchema: JsonObjectSchema,
})

/** The tools that the caller's key may call. */
export const OfferedToolsSchema = v.object({
  /** In the order in which an agent gets them. */
  tools: v.array(OfferedToolSchema),
})

export const toolRoutes = defineRoutes({
  listTools: {
    method: 'GET',
    path: '/api/tools',
    sdk: 'keys.listTools',
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
    method: 'POST',
    path: '/api/tools/call',
    sdk: 'tools.call',
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
})

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
