import { destinationsOf } from './destinations.ts'
import { readAttempts, withAttempt } from '../../kernel/log/delivery-attempts.ts'
import { appendRecords } from '../../kernel/log/append-records.ts'
import type { DeliveryRecord } from '../../kernel/log/record.ts'
import { countOne } from '../../kernel/metrics/metrics.ts'
import type { DueDelivery } from './delivery-read-types.ts'
import type { Services } from '../../kernel/operations/services.ts'
import type { Position } from '../../kernel/store/ports.ts'
import {
  type BackgroundWork,
  type NextRun,
  startBackgroundWork,
} from '../../kernel/background/background-work.ts'
import { createTaskPool } from '../../kernel/background/task-pool.ts'
import { type LeaseContext, underLease } from '../../kernel/background/under-lease.ts'
import type { Workspace } from '../../kernel/workspace/workspace.ts'
import type { StoredDestination } from './destinations.ts'
import { postToChat } from './post-chat.ts'
import { type PostOutcome, postWebhook } from './post-webhook.ts'
import { pauseAfter } from './retry-schedule.ts'

/** Maximal number of concurrent sends: to one destination, of one organization, in all. */
const slots = { perGroup: 4, perOrganization: 16, inAll: 128 }
/** More than the slots, since the result includes deliveries that are being sent or have just ended. */
const looked = { perDestination: 16 * slots.perGroup, limit: 16 * slots.perOrganization }

/**
 * Sends due deliveries. They are read from the read models, and the outcome is appended to the log. After a kill in
 * between a delivery is still due, so a receiver may get a message twice, under the same id.
 */
