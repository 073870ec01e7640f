import { isJsonObject, isToolName, limits, type RouteDefinition, tools } from '@customer-intel/contract'
import type { ForwardRules } from '../endpoint.ts'

type Rules = Omit<ForwardRules, 'fail'>

/** Of a route of the contract. */
export function rulesOfRoute(route: RouteDefinition): Rules {
  return {
    bodyLimitBytes: route.body === undefined ? null : (route.bodyLimitBytes ?? limits.platform.bodyBytes),
    isRepeatable(call, body) {
      if (route.operation === 'callTool') return isReadOnly(objectOf(body)['tool'])
      if (route.tool !== undefined) return isReadOnly(route.tool)
      // What was changed already isn't what If-Match names any more.
      return route.idempotent && call.header('if-match') === null
    },
  }
}

/** Of the Model Context Protocol: what isn't a call of a tool asks for descriptions. */
export const rulesOfMcp: Rules = {
  bodyLimitBytes: limits.platform.bodyBytes,
  isRepeatable(_call, body) {
    const { method, params } = objectOf(body)
    return method !== 'tools/call' || (isJsonObject(params) && isReadOnly(params['name']))
  },
}

function isReadOnly(name: unknown): boolean {
  return isToolName(name) && tools[name].readOnly
}

function objectOf(body: Buffer): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body.toString())
    return isJsonObject(value) ? value : {}
  } catch {
    // It is refused, by whomever.
    return {}
  }
}
