import type { Source, SourceParticipant } from '@customer-intel/contract'
import { companyDomain } from '../customers/identity/company-domain.ts'
import { type InternalPeople, internalPeople } from '../customers/identity/internal-people.ts'
import type { SourceEntry, SourceEntryParticipant } from './source-read-types.ts'
import type { WorkspaceDocument } from '../kernel/workspace/workspace-document.ts'

/** The organization's own people: of their companies' subdomains, too. `emails` in lower case. */
export function toTeam(emails: readonly string[], { settings }: WorkspaceDocument): InternalPeople {
  const companies = emails.map(companyDomain).filter((domain) => domain !== null)
  return internalPeople(emails, [...new Set([...settings.domains, ...companies])])
}

/** A source as the tools return it. Its text is in `record.text`, whatever the type. */
export function describeSource(entry: SourceEntry, team: InternalPeople): Source {
  const { text, participants, record, ...rest } = entry
  return {
    ...rest,
    participants: participants.map((participant) => describeParticipant(participant, team)),
    record: { ...record, ...(text === null ? {} : { text }) },
  }
}

function describeParticipant(participant: SourceEntryParticipant, team: InternalPeople): SourceParticipant {
  const { email, name, role, userId } = participant
  return {
    email,
    name,
    role: role ?? 'participant',
    affiliation: participant.affiliation ?? affiliation(email, team),
    resolvedUserId: userId,
  }
}

/** Unknown without an address. */
function affiliation(email: string | null, team: InternalPeople): 'internal' | 'external' | 'unknown' {
  if (email === null) return 'unknown'
  return team.has(email.trim().toLowerCase()) ? 'internal' : 'external'
}