export function startDeliveries(services: Services): BackgroundWork {
  const { workspaces, clock, logger } = services
  /** When the next delivery is due, unless the read models change: no process is started before. */
  const nextDue = new WeakMap<Workspace, { revision: number; at: number | null }>()
  /** The lease under which this node sends, and since when. */
  const sendingSince = new WeakMap<Workspace, { fence: number; since: number }>()
  /** Deliveries with an attempt that was started here and whose outcome isn't stored yet. */
  const begun = new Set<string>()
  const sends = createTaskPool({
    name: 'A message could not be sent',
    slots,
    clock,
    warn: (message) => logger.warn(message),
    onEnd: (workspace) => background.wake(workspace),
  })

  async function deliver(workspace: Workspace, context: LeaseContext): Promise<NextRun> {
    const reads = workspace.readModels
    if (sendingSince.get(workspace)?.fence !== context.lease.fence) {
      // A former holder of the lease may have sent some.
      await reads.exact()
      sendingSince.set(workspace, { fence: context.lease.fence, since: clock() })
    }
    const { revision } = reads
    sends.beforeRead(workspace)
    let isBusy = true
    await workspace.rewrites.shared(context.signal, async (signal) => {
      const due = await reads.listDueDeliveries(clock(), looked)
      signal.throwIfAborted()
      // Running sends aren't aborted: the receiver may have accepted the message already.
      for (const delivery of due) {
        const task = { id: delivery.deliveryId, group: delivery.destinationId }
        sends.begin(workspace, context, task, () => deliverOne(workspace, delivery, context))
      }
      isBusy = due.length > 0
    })
    if (isBusy) return false
    const at = await reads.nextDeliveryAt()
    nextDue.set(workspace, { revision, at })
    return (at ?? Infinity) - clock()
  }

  /** Makes one attempt, and resolves with the end of the log after its outcome. */
  async function deliverOne(
    workspace: Workspace,
    delivery: DueDelivery,
    context: LeaseContext,
  ): Promise<Position> {
    const { deliveryId, notificationId, destinationId } = delivery
    const begunAt = clock()
    const startedAt = performance.now()
    const destination = (await destinationsOf(workspace).read()).find(({ id }) => id === destinationId)
    const record = (outcome: Pick<DeliveryRecord, 'status' | 'nextAt' | 'errorCode' | 'errorMessage'>) =>
      append(workspace, context, {
        kind: 'delivery',
        deliveryId,
        notificationId,
        destinationId,
        tries: delivery.tries + 1,
        ...outcome,
        attempts: withAttempt(readAttempts(delivery.attempts), {
          at: begunAt,
          durationMs: Math.round(performance.now() - startedAt),
          status: outcome.status,
          errorCode: outcome.errorCode,
          errorMessage: outcome.errorMessage,
        }),
      })
    if (destination === undefined || destination.archivedAt !== null || !destination.enabled) {
      const errorMessage = 'The destination was switched off before the message was taken'
      return record({ status: 'SKIPPED', nextAt: null, errorCode: 'DESTINATION_OFF', errorMessage })
    }
    const { signal } = context
    // A former holder of the lease, or this node, may have sent it without storing the outcome.
    const mayBeThere =
      delivery.tries > 0 ||
      begun.has(deliveryId) ||
      Date.parse(delivery.sentAt) <= (sendingSince.get(workspace)?.since ?? Infinity)
    begun.add(deliveryId)
    const endTimer = services.metrics.durations.deliveries.startTimer()
    const outcome =
      destination.kind === 'CHAT_CHANNEL'
        ? await postToChat(delivery, destination, { workspace, signal, services, mayBeThere })
        : await postWebhook(delivery, destination, {
            organizationId: workspace.organization.id,
            signal,
            services,
          })
    const pause =
      outcome.taken || outcome.gone
        ? null
        : pauseAfter(delivery.tries + 1, { jitter: Math.random(), retryAfterMs: outcome.retryAfterMs })
    endTimer({ status: outcome.taken ? 'ACCEPTED_BY_PROVIDER' : pause === null ? 'FAILED' : 'ENQUEUED' })
    const end = await record(
      outcome.taken
        ? { status: 'ACCEPTED_BY_PROVIDER', nextAt: null }
        : {
            status: pause === null ? 'FAILED' : 'ENQUEUED',
            nextAt: pause === null ? null : clock() + Math.round(pause),
            errorCode: outcome.code,
            errorMessage: outcome.message,
          },
    )
    await noteOutcome(workspace, destination, outcome, { isGivenUp: !outcome.taken && pause === null }).catch(
      (error: unknown) =>
        logger.warn(`How the destination ${destination.label} does could not be noted: ${String(error)}`),
    )
    return end
  }

  async function append(
    workspace: Workspace,
    { lease }: LeaseContext,
    record: DeliveryRecord,
  ): Promise<Position> {
    const end = await appendRecords(workspace.log, [record], { receivedAt: clock(), lease })
    begun.delete(record.deliveryId)
    countOne(services.metrics.of(workspace).deliveries, record.status)
    return end
  }

  /**
   * Updates the destination's state, for people. One that accepted nothing for three days, or that refuses for good, is
   * disabled.
   */
  async function noteOutcome(
    workspace: Workspace,
    { id, problem, label }: StoredDestination,
    outcome: PostOutcome,
    { isGivenUp }: { isGivenUp: boolean },
  ): Promise<void> {
    if (!outcome.taken && !isGivenUp && problem?.message === outcome.message) return
    const at = new Date(clock()).toISOString()
    await destinationsOf(workspace).change((all) => {
      const found = all.find((destination) => destination.id === id)
      if (found === undefined) return
      found.problem = outcome.taken ? null : { code: outcome.code, message: outcome.message }
      if (outcome.taken) found.lastAcceptedAt = at
      if (!isGivenUp) return
      found.enabled = false
      found.givenUp = true
      found.updatedAt = at
    })
    if (isGivenUp && !outcome.taken)
      logger.warn(
        `The destination ${label} of ${workspace.organization.name} is switched off: ${outcome.message}. Correct it and enable it`,
      )
  }

  const work = underLease(deliver)
  const background = startBackgroundWork({
    name: 'Messages could not be delivered',
    intervalMs: 500,
    onChange: true,
    workspaces,
    warn: (message) => logger.warn(message),
    async work(workspace, signal) {
      const { revision } = workspace.readModels
      const known = nextDue.get(workspace)
      if (known !== undefined && known.revision === revision) {
        const dueMs = (known.at ?? Infinity) - clock()
        if (dueMs > 0) return dueMs
      }
      // Without destinations there is nothing to send.
      if ((await destinationsOf(workspace).read()).length === 0) {
        nextDue.set(workspace, { revision, at: null })
        return true
      }
      return work(workspace, signal)
    },
  })
  return {
    async close() {
      await background.close()
      await sends.close()
    },
  }
}
