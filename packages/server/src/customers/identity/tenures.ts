import type { PersonKey } from './keys.ts'

/** A userId that servers state with an e-mail address, and when. */
export interface Holding {
  user: PersonKey
  /** When it was first stated with the address, Unix milliseconds. */
  from: number
  /** When last; Infinity while a record states it. */
  until: number
  /** When it was first stated with each of its other addresses. */
  otherAddresses: readonly number[]
}

/** A time in which one person has an address; `from` of the first one is -Infinity. */
export interface Tenure {
  from: number
  /** Their userIds; several if they came with the address at the same time. */
  users: PersonKey[]
}

/**
 * Who had an address when, by the first time of each userId. A userId begins a tenure if nobody has the address any more:
 * each userId before it either had moved to another address, or doesn't come with this one again. Otherwise it is another
 * userId of the person who has the address: users of two systems, or of two workspaces of one.
 */
export function tenuresOf(holdings: Iterable<Holding>): Tenure[] {
  const sorted = [...holdings].sort((a, b) => a.from - b.from || (a.user < b.user ? -1 : 1))
  const tenures: Holding[][] = []
  for (const next of sorted) {
    const current = tenures.at(-1)
    const hasIt = ({ from, until, otherAddresses }: Holding): boolean =>
      until >= next.from && !otherAddresses.some((at) => at > from && at <= next.from)
    if (current?.some(hasIt)) current.push(next)
    else tenures.push([next])
  }
  return tenures.map((holders, index) => ({
    from: index === 0 ? -Infinity : holders[0]!.from,
    users: holders.map(({ user }) => user),
  }))
}

/** The tenure at a time. */
export function tenureAt(tenures: readonly Tenure[], at: number): Tenure {
  return tenures.findLast(({ from }) => from <= at)!
}
