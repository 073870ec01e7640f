import { routes, tools, utcDateTimePattern, type RouteDefinition } from '@customer-intel/contract'

/** As much of a valibot schema as is read here. */
interface SchemaNode {
  type: string
  pipe?: { type: string; requirement?: unknown; metadata?: { jsonSchema?: { type?: unknown } } }[]
  entries?: Record<string, SchemaNode>
  item?: SchemaNode
  value?: SchemaNode
  wrapped?: SchemaNode
  literal?: unknown
  key?: string
  options?: SchemaNode[]
}

/**
 * What the SDK knows of the contract, as text: a line per route, then per tool, then per shared shape, with a blank line between
 * the parts. See `readShape` for the form of a shape. Formats and bounds are left out, all but date-times: an answer is checked for what is missing or of
 * another type, not for what the server should have bounded.
 */
export function writeContractText(): string {
  const seen = countObjects()
  const names = new Map<SchemaNode, string>()
  const shapes: string[] = []

  function write(schema: SchemaNode): string {
    if (!schema.entries || (seen.get(schema.entries) ?? 0) < 2) return writeWhole(schema)
    const known = [...names].find(([node]) => node.entries === schema.entries)?.[1]
    if (known !== undefined) return known
    const name = `$${names.size}`
    names.set(schema, name)
    const index = shapes.push('') - 1
    shapes[index] = writeWhole(schema)
    return name
  }

  function writeWhole(schema: SchemaNode): string {
    switch (schema.type) {
      case 'string':
        return schema.pipe?.some((step) => step.requirement === utcDateTimePattern) ? '@' : ','
      case 'picklist':
        return ','
      case 'literal':
        if (typeof schema.literal === 'boolean') return schema.literal ? '+' : '-'
        return typeof schema.literal === 'number' ? '#' : ','
      case 'number':
        return '#'
      case 'boolean':
        return '!'
      case 'unknown':
      case 'any':
        return '*'
      case 'custom':
        if (schema.pipe?.some((step) => step.metadata?.jsonSchema?.type === 'object')) return '%'
        return '*'
      case 'nullable':
        return `~${write(schema.wrapped!)}`
      case 'array':
        return `[${write(schema.item!)}`
      case 'record':
        return `^${write(schema.value!)}`
      case 'object':
      case 'loose_object':
      case 'strict_object':
        return `{${Object.entries(schema.entries!).map(writeField).join('')}}`
      case 'variant':
      case 'union':
        return writeUnion(schema)
      default:
        throw new Error(`The SDK's shapes know no schema of type ${schema.type}: teach them in readShape.`)
    }
  }

  function writeField([key, schema]: [string, SchemaNode]): string {
    return schema.type === 'optional' ? `${key}?${write(schema.wrapped!)}` : `${key}${write(schema)}`
  }

  function writeUnion({ options = [] }: SchemaNode): string {
    const key = Object.keys(options[0]?.entries ?? {}).find((name) =>
      options.every((option) => wordsOf(option.entries?.[name]).length > 0),
    )
    if (key === undefined) return `(${[...new Set(options.map(write))].join('')})`
    const choices = options.flatMap((option) =>
      wordsOf(option.entries?.[key]).map((word) => `${word}${write(option)}`),
    )
    return `<${key}=${choices.join('')}>`
  }

  const routeLines = Object.values(routes)
    .filter(isPlatformRoute)
    .map((route: RouteDefinition) => {
      const flags = `${route.command ? 'c' : ''}${route.idempotent ? 'i' : ''}`
      const successes = Object.entries(route.responses)
        .filter(([status]) => status.startsWith('2'))
        .map(([, schema]) => node(schema))
      // A command's data: the SDK knows the envelope around it.
      const answer = node(
        route.data ?? (successes.length > 1 ? { type: 'union', options: successes } : successes[0]),
      )
      const shape = route.operation === 'callTool' ? '%' : write(answer)
      return `${route.operation} ${flags}${route.method} ${route.path.slice('/api'.length)} ${shape}`
    })
  const toolLines = Object.values(tools).map(
    (tool) => `${tool.name} ${tool.readOnly ? 'r' : 'w'} ${write(node(tool.output))}`,
  )
  return [routeLines, toolLines, shapes].map((lines) => lines.join('\n')).join('\n\n')
}

/** A route that takes an API key: what the SDK offers a method for. */
export function isPlatformRoute(route: RouteDefinition): boolean {
  return route.auth === 'apiKey'
}

/** How often each object's fields stand in the contract: those that come again get a name. */
function countObjects(): Map<unknown, number> {
  const counts = new Map<unknown, number>()
  const visit = (schema: SchemaNode | undefined) => {
    if (!schema) return
    if (schema.entries) {
      const count = (counts.get(schema.entries) ?? 0) + 1
      counts.set(schema.entries, count)
      if (count > 1) return
      Object.values(schema.entries).forEach(visit)
    }
    visit(schema.item)
    visit(schema.wrapped)
    if (schema.type === 'record') visit(schema.value)
    if (schema.type === 'union' || schema.type === 'variant') schema.options?.forEach(visit)
  }
  for (const route of Object.values(routes).filter(isPlatformRoute)) {
    if (route.operation === 'callTool') continue
    const { data, responses }: RouteDefinition = route
    visit(node(data ?? responses[200] ?? responses[201] ?? responses[202]))
  }
  for (const tool of Object.values(tools)) visit(node(tool.output))
  return counts
}

function wordsOf(schema: SchemaNode | undefined): string[] {
  return schema?.type === 'literal' && typeof schema.literal === 'string' ? [schema.literal] : []
}

function node(schema: unknown): SchemaNode {
  return schema as SchemaNode
}
