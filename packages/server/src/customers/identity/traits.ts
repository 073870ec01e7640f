import { type JsonText, toJsonText } from '../../kernel/log/json-text.ts'

/** One statement of a trait. */
export interface TraitStatement {
  name: string
  /** A string, number, boolean or null. */
  value: JsonText
  trusted: boolean
  at: number
  eventId: string
}

/** What a winning statement says. */
export type WinningValue = Pick<TraitStatement, 'value' | 'trusted'>

/**
 * Whether `next` replaces `known`: servers' statements before browsers', then the later event time, then the larger event
 * id. A total order, so that the order of arrival doesn't matter.
 */
export function supersedes(next: TraitStatement, known: TraitStatement): boolean {
  if (next.trusted !== known.trusted) return next.trusted
  if (next.at !== known.at) return next.at > known.at
  return next.eventId > known.eventId
}

/** The winning statements as one JSON object, sorted by name, so that equal traits are equal text. */
export function traitsJson(winners: ReadonlyMap<string, WinningValue>): JsonText {
  const names = [...winners.keys()].sort()
  return `{${names.map((name) => `${toJsonText(name)}:${winners.get(name)!.value}`).join(',')}}` as JsonText
}

/** The first of these traits with a text, under any of its spellings; servers' statements before all others. */
export function textTrait(
  traits: ReadonlyMap<string, WinningValue>,
  ...names: readonly string[]
): string | null {
  return serversFirst(traits, (stated) => text(stated, names))
}

/** `name`, else first and last name, under the names that forms and callers use; servers' statements before all others. */
export function personName(traits: ReadonlyMap<string, WinningValue>): string | null {
  return serversFirst(traits, (stated) => {
    const parts = [text(stated, ['firstName', 'first_name']), text(stated, ['lastName', 'last_name'])]
    const known = parts.filter((part) => part !== null)
    return text(stated, ['name', 'fullName', 'full_name']) ?? (known.length > 0 ? known.join(' ') : null)
  })
}

/** `name` and its spellings, else `companyName` and its spellings; servers' statements before all others. */
export function companyName(traits: ReadonlyMap<string, WinningValue>): string | null {
  return serversFirst(
    traits,
    (stated) => personName(stated) ?? text(stated, ['companyName', 'company_name', 'company']),
  )
}

/** From servers' traits, else from all: a browser's spelling of a trait never hides a server's. */
function serversFirst(
  traits: ReadonlyMap<string, WinningValue>,
  read: (traits: ReadonlyMap<string, WinningValue>) => string | null,
): string | null {
  const servers = [...traits].filter(([, { trusted }]) => trusted)
  return (servers.length === 0 ? null : read(new Map(servers))) ?? read(traits)
}

function text(traits: ReadonlyMap<string, WinningValue>, names: readonly string[]): string | null {
  for (const name of names) {
    const stated = traits.get(name)
    if (stated === undefined) continue
    const value: unknown = JSON.parse(stated.value)
    if (typeof value === 'string' && value.trim() !== '') return value.trim()
  }
  return null
}
