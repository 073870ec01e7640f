/** The state of a page, as it stands in its address. */
export type SearchValues = Record<string, unknown>

/** Reads the part of an address after `?`: texts by their names. */
export function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text))
}

/** Writes it: what is absent, empty or false isn’t written; lists stand with commas. */
export function stringifySearch(values: SearchValues): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) {
    if (Array.isArray(value) && value.length > 0) search.set(name, value.join(','))
    else if (value === true) search.set(name, '1')
    else if (typeof value === 'number' || (typeof value === 'string' && value !== ''))
      search.set(name, String(value))
  }
  const text = search.toString().replaceAll('%2C', ',').replaceAll('%3A', ':')
  return text === '' ? '' : `?${text}`
}

/** A text of the address; absent when it is blank. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}

/** A number of the address; absent when it is none. */
export function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'number' ? value : Number(textOf(value) ?? Number.NaN)
  return Number.isFinite(number) ? number : undefined
}

/** One of some words; absent when it is another. */
export function oneOf<const Word extends string>(words: readonly Word[], value: unknown): Word | undefined {
  return words.find((word) => word === value)
}

/** Words with commas between them, each of some; absent when there is none. */
export function someOf<const Word extends string>(
  words: readonly Word[],
  value: unknown,
): Word[] | undefined {
  const given = Array.isArray(value) ? value : (textOf(value)?.split(',') ?? [])
  const found = words.filter((word) => given.includes(word))
  return found.length === 0 ? undefined : found
}

/** The state that a page reads from an address, none of which a link must give. */
export function optional<Search>(read: (raw: SearchValues) => Search) {
  return (raw: SearchValues): Partial<Search> => read(raw)
}
