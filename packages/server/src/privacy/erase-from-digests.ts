import { isJsonObject } from '@customer-intel/contract'
import type { AgentRunRecord, NotificationRecord, RunRecord } from '../kernel/log/record.ts'

/**
 * Removes the customers that a person was by themselves from the output of automations and agents: null if it was about
 * nobody else. Each function returns the same object when it isn't about them. Parts about others stay, to be masked.
 * Pure.
 */
export interface DigestEraser {
  run(record: RunRecord): RunRecord | null
  notification(record: NotificationRecord): NotificationRecord | null
  agentRun(record: AgentRunRecord): AgentRunRecord | null
}

export function createDigestEraser({
  isTheirEvent,
  publicIds,
}: {
  isTheirEvent: (uuid: string) => boolean
  publicIds: ReadonlySet<string>
}): DigestEraser {
  const isTheirs = (id: string): boolean => publicIds.has(id)
  const isOnlyAboutThem = (ids: readonly string[]): boolean => ids.length > 0 && ids.every(isTheirs)
  const without = (ids: readonly string[]): string[] => ids.filter((id) => !isTheirs(id))

  /** A digest has a part per customer, in order, and a last part of its own: see agents/digest-by-rule.ts. */
  function withoutParts(text: string, ids: readonly string[]): string {
    const parts = text.split('\n\n')
    if (parts.length !== ids.length + 1) return '[erased]'
    return parts.filter((_, index) => index === ids.length || !isTheirs(ids[index]!)).join('\n\n')
  }

  return {
    run(record) {
      const { customerIds, event } = record
      if (isOnlyAboutThem(customerIds)) return null
      const isTheirMoment = event?.id !== undefined && isTheirEvent(event.id)
      if (!isTheirMoment && !customerIds.some(isTheirs)) return record
      const { event: _, ...rest } = record
      return { ...(isTheirMoment ? rest : record), customerIds: without(customerIds) }
    },
    notification(record) {
      const { customerIds = [], text, payload } = record
      if (isOnlyAboutThem(customerIds)) return null
      if (!customerIds.some(isTheirs)) return record
      return {
        ...record,
        customerIds: without(customerIds),
        text: withoutParts(text, customerIds),
        ...(payload === undefined ? {} : { payload: withoutOccurrences(payload, isTheirs) }),
      }
    },
    agentRun(record) {
      const { candidates, output } = record
      const ids = candidates.map(({ customerId }) => customerId)
      if (isOnlyAboutThem(ids) || isOnlyAboutThem(output?.customerIds ?? [])) return null
      if (!ids.some(isTheirs)) return record
      return {
        ...record,
        candidates: candidates.filter(({ customerId }) => !isTheirs(customerId)),
        ...(output === undefined || output === null || !output.customerIds.some(isTheirs)
          ? {}
          : {
              output: {
                ...output,
                customerIds: without(output.customerIds),
                markdown: withoutParts(output.markdown, output.customerIds),
              },
            }),
      }
    },
  }
}

/** From the payload of an automation's message: see automations/write-message.ts. */
function withoutOccurrences(payload: unknown, isTheirs: (id: string) => boolean): unknown {
  if (!isJsonObject(payload)) return payload
  const { customerIds, occurrences } = payload
  return {
    ...payload,
    ...(Array.isArray(customerIds) && { customerIds: customerIds.filter((id) => !isTheirs(String(id))) }),
    ...(Array.isArray(occurrences) && {
      occurrences: occurrences.filter((one) => !isJsonObject(one) || !isTheirs(String(one['customerId']))),
    }),
  }
}
