import { isJsonObject } from '@customer-intel/contract'

/** Columns of `activity` that need joins with people and customers. */
const columnsOfPeople = ['customer_domain', 'user_email']

/**
 * Whether a query may read one of {@link columnsOfPeople}: by name, by position (`*`, `#6`, `activity as a (id, …)`), by
 * a natural join, or in a whole row (`select a from activity a`). True in doubt. Takes a tree that `checkSyntaxTree`
 * accepted.
 */
export function readsPersonalData(tree: unknown): boolean {
  const sources = new Set<string>()
  const words = new Set<string>()
  const visit = (value: unknown): boolean => {
    if (typeof value === 'string') return isOfPeople(value)
    if (Array.isArray(value)) return value.some(visit)
    if (!isJsonObject(value)) return false
    const { class: kind, column_names: names } = value
    if (kind === 'STAR' || kind === 'POSITIONAL_REFERENCE' || value['ref_type'] === 'NATURAL') return true
    if (value['column_name_alias'] !== undefined) return true
    if (kind === undefined) {
      for (const name of [value['alias'], value['table_name']])
        if (typeof name === 'string') sources.add(name.toLowerCase())
    }
    if (kind === 'COLUMN_REF' && Array.isArray(names) && names.length === 1)
      words.add(String(names[0]).toLowerCase())
    return Object.values(value).some(visit)
  }
  return visit(tree) || [...words].some((word) => sources.has(word))
}

function isOfPeople(text: string): boolean {
  return columnsOfPeople.includes(text.toLowerCase())
}
