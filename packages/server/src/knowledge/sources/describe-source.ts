import type { Source, SourceParticipant } from '@customer-intel/contract'
import { companyDomain } from '../../identity/company-domain.ts'
import type { SourceEntry, SourceEntryParticipant } from '../../read-models/reads/source-reads.ts'

/** Who works here, as far as an e-mail address tells. */
export interface Team {
  emails: ReadonlySet<string>
  /** Of its members' addresses; free-mail and academic domains speak for nobody. */
  domains: ReadonlySet<string>
}

/** `emails` in lower case. */
export function toTeam(emails: readonly string[]): Team {
  const domains = emails.map(companyDomain).filter((domain) => domain !== null)
  return { emails: new Set(emails), domains: new Set(domains) }
}

/** A source as the tools show it. Its text stands in `record.text`, whatever the type. */
export function describeSource(entry: SourceEntry, team: Team): Source {
  const { text, participants, record, ...rest } = entry
  return {
    ...rest,
    participants: participants.map((participant) => describeParticipant(participant, team)),
    record: { ...record, ...(text === null ? {} : { text }) },
  }
}

function describeParticipant(participant: SourceEntryParticipant, team: Team): SourceParticipant {
  const { email, name, role, userId } = participant
  return {
    email,
    name,
    role: role ?? 'participant',
    affiliation: affiliation(email, team),
    resolvedUserId: userId,
  }
}

/** Internal: a member, or somebody with an address of the members' company. Without an address nothing tells. */
function affiliation(email: string | null, team: Team): 'internal' | 'external' | 'unknown' {
  if (email === null) return 'unknown'
  const address = email.trim().toLowerCase()
  if (team.emails.has(address)) return 'internal'
  const domain = team.domains.size === 0 ? null : companyDomain(address)
  return domain !== null && team.domains.has(domain) ? 'internal' : 'external'
}
