import type { MergeJobStatus, MergeParty, MergeSuggestion } from '@customer-intel/contract'
import type { MergeCandidate, MergePartyEntry } from '../reads/merge-read-types.ts'
import type { ReadModels } from '../../kernel/read-models/read-models.ts'
import type { MergeReview } from './merge-reviews.ts'
import { weighEvidence } from './weigh-evidence.ts'

type Reads = Pick<ReadModels, 'listMergeCandidates' | 'describeMergeParties'>

/** Maximal number of open suggestions that are considered: the strongest ones. */
const maxCandidates = 1_000

/** A suggestion, with the keys that its merge links, if it is about people. */
export interface FoundSuggestion {
  suggestion: MergeSuggestion
  link: { left: string; right: string } | null
}

/** A suggestion's id is computed from the pair: `c0VzD3kQw9aB-c7TgR2mNx1pL`. */
export function suggestionId(one: string, other: string): string {
  return one < other ? `${one}-${other}` : `${other}-${one}`
}

/** The pair of an id; null for an invalid id. */
export function pairOf(id: string): [string, string] | null {
  const [, one, other] = /^([cu][0-9A-Za-z]{11})-([cu][0-9A-Za-z]{11})$/.exec(id) ?? []
  return one === undefined || other === undefined || one[0] !== other[0] || one >= other ? null : [one, other]
}

/** Open suggestions, most certain first, then decided ones, newest first. */
export async function listSuggestions(
  reads: Reads,
  reviews: Readonly<Record<string, MergeReview>>,
): Promise<MergeSuggestion[]> {
  // Decided suggestions don't count towards the limit.
  const limit = maxCandidates + Object.keys(reviews).length
  const found = await describe(reads, await reads.listMergeCandidates(limit), reviews)
  const standing = new Map(found.map(({ suggestion }) => [suggestion.id, suggestion]))
  const decided = Object.entries(reviews)
    .toSorted(([one, a], [other, b]) =>
      a.reviewedAt === b.reviewedAt ? (one < other ? -1 : 1) : a.reviewedAt < b.reviewedAt ? 1 : -1,
    )
    .map(([id, review]) => standing.get(id) ?? withoutPair(id, review))
  const open = [...standing.values()].filter(({ id }) => reviews[id] === undefined)
  return [...open, ...decided]
}

/** Null when there is none: the two aren't alike, or one of them doesn't exist. */
export async function findSuggestion(
  reads: Reads,
  reviews: Readonly<Record<string, MergeReview>>,
  id: string,
): Promise<FoundSuggestion | null> {
  const pair = pairOf(id)
  if (pair === null) return null
  const [found] = await describe(reads, await reads.listMergeCandidates(1, pair), reviews)
  if (found !== undefined) return found
  const review = reviews[id]
  if (review !== undefined) return { suggestion: withoutPair(id, review), link: review.link }
  const none: MergeCandidate = {
    survivor: pair[0],
    duplicate: pair[1],
    domains: [],
    sameName: false,
    sharedPeople: 0,
    contradiction: null,
  }
  const [stale] = await describe(reads, [none], reviews)
  if (stale === undefined) return null
  const explanation = ['Nothing speaks for it any more.']
  return { suggestion: { ...stale.suggestion, ...closed, proposalStatus: 'STALE', explanation }, link: null }
}

const closed = { canMerge: false, canReject: false } as const

