import { publicId, type PersonKey } from './keys.ts'

/** A customer id that was stated for a person. */
export interface AccountStatement {
  account: string
  trusted: boolean
  /** Earliest event time, Unix milliseconds. */
  firstAt: number
}

/**
 * The account that a person belongs to: servers' statements before browsers', then the account that was first stated
 * last, so that somebody who changes company moves. Null without statements.
 */
export function chooseAccount(statements: Iterable<AccountStatement>): AccountStatement | null {
  let chosen: AccountStatement | null = null
  for (const next of earliestPerAccount(statements)) {
    const wins =
      chosen === null ||
      Number(next.trusted) - Number(chosen.trusted) > 0 ||
      (next.trusted === chosen.trusted &&
        (next.firstAt > chosen.firstAt || (next.firstAt === chosen.firstAt && next.account < chosen.account)))
    if (wins) chosen = next
  }
  return chosen
}

/** Repeating an account says nothing new: each counts from its first time, browsers and servers separately. */
function earliestPerAccount(statements: Iterable<AccountStatement>): Iterable<AccountStatement> {
  const earliest = new Map<string, AccountStatement>()
  for (const statement of statements) {
    const key = `${statement.trusted ? 1 : 0}${statement.account}`
    const known = earliest.get(key)
    if (known === undefined || statement.firstAt < known.firstAt) earliest.set(key, statement)
  }
  return earliest.values()
}

/** An account that people of a domain belong to. */
export interface DomainClaim {
  account: string
  trusted: boolean
}

/**
 * The customer of a company domain: the one account that its people belong to, if there is exactly one (servers'
 * statements first), mapped to its customer by `customerOf`; else the domain itself, since with two accounts the answer
 * is doubtful. If a record names the domain (`isRecorded`), browsers' statements can't assign it, with its revenue, to an
 * account.
 */
export function domainCustomerId(
  domain: string,
  claims: Iterable<DomainClaim>,
  { isRecorded, customerOf }: { isRecorded: boolean; customerOf: (account: string) => string },
): string {
  const trusted = new Set<string>()
  const stated = new Set<string>()
  for (const claim of claims) (claim.trusted ? trusted : stated).add(customerOf(claim.account))
  const accounts = trusted.size > 0 || isRecorded ? trusted : stated
  return accounts.size === 1 ? accounts.values().next().value! : domainOwnId(domain)
}

/** The customer that a domain is by itself. */
export function domainOwnId(domain: string): string {
  return publicId('c', `domain:${domain}`)
}

export function accountCustomerId(account: string): string {
  return publicId('c', `customer:${account}`)
}

/** The customer that a person without a company is by themselves. */
export function individualCustomerId(canonical: PersonKey): string {
  return publicId('c', canonical)
}
