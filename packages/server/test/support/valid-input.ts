import fc from 'fast-check'
import * as v from 'valibot'

/**
 * Valid input for a schema of the contract, odd at every edge that the schema allows: it walks the schema, proposes
 * values, and keeps what the schema takes. So a field that the contract gains is tried without another line.
 */
export function validInput(schema: v.GenericSchema): fc.Arbitrary<unknown> {
  return propose(schema as unknown as Node).filter((value) => v.is(schema, value))
}

/** As much of a schema, or of a step in its pipe, as is looked at here. */
interface Node {
  type: string
  kind: string
  pipe?: readonly Node[]
  entries?: Record<string, Node>
  options?: readonly unknown[]
  literal?: unknown
  item?: Node
  wrapped?: Node
  requirement?: unknown
  metadata?: { jsonSchema?: JsonSchema }
}

interface JsonSchema {
  type?: string
  enum?: readonly unknown[]
  maxProperties?: number
  additionalProperties?: true | { type: string | string[] }
}

function propose(node: Node): fc.Arbitrary<unknown> {
  switch (node.type) {
    case 'strict_object':
    case 'object':
      return proposeObject(node)
    case 'variant':
      return fc.oneof(...(node.options as Node[]).map(validNode))
    case 'union':
      return fc.oneof(...(node.options as Node[]).map(validNode))
    case 'nullable':
      return fc.oneof(fc.constant(null), validNode(node.wrapped!))
    case 'optional':
      return validNode(node.wrapped!)
    case 'literal':
      return fc.constant(node.literal)
    case 'picklist':
      return fc.constantFrom(...node.options!)
    case 'boolean':
      return fc.boolean()
    case 'string':
      return proposeText(node)
    case 'number':
      return fc.oneof(fc.constantFrom(...oddNumbers, ...numberBounds(node)), fc.double({ noNaN: true }))
    case 'array':
      return fc.oneof(
        { weight: 8, arbitrary: fc.array(validNode(itemOf(node)), { maxLength: 3 }) },
        { weight: 1, arbitrary: fc.array(validNode(itemOf(node)), { minLength: 40, maxLength: 50 }) },
      )
    case 'unknown':
      return fc.letrec<Record<'value' | 'object', unknown>>((tie) => jsonOf(tie)).value
    case 'custom':
      return proposeMap(describedAs(node))
    default:
      throw new Error(`The generator doesn't know the schema type ${node.type} yet: add it here`)
  }
}

/** Filtered where it stands, since a whole object of proposals is seldom valid by chance. */
function validNode(node: Node): fc.Arbitrary<unknown> {
  const schema = node as unknown as v.GenericSchema
  return propose(node).filter((value) => v.is(schema, value))
}

function proposeObject(node: Node): fc.Arbitrary<unknown> {
  const required: string[] = []
  const fields: Record<string, fc.Arbitrary<unknown>> = {}
  for (const [name, entry] of Object.entries(entriesOf(node))) {
    if (entry.type === 'optional') fields[name] = validNode(entry.wrapped!)
    else {
      required.push(name)
      fields[name] = validNode(entry)
    }
  }
  return fc.record(fields, { requiredKeys: required })
}

/** In a pipe the first step is the schema itself. */
const entriesOf = (node: Node): Record<string, Node> => (node.pipe?.[0] ?? node).entries ?? node.entries!
const itemOf = (node: Node): Node => (node.pipe?.[0] ?? node).item ?? node.item!
const describedAs = (node: Node): JsonSchema =>
  node.pipe?.find(({ metadata }) => metadata?.jsonSchema !== undefined)?.metadata?.jsonSchema ?? {}
const requirements = (node: Node, type: string): unknown[] =>
  node.pipe?.flatMap((step) => (step.type === type ? [step.requirement] : [])) ?? []

