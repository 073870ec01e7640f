import {
  routes,
  toolNames,
  tools,
  type RouteDefinition,
  type StreamOperation,
} from '@customer-intel/contract'
import type { ContractTypes } from './contract-types.ts'
import { header } from './header.ts'
import { type Resource, resourceDocs } from './resource-docs.ts'
import { type ClientOperation, clientOperations, listFieldOf, streamOperations } from './operations.ts'

/** `src/generated/resources.ts`: a class for each group of routes, and the client's fields that hold them. */
export function renderResources(types: ContractTypes): string {
  const groups = new Map<Resource, string[]>()
  const named = new Set<string>()
  for (const name of [
    ...clientOperations.filter((operation) => operation !== 'callTool'),
    ...streamOperations,
  ]) {
    const [resource, method] = routes[name].sdk.split('.') as [Resource, string]
    const { code, typeNames } = renderMethod(name, method, types)
    groups.set(resource, [...(groups.get(resource) ?? []), code])
    for (const type of typeNames) named.add(type)
  }
  const resources: Resource[] = [...groups.keys(), 'tools' as const].sort()
  const isListing = clientOperations.some(listFieldOf)
  return [
    header,
    "import type { ApiPromise } from '../client/api-promise.ts'",
    ...(isListing ? ["import type { ListPromise } from '../client/list-promise.ts'"] : []),
    "import type { EventStream } from '../client/event-stream.ts'",
    "import type { TextStream } from '../client/text-stream.ts'",
    "import type { OpenStream } from '../client/open-stream.ts'",
    "import type { RequestOptions } from '../client/options.ts'",
    "import type { Send } from '../client/transport.ts'",
    "import { Resource } from '../resources/resource.ts'",
    "import { ToolsResource } from './tools.ts'",
    `import type { ${[...named].sort().join(', ')} } from './types.ts'`,
    '',
    ...[...groups].flatMap(([resource, methods]) => [
      `/** ${resourceDocs[resource]} */`,
      `export class ${className(resource)} extends Resource {`,
      methods.join('\n\n'),
      '}',
      '',
    ]),
    '/** The resources of the client. */',
    'export class Resources {',
    ...resources.map((name) => `  /** ${resourceDocs[name]} */\n  readonly ${name}: ${className(name)}`),
    '',
    '  /** @internal */',
    '  constructor(send: Send, open: OpenStream) {',
    ...resources.map(
      (name) => `    this.${name} = new ${className(name)}(${name === 'tools' ? 'send' : 'send, open'})`,
    ),
    '  }',
    '}',
  ].join('\n')
}

/** `src/generated/tools.ts`: a method for each tool. */
export function renderTools(types: ContractTypes): string {
  const named = new Set<string>()
  const maps = { inputs: [] as string[], outputs: [] as string[] }
  const methods = toolNames.map((name) => {
    const method = name.slice('svc_'.length).replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
    const { input, output, isInputless } = types.toolTypesOf(name)
    for (const type of namesIn(`${input} ${output}`)) named.add(type)
    const { title, description, grant } = tools[name]
    maps.inputs.push(`/** ${title}. */ ${name}: ${input}`)
    maps.outputs.push(`/** ${title}. */ ${name}: ${output}`)
    const items = listFieldOf(name)
    return [
      doc(`${description} Needs the grant \`${grant}\`.`),
      `  ${method}(input: ${input}${isInputless ? ' = {}' : ''}, options?: RequestOptions): ${promiseOf(output, items)} {`,
      `    return this.${items ? 'list' : 'call'}('${name}', input, options)`,
      '  }',
    ].join('\n')
  })
  return [
    header,
    "import type { ApiPromise } from '../client/api-promise.ts'",
    "import type { ListPromise } from '../client/list-promise.ts'",
    "import type { RequestOptions } from '../client/options.ts'",
    "import { ToolCaller } from '../resources/tool-caller.ts'",
    `import type { ${[...named].sort().join(', ')} } from './types.ts'`,
    '',
    '/** What each tool takes. */',
    `export interface ToolInputs { ${maps.inputs.join('\n')} }`,
    '',
    '/** What each tool answers. */',
    `export interface ToolOutputs { ${maps.outputs.join('\n')} }`,
    '',
    `/** ${resourceDocs.tools} */`,
    'export class ToolsResource extends ToolCaller {',
    methods.join('\n\n'),
    '}',
  ].join('\n')
}

function promiseOf(data: string, items: string | undefined): string {
  return items ? `ListPromise<(${data})['${items}'][number], ${data}>` : `ApiPromise<${data}>`
}

function callOf(name: ClientOperation, data: string) {
  const items = listFieldOf(name)
  return { promise: promiseOf(data, items), call: items ? 'requestList' : 'request' }
}

function namesIn(type: string): string[] {
  return type.match(/\b[A-Z]\w+/g) ?? []
}

function renderMethod(name: ClientOperation | StreamOperation, method: string, types: ContractTypes) {
  const route: RouteDefinition = routes[name]
  const { query, body } = types.inputOf(name)
  const params = [...route.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!)
  const parameters = params.map((param) => `${param}: string`)
  const parts = params.length > 0 ? [`params: { ${params.join(', ')} }`] : []
  for (const [part, input] of [
    ['query', query],
    ['body', body],
  ] as const) {
    if (!input) continue
    parameters.push(`${part}: ${input.type}${input.isOptional ? ' = {}' : ''}`)
    parts.push(part)
  }
  const data = types.dataOf(name)
  const { promise, call } =
    route.media === undefined
      ? callOf(name as ClientOperation, data)
      : route.media === 'text/csv'
        ? { promise: 'TextStream', call: 'requestText' }
        : { promise: `EventStream<${data}>`, call: 'requestEvents' }
  const input = parts.length > 0 ? `{ ${parts.join(', ')} }` : '{}'
  const grant = route.grant ? ` Needs the grant \`${route.grant}\`.` : ''
  const code = [
    doc(`${route.summary}. ${route.description ?? ''}${grant}`),
    `  ${method}(${[...parameters, 'options?: RequestOptions'].join(', ')}): ${promise} {`,
    `    return this.${call}('${name}', ${input}, options)`,
    '  }',
  ].join('\n')
  const typeNames = namesIn([query?.type, body?.type, data].join(' '))
  return { code, typeNames }
}

function className(resource: string): string {
  return `${resource[0]!.toUpperCase()}${resource.slice(1)}Resource`
}

/** A docstring, in lines that fit. */
function doc(text: string): string {
  const lines: string[] = ['']
  for (const word of text.replaceAll(/\s+/g, ' ').trim().split(' ')) {
    if (`${lines.at(-1)} ${word}`.length > 100) lines.push(word)
    else lines[lines.length - 1] = `${lines.at(-1)} ${word}`.trim()
  }
  return lines.length === 1
    ? `  /** ${lines[0]} */`
    : `  /**\n${lines.map((line) => `   * ${line}\n`).join('')}   */`
}
