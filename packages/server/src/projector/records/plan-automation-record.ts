/** Records of the service's own actions, as changes of the read models. Pure. */

import { toJsonText } from '../../kernel/log/json-text.ts'
import { assertAttempts } from '../../kernel/log/delivery-attempts.ts'
import { assertAgentRun } from '../../kernel/log/agent-run-schema.ts'
import { reportedCustomers } from '../../kernel/log/reported-customers.ts'
import type {
  AgentRunRecord,
  DeliveryRecord,
  NotificationRecord,
  OccurrenceRecord,
  RunRecord,
} from '../../kernel/log/record.ts'
import { evidenceText } from '../../signals/evidence.ts'
import {
  customerKeys,
  nothing,
  type PendingRecord,
  type RecordPlan,
  type RecordRow,
  type Shown,
} from './record-plan.ts'

export function planNotification({ receivedAt }: PendingRecord, sent: NotificationRecord): RecordPlan {
  return {
    ...nothing,
    rows: () => [
      [
        'notifications',
        {
          notification_id: sent.notificationId,
          run_id: sent.runId,
          title: sent.title,
          content: sent.text,
          severity: sent.severity,
          source: sent.source,
          subject: sent.subject,
          payload: sent.payload === undefined ? null : toJsonText(sent.payload),
          sent_at: receivedAt,
        },
      ],
    ],
  }
}

export function planDelivery({ receivedAt }: PendingRecord, delivery: DeliveryRecord): RecordPlan {
  const { attempts } = delivery
  if (attempts !== undefined) assertAttempts(attempts)
  return {
    ...nothing,
    rows: () => [
      [
        'deliveries',
        {
          delivery_id: delivery.deliveryId,
          notification_id: delivery.notificationId,
          destination_id: delivery.destinationId,
          status: delivery.status,
          tries: delivery.tries,
          next_at: delivery.nextAt,
          error_code: delivery.errorCode,
          error_message: delivery.errorMessage,
          attempts: attempts && toJsonText(attempts),
          updated_at: receivedAt,
        },
      ],
    ],
  }
}

export function planAgentRun(run: AgentRunRecord): RecordPlan {
  assertAgentRun(run)
  const { kind: _, ...stored } = run
  return {
    ...nothing,
    rows: () => [
      [
        'agent_runs',
        {
          run_id: run.runId,
          agent_id: run.agentId,
          status: run.status,
          asked_at: run.askedAt,
          ended_at: run.endedAt,
          record: toJsonText(stored),
        },
      ],
    ],
  }
}

/** An occurrence that was found by time: it has no event. */
export function planOccurrence({ receivedAt }: PendingRecord, occurrence: OccurrenceRecord): RecordPlan {
  const { occurrenceId, signalId, signalName, customer, occurredAt, windowFrom, count, eventIds } = occurrence
  const keys = customerKeys(customer)
  return {
    ...nothing,
    statements: [{ keys, at: receivedAt }],
    ...(signalName !== undefined && {
      shown: [
        {
          keys,
          at: occurredAt,
          eventType: 'SIGNAL_OCCURRENCE',
          eventName: 'signal_occurrence',
          channel: 'SYSTEM',
          title: signalName,
          properties: toJsonText({ signalId, occurrenceId }),
        },
      ],
    }),
    rows: (subjectOf) => [
      [
        'occurrences',
        {
          occurrence_id: occurrenceId,
          signal_id: signalId,
          grain: 'CUSTOMER',
          subject: subjectOf(keys),
          occurred_at: occurredAt,
          detected_at: receivedAt,
          evidence: evidenceText({ eventIds, count, from: windowFrom, until: occurredAt }),
          sequence: 0,
        },
      ],
    ],
  }
}

/** Number of a run's occurrences that its timeline entry names. */
const shownOccurrences = 20

export function planRun({ receivedAt }: PendingRecord, run: RunRecord): RecordPlan {
  const { runId: run_id, automationId: automation_id, occurredAt: occurred_at, agentRunId } = run
  const customers = reportedCustomers(run)
  const occurrenceIds = run.occurrenceIds.slice(0, shownOccurrences)
  return {
    ...nothing,
    shown: customers.map((customer): Shown => ({
      keys: customerKeys(customer),
      ...(customers.length > 1 && { part: JSON.stringify(customer) }),
      at: run.matchedAt,
      eventType: 'AUTOMATION_RUN',
      eventName: 'automation_run',
      channel: 'SYSTEM',
      title: run.told?.title ?? null,
      properties: toJsonText({
        automationId: automation_id,
        automationRunId: run_id,
        agentRunId,
        occurrenceIds,
      }),
    })),
    rows: () => [
      [
        'automation_runs',
        {
          run_id,
          automation_id,
          trigger_type: run.triggerType,
          status: run.status,
          occurred_at,
          matched_at: run.matchedAt,
          event_id: run.event?.id,
          event_name: run.event?.name,
          event_channel: run.event?.channel,
          agent_run_id: run.agentRunId,
          require_all: run.requireAllDestinations ?? false,
          skip_reason: run.skipReason,
          error_code: run.errorCode,
          error_message: run.errorMessage,
          updated_at: receivedAt,
        },
      ],
      ...run.occurrenceIds.map((occurrence_id): RecordRow => [
        'run_occurrences',
        { run_id, automation_id, occurrence_id },
      ]),
      ...(run.windows ?? []).map((window): RecordRow => [
        'run_windows',
        {
          run_id,
          automation_id,
          occurrence_id: window.occurrenceId,
          signal_id: window.signalId,
          window_from: window.from,
          window_until: window.until,
        },
      ]),
      ...run.customerIds.map((customer_id): RecordRow => [
        'run_customers',
        { run_id, automation_id, customer_id, occurred_at, acted: run.status !== 'SKIPPED' },
      ]),
    ],
  }
}
