import type { CommandLayout } from '@customer-intel/contract/command-layout'
import type { Field } from '../catalogue/catalogue.ts'
import { usageError } from '../errors.ts'
import type { Io } from '../io.ts'
import { parseObject, parseWhole, toKebab } from './flags.ts'

/** What was written on the command line. */
export interface Written {
  flags: Readonly<Record<string, unknown>>
  /** Arguments, in the order of `layout.arguments`. */
  positional: readonly unknown[]
}

/** The name of the flag that states a field. */
export function flagOf({ flags }: CommandLayout, { name }: Field): string {
  return flags?.[name] ?? name
}

/** Whether a field may be omitted from a command's flags: it is optional, or stated in another way. */
export function isOptional(layout: CommandLayout, { name, required }: Field): boolean {
  const isImplied = Object.values(layout.implied ?? {}).some((follows) => name in follows)
  return !required || layout.takesObject === true || layout.files?.[name] !== undefined || isImplied
}

/**
 * What a command line states, by the API's names: an object by `--file`, else by `--data`; over it flags, switches, files
 * and arguments. Rejects with `missing_input` and `invalid_input`, which name the flag.
 */
export async function statedValues(
  layout: CommandLayout,
  fields: readonly Field[],
  { flags, positional }: Written,
  io: Io,
): Promise<Record<string, unknown>> {
  const object = layout.takesObject ? await readObject(fields, flags, io) : {}
  const stated: Record<string, unknown> = { ...layout.values }
  const state = (field: string, value: unknown, way: string) => {
    if (field in stated) throw usageError(`${way} states ${field} a second time: leave one out`)
    stated[field] = value
  }
  for (const field of fields) {
    const [flag, file] = [flagOf(layout, field), layout.files?.[field.name]]
    const at = layout.arguments?.indexOf(field.name) ?? -1
    const value = at === -1 ? flags[flag] : positional[at]
    if (value !== undefined) state(field.name, value, `--${toKebab(flag)}`)
    const path = file === undefined ? undefined : (flags[file] as string | undefined)
    if (path !== undefined) state(field.name, parseWhole(field, await read(path, io)), `--${toKebab(file!)}`)
  }
  for (const [flag, { field, value }] of Object.entries(layout.switches ?? {}))
    if (flags[flag] === true) state(field, value, `--${toKebab(flag)}`)

  const implied = Object.entries(layout.implied ?? {}).filter(([field]) => field in stated)
  const values: Record<string, unknown> = {
    ...Object.assign({}, ...implied.map(([, follows]) => follows)),
    ...object,
    ...stated,
  }
  for (const [field, others] of Object.entries(layout.yields ?? {}))
    if (others.some((name) => name in values)) delete values[field]
  const { oneOf } = layout
  if (oneOf && !oneOf.some((name) => name in values))
    throw usageError(`One of these must be given: ${oneOf.join(', ')}`, 'missing_input')
  const missing = fields.filter(({ name, required }) => required && !(name in values))
  if (missing.length > 0) {
    const lacking = missing.map((field) => `--${toKebab(flagOf(layout, field))}`).join(', ')
    throw usageError(
      `Missing: ${lacking}${layout.takesObject ? ', or in the object of --data' : ''}`,
      'missing_input',
    )
  }
  return values
}

async function readObject(
  fields: readonly Field[],
  flags: Written['flags'],
  io: Io,
): Promise<Record<string, unknown>> {
  const { file, data } = flags as { file?: string; data?: string }
  if (file === undefined && data === undefined) return {}
  const [text, what] = file === undefined ? [data!, '--data'] : [await read(file, io), file]
  const object = parseObject(text, what)
  const unknown = Object.keys(object).find((key) => !fields.some(({ name }) => name === key))
  if (unknown === undefined) return object
  throw usageError(`${what}: there is no ${unknown}; there are ${fields.map(({ name }) => name).join(', ')}`)
}

async function read(path: string, io: Io): Promise<string> {
  const { readText } = await import('../read-input.ts')
  return readText(path, io)
}
