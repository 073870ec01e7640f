import type ts from 'typescript'
import { docOf, type Node, Nodes, type Schema } from './node.ts'
import { readProgram, sources, writtenSources } from './program.ts'
import { readSchemas } from './read-schemas.ts'
import { SchemaPrinter } from './schema-printer.ts'

const header = `// Written by \`pnpm generate\` from the schemas; a test fails when it is out of date.
// oxlint-disable no-unused-vars -- docstrings link to what they import.
`

/** `src/generated/types.ts`: the types of the schemas, and what each route and tool takes and answers. */
export async function renderTypes(): Promise<string> {
  const program = readProgram(writtenSources())
  const nodes = new Nodes(program.getTypeChecker())
  const named = await readSchemas(program, nodes)
  const printer = new SchemaPrinter(nodes, named)
  const { routes, tools } = await readTables(program)

  const inputs: string[] = []
  const outputs: string[] = []
  for (const [name, route] of Object.entries<Route>(routes.value)) {
    const type = nodes.typeOf(routes.type, name)
    const partOf = (place: string, schema: Schema, of = type): Node & { doc: string } => ({
      schema,
      type: nodes.typeOf(of, place),
      doc: docOf(nodes.declarationOf(of, place)),
    })
    const parts = (['params', 'query', 'body'] as const).flatMap((place) => {
      const schema = route[place]
      if (schema === undefined) return []
      const { doc, ...node } = partOf(place, schema)
      return [`${doc}${place}${mayBeAbsent(place, schema) ? '?' : ''}: ${printer.print(node)}`]
    })
    inputs.push(`${name}: ${parts.length === 0 ? 'NoInput' : `{ ${parts.join('\n')} }`}`)
    if (name === 'callTool') outputs.push(`${name}: ToolOutputs[ToolName]`)
    else if (route.data) outputs.push(`${name}: CommandSuccess<${printer.print(partOf('data', route.data))}>`)
    else {
      const responses = nodes.typeOf(type, 'responses')
      const answers = Object.entries(route.responses)
        .filter(([status]) => status.startsWith('2'))
        .map(([status, schema]) => partOf(status, schema, responses))
      outputs.push(`${answers[0]!.doc}${name}: ${answers.map((node) => printer.print(node)).join(' | ')}`)
    }
  }
  const ofTools = (place: 'input' | 'output', suffix = '') =>
    Object.entries<Tool>(tools.value).map(([name, tool]) => {
      const schema = tool[place]
      // Under its own name, where what it answers with has another: GetFactOutput, not Fact.
      const own = named.schemas.find(({ node, alias }) => alias !== undefined && node.schema === schema)?.name
      const type = nodes.typeOf(nodes.typeOf(tools.type, name), place)
      return `${name}: ${own ?? printer.print({ schema, type })}${suffix}`
    })
  const body = [
    ...named.schemas.map((schema) => printer.declare(schema)),
    printMap('What each operation takes: path parameters, query and body.', 'RouteInputs', inputs),
    printMap("The body of each operation's success.", 'RouteOutputs', outputs),
    printMap('What each tool takes.', 'ToolInputs', ofTools('input')),
    printMap('What each tool answers.', 'ToolOutputs', ofTools('output', ' & MayBeStale')),
  ].join('\n\n')
  return [header, ...importsOf(body, named.written), '', body].join('\n')
}

interface Route {
  params?: Schema
  query?: Schema
  body?: Schema
  data?: Schema
  responses: Record<string, Schema>
}

interface Tool {
  input: Schema
  output: Schema
}

/** The contract's tables of routes and tools, and their types. */
async function readTables(program: ts.Program) {
  const checker = program.getTypeChecker()
  const read = async <Row>(file: string, name: string) => {
    const module = checker.getSymbolAtLocation(program.getSourceFile(`${sources}${file}`)!)!
    const symbol = checker.getExportsOfModule(module).find((exported) => exported.name === name)!
    const { [name]: value } = (await import(`${sources}${file}`)) as Record<string, Record<string, Row>>
    return { value: value!, type: checker.getTypeOfSymbol(symbol) }
  }
  return {
    routes: await read<Route>('routes/index.ts', 'routes'),
    tools: await read<Tool>('tools/index.ts', 'tools'),
  }
}

/** A body that may be absent has a schema that says so; a query may be where each of its fields is. */
function mayBeAbsent(place: string, { type, entries = {} }: Schema): boolean {
  if (place === 'query') return Object.values(entries).every((field) => field.type === 'optional')
  return type === 'optional'
}

const printMap = (doc: string, name: string, lines: string[]) =>
  `/** ${doc} */\nexport interface ${name} {\n${lines.join('\n')}\n}`

/** Imports of the types in a text that people write; of its docstrings those that they link to. */
function importsOf(body: string, written: ReadonlyMap<string, string>): string[] {
  const links = [...body.matchAll(/\{@link (\w+)/g)].map(([, name]) => name!)
  const code = body.replaceAll(/\/\*\*[\s\S]*?\*\//g, '')
  const imports = new Map<string, string[]>()
  for (const name of [...new Set([...links, ...(code.match(/\b[A-Z]\w+\b/g) ?? [])])].sort()) {
    const file = written.get(name)
    if (file !== undefined) imports.set(file, [...(imports.get(file) ?? []), name])
  }
  return [...imports].map(([file, names]) => `import type { ${names.join(', ')} } from '../${file}'`)
}
