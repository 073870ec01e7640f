import { mergeReviewsOf } from './merge-reviews.ts'
import type { Grant, MergeSuggestion, Pagination, ResolvedQuery } from '@customer-intel/contract'
import { openPage } from '../../kernel/operations/page.ts'
import type { PageEnd } from '../../kernel/sql/page.ts'
import { AppError } from '../../kernel/errors.ts'
import type { MergeReview } from './merge-reviews.ts'
import { type FoundSuggestion, findSuggestion, listSuggestions } from './suggestions.ts'
import type { FreshReader } from '../../kernel/operations/answer-from.ts'
import type { Workspace } from '../../kernel/workspace/workspace.ts'
import { type CommandContext, defineCommand } from '../../kernel/operations/command.ts'

/** `GET /api/identity/merge-suggestions`. */
export const listMergeSuggestions = defineCommand(
  'listIdentityMergeSuggestions',
  async ({ query }, { workspace, grants, fresh }) => {
    const { status, confidence } = query
    requireFeature(workspace)
    const reads = await fresh()
    const all = await listSuggestions(reads, await mergeReviewsOf(workspace).read())
    const fitting = all.filter(
      (suggestion) =>
        (status === undefined || suggestion.status === status) &&
        (confidence === undefined || suggestion.confidence === confidence),
    )
    const { items, pagination } = pageOf(fitting, query, workspace)
    return { data: { suggestions: items, pagination, canManageIdentityMerges: canManage(grants) } }
  },
)

/** `GET /api/identity/merge-suggestions/{id}`. */
export const getMergeSuggestion = defineCommand(
  'getIdentityMergeSuggestion',
  async ({ params: { id } }, { workspace, grants, fresh }) => {
    const { suggestion } = await requireSuggestion(workspace, id, fresh)
    return { data: { suggestion, canManageIdentityMerges: canManage(grants) }, resources: [resourceOf(id)] }
  },
)

/** `POST /api/identity/merge-suggestions/{id}/queue`: durable with the response, merged in the background. */
export const queueMergeSuggestion = defineCommand(
  'queueIdentityMergeSuggestion',
  async ({ params: { id }, body }, context) => {
    const found = await requireSuggestion(context.workspace, id, () => context.workspace.readModels.exact())
    if (!found.suggestion.canMerge) throw wrongState(found, 'accepted')
    const { job } = await review(context, found, 'STAGED', body?.reviewNotes)
    return { data: { proposalId: id, jobId: job.id, status: 'STAGED', jobStatus: 'QUEUED' } }
  },
)

/** `POST /api/identity/merge-suggestions/{id}/reject`: it isn't suggested again. */
export const rejectMergeSuggestion = defineCommand(
  'rejectIdentityMergeSuggestion',
  async ({ params: { id }, body }, context) => {
    const found = await requireSuggestion(context.workspace, id, () => context.workspace.readModels.exact())
    if (!found.suggestion.canReject) throw wrongState(found, 'rejected')
    const { job } = await review(context, found, 'REJECTED', body?.reviewNotes)
    return { data: { proposalId: id, jobId: job.id, status: 'REJECTED', jobStatus: 'COMPLETED' } }
  },
)

/** What is decided while somebody pages goes to the end: so a page continues after a place, not after an item. */
function pageOf(
  list: readonly MergeSuggestion[],
  query: ResolvedQuery<'listIdentityMergeSuggestions'>,
  workspace: Workspace,
): { items: MergeSuggestion[]; pagination: Pagination } {
  const page = openPage('listIdentityMergeSuggestions', query, workspace)
  const { after } = page
  const rest = after === null ? list : list.filter((one) => isBehind(placeOf(one), after))
  const items = rest.slice(0, page.limit)
  const last = items.at(-1)
  const end = last === undefined || rest.length <= items.length ? null : placeOf(last)
  return { items, pagination: page.close({ items, end, total: list.length }) }
}

/** Open ones by confidence, then decided ones, newest first. */
function placeOf({ id, reviewedAt, confidence }: MergeSuggestion): { key: string; id: string } {
  if (reviewedAt === null) return { key: `open ${order[confidence]}`, id }
  return { key: `then ${reviewedAt}`, id }
}

const order = { HIGH: 0, MEDIUM: 1, LOW: 2 }

function isBehind(place: { key: string; id: string }, after: PageEnd): boolean {
  const key = String(after.key)
  if (place.key === key) return place.id > after.id
  const isDecided = place.key.startsWith('then')
  if (isDecided !== key.startsWith('then')) return isDecided
  return isDecided ? place.key < key : place.key > key
}

export async function requireSuggestion(
  workspace: Workspace,
  id: string,
  reads: FreshReader,
): Promise<FoundSuggestion> {
  requireFeature(workspace)
  const found = await findSuggestion(await reads(), await mergeReviewsOf(workspace).read(), id)
  if (found === null) throw new AppError('NOT_FOUND', `There is no merge suggestion ${id}`)
  return found
}

/** Throws `NOT_FOUND` where suggestions are switched off. */
export function requireFeature({ document }: Workspace): void {
  if (document.settings.identityMergeSuggestions) return
  throw new AppError(
    'NOT_FOUND',
    'Merge suggestions are switched off: PATCH /api/settings {"identityMergeSuggestions": true} switches them on',
  )
}

async function review(
  { workspace, change, clock, newId, apiKey }: CommandContext,
  { suggestion, link }: FoundSuggestion,
  status: 'STAGED' | 'REJECTED',
  reviewNotes: string | undefined,
): Promise<MergeReview> {
  const { id, survivor, duplicate, confidence, explanation, impact, createdAt } = suggestion
  const at = new Date(clock()).toISOString()
  const reviewed: MergeReview = {
    status,
    reviewNotes: reviewNotes ?? null,
    reviewedAt: at,
    reviewedByName: apiKey.name,
    job: { id: newId(), isRunning: false, createdAt: at, updatedAt: at },
    seen: { survivor, duplicate, confidence, explanation, impact, createdAt },
    link,
    problem: null,
  }
  await change({
    resource: resourceOf(id),
    before: { status: suggestion.proposalStatus },
    after: {
      status,
      survivorId: survivor.id,
      duplicateId: duplicate.id,
      ...(reviewNotes ? { reviewNotes } : {}),
    },
    apply: () =>
      mergeReviewsOf(workspace).change((reviews) => {
        const known = reviews[id]
        // Another request was faster.
        if (known !== undefined && known.status !== 'FAILED') throw conflict(id, known.status)
        reviews[id] = reviewed
      }),
  })
  return reviewed
}

function wrongState({ suggestion }: FoundSuggestion, what: string): AppError {
  const { id, proposalStatus } = suggestion
  return proposalStatus === 'STALE'
    ? new AppError('CONFLICT', `The merge suggestion ${id} can't be ${what}: nothing speaks for it any more`)
    : conflict(id, proposalStatus)
}

function conflict(id: string, status: string): AppError {
  return new AppError('CONFLICT', `The merge suggestion ${id} was decided about already: it is ${status}`)
}

function canManage(grants: readonly Grant[]): boolean {
  return grants.includes('identity:write')
}

export function resourceOf(id: string): { type: string; id: string } {
  return { type: 'identity_merge_suggestion', id }
}
