import { emailKey, type PersonKey, userKey } from './keys.ts'
import type { MergeLimits } from './merge-protection.ts'

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

/** A statement that two keys are one person, and what became of it. */
export interface PersonLink {
  left: PersonKey
  right: PersonKey
  trusted: boolean
  cause: string
  firstAt: number
  /**
   * `applied`: the two are one contact by it. `contradicted`: a browser said it against what a server stated, or would
   * join two people whom servers know apart; it waits for a person's decision. `cut`: a person decided against it.
   * `crowded`: it would join more keys than a person has, so it joins nobody.
   */
  status: 'applied' | 'contradicted' | 'cut' | 'crowded'
}

/** `left|right` of a decision, the same whichever way round it was given. */
export function pairKey(left: PersonKey, right: PersonKey): string {
  return left < right ? `${left}|${right}` : `${right}|${left}`
}

/** People's decisions about pairs of keys: never one person, or one person whatever speaks against it. */
export type PairDecisions = ReadonlyMap<string, 'cut' | 'join'>

interface Peers {
  trusted: Set<PersonKey>
  stated: Set<PersonKey>
}

/** Person keys and what was stated to tie them: which of these statements may join two keys, and how far that goes. */
export class PersonGraph {
  readonly links = new Map<string, PersonLink>()
  /** Earliest event time of each key, Unix milliseconds. */
  readonly firstAt = new Map<PersonKey, number>()
  #peers = new Map<PersonKey, Peers>()
  /** Keys that a server has named. */
  #known = new Set<PersonKey>()
  #decisions: PairDecisions
  #limits: Pick<MergeLimits, 'counterparts' | 'personKeys'>

  constructor(decisions: PairDecisions, limits: Pick<MergeLimits, 'counterparts' | 'personKeys'>) {
    this.#decisions = decisions
    this.#limits = limits
  }

  add(sighting: PersonSighting): void {
    const email = sighting.email === null ? null : emailKey(sighting.email)
    const user = sighting.externalUserId === null ? null : userKey(sighting.externalUserId)
    for (const key of [email, user]) {
      if (key === null) continue
      this.firstAt.set(key, Math.min(this.firstAt.get(key) ?? Infinity, sighting.firstAt))
      if (sighting.trusted) this.#known.add(key)
    }
    if (email !== null && user !== null) this.#link(email, user, sighting)
  }

  /** The same pair stated often is one link: trusted if anybody trusted said it, its cause the earliest of those. */
  #link(left: PersonKey, right: PersonKey, { trusted: stated, cause, firstAt }: PersonSighting): void {
    const pair = pairKey(left, right)
    const decision = this.#decisions.get(pair)
    // A person's word holds as a server's does.
    const trusted = stated || decision === 'join'
    const known = this.links.get(pair)
    const better =
      known === undefined ||
      Number(trusted) - Number(known.trusted) > 0 ||
      (trusted === known.trusted &&
        (firstAt < known.firstAt || (firstAt === known.firstAt && cause < known.cause)))
    if (better) this.links.set(pair, { left, right, trusted, cause, firstAt, status: 'applied' })
    if (decision === 'cut') return
    for (const [key, other] of [
      [left, right],
      [right, left],
    ] as const) {
      const peers = this.#peers.get(key) ?? { trusted: new Set(), stated: new Set() }
      this.#peers.set(key, peers)
      if (trusted) peers.trusted.add(other)
      else peers.stated.add(other)
    }
  }

  /** Whether a server ties the key to another: then no browser ties it to a third. */
  #isTied(key: PersonKey): boolean {
    return (this.#peers.get(key)?.trusted.size ?? 0) > 0
  }

  #isCrowded(key: PersonKey): boolean {
    const peers = this.#peers.get(key)
    if (peers === undefined) return false
    return (peers.trusted.size > 0 ? peers.trusted : peers.stated).size > this.#limits.counterparts
  }

  /** The keys that statements may join with this one. */
  next(key: PersonKey): PersonKey[] {
    const peers = this.#peers.get(key)
    if (peers === undefined || this.#isCrowded(key)) return []
    const isTied = this.#isTied(key)
    return [...(isTied ? peers.trusted : peers.stated)].filter(
      (other) => this.#isTied(other) === isTied && !this.#isCrowded(other),
    )
  }

  /** Everything that a key is tied to in any way, by one step. */
  peers(key: PersonKey): PersonKey[] {
    const peers = this.#peers.get(key)
    return peers === undefined ? [] : [...peers.trusted, ...peers.stated]
  }

  /**
   * The keys that statements join with this one by any number of steps: all of them, or a few more than a person has.
   * Goes on only from keys of which everything `isLoaded`; the others are `beyond`.
   */
  reach(
    key: PersonKey,
    isLoaded: (key: PersonKey) => boolean = () => true,
  ): { keys: Set<PersonKey>; beyond: PersonKey[]; isTooLarge: boolean } {
    const keys = new Set([key])
    const beyond: PersonKey[] = []
    // A set may grow while it is walked: what is added is visited too.
    for (const from of keys) {
      for (const other of this.next(from)) {
        if (isLoaded(other)) keys.add(other)
        else beyond.push(other)
      }
      if (keys.size > this.#limits.personKeys) return { keys, beyond: [], isTooLarge: true }
    }
    return { keys, beyond, isTooLarge: false }
  }

  /** Whether browsers' statements would join two whom servers know: two e-mail addresses, or two userIds. */
  joinsTwoPeople(keys: ReadonlySet<PersonKey>): boolean {
    const known = [...keys].filter((key) => this.#known.has(key) && !this.#isTied(key))
    const emails = known.filter((key) => key.startsWith('email:')).length
    return emails > 1 || known.length - emails > 1
  }

  /** What becomes of a link, before it is known whom it would join. */
  judge(pair: string, { left, right, trusted }: PersonLink): PersonLink['status'] {
    if (this.#decisions.get(pair) === 'cut') return 'cut'
    if (!trusted && (this.#isTied(left) || this.#isTied(right))) return 'contradicted'
    return this.#isCrowded(left) || this.#isCrowded(right) ? 'crowded' : 'applied'
  }
}
