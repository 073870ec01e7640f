import type { SourceType, sourceTypeAliases as contractAliases } from '@customer-intel/contract'

/** The kinds of source records, by their canonical names. */
export const sourceTypes = [
  'CALL',
  'EMAIL',
  'SUPPORT_TICKET',
  'OPPORTUNITY',
  'CALENDAR_EVENT',
  'CHAT',
  'FORM',
] as const satisfies readonly SourceType[]

/** Aliases in inputs. */
export const sourceTypeAliases = {
  CRM: 'OPPORTUNITY',
  CRM_OPPORTUNITY: 'OPPORTUNITY',
} as const satisfies typeof contractAliases

/** The canonical name of a source type: trims, ignores case, resolves aliases. Null for an unknown one. */
export function normalizeSourceType(value: string): SourceType | null {
  const name = value.trim().toUpperCase()
  if (Object.hasOwn(sourceTypeAliases, name)) return sourceTypeAliases[name as keyof typeof sourceTypeAliases]
  return sourceTypes.find((type) => type === name) ?? null
}

/**
 * The canonical names of source types, in their order, each once.
 *
 * @throws TypeError on an unknown name; the message lists the known ones.
 */
export function normalizeSourceTypes(values: readonly string[]): SourceType[] {
  const known = values.map((value) => {
    const type = normalizeSourceType(value)
    if (type !== null) return type
    const names = [...sourceTypes, ...Object.keys(sourceTypeAliases)].join(', ')
    throw new TypeError(`There is no source type ${JSON.stringify(value)}: it must be one of ${names}`)
  })
  return [...new Set(known)]
}
