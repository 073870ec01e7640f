import { companyDomain } from '../identity/company-domain.ts'
import { emailKey, type PersonKey, publicId, userKey } from '../identity/keys.ts'
import type { ResolvedContact } from '../identity/resolve-contacts.ts'
import { type AccountStatement, chooseAccount } from '../identity/resolve-customer.ts'
import type { WinningValue } from '../identity/traits.ts'
import { aboutDomain, isAlive, type Subject } from './subject.ts'

/** A contact as the identity rules resolve it, before its activity is added up. */
export interface IdentifiedContact extends ResolvedContact {
  userId: string
  customerId: string
  email: string | null
  externalUserId: string | null
  companyDomain: string | null
  account: AccountStatement | null
  /** The winning statement of each trait. */
  traits: ReadonlyMap<string, WinningValue>
  /** The name shown for it: its name, else its e-mail address. */
  contactName: string | null
  /** All its subjects: its own, and the anonymous ones on its devices. */
  subjects: Subject[]
}

/**
 * The traits that a contact's own statements give it. Servers' statements win over browsers', later ones over earlier
 * ones.
 */
export function describeContact(
  contact: ResolvedContact,
  own: ReadonlyMap<PersonKey, Subject[]>,
): IdentifiedContact {
  const keys = new Set(contact.keys)
  const subjects = contact.keys.flatMap((key) => own.get(key) ?? []).filter(isAlive)
  const emails = rank(
    subjects,
    (subject) => subject.email,
    (email) => keys.has(emailKey(email)),
  )
  const userIds = rank(
    subjects,
    (subject) => subject.externalUserId,
    (id) => keys.has(userKey(id)),
  )
  const statedDomain = employer(subjects)
  const account = chooseAccount(
    subjects.flatMap(({ account: name, trusted, firstAt }) =>
      name === null ? [] : [{ account: name, trusted, firstAt }],
    ),
  )
  return {
    ...contact,
    userId: publicId('u', contact.canonical),
    customerId: '',
    email: emails[0] ?? null,
    externalUserId: userIds[0] ?? null,
    companyDomain: statedDomain ?? emails.map(companyDomain).find((domain) => domain !== null) ?? null,
    // An account that only a browser states doesn't override the company that a record states.
    account: account?.trusted === false && statedDomain !== null ? null : account,
    traits: new Map(),
    contactName: null,
    subjects,
  }
}

/** The company that a record states for a person, whatever their e-mail address says; the latest one. */
function employer(subjects: readonly Subject[]): string | null {
  const stated = subjects.filter((subject) => subject.statements > 0 && aboutDomain(subject) !== null)
  stated.sort((a, b) => b.firstAt - a.firstAt || (a.about! < b.about! ? -1 : 1))
  return stated[0] === undefined ? null : aboutDomain(stated[0])
}

/** Stated values, best first: servers' before browsers', then those first stated last. */
function rank(
  subjects: Iterable<Subject>,
  valueOf: (subject: Subject) => string | null,
  belongs: (value: string) => boolean,
): string[] {
  const best = new Map<string, { trusted: boolean; firstAt: number }>()
  for (const subject of subjects) {
    const value = valueOf(subject)
    if (value === null || !belongs(value)) continue
    const known = best.get(value)
    best.set(value, {
      trusted: subject.trusted || (known?.trusted ?? false),
      firstAt: Math.min(subject.firstAt, known?.firstAt ?? Infinity),
    })
  }
  return [...best]
    .sort(
      ([a, left], [b, right]) =>
        Number(right.trusted) - Number(left.trusted) || right.firstAt - left.firstAt || (a < b ? -1 : 1),
    )
    .map(([value]) => value)
}
