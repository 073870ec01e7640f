import type { CommandLayout } from '@customer-intel/contract/command-layout'
import { type Command, type TypedFlagParameter, buildCommand } from '@stricli/core'
import type { Field } from '../catalogue/catalogue.ts'
import type { ApiFlags, Context } from './context.ts'
import { parseField, parseFields, parseWhole, toKebab } from './flags.ts'
import { flagOf, isOptional, statedValues } from './stated-values.ts'
import { textFlag } from './text-flag.ts'

export interface ApiCommand {
  layout: CommandLayout
  brief: string
  description?: string
  fields: readonly Field[]
  /** Adds `--all`: every page. */
  pages: boolean
  /** `values`: the fields that were stated, by the API's names. */
  run: (
    values: Record<string, unknown>,
    flags: ApiFlags & { all?: boolean },
    context: Context,
  ) => Promise<void>
}

type Flags = Record<string, unknown> & ApiFlags & { all?: boolean }
type AnyFlag = TypedFlagParameter<unknown, Context>

/** Items of a page that is shown, where nothing is said; of a walk over all pages. */
const pageSizes = { one: 20, walk: 100 }

/** A command whose flags and arguments are the fields of a tool or a route. */
export function defineApiCommand({
  layout,
  brief,
  description,
  fields: known,
  pages,
  run,
}: ApiCommand): Command<Context> {
  const fields = pages
    ? known.map((field) => (field.name === 'limit' ? { ...field, default: pageSizes.one } : field))
    : known
  const hasPageSize = pages && fields.some(({ name }) => name === 'limit')
  const names = layout.arguments ?? []
  const args = names.flatMap((name) => fields.filter((field) => field.name === name))
  const flagged = fields.filter(({ name }) => !names.includes(name) && layout.values?.[name] === undefined)

  return buildCommand<Flags, string[], Context>({
    docs: { brief, ...(description && { fullDescription: description }) },
    parameters: {
      flags: {
        ...Object.fromEntries(flagged.map((field) => [flagOf(layout, field), toFlag(layout, field)])),
        ...otherFlags(layout),
        ...apiFlags,
        ...(pages && { all: { kind: 'boolean', optional: true, withNegated: false, brief: 'Every page' } }),
      } as never,
      positional: {
        kind: 'tuple',
        parameters: args.map((field) => ({
          brief: field.about ?? field.name,
          placeholder: toKebab(field.name),
          parse: (text: string) => parseWhole(field, text),
          ...(field.required ? {} : { optional: true }),
        })),
      } as never,
    },
    async func(this: Context, flags: Flags, ...positional: unknown[]) {
      const values = await statedValues(layout, fields, { flags, positional }, this.io)
      const limit = flags.all ? pageSizes.walk : pageSizes.one
      await run(hasPageSize ? { limit, ...values } : values, flags, this)
    },
  })
}

/** Those that state fields in another way than by a value of theirs. */
function otherFlags({ files = {}, switches = {}, takesObject }: CommandLayout): Record<string, object> {
  return {
    ...Object.fromEntries(
      Object.entries(files).map(([field, flag]) => [
        flag,
        textFlag(`A file that holds the ${field}; - is standard input`, 'path'),
      ]),
    ),
    ...Object.fromEntries(
      Object.entries(switches).map(([flag, { brief }]) => [
        flag,
        { kind: 'boolean', optional: true, withNegated: false, brief },
      ]),
    ),
    ...(takesObject && {
      data: textFlag('All of it as a JSON object; other flags win over what it says', 'json'),
      file: textFlag('A file that holds such an object; - is standard input. Wins over --data', 'path'),
    }),
  }
}

/** Flags of every command that calls the API. */
export const apiFlags = {
  apiKey: textFlag('API key; default: SVC_API_KEY, then the login', 'key'),
  url: textFlag('Address of the server; default: SVC_API_URL or SVC_BASE_URL, then the login', 'url'),
  json: { kind: 'boolean', optional: true, withNegated: false, brief: 'JSON, also in a terminal' },
  fields: textFlag('Only these fields, by commas', 'names', parseFields),
} as const satisfies Record<string, AnyFlag | object>

function toFlag(layout: CommandLayout, field: Field): object {
  const aliases = layout.aliases?.[field.name]
  const parts = [
    field.about,
    field.values && `One of ${field.values.join(', ')}`,
    rangeOf(field),
    defaultOf(field),
    field.nullable && 'null: none',
  ]
  const brief = parts.filter(Boolean).join('. ') || field.name
  // The server fills in defaults: what isn't stated isn't sent.
  const common = { optional: isOptional(layout, field), brief }
  if (field.type === 'boolean') return { kind: 'boolean', ...common, withNegated: true }
  return {
    kind: 'parsed',
    ...common,
    parse: (text: string) => {
      refuseAnswersOnly(layout, field, text)
      return parseField(field, aliases ? translated(text, aliases) : text)
    },
    placeholder: placeholderOf(field),
  }
}

/** A value that one sees in answers and no filter takes deserves more than a list of others. */
function refuseAnswersOnly({ answersOnly }: CommandLayout, { name }: Field, text: string): void {
  const words = text.split(',').map((word) => word.trim().toUpperCase())
  const found = answersOnly?.[name]?.find((value) => words.includes(value))
  if (found !== undefined)
    throw new Error(`can't be ${found}: such facts may stand in answers, but no filter takes them`)
}

/** Each of the words, by commas, as the API calls it. */
function translated(text: string, aliases: Readonly<Record<string, string>>): string {
  return [...new Set(text.split(',').map((word) => aliases[word.trim().toUpperCase()] ?? word))].join(',')
}

function rangeOf({ min, max }: Field): string | undefined {
  return min === undefined || max === undefined ? undefined : `${min} to ${max}`
}

function defaultOf(field: Field): string | undefined {
  return field.default === undefined ? undefined : `Default ${String(field.default)}`
}

function placeholderOf({ type }: Field): string {
  switch (type) {
    case 'integer':
    case 'number':
      return 'number'
    case 'choices':
    case 'texts':
      return 'a,b'
    case 'traits':
      return 'key=value'
    case 'json':
      return 'json'
    default:
      return 'text'
  }
}
