import { AppError } from '../../kernel/errors.ts'
import { encodeRecord, type LogRecord } from '../../kernel/log/record.ts'
import { defineCommand } from '../../kernel/operations/command.ts'
import { type MergeReview, mergeReviewsOf } from './merge-reviews.ts'
import { requireFeature, resourceOf } from './merge-suggestion-routes.ts'

/**
 * `POST /api/identity/merge-suggestions/{id}/undo`: durable with the response. What was merged is parted by a decision in
 * the log; the review goes, so that the suggestion is open again.
 */
export const undoMerge = defineCommand(
  'undoIdentityMerge',
  async ({ params: { id }, body }, { workspace, clock, change }) => {
    requireFeature(workspace)
    const reviews = mergeReviewsOf(workspace)
    const review = (await reviews.read())[id]
    if (review === undefined || review.status === 'FAILED')
      throw new AppError('NOT_FOUND', `Nothing was decided about the merge suggestion ${id}`)
    const { status } = review
    await change({
      resource: resourceOf(id),
      before: { status },
      after: { status: 'PROPOSED', ...(body?.reviewNotes ? { reviewNotes: body.reviewNotes } : {}) },
      async apply() {
        // Twice it parts what is parted: without effect.
        if (status === 'APPLIED') await workspace.log.append(encodeRecord(partingOf(id, review, clock())))
        await reviews.change((all) => {
          if (all[id]?.status !== status) throw conflict(id)
          if (status === 'STAGED' && all[id].job.isRunning) throw conflict(id)
          delete all[id]
        })
      },
    })
    return { data: { proposalId: id, undone: status } }
  },
)

function partingOf(id: string, { seen, link }: MergeReview, receivedAt: number): LogRecord {
  const cause = `merge suggestion ${id}, undone`
  return link === null
    ? {
        kind: 'customer-merge',
        receivedAt,
        decision: 'part',
        duplicate: seen.duplicate.id,
        survivor: seen.survivor.id,
        cause,
      }
    : { kind: 'identity', receivedAt, decision: 'mend', left: link.left, right: link.right, cause }
}

function conflict(id: string): AppError {
  return new AppError(
    'CONFLICT',
    `The merge suggestion ${id} is being decided or merged right now: undo it again in a moment`,
  )
}