// ── Texts ───────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Such as break what is written without them in mind. Those that a schema refuses fall away. */
const oddTexts = [
  '',
  ' ',
  '\0',
  '\u001f',
  'a\u001fb',
  '\u001f\u001e\u007f\u0085\u2028',
  '\uD800',
  'x\uDFFF',
  '😀',
  'İ',
  'ß'.repeat(40),
  '__proto__',
  'constructor',
  'toString',
  'null',
  'undefined',
  '0',
  'NaN',
  "'; drop table events; --",
  '%',
  '\\',
  '"',
  '$1',
  '{"a":1}',
  '1e400',
  '-0',
  '\u202Eabc',
  'e\u0301',
  '\uFEFF',
  'a\r\nb',
  'a b',
]

const parts = [
  'a',
  'B',
  '7',
  ' ',
  '.',
  '-',
  '_',
  '@',
  '/',
  '?',
  '&',
  '=',
  '%41',
  'é',
  '日',
  '😀',
  '\u001f',
  '\t',
  '"',
  "'",
]

/** Those that match one of the contract's patterns, by the pattern's beginning. */
const formatted: readonly [matches: string, texts: fc.Arbitrary<string>][] = [
  ['0197a6f0-7d3c-7b1e-9a55-3f0d2c1b4a68', fc.uuid()],
  [
    'jane@acme.com',
    fc
      .tuple(
        fc.constantFrom('jane', "o'neil", 'a_b+c', 'x.y', 'JANE', 'test', '-', "'a", 'x'.repeat(300)),
        fc.constantFrom(
          'acme.com',
          'gmail.com',
          'ox.ac.uk',
          'EXAMPLE.com',
          'a.io',
          'xn--d1acj3b.com',
          '1.2.3.co',
        ),
      )
      .map((both) => both.join('@')),
  ],
  [
    '2026-06-01T12:30:00Z',
    fc
      .tuple(
        days(),
        fc.constantFrom(
          'T00:00:00Z',
          'T23:59:59.999999999Z',
          'T12:30Z',
          'T00:00:00+23:59',
          'T23:59:59-2359',
          'T12:00:00+0530',
        ),
      )
      .map((both) => both.join('')),
  ],
  ['2026-06-01', days()],
  [
    'https://acme.com/pricing',
    fc.oneof(urls(), urls(), fc.constant(`https://acme.com/${'x'.repeat(8_000)}`)),
  ],
  [
    'acme.com',
    fc.constantFrom(
      'acme.com',
      'ACME.COM',
      'a.b.c.co.uk',
      'münchen.de',
      '例え.jp',
      'gmail.com',
      'x'.repeat(60) + '.io',
    ),
  ],
  ['EUR', fc.constantFrom('EUR', 'usd', 'xXx')],
  [
    `whsec_${'A'.repeat(40)}`,
    fc.constantFrom(...[32, 43, 86].map((length) => `whsec_${'aZ0+/b'.repeat(20).slice(0, length)}`)),
  ],
]

/** For texts that are more than their length says. */
const samples = [
  'https://hooks.example/in',
  'http://hooks.example:8080/?a=b',
  'Europe/Berlin',
  'UTC',
  'Asia/Kathmandu',
]

function days(): fc.Arbitrary<string> {
  return fc.constantFrom(
    '0001-01-01',
    '0099-12-31',
    '1582-10-10',
    '1969-12-31',
    '1970-01-01',
    '2000-02-29',
    '2026-06-01',
    '2036-01-01',
    '9999-12-31',
  )
}

function urls(): fc.Arbitrary<string> {
  return fc
    .tuple(
      fc.constantFrom(
        'https://acme.com/',
        'http://[::1]:80',
        'server://',
        'file:',
        'a+b:',
        'HTTPS://Acme.COM:443/%zz?',
        'https://j@acme.com:x@b/',
      ),
      joined(),
    )
    .map((both) => both.join(''))
}

function joined(): fc.Arbitrary<string> {
  return fc.array(fc.constantFrom(...parts), { minLength: 1, maxLength: 12 }).map((list) => list.join(''))
}

