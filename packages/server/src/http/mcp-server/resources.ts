import { analyticsViews, type Grant, type JsonObject, type ToolName } from '@customer-intel/contract'
import {
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  type Resource,
  ResourceNotFoundError,
  type ResourceTemplateType,
} from '@modelcontextprotocol/server'
import { isAppError } from '../../kernel/errors.ts'
import type { RequestContext } from '../../kernel/operations/services.ts'
import { admitCall } from '../../kernel/operations/run-tool.ts'
import { fitAnswer } from './fit-answer.ts'
import { mayUse } from './tools.ts'

const mimeType = 'application/json'
const schemaUri = 'customer-intel://schema'
const customersUri = 'customer-intel://customers/'

/** The schema of the views, as a whole and per view, for keys that may query them. */
export function listResources(grants: readonly Grant[]): Resource[] {
  if (!mayUse(['svc_schema'], grants)) return []
  const whole = {
    uri: schemaUri,
    name: 'schema',
    title: 'Views for SQL',
    description: 'All views that svc_query reads: their columns, types, meanings and example queries.',
    mimeType,
  }
  return [
    whole,
    ...analyticsViews.map((view) => ({
      uri: `${schemaUri}/${view}`,
      name: `schema-${view}`,
      title: `View ${view}`,
      description: `The columns of the view ${view}, and queries over it.`,
      mimeType,
    })),
  ]
}

export function listResourceTemplates(grants: readonly Grant[]): ResourceTemplateType[] {
  if (!mayUse(['svc_get_customer'], grants)) return []
  return [
    {
      uriTemplate: `${customersUri}{customer}`,
      name: 'customer',
      title: 'Customer',
      description:
        'A customer by id, domain or name: who works there, what it pays, what happened in the last 30 days.',
      mimeType,
    },
  ]
}

/** A resource is a tool's answer under a URI: the same grants, limits and freshness. */
export async function readResource(uri: string, context: RequestContext): Promise<ReadResourceResult> {
  const call = callOf(uri)
  if (call === null) throw new ResourceNotFoundError(uri)
  try {
    const admitted = await admitCall(call.tool, call.input, context)
    const answer = await fitAnswer(call.tool, admitted)
    return { contents: [{ uri, mimeType, text: JSON.stringify(answer) }] }
  } catch (error) {
    if (!isAppError(error)) {
      context.logger.error(`Request ${context.requestId} failed:`, error)
      throw new ProtocolError(ProtocolErrorCode.InternalError, 'Internal server error')
    }
    if (error.code === 'NOT_FOUND') throw new ResourceNotFoundError(uri, error.message)
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, error.message, { code: error.code })
  }
}

function callOf(uri: string): { tool: ToolName; input: JsonObject } | null {
  if (uri === schemaUri) return { tool: 'svc_schema', input: {} }
  const view = analyticsViews.find((name) => uri === `${schemaUri}/${name}`)
  if (view !== undefined) return { tool: 'svc_schema', input: { table: view } }
  const customer = uri.startsWith(customersUri) ? decode(uri.slice(customersUri.length)) : ''
  if (customer === '') return null
  const include = ['users', 'revenue', 'recentTimeline', 'behaviorMetrics']
  return { tool: 'svc_get_customer', input: { customer, include } }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
