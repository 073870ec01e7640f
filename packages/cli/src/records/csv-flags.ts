import type { CsvOptions } from '@customer-intel/node-sdk/csv'
import { textFlag } from '../commands/text-flag.ts'
import { usageError } from '../errors.ts'

/** Flags of CSV, beside those of any file. */
export type CsvFlags = Omit<CsvOptions, 'kind' | 'map'> & {
  kind?: CsvOptions['kind']
  map?: [header: string, field: string | null][]
}

const kinds: Readonly<Record<string, CsvOptions['kind']>> = {
  customer: 'customer',
  customers: 'customer',
  user: 'user',
  users: 'user',
  person: 'user',
  people: 'user',
  member: 'member',
  members: 'member',
  revenue: 'revenue',
  opportunity: 'opportunity',
  opportunities: 'opportunity',
}
const delimiters = { ',': ',', ';': ';', '|': '|', tab: '\t', '\t': '\t' } as const

export const csvFlags = {
  kind: textFlag(
    'What the rows of a CSV file are: customer, user (or people), member, revenue, opportunity',
    'kind',
    oneOf(kinds),
  ),
  map: {
    kind: 'parsed',
    parse: parseMapping,
    optional: true,
    variadic: true,
    brief: 'Which field a column fills, such as "ARR=traits.arr"; "ARR=" skips it. Others go by their names',
    placeholder: 'column=field',
  },
  others: textFlag(
    'Columns without a field: skip (default), or keep as traits',
    'skip|keep',
    oneOf({ skip: 'skip', keep: 'keep' }),
  ),
  delimiter: textFlag('What separates cells: , ; | or tab. Default: what fits', 'sign', oneOf(delimiters)),
  dateFormat: textFlag(
    'Whether 03/04/2026 begins with the day: DMY or MDY. Default: what each column shows',
    'order',
    oneOf({ dmy: 'DMY', mdy: 'MDY', 'dd/mm/yyyy': 'DMY', 'mm/dd/yyyy': 'MDY' }),
  ),
  decimal: textFlag(
    'What stands before the cents: , or . Default: what each column shows',
    'sign',
    oneOf({ ',': ',', '.': '.' }),
  ),
  currency: textFlag('Of amounts that name none, such as EUR', 'code'),
} as const

function oneOf<Value>(words: Readonly<Record<string, Value>>): (text: string) => Value {
  return (text) => {
    const found = words[text.toLowerCase()]
    if (found !== undefined && Object.hasOwn(words, text.toLowerCase())) return found
    throw usageError(
      `must be one of ${Object.keys(words)
        .map((word) => (word === '\t' ? 'a tab' : word))
        .join(' ')}`,
    )
  }
}

function parseMapping(text: string): [string, string | null] {
  const at = text.lastIndexOf('=')
  if (at <= 0) throw usageError('must be column=field')
  const field = text.slice(at + 1).trim()
  return [text.slice(0, at).trim(), field === '' ? null : field]
}
