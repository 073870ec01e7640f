import type { MergeEvidence, MergeSide, MergeSuggestion } from '@customer-intel/contract'
import { answerFrom } from '../../kernel/operations/answer-from.ts'
import type { RouteHandler } from '../../kernel/operations/route-handler.ts'
import type { ReadModels } from '../../kernel/read-models/read-models.ts'
import type { MergeCandidate, MergePartyEntry } from '../reads/merge-read-types.ts'
import type { SharedEntry } from '../reads/merge-side-reads.ts'
import { requireSuggestion } from './merge-suggestion-routes.ts'

type Evidence = MergeEvidence['evidence']

/** `GET /api/identity/merge-suggestions/{id}/evidence`: both sides, and what speaks for and against. */
export const getMergeEvidence: RouteHandler<'getIdentityMergeEvidence'> = {
  async run({ params: { id } }, { workspace }) {
    const { answer, stale } = await answerFrom(workspace.readModels, async (fresh) => {
      const { suggestion } = await requireSuggestion(workspace, id, fresh)
      return describeEvidence(await fresh(), suggestion)
    })
    return { ...answer, ...(stale === null ? {} : { stale }) }
  },
}

async function describeEvidence(reads: ReadModels, suggestion: MergeSuggestion): Promise<MergeEvidence> {
  const { id, survivor, duplicate } = suggestion
  const pair = [survivor.id, duplicate.id] as const
  const parties = new Map((await reads.describeMergeParties(pair)).map((party) => [party.id, party]))
  const [left, right] = [parties.get(survivor.id), parties.get(duplicate.id)]
  const sides = {
    survivor: left === undefined ? null : await sideOf(reads, suggestion.survivor, left),
    duplicate: right === undefined ? null : await sideOf(reads, suggestion.duplicate, right),
  }
  if (left === undefined || right === undefined) return { proposalId: id, ...sides, evidence: [] }
  const [candidate] = await reads.listMergeCandidates(1, pair)
  const shared = left.type === 'COMPANY' ? await reads.listShared(left.id, right.id) : []
  return { proposalId: id, ...sides, evidence: evidenceOf(candidate, left, right, shared) }
}

async function sideOf(
  reads: ReadModels,
  party: MergeSuggestion['survivor'],
  entry: MergePartyEntry,
): Promise<MergeSide | null> {
  const side = await reads.describeMergeSide(entry.id)
  if (side === null) return null
  const { externalId, billingStatus, firstSeenAt, lastActivityAt } = entry
  return { ...party, externalId, billingStatus, firstSeenAt, lastActivityAt, ...side }
}

/** What `weighEvidence` weighs, with the events behind it; what speaks for it comes first. Pure. */
export function evidenceOf(
  candidate: MergeCandidate | undefined,
  left: Pick<MergePartyEntry, 'name' | 'domain' | 'externalId'>,
  right: Pick<MergePartyEntry, 'name' | 'domain' | 'externalId'>,
  shared: readonly SharedEntry[],
): Evidence {
  const { domains = [], sameName = false, contradiction = null } = candidate ?? {}
  const evidence: Evidence = []
  if (contradiction !== null) {
    const { left: one, right: other, cause } = contradiction
    evidence.push({ kind: 'stated_together', speaks: 'for', left: one, right: other, eventIds: [cause] })
  }
  for (const domain of domains) {
    const eventIds = shared.find(({ kind, value }) => kind === 'domain' && value === domain)?.eventIds ?? []
    evidence.push({ kind: 'shared_domain', speaks: 'for', left: domain, right: domain, eventIds })
  }
  if (sameName || (contradiction !== null && left.name !== null && left.name === right.name))
    evidence.push({ kind: 'same_name', speaks: 'for', left: left.name, right: right.name, eventIds: [] })
  for (const { kind, value, eventIds } of shared)
    if (kind === 'person')
      evidence.push({ kind: 'shared_people', speaks: 'for', left: value, right: value, eventIds })
  if (contradiction !== null) return evidence
  const against = { speaks: 'against' as const, eventIds: [] }
  if (domains.length === 0 && left.domain !== null && right.domain !== null)
    evidence.push({ kind: 'different_domains', ...against, left: left.domain, right: right.domain })
  if (left.externalId !== null && right.externalId !== null)
    evidence.push({ kind: 'different_ids', ...against, left: left.externalId, right: right.externalId })
  return evidence
}
