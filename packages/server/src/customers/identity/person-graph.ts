import { AddressHolders } from './address-holders.ts'
import { emailKey, type PersonKey, userKey } from './keys.ts'
import type { MergeLimits } from './merge-protection.ts'

/** A combination of person keys from events, with who stated it and since when. Contacts are made of these. */
export interface PersonSighting {
  email: string | null
  externalUserId: string | null
  /** Stated by a server or an integration; false when only a browser said so. */
  trusted: boolean
  /** Earliest event time, Unix milliseconds. */
  firstAt: number
  /** Latest event time; `firstAt` if absent. */
  lastAt?: number
  /** Number of records that state it: it holds while there are any. */
  statements?: number
  /** The event that stated it first: the evidence. */
  cause: string
}

/** A statement that two keys are one person, and its effect. */
export interface PersonLink {
  left: PersonKey
  right: PersonKey
  trusted: boolean
  cause: string
  firstAt: number
  /**
   * `applied`: it makes the two one contact. `contradicted`: a browser stated it against what a server stated, or it
   * would link two people whom servers know as different; it waits for a person's decision. `cut`: a person decided
   * against it. `crowded`: it would link more keys than a person may have, so it links none. `former`: the address is
   * another person's now; what was stated with this userId stays its own.
   */
  status: 'applied' | 'contradicted' | 'cut' | 'crowded' | 'former'
}

/** `left|right` of a decision, the same in either order. */
export function pairKey(left: PersonKey, right: PersonKey): string {
  return left < right ? `${left}|${right}` : `${right}|${left}`
}

/** People's decisions about pairs of keys: never one person, or always one person. */
export type PairDecisions = ReadonlyMap<string, 'cut' | 'join'>

interface Peers {
  trusted: Set<PersonKey>
  stated: Set<PersonKey>
}

/** Person keys and the statements that connect them: which statements may link two keys, and how far that reaches. */
export class PersonGraph {
  readonly links = new Map<string, PersonLink>()
  /** Earliest event time of each key, Unix milliseconds. */
  readonly firstAt = new Map<PersonKey, number>()
  readonly holders: AddressHolders
  #peers = new Map<PersonKey, Peers>()
  /** What {@link next} has found since the last statement. */
  #next = new Map<PersonKey, readonly PersonKey[]>()
  /** Keys that a server has stated. */
  #known = new Set<PersonKey>()
  #decisions: PairDecisions
  #limits: Pick<MergeLimits, 'counterparts' | 'personKeys'>

  constructor(decisions: PairDecisions, limits: Pick<MergeLimits, 'counterparts' | 'personKeys'>) {
    this.#decisions = decisions
    this.#limits = limits
    this.holders = new AddressHolders(
      (email, user) => decisions.get(pairKey(email, user)) === 'join',
      limits.counterparts,
    )
  }

  add(sighting: PersonSighting): void {
    this.#next.clear()
    const email = sighting.email === null ? null : emailKey(sighting.email)
    const user = sighting.externalUserId === null ? null : userKey(sighting.externalUserId)
    for (const key of [email, user]) {
      if (key === null) continue
      this.firstAt.set(key, Math.min(this.firstAt.get(key) ?? Infinity, sighting.firstAt))
      if (sighting.trusted) this.#known.add(key)
    }
    if (email !== null && user !== null) this.#link(email, user, sighting)
  }

  /**
   * Statements of the same pair are one link: trusted if any of them is; its cause is the earliest of the trusted ones,
   * or of all.
   */
  #link(left: PersonKey, right: PersonKey, sighting: PersonSighting): void {
    const { trusted: stated, cause, firstAt, lastAt = firstAt, statements = 0 } = sighting
    const pair = pairKey(left, right)
    const decision = this.#decisions.get(pair)
    // A person's decision counts as a server's statement.
    const trusted = stated || decision === 'join'
    const known = this.links.get(pair)
    const better =
      known === undefined ||
      Number(trusted) - Number(known.trusted) > 0 ||
      (trusted === known.trusted &&
        (firstAt < known.firstAt || (firstAt === known.firstAt && cause < known.cause)))
    if (better) this.links.set(pair, { left, right, trusted, cause, firstAt, status: 'applied' })
    if (decision === 'cut') return
    if (stated) this.holders.add(left, right, { from: firstAt, until: statements > 0 ? Infinity : lastAt })
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

  /** Whether a server links the key to another: then no browser can link it to a third. */
  #isTied(key: PersonKey): boolean {
    return (this.#peers.get(key)?.trusted.size ?? 0) > 0
  }

  #isCrowded(key: PersonKey): boolean {
    const peers = this.#peers.get(key)
    if (peers === undefined) return false
    return (peers.trusted.size > 0 ? peers.trusted : peers.stated).size > this.#limits.counterparts
  }

  /** The keys that statements may directly link with this one. */
  next(key: PersonKey): readonly PersonKey[] {
    const known = this.#next.get(key) ?? this.#findNext(key)
    this.#next.set(key, known)
    return known
  }

  #findNext(key: PersonKey): readonly PersonKey[] {
    const peers = this.#peers.get(key)
    if (peers === undefined || this.#isCrowded(key)) return []
    const isTied = this.#isTied(key)
    return (isTied ? this.holders.together(key, peers.trusted) : [...peers.stated]).filter(
      (other) => this.#isTied(other) === isTied && !this.#isCrowded(other),
    )
  }

  /** All keys that are directly connected with a key. */
  peers(key: PersonKey): PersonKey[] {
    const peers = this.#peers.get(key)
    return peers === undefined ? [] : [...peers.trusted, ...peers.stated]
  }

  /**
   * The keys that statements link with this one, over any number of steps: all of them, or a few more than a person may
   * have. Continues only from keys whose connections are all loaded (`isLoaded`); the others are `beyond`.
   */
  reach(
    key: PersonKey,
    isLoaded: (key: PersonKey) => boolean = () => true,
  ): { keys: Set<PersonKey>; beyond: PersonKey[]; isTooLarge: boolean } {
    const keys = new Set([key])
    const beyond: PersonKey[] = []
    // Items that are added to a set during iteration are visited, too.
    for (const from of keys) {
      for (const other of this.next(from)) {
        if (isLoaded(other)) keys.add(other)
        else beyond.push(other)
      }
      if (keys.size > this.#limits.personKeys) return { keys, beyond: [], isTooLarge: true }
    }
    return { keys, beyond, isTooLarge: false }
  }

  /** Whether browsers' statements would link two people whom servers know: two e-mail addresses, or two userIds. */
  joinsTwoPeople(keys: ReadonlySet<PersonKey>): boolean {
    const known = [...keys].filter((key) => this.#known.has(key) && !this.#isTied(key))
    const emails = known.filter((key) => key.startsWith('email:')).length
    return emails > 1 || known.length - emails > 1
  }

  /** The status of a link, before it is known whom it would link. */
  judge(pair: string, { left, right, trusted }: PersonLink): PersonLink['status'] {
    if (this.#decisions.get(pair) === 'cut') return 'cut'
    if (!trusted && (this.#isTied(left) || this.#isTied(right))) return 'contradicted'
    if (this.#isCrowded(left) || this.#isCrowded(right)) return 'crowded'
    return !trusted || this.next(left).includes(right) ? 'applied' : 'former'
  }
}
