import type { AgentOutputDeliveryStatus, DeliveryStatus } from '@customer-intel/contract'
import { derivedUuid } from '../../kernel/log/derived-uuid.ts'
import type { AgentRun } from './agent-run-read-types.ts'
import type { DeliveryCount, DeliveryReads } from '../notifications/delivery-read-types.ts'

/** The delivery of a run's output, by the automation that requested the run. */
export interface OutputDelivery {
  status: AgentOutputDeliveryStatus
  /** When the last destination accepted it, ISO 8601. */
  deliveredAt: string | null
  /** Number of deliveries by status; null without any. */
  counts: Partial<Record<DeliveryStatus, number>> | null
}

/** The deliveries of these runs' outputs, in order. */
export async function readOutputDeliveries(
  reads: Pick<DeliveryReads, 'countDeliveriesOf'>,
  runs: readonly AgentRun[],
): Promise<OutputDelivery[]> {
  const messages = runs.map(messageOf)
  const asked = messages.filter((id) => id !== null)
  const counted = asked.length === 0 ? [] : await reads.countDeliveriesOf(asked)
  return messages.map((id) => summarise(counted.filter(({ notificationId }) => notificationId === id)))
}

/** The message with which an automation's run delivers the output; null for a run that a person requested. */
function messageOf({ automationRunId }: AgentRun): string | null {
  return automationRunId === null ? null : derivedUuid(`${automationRunId} message`)
}

function summarise(counted: readonly DeliveryCount[]): OutputDelivery {
  if (counted.length === 0) return { status: 'NOT_REQUIRED', deliveredAt: null, counts: null }
  const counts: OutputDelivery['counts'] = Object.fromEntries(
    counted.map(({ status, count }) => [status, count]),
  )
  const taken = counted.find(({ status }) => status === 'ACCEPTED_BY_PROVIDER')
  const waits = counted.some(({ status }) => status === 'ENQUEUED' || status === 'PENDING_ENQUEUE')
  const status = waits ? 'PENDING' : taken === undefined ? 'FAILED' : counted.length > 1 ? 'PARTIAL' : 'SENT'
  return { status, deliveredAt: taken?.lastAt ?? null, counts }
}
