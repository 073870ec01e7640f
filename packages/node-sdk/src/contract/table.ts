import { contractText } from '../generated/contract-text.ts'
import type { Issue } from '../errors/issue.ts'
import { checkShape, parseShape, type Shape } from './shape.ts'

/** Around the data of every command. */
const envelope = (data: string) =>
  `{ok:t,commandId:s,commandVersion:n,correlationId:s,result:{operationId?:s,status:s,resources:[{type:s,id:s}],data:${data},warnings:[s],auditId?:s}}`

/** What the SDK needs to know of a route. */
export interface Operation {
  name: string
  method: string
  /** Parameters in braces. */
  path: string
  /** A command's data stands in an envelope. */
  isCommand: boolean
  /** Whether to repeat it does no harm. */
  isIdempotent: boolean
  /** The whole body of its success. */
  shape: string
}

/** What the SDK needs to know of a tool. */
export interface Tool {
  isReadOnly: boolean
  shape: string
}

interface Table {
  operations: Map<string, Operation>
  tools: Map<string, Tool>
  shapes: Map<string, string>
}

let table: Table | undefined
const parsed = new Map<string, Shape>()

/** The contract's routes, tools and shapes, read at first use. */
function getTable(): Table {
  table ??= readTable(contractText)
  return table
}

function readTable(text: string): Table {
  const read: Table = { operations: new Map(), tools: new Map(), shapes: new Map() }
  for (const line of text.trim().split('\n')) {
    const [sort, name = '', ...rest] = line.split(' ')
    const shape = rest.pop() ?? ''
    const [flags = '', method = '', path = ''] = rest
    if (sort === 'shape') read.shapes.set(name, shape)
    else if (sort === 'tool') read.tools.set(name, { isReadOnly: flags === 'r', shape })
    else {
      const isCommand = flags.includes('c')
      const whole = isCommand ? envelope(shape) : shape
      read.operations.set(name, {
        name,
        method,
        path,
        isCommand,
        isIdempotent: flags.includes('i'),
        shape: whole,
      })
    }
  }
  return read
}

export function getOperation(name: string): Operation {
  const operation = getTable().operations.get(name)
  if (!operation) throw new TypeError(`There is no operation ${name}`)
  return operation
}

/** A tool by its name; undefined when there is none. */
export function findTool(name: string): Tool | undefined {
  return getTable().tools.get(name)
}

/** The names of all tools, in the contract's order. */
export function listToolNames(): string[] {
  return [...getTable().tools.keys()]
}

/** Where an answer breaks its shape. */
export function checkAnswer(value: unknown, shape: string): Issue[] {
  return checkShape(value, toShape(shape), (name) => {
    const source = getTable().shapes.get(name)
    if (source === undefined) throw new TypeError(`There is no shape ${name}`)
    return toShape(source)
  })
}

function toShape(source: string): Shape {
  let shape = parsed.get(source)
  if (!shape) parsed.set(source, (shape = parseShape(source)))
  return shape
}