async function describe(
  reads: Reads,
  candidates: readonly MergeCandidate[],
  reviews: Readonly<Record<string, MergeReview>>,
): Promise<FoundSuggestion[]> {
  const ids = new Set(candidates.flatMap(({ survivor, duplicate }) => [survivor, duplicate]))
  const parties = new Map((await reads.describeMergeParties([...ids])).map((party) => [party.id, party]))
  const found = candidates.flatMap((candidate) => {
    const survivor = parties.get(candidate.survivor)
    const duplicate = parties.get(candidate.duplicate)
    if (survivor === undefined || duplicate === undefined) return []
    const { contradiction } = candidate
    const id = suggestionId(survivor.id, duplicate.id)
    const proposed: MergeSuggestion = {
      id,
      status: 'suggested',
      proposalStatus: 'PROPOSED',
      ...weighEvidence(candidate, survivor, duplicate),
      survivor: toParty(survivor),
      duplicate: toParty(duplicate),
      reviewNotes: null,
      reviewedAt: null,
      reviewedByName: null,
      appliedAt: null,
      appliedByName: null,
      createdAt: survivor.firstSeenAt > duplicate.firstSeenAt ? survivor.firstSeenAt : duplicate.firstSeenAt,
      impact: impactOf(duplicate),
      latestJob: null,
      canMerge: true,
      canReject: true,
    }
    const review = reviews[id]
    return [
      {
        suggestion:
          review === undefined ? proposed : { ...proposed, ...decision(review, { standsApart: true }) },
        link: contradiction === null ? null : { left: contradiction.left, right: contradiction.right },
      },
    ]
  })
  const order = { HIGH: 0, MEDIUM: 1, LOW: 2 }
  return found.toSorted(
    ({ suggestion: a }, { suggestion: b }) =>
      order[a.confidence] - order[b.confidence] || (a.id < b.id ? -1 : 1),
  )
}

/** A suggestion whose pair no longer exists, as it was when it was decided. */
function withoutPair(id: string, review: MergeReview): MergeSuggestion {
  const { seen } = review
  const decided = decision(review, { standsApart: false })
  const isMerged = decided.proposalStatus === 'APPLIED'
  return {
    id,
    ...seen,
    duplicate: isMerged ? { ...seen.duplicate, status: 'MERGED' } : seen.duplicate,
    ...decided,
  }
}

/** `standsApart`: the two are separate customers now. */
function decision(
  review: MergeReview,
  { standsApart }: { standsApart: boolean },
): Omit<MergeSuggestion, 'id' | keyof MergeReview['seen']> {
  const { status, job, reviewNotes, reviewedAt, reviewedByName } = review
  // A person separated them again.
  const isUndone = status === 'APPLIED' && standsApart
  const reviewed = { reviewNotes, reviewedAt, reviewedByName }
  const { id, createdAt, updatedAt, isRunning } = job
  const jobStatus: MergeJobStatus =
    status === 'FAILED' ? 'FAILED' : status !== 'STAGED' ? 'COMPLETED' : isRunning ? 'RUNNING' : 'QUEUED'
  const latestJob = { id, status: jobStatus, createdAt, updatedAt }
  const none = { appliedAt: null, appliedByName: null, latestJob, ...closed }
  if (status === 'STAGED') return { ...reviewed, ...none, status: 'processing', proposalStatus: 'STAGED' }
  if (status === 'REJECTED' || isUndone)
    return { ...reviewed, ...none, status: 'rejected', proposalStatus: 'REJECTED' }
  if (status === 'FAILED')
    return standsApart
      ? {
          ...reviewed,
          ...none,
          status: 'suggested',
          proposalStatus: 'PROPOSED',
          canMerge: true,
          canReject: true,
        }
      : { ...reviewed, ...none, status: 'suggested', proposalStatus: 'STALE' }
  return {
    ...reviewed,
    ...none,
    status: 'merged',
    proposalStatus: 'APPLIED',
    appliedAt: updatedAt,
    appliedByName: reviewedByName,
  }
}

function toParty(party: MergePartyEntry): MergeParty {
  const { id, name, domain, type, identifiers: identifierCount, contactCount, billingStatus } = party
  const isSeen = contactCount > 0 || party.lastActivityAt !== null
  const status = billingStatus === 'CHURNED' ? 'CHURNED' : isSeen ? 'ACTIVE' : 'PROVISIONAL'
  return { id, name, domain, type, status, identifierCount, contactCount }
}

function impactOf(duplicate: MergePartyEntry): MergeSuggestion['impact'] {
  return {
    identifiers: duplicate.identifiers,
    users: duplicate.contactCount,
    activities: duplicate.activities,
    visitors: duplicate.visitors,
    billingEvents: duplicate.revenueSnapshots,
    facts: duplicate.facts,
    supportTickets: duplicate.tickets,
    calls: duplicate.calls,
    accessEntries: 0,
    analyticsEvents: duplicate.productEvents,
    analyticsDimensions: duplicate.traits,
  }
}
