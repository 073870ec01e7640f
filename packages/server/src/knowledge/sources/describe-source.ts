import type { Source, SourceParticipant } from '@customer-intel/contract'
import { companyDomain } from '../../identity/company-domain.ts'
import type { SourceEntry, SourceEntryParticipant } from '../../read-models/reads/source-reads.ts'

/** The organization's own people, by e-mail address. */
export interface Team {
  emails: ReadonlySet<string>
  /** Domains of the members' addresses, without free-mail and academic ones. */
  domains: ReadonlySet<string>
}

/** `emails` in lower case. */
export function toTeam(emails: readonly string[]): Team {
  const domains = emails.map(companyDomain).filter((domain) => domain !== null)
  return { emails: new Set(emails), domains: new Set(domains) }
}

/** A source as the tools return it. Its text is in `record.text`, whatever the type. */
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
    affiliation: participant.affiliation ?? affiliation(email, team),
    resolvedUserId: userId,
  }
}

/** Internal: a member, or an address of the members' company. Unknown without an address. */
function affiliation(email: string | null, team: Team): 'internal' | 'external' | 'unknown' {
  if (email === null) return 'unknown'
  const address = email.trim().toLowerCase()
  if (team.emails.has(address)) return 'internal'
  const domain = team.domains.size === 0 ? null : companyDomain(address)
  return domain !== null && team.domains.has(domain) ? 'internal' : 'external'
}
