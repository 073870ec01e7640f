import * as v from 'valibot'
import { cutText } from './cut-text.ts'
import { describedAs } from './described-as.ts'
import { listOf } from './objects.ts'

/** The kinds of sources that records bring. */
export const importedSourceTypes = [
  'CALL',
  'EMAIL',
  'SUPPORT_TICKET',
  'OPPORTUNITY',
  'CALENDAR_EVENT',
  'CHAT',
] as const
export type ImportedSourceType = (typeof importedSourceTypes)[number]

/** Besides what records bring: `FORM`, a form of a website with a message in it, named by its event's uuid. */
export const sourceTypes = [...importedSourceTypes, 'FORM'] as const
/** A kind of source record, by its canonical name. */
export type SourceType = (typeof sourceTypes)[number]

/** Other names that an input may use. */
export const sourceTypeAliases = {
  CRM: 'OPPORTUNITY',
  CRM_OPPORTUNITY: 'OPPORTUNITY',
} as const satisfies Record<string, SourceType>

/** What an input takes for a source type; blanks around it and its case don't count. */
export type SourceTypeInput = SourceType | keyof typeof sourceTypeAliases

const canonical: ReadonlyMap<string, SourceType> = /* #__PURE__ */ new Map<string, SourceType>([
  ...sourceTypes.map((type) => [type, type] as const),
  ...Object.entries(sourceTypeAliases),
])

/** The canonical name of a source type: trims, ignores case, resolves aliases. Null when there is none by that name. */
export function normalizeSourceType(value: string): SourceType | null {
  return canonical.get(value.trim().toUpperCase()) ?? null
}

/** The canonical names of source types, in their order, each once. Throws on an unknown name and lists the known ones. */
export function normalizeSourceTypes(values: readonly string[]): SourceType[] {
  const known = values.map((value) => {
    const type = normalizeSourceType(value)
    if (type === null)
      throw new TypeError(
        `Unknown source type ${JSON.stringify(cutText(value, 100))}: ${remedyOf(sourceTypes)}.`,
      )
    return type
  })
  return [...new Set(known)]
}

function remedyOf(types: readonly string[]): string {
  return `must be one of ${types.join(', ')} (or ${Object.keys(sourceTypeAliases).join(', ')})`
}

/** A source type or an alias of one; comes out canonical. */
export const SourceTypeInputSchema = sourceTypeInput(sourceTypes)

/** The type of a source that a record brings. */
export const ImportedSourceTypeInputSchema = sourceTypeInput(importedSourceTypes)

function sourceTypeInput<Type extends SourceType>(types: readonly Type[]) {
  const names = [...types, ...Object.keys(sourceTypeAliases)]
  return v.pipe(
    v.custom<Type | keyof typeof sourceTypeAliases>((value) => typeof value === 'string', 'must be a string'),
    describedAs({ type: 'string', enum: names }),
    v.rawTransform(({ dataset, addIssue, NEVER }): Type => {
      const name = normalizeSourceType(dataset.value)
      const type = types.find((known) => known === name)
      if (type !== undefined) return type
      addIssue({ message: remedyOf(types) })
      return NEVER
    }),
  )
}

/** Source types of a filter: canonical, each once. An empty list filters nothing. */
export const SourceTypesInputSchema = v.pipe(
  listOf(SourceTypeInputSchema, 100),
  v.transform((types) => [...new Set(types)]),
)

export const SourceTypeSchema = v.picklist(sourceTypes)
