import {
  routes,
  tools,
  type OperationName,
  type RouteDefinition,
  type ToolName,
} from '@customer-intel/contract'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { checkAnswer, findTool, getOperation } from '../src/contract/table.ts'
import { exampleAnswer, exampleOutput } from './support/answers.ts'
import { isPlatformRoute } from './support/contract-text.ts'

/** Every answer of the contract: its schema, the SDK's shape of it, and examples. */
const answers = [
  ...Object.values(routes)
    .filter((route: RouteDefinition) => isPlatformRoute(route) && route.operation !== 'callTool')
    .map(({ operation }) => ({
      name: operation as string,
      schema: schemaOf(operation),
      shape: getOperation(operation).shape,
      whole: exampleAnswer(operation).body,
      sparse: exampleAnswer(operation, { sparse: true }).body,
    })),
  ...(Object.keys(tools) as ToolName[]).map((name) => ({
    name: name as string,
    schema: tools[name].output as v.GenericSchema,
    shape: findTool(name)!.shape,
    whole: exampleOutput(name),
    sparse: exampleOutput(name, { sparse: true }),
  })),
]

test.each(answers)(
  '$name: an answer by the contract passes, whole and sparse, and with new fields',
  (answer) => {
    const { schema, shape, whole, sparse } = answer
    for (const example of [whole, sparse]) {
      expect(v.safeParse(schema, example).issues).toBeUndefined()
      expect(checkAnswer(example, shape)).toEqual([])
    }
    expect(
      checkAnswer(
        walk(whole, (value) => ({ ...value, newField: { deep: 1 } })),
        shape,
      ),
    ).toEqual([])
  },
)

test.each(answers)(
  '$name: an answer with a missing or mistyped value fails where the contract says',
  (answer) => {
    const { schema, shape, whole } = answer
    for (const [path, value] of leavesOf(whole)) {
      for (const wrong of [undefined, null, typeof value === 'number' ? 'text' : 7, [1], 'not a time']) {
        const broken = replaceAt(whole, path, wrong)
        const isBroken = !v.safeParse(schema, broken).success
        const issues = checkAnswer(broken, shape)
        // Words of a list and formats of a text may be newer than this SDK; a number may have a fraction.
        if (isBroken && !(typeof value === 'string' && typeof wrong === 'string' && !isTime(value))) {
          expect(issues, `${path.join('.')} = ${JSON.stringify(wrong)}`).not.toEqual([])
        }
        if (!isBroken) expect(issues, `${path.join('.')} = ${JSON.stringify(wrong)}`).toEqual([])
      }
    }
  },
)

test('the message names the place and both types', () => {
  const { shape } = getOperation('listIntegrations')
  const [issue] = checkAnswer({ items: [{ id: 7 }] }, shape)
  expect(issue).toEqual({ path: ['items', 0, 'id'], message: 'items.0.id must be a string, not a number' })
})

test('a kind of result that this SDK does not know is let through', () => {
  const { shape } = findTool('svc_search_customer_context')!
  expect(checkAnswer({ customer: null, results: [{ kind: 'hologram', light: true }] }, shape)).toEqual([])
  expect(checkAnswer({ customer: null, results: [{ kind: 'fact', score: 'high' }] }, shape)).not.toEqual([])
})

function schemaOf(operation: OperationName): v.GenericSchema {
  const { responses }: RouteDefinition = routes[operation]
  return Object.entries(responses).find(([status]) => status.startsWith('2'))![1]
}

function isTime(value: string): boolean {
  return value.startsWith('2026-06-01T')
}

type Path = (string | number)[]

function leavesOf(value: unknown, path: Path = []): [Path, unknown][] {
  if (typeof value !== 'object' || value === null) return [[path, value]]
  const keys: Path = Array.isArray(value) ? [...value.keys()] : Object.keys(value)
  return keys.flatMap((key) => leavesOf((value as Record<string | number, unknown>)[key], [...path, key]))
}

function replaceAt(value: unknown, [key, ...rest]: Path, replacement: unknown): unknown {
  if (key === undefined) return replacement
  const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) }) as Record<
    string | number,
    unknown
  >
  copy[key] = replaceAt(copy[key], rest, replacement)
  return copy
}

/** Changes every object of a value. */
function walk(value: unknown, change: (object: object) => object): unknown {
  if (Array.isArray(value)) return value.map((item) => walk(item, change))
  if (typeof value !== 'object' || value === null) return value
  const inner = Object.entries(value).map(([key, item]) => [key, walk(item, change)] as const)
  const copy = Object.fromEntries(inner)
  // A map's keys are free and its values are not: it takes no field of another form.
  return Object.keys(value).join() === 'key' ? copy : change(copy)
}