function proposeText(node: Node): fc.Arbitrary<unknown> {
  const patterns = requirements(node, 'regex') as RegExp[]
  if (patterns.length > 0) {
    const known = formatted.filter(([example]) => patterns.every((pattern) => pattern.test(example)))
    if (known.length === 0)
      throw new Error(`The generator has no text for ${String(patterns[0])} yet: add one here`)
    return fc.oneof(...known.map(([, texts]) => texts))
  }
  const max = Math.min(Number(requirements(node, 'max_length')[0] ?? 100_000), 100_000)
  const schema = node as unknown as v.GenericSchema
  const fitting = [...oddTexts, ...samples].filter((text) => v.is(schema, text))
  return fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...fitting) },
    { weight: 6, arbitrary: joined() },
    { weight: 3, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
    // Seldom, since a hundred of them are more than a request may hold.
    { weight: 1, arbitrary: fc.constantFrom('x', '日', '😀').map((unit) => unit.repeat(max).slice(0, max)) },
  )
}

// ── Numbers ─────────────────────────────────────────────────────────────────────────────────────────────────────────

const day = 86_400_000

const oddNumbers = [
  0,
  -0,
  1,
  -1,
  0.5,
  1.5,
  -1.5,
  1e-7,
  5e-324,
  1e21,
  1e308,
  -1e308,
  Number.MAX_VALUE,
  Number.MAX_SAFE_INTEGER,
  Number.MIN_SAFE_INTEGER,
  2 ** 31,
  2 ** 53,
  2 ** 63,
  8.64e15,
  8.64e15 + 2,
  -8.64e15,
  -62_135_596_800_000,
  253_402_300_799_999.5,
  946_684_800_000,
  1_780_000_000_000.25,
  Date.now(),
  Date.now() + day,
]

function numberBounds(node: Node): number[] {
  return ['min_value', 'max_value'].flatMap((type) => requirements(node, type) as number[])
}

// ── Maps ────────────────────────────────────────────────────────────────────────────────────────────────────────────

const name = fc.oneof(
  fc.constantFrom(
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    '',
    'name',
    'email',
    'plan',
    'companyName',
    'createdAt',
    '\u001f',
    'a.b',
    '$.x',
    '"',
    '0',
    'x'.repeat(500),
  ),
  joined(),
)

const scalar: Record<string, fc.Arbitrary<unknown>> = {
  string: fc.oneof(
    { weight: 20, arbitrary: fc.oneof(fc.constantFrom(...oddTexts), joined()) },
    { weight: 1, arbitrary: fc.constantFrom('x', '日').map((unit) => unit.repeat(32_768)) },
  ),
  number: fc.oneof(fc.constantFrom(...oddNumbers), fc.double({ noNaN: true, noDefaultInfinity: true })),
  boolean: fc.boolean(),
  null: fc.constant(null),
}

/** A map of what its description allows; any object of JSON where that says no more. */
function proposeMap({ additionalProperties, maxProperties = 0, ...rest }: JsonSchema): fc.Arbitrary<unknown> {
  if (rest.enum !== undefined) return fc.constantFrom(...rest.enum)
  if (additionalProperties === undefined || additionalProperties === true)
    return fc.letrec((tie) => jsonOf(tie))['object']
  const values = fc.oneof(...[additionalProperties.type].flat().map((type) => scalar[type]!))
  const small = fc.array(fc.tuple(name, values), { maxLength: 6 })
  const short = values.filter((value) => String(value).length < 100)
  const full = short.map((value) =>
    Array.from({ length: maxProperties }, (_, index) => [`k${index}`, value] as const),
  )
  // `fromEntries` makes own properties of all names, `__proto__` too, as JSON does.
  return fc
    .oneof({ weight: 300, arbitrary: small }, { weight: 1, arbitrary: full })
    .map((entries) => Object.fromEntries(entries))
}

function jsonOf(
  tie: (key: 'value' | 'object') => fc.Arbitrary<unknown>,
): Record<'value' | 'object', fc.Arbitrary<unknown>> {
  const leaf = fc.oneof(...Object.values(scalar))
  return {
    value: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      leaf,
      fc.array(tie('value'), { maxLength: 3 }),
      tie('object'),
    ),
    object: fc
      .array(fc.tuple(name, tie('value')), { maxLength: 4 })
      .map((entries) => Object.fromEntries(entries)),
  }
}
