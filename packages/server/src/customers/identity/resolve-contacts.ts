import type { PersonKey } from './keys.ts'
import { type MergeLimits, mergeLimits } from './merge-protection.ts'
import { type PairDecisions, PersonGraph, type PersonLink, type PersonSighting } from './person-graph.ts'

/** One person: all keys that are known to be theirs. */
export interface ResolvedContact {
  /** The earliest of `idKeys` (at the same time the smaller text), from which the contact's public id is computed. */
  canonical: PersonKey
  keys: PersonKey[]
  /**
   * The keys whose public ids lead to this person: those of `keys`, but an address that was handed on counts for the
   * person who had it first, so that nobody's id passes to another.
   */
  idKeys: PersonKey[]
}

/**
 * Identity resolution: sightings → contacts. A pure function of the set of sightings and people's decisions: order,
 * repetitions and batches make no difference, and removing a sighting (a cut) gives exactly the result without it.
 *
 * The rules. E-mail and userId on one event are one person. A server's statement holds; a browser's holds unless a server
 * linked one of its two keys to another, or knows two of the e-mail addresses or two of the userIds that it would link.
 * An address that servers state with one userId and later, when nobody has it any more, with another is the later
 * person's (see `tenures.ts`). Statements that link more keys than a person may have link none. Cuts override everything;
 * a person's decision to link counts as a server's statement.
 */
export function resolveContacts(
  sightings: Iterable<PersonSighting>,
  decisions: PairDecisions = new Map(),
  limits: Pick<MergeLimits, 'counterparts' | 'personKeys'> = mergeLimits,
): { contacts: ResolvedContact[]; links: PersonLink[] } {
  const graph = new PersonGraph(decisions, limits)
  for (const sighting of sightings) graph.add(sighting)
  const contacts: ResolvedContact[] = []
  /** Why the statements about a key link nobody. */
  const refused = new Map<PersonKey, PersonLink['status']>()
  const placed = new Set<PersonKey>()
  for (const key of graph.firstAt.keys()) {
    if (placed.has(key)) continue
    const reached = graph.reach(key)
    const refusal = reached.isTooLarge
      ? 'crowded'
      : graph.joinsTwoPeople(reached.keys)
        ? 'contradicted'
        : null
    const theirs = reached.isTooLarge ? [key] : [...reached.keys]
    const groups = refusal === null ? [theirs] : theirs.map((one) => [one])
    for (const keys of groups) {
      for (const one of keys) placed.add(one)
      if (refusal !== null) refused.set(keys[0]!, refusal)
      const earliestFirst = (a: PersonKey, b: PersonKey) =>
        graph.firstAt.get(a)! - graph.firstAt.get(b)! || (a < b ? -1 : 1)
      keys.sort(earliestFirst)
      const idKeys = graph.holders.idKeys(keys).sort(earliestFirst)
      contacts.push({ canonical: idKeys[0]!, keys, idKeys })
    }
  }
  const links = [...graph.links].map(([pair, link]) => {
    const status = graph.judge(pair, link)
    return { ...link, status: status === 'applied' ? (refused.get(link.left) ?? 'applied') : status }
  })
  return { contacts, links }
}
