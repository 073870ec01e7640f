/** One trait as somebody stated it. */
export interface TraitStatement {
  name: string
  /** JSON text of a string, number, boolean or null. */
  value: string
  trusted: boolean
  at: number
  eventId: string
}

/**
 * Whether `next` replaces `known`: what a server states stands above what a browser states; among equals the later
 * event time wins, and the larger event id settles a tie. A total order, so that any order of arrival ends the same.
 */
export function supersedes(next: TraitStatement, known: TraitStatement): boolean {
  if (next.trusted !== known.trusted) return next.trusted
  if (next.at !== known.at) return next.at > known.at
  return next.eventId > known.eventId
}

/** The winning statement of each name. */
export function mergeTraits(statements: Iterable<TraitStatement>): Map<string, TraitStatement> {
  const winners = new Map<string, TraitStatement>()
  for (const statement of statements) {
    const known = winners.get(statement.name)
    if (known === undefined || supersedes(statement, known)) winners.set(statement.name, statement)
  }
  return winners
}

/** The winners as one JSON object, names sorted, so that equal traits are equal text. */
export function traitsJson(winners: ReadonlyMap<string, TraitStatement>): string {
  const names = [...winners.keys()].sort()
  return `{${names.map((name) => `${JSON.stringify(name)}:${winners.get(name)!.value}`).join(',')}}`
}

/** `name`, else first and last name, under the names that forms and callers use. */
export function personName(traits: ReadonlyMap<string, TraitStatement>): string | null {
  const text = (...names: string[]) => {
    for (const name of names) {
      const value: unknown = JSON.parse(traits.get(name)?.value ?? 'null')
      if (typeof value === 'string' && value.trim() !== '') return value.trim()
    }
    return null
  }
  const parts = [text('firstName', 'first_name'), text('lastName', 'last_name')].filter(
    (part) => part !== null,
  )
  return text('name', 'fullName', 'full_name') ?? (parts.length > 0 ? parts.join(' ') : null)
}
