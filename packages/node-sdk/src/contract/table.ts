import { contractText } from '../generated/contract-text.ts'
import type { Issue } from '../errors/issue.ts'
import { readShape, type Check } from './shape.ts'

/** Around the data of every command. */
const envelope = (data: string) =>
  `{ok+commandId,commandVersion#correlationId,result{operationId?,status,resources[{type,id,}data${data}warnings[,auditId?,}}`

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
  shapes: string[]
}

let table: Table | undefined
const checks = new Map<string, Check>()

/** The contract's routes, tools and shapes, read at first use. */
function getTable(): Table {
  table ??= readTable(contractText)
  return table
}

/** Reads lines of routes, of tools and of shapes, in three parts. */
function readTable(text: string): Table {
  const [routes = [], tools = [], shapes = []] = text
    .trim()
    .split('\n\n')
    .map((part) => part.split('\n'))
  return { operations: new Map(routes.map(readRoute)), tools: new Map(tools.map(readTool)), shapes }
}

/** Such as `createAutomation cPOST /automations $5`: `c` for a command, `i` for idempotent. */
function readRoute(line: string): [string, Operation] {
  const [name = '', call = '', path = '', data = ''] = line.split(' ')
  const [, isCommand, isIdempotent, method = ''] = /^(c?)(i?)(.+)/.exec(call)!
  const shape = isCommand ? envelope(data) : data
  return [
    name,
    { name, method, path: `/api${path}`, isCommand: !!isCommand, isIdempotent: !!isIdempotent, shape },
  ]
}

/** Such as `svc_schema r ($2{views[$2})`: `r` for one that only reads. */
function readTool(line: string): [string, Tool] {
  const [name = '', flag, shape = ''] = line.split(' ')
  return [name, { isReadOnly: flag === 'r', shape }]
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
  const issues: Issue[] = []
  toCheck(shape)(value, [], issues)
  return issues
}

function toCheck(source: string): Check {
  let check = checks.get(source)
  if (!check) checks.set(source, (check = readShape(source, (index) => toCheck(getTable().shapes[index]!))))
  return check
}
