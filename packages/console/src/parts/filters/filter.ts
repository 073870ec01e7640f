/** What a list can be narrowed by. */
export interface Filter {
  /** Its name in the address. */
  id: string
  title: string
  /** How its value is given. */
  kind: 'choice' | 'choices' | 'number' | 'text' | 'date'
  /** What can be chosen, where that is known beforehand. */
  options?: readonly Option[]
  /** What stands beside the field, such as `€ a month`. */
  hint?: string
}

/** Something to choose. */
export interface Option {
  value: string
  title: string
}

/** The filters that are on, by their names. */
export type FilterValues = Readonly<Record<string, string | number | readonly string[] | undefined>>

/** What a filter's chip says. */
export function describeValue(filter: Filter, value: NonNullable<FilterValues[string]>): string {
  const values = typeof value === 'object' ? value : [String(value)]
  const titles = values.map((one) => filter.options?.find((option) => option.value === one)?.title ?? one)
  return titles.length > 2 ? `${titles.length} of them` : titles.join(' or ')
}
