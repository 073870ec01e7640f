import { mergeReviewsOf } from './merge-reviews.ts'
import { encodeRecord, type LogRecord } from '../../kernel/log/record.ts'
import type { ReadModels } from '../../kernel/read-models/read-models.ts'
import type { Services } from '../../kernel/operations/services.ts'
import { type BackgroundWork, startBackgroundWork } from '../../kernel/background/background-work.ts'
import { type LeaseContext, underLease } from '../../kernel/background/under-lease.ts'
import type { Workspace } from '../../kernel/workspace/workspace.ts'
import type { MergeReview } from './merge-reviews.ts'

/** How long the read models may take to apply the decision. */
const catchUpMs = 60_000

/**
 * Executes accepted merges: a decision in the log, which every rebuild repeats. After a kill in between it is still
 * staged; a repeated decision has no further effect.
 */
export function startMerges({ workspaces, clock, logger }: Services): BackgroundWork {
  async function mergeAll(workspace: Workspace, context: LeaseContext): Promise<void> {
    for (const [id, review] of Object.entries(await mergeReviewsOf(workspace).read())) {
      if (review.status !== 'STAGED') continue
      context.signal.throwIfAborted()
      await mergeOne(workspace, id, review, context)
    }
  }

  async function mergeOne(
    workspace: Workspace,
    id: string,
    review: MergeReview,
    { lease }: LeaseContext,
  ): Promise<void> {
    // Whoever undoes it now is refused; it was undone before.
    if (!(await note(workspace, id, { isRunning: true }))) return
    const reads = await workspace.readModels.exact({ withinMs: catchUpMs })
    if (!(await isDone(reads, review))) {
      const { survivor, duplicate } = review.seen
      if ((await reads.describeMergeParties([survivor.id, duplicate.id])).length < 2) {
        await note(workspace, id, { status: 'FAILED', problem: 'One of the two is not there any more' })
        return
      }
      await workspace.log.append(encodeRecord(decisionOf(id, review, clock())), { lease })
      const after = await workspace.readModels.exact({ withinMs: catchUpMs })
      if (!(await isDone(after, review))) {
        const problem = 'They share too little, or too much, to be one by the rules of identity'
        await note(workspace, id, { status: 'FAILED', problem })
        return
      }
    }
    await note(workspace, id, { status: 'APPLIED' })
  }

  async function note(
    workspace: Workspace,
    id: string,
    {
      isRunning = false,
      ...news
    }: Partial<Pick<MergeReview, 'status' | 'problem'>> & { isRunning?: boolean },
  ): Promise<boolean> {
    const updatedAt = new Date(clock()).toISOString()
    let isThere = false
    await mergeReviewsOf(workspace).change((reviews) => {
      const review = reviews[id]
      isThere = review !== undefined
      // One of the two may have been erased meanwhile.
      if (review !== undefined) Object.assign(review, news, { job: { ...review.job, isRunning, updatedAt } })
    })
    return isThere
  }

  const work = underLease(mergeAll)
  return startBackgroundWork({
    name: 'Customers could not be merged',
    intervalMs: 500,
    workspaces,
    warn: (message) => logger.warn(message),
    async work(workspace, signal) {
      const reviews = Object.values(await mergeReviewsOf(workspace).read())
      return reviews.some(({ status }) => status === 'STAGED') ? work(workspace, signal) : true
    },
  })
}

function decisionOf(id: string, { seen, link }: MergeReview, receivedAt: number): LogRecord {
  const cause = `merge suggestion ${id}`
  return link === null
    ? {
        kind: 'customer-merge',
        receivedAt,
        decision: 'merge',
        duplicate: seen.duplicate.id,
        survivor: seen.survivor.id,
        cause,
      }
    : { kind: 'identity', receivedAt, decision: 'join', left: link.left, right: link.right, cause }
}

async function isDone(reads: ReadModels, { seen, link }: MergeReview): Promise<boolean> {
  if (link !== null) return (await reads.findPerson(link.left))?.keys.includes(link.right) ?? false
  const merges = await reads.listCustomerMerges(seen.duplicate.id)
  return merges.some(({ duplicate }) => duplicate === seen.duplicate.id)
}
