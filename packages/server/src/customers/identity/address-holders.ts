import { emailKey, type EventKeys, type PersonKey, userKey } from './keys.ts'
import { type Tenure, tenuresOf } from './tenures.ts'

/** The keys that decide whose a combination is. */
export type OwnedKeys = Pick<EventKeys, 'email' | 'externalUserId'> & {
  /** The key of the person in whose span of time it falls. */
  span: string | null
}

/** An address that a userId holds or held, of those that were handed on, and when (Unix milliseconds). */
export interface HeldAddress {
  email: PersonKey
  from: number
  until: number
  isLast: boolean
}

/** Who had which e-mail address when, as servers state it; and so whose is what happened with an address that was handed on. */
export class AddressHolders {
  /** By address and by userId: when the two were stated together first and last. */
  #times = new Map<PersonKey, Map<PersonKey, { from: number; until: number }>>()
  #tenures = new Map<PersonKey, readonly Tenure[]>()
  #isJoined: (email: PersonKey, user: PersonKey) => boolean
  #maxUsers: number

  /** `isJoined`: whether a person decided that the two are one; `maxUsers` of one address, beyond which it is nobody's. */
  constructor(isJoined: (email: PersonKey, user: PersonKey) => boolean, maxUsers: number) {
    this.#isJoined = isJoined
    this.#maxUsers = maxUsers
  }

  /** Adds a statement; `until` is Infinity while a record makes it. */
  add(email: PersonKey, user: PersonKey, { from, until }: { from: number; until: number }): void {
    const known = this.#times.get(email)?.get(user)
    const times = { from: Math.min(known?.from ?? from, from), until: Math.max(known?.until ?? until, until) }
    for (const [key, other] of [
      [email, user],
      [user, email],
    ] as const)
      this.#times.set(key, (this.#times.get(key) ?? new Map()).set(other, times))
    this.#tenures.clear()
  }

  /** Who had an address when, if it was handed on; else none. */
  tenures(email: PersonKey): readonly Tenure[] {
    const users = this.#times.get(email)
    if (!email.startsWith('email:') || users === undefined || users.size < 2 || users.size > this.#maxUsers)
      return []
    const known = this.#tenures.get(email)
    if (known !== undefined) return known
    const all = tenuresOf(
      [...users].map(([user, times]) => {
        const others = [...this.#times.get(user)!].filter(([other]) => other !== email)
        return { user, ...times, otherAddresses: others.map(([, { from }]) => from) }
      }),
    )
    const tenures = all.length > 1 ? all : []
    this.#tenures.set(email, tenures)
    return tenures
  }

  /** The addresses that were handed on, of those that a userId was stated with. */
  held(user: PersonKey): HeldAddress[] {
    return [...(this.#times.get(user)?.keys() ?? [])].flatMap((email) => {
      const tenures = this.tenures(email)
      const index = tenures.findIndex(({ users }) => users.includes(user))
      if (index < 0) return []
      const until = tenures[index + 1]?.from ?? Infinity
      return { email, from: tenures[index]!.from, until, isLast: until === Infinity }
    })
  }

  /**
   * The keys that are one person with this one, of those that servers state with it: an address and the userIds of its last
   * tenure; the userIds of a former tenure.
   */
  together(key: PersonKey, stated: ReadonlySet<PersonKey>): PersonKey[] {
    const last = this.tenures(key).at(-1)
    if (last !== undefined)
      return [...stated].filter((user) => last.users.includes(user) || this.#isJoined(key, user))
    const former = new Set(this.held(key).flatMap(({ email, isLast }) => (isLast ? [] : [email])))
    return [...stated].flatMap((other) => {
      if (!former.has(other) || this.#isJoined(other, key)) return other
      return this.tenures(other)
        .find(({ users }) => users.includes(key))!
        .users.filter((user) => user !== key)
    })
  }

  /**
   * The keys whose public ids lead to a person: theirs, but an address that was handed on leads to who had it first. One
   * that more than one userId was stated with, and that is linked with none, has an id that no other key has.
   */
  idKeys(keys: readonly PersonKey[]): PersonKey[] {
    const own = keys.filter((key) => this.tenures(key).length === 0)
    const first = own
      .flatMap((key) => this.held(key))
      .flatMap(({ email, from }) => (from === -Infinity ? [email] : []))
    const [only] = keys
    const isAlone = keys.length === 1 && only!.startsWith('email:') && (this.#times.get(only!)?.size ?? 0) > 1
    return isAlone ? [`${only!}|`] : [...new Set([...own, ...first])]
  }

  /**
   * The key of the person to whom a combination belongs: its e-mail address, else its userId; of an address that was
   * handed on, the userId that held it, or in whose tenure it falls (`span`).
   */
  ownerOf(keys: OwnedKeys): PersonKey | null {
    const user = keys.externalUserId === null ? null : userKey(keys.externalUserId)
    if (keys.email === null) return user
    const email = emailKey(keys.email)
    if (this.tenures(email).length === 0) return email
    return this.isByTime(keys) ? (keys.span ?? email) : user
  }

  /** Whether time decides to whom a combination belongs: it has an address that was handed on, and no holder's userId. */
  isByTime({ email: address, externalUserId }: Omit<OwnedKeys, 'span'>): boolean {
    if (address === null || this.tenures(emailKey(address)).length === 0) return false
    if (externalUserId === null) return true
    const [email, user] = [emailKey(address), userKey(externalUserId)]
    return !this.#isJoined(email, user) && this.held(user).every((held) => held.email !== email)
  }

  /** Whether any event with a combination may change who had its address when. */
  isSensitive({ email, externalUserId }: Omit<OwnedKeys, 'span'>): boolean {
    const last = email === null ? undefined : this.tenures(emailKey(email)).at(-1)
    return last !== undefined && (externalUserId === null || !last.users.includes(userKey(externalUserId)))
  }
}
