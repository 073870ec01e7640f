import {
  routes,
  tools,
  utcDateTimePattern,
  type OperationName,
  type RouteDefinition,
} from '@customer-intel/contract'

interface SchemaNode {
  type: string
  pipe?: { requirement?: unknown }[]
  entries?: Record<string, SchemaNode>
  item?: SchemaNode
  value?: SchemaNode
  wrapped?: SchemaNode
  literal?: unknown
  options?: (SchemaNode | string)[]
}

export interface ExampleOptions {
  /** Leave out what may be omitted, and say null where null may stand. Default: everything is there. */
  sparse?: boolean
}

/** An answer of a route that keeps the contract. */
export function exampleAnswer(
  operation: OperationName,
  options: ExampleOptions = {},
): { status: number; body: unknown } {
  const { responses }: RouteDefinition = routes[operation]
  const status = Number(Object.keys(responses).find((code) => code.startsWith('2')))
  return { status, body: exampleOf(node(responses[status]), options) }
}

/** An answer of a tool that keeps the contract. */
export function exampleOutput(tool: keyof typeof tools, options: ExampleOptions = {}): unknown {
  return exampleOf(node(tools[tool].output), options)
}

/** A value that fits a schema of an answer. */
function exampleOf(schema: SchemaNode, options: ExampleOptions): unknown {
  switch (schema.type) {
    case 'string':
      if (schema.pipe?.some((step) => step.requirement === utcDateTimePattern))
        return '2026-06-01T12:30:00.000Z'
      return '0197a6f0-7d3c-7b1e-9a55-3f0d2c1b4a68'
    case 'number':
      return 1
    case 'boolean':
      return true
    case 'literal':
      return schema.literal
    case 'picklist':
      return schema.options?.[0]
    case 'custom':
    case 'unknown':
      return {}
    case 'nullable':
      return options.sparse ? null : exampleOf(schema.wrapped!, options)
    case 'array':
      return [exampleOf(schema.item!, options)]
    case 'record':
      return { key: exampleOf(schema.value!, options) }
    case 'union':
    case 'variant':
      return exampleOf(schema.options![0] as SchemaNode, options)
    default: {
      const entries = Object.entries(schema.entries!).filter(
        ([, field]) => !(options.sparse && field.type === 'optional'),
      )
      return Object.fromEntries(
        entries.map(([key, field]) => [
          key,
          exampleOf(field.type === 'optional' ? field.wrapped! : field, options),
        ]),
      )
    }
  }
}

function node(schema: unknown): SchemaNode {
  return schema as SchemaNode
}
