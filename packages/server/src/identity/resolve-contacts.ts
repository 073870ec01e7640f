import { emailKey, type PersonKey, userKey } from './keys.ts'

/**
 * One combination of person keys that events carried, with who said so and when it was first true.
 * All that contacts are made of.
 */
export interface PersonSighting {
  email: string | null
  externalUserId: string | null
  /** Stated by a server or an integration; false when only a browser said so. */
  trusted: boolean
  /** Earliest event time, Unix milliseconds. */
  firstAt: number
  /** The event that first stated it: the evidence. */
  cause: string
}

/** One person: every key that is known to be theirs. */
export interface ResolvedContact {
  /** Their earliest key (ties: the smaller text): the one that the contact's public id is made of. */
  canonical: PersonKey
  keys: PersonKey[]
}

/** A statement that two keys are one person, and what became of it. */
export interface PersonLink {
  left: PersonKey
  right: PersonKey
  trusted: boolean
  cause: string
  firstAt: number
  /**
   * `applied`: the two are one contact by it. `contradicted`: a browser said it against what a server stated, so it
   * waits for a person's decision. `cut`: a person decided against it. `crowded`: one of the keys is named together
   * with more others than a person has, so it names nobody.
   */
  status: 'applied' | 'contradicted' | 'cut' | 'crowded'
}

/** A key that comes with more different counterparts than this names a machine or a mistake, not a person. */
export const maxCounterparts = 100

/** More keys than this are no person: then what browsers alone said about them joins nobody. */
export const maxContactKeys = 250

/** `left|right` of a decision, the same whichever way round it was given. */
export function pairKey(left: PersonKey, right: PersonKey): string {
  return left < right ? `${left}|${right}` : `${right}|${left}`
}

/**
 * Who is who: sightings → contacts. A pure function of the set of sightings and cuts: their order, their number of
 * repetitions and how they were split over calls make no difference, and taking one away (a cut) leaves exactly what
 * would be there without it.
 *
 * The rules. E-mail and userId seen on one event are one person. What a server states holds; what a browser states
 * holds unless a server tied one of its two keys to another counterpart. Cuts win over all.
 */
export function resolveContacts(
  sightings: Iterable<PersonSighting>,
  cuts: ReadonlySet<string> = new Set(),
): { contacts: ResolvedContact[]; links: PersonLink[] } {
  const firstAt = new Map<PersonKey, number>()
  const links = new Map<string, PersonLink>()
  for (const sighting of sightings) {
    const email = sighting.email === null ? null : emailKey(sighting.email)
    const user = sighting.externalUserId === null ? null : userKey(sighting.externalUserId)
    if (email !== null) firstAt.set(email, Math.min(firstAt.get(email) ?? Infinity, sighting.firstAt))
    if (user !== null) firstAt.set(user, Math.min(firstAt.get(user) ?? Infinity, sighting.firstAt))
    if (email !== null && user !== null) addLink(links, email, user, sighting)
  }
  judge(links, cuts)

  let groups = join(firstAt.keys(), links.values())
  if (isolateCrowds(groups, links.values())) groups = join(firstAt.keys(), links.values())
  const contacts = groups.map((keys) => {
    keys.sort((a, b) => firstAt.get(a)! - firstAt.get(b)! || (a < b ? -1 : 1))
    return { canonical: keys[0]!, keys }
  })
  return { contacts, links: [...links.values()] }
}

/** The same pair stated often is one link: trusted if anybody trusted said it, its cause the earliest of those. */
function addLink(
  links: Map<string, PersonLink>,
  left: PersonKey,
  right: PersonKey,
  sighting: PersonSighting,
): void {
  const pair = pairKey(left, right)
  const known = links.get(pair)
  const { trusted, cause, firstAt } = sighting
  const better =
    known === undefined ||
    Number(trusted) - Number(known.trusted) > 0 ||
    (trusted === known.trusted &&
      (firstAt < known.firstAt || (firstAt === known.firstAt && cause < known.cause)))
  if (better) links.set(pair, { left, right, trusted, cause, firstAt, status: 'applied' })
}

function judge(links: Map<string, PersonLink>, cuts: ReadonlySet<string>): void {
  const counterparts = new Map<PersonKey, number>()
  const serverTied = new Set<PersonKey>()
  for (const [pair, link] of links) {
    if (cuts.has(pair)) {
      link.status = 'cut'
      continue
    }
    counterparts.set(link.left, (counterparts.get(link.left) ?? 0) + 1)
    counterparts.set(link.right, (counterparts.get(link.right) ?? 0) + 1)
    if (link.trusted) serverTied.add(link.left).add(link.right)
  }
  for (const link of links.values()) {
    if (link.status === 'cut') continue
    if (counterparts.get(link.left)! > maxCounterparts || counterparts.get(link.right)! > maxCounterparts) {
      link.status = 'crowded'
    } else if (!link.trusted && (serverTied.has(link.left) || serverTied.has(link.right))) {
      link.status = 'contradicted'
    }
  }
}

/** The keys that applied links join, group by group. */
function join(keys: Iterable<PersonKey>, links: Iterable<PersonLink>): PersonKey[][] {
  const parent = new Map<PersonKey, PersonKey>()
  for (const key of keys) parent.set(key, key)
  for (const link of links) {
    if (link.status === 'applied') parent.set(find(parent, link.left), find(parent, link.right))
  }
  const members = new Map<PersonKey, PersonKey[]>()
  for (const key of parent.keys()) {
    const root = find(parent, key)
    const group = members.get(root)
    if (group) group.push(key)
    else members.set(root, [key])
  }
  return [...members.values()]
}

/** Takes browsers' links out of groups that are too large to be a person; tells whether there were any. */
function isolateCrowds(groups: readonly PersonKey[][], links: Iterable<PersonLink>): boolean {
  const crowded = new Set(groups.filter((keys) => keys.length > maxContactKeys).flat())
  if (crowded.size === 0) return false
  for (const link of links) {
    if (link.status === 'applied' && !link.trusted && crowded.has(link.left)) link.status = 'crowded'
  }
  return true
}

function find(parent: Map<PersonKey, PersonKey>, key: PersonKey): PersonKey {
  let root = key
  while (parent.get(root) !== root) root = parent.get(root)!
  let step = key
  while (step !== root) {
    const next = parent.get(step)!
    parent.set(step, root)
    step = next
  }
  return root
}
