import { limits, type SignalPreview } from '@customer-intel/contract'
import { Temporal } from 'temporal-polyfill'
import { defineCommand } from '../kernel/operations/command.ts'
import { checkDefinition } from './check-definition.ts'
import { evaluateHistory } from './evaluate-history.ts'
import type { HistoricOccurrence } from './evaluate-signal.ts'
import { definitionOf, findSignal, signalsOf } from './signals.ts'

const dayMs = 24 * 3_600_000

/** `POST /api/signals/preview`: stores nothing. */
export const previewSignal = defineCommand('previewSignal', async ({ body }, context) => {
  const { workspace, clock, grants, newId } = context
  const { signalId, signal, days } = body
  if (signal !== undefined) checkDefinition(signal)
  const asked = signal ?? definitionOf(findSignal(await signalsOf(workspace).read(), signalId ?? ''))
  const to = clock()
  const from = to - days * dayMs
  const reads = await workspace.readModels.exact()
  const id = signalId ?? newId()
  const { occurrences, truncated } = await evaluateHistory(reads, [{ id, ...asked }], { from, until: to })
  const shown = occurrences.slice(-limits.signals.previewShown).reverse()
  const isNamed = grants.includes('customer_intelligence:read')
  const named = isNamed ? new Set(shown.flatMap(({ customerId }) => customerId ?? [])) : []
  const names = new Map(
    (await reads.listCustomerNames([...named])).map((customer) => [customer.id, customer]),
  )
  const timezone = workspace.document.settings.defaultTimezone
  return {
    data: {
      from: new Date(from).toISOString(),
      to: new Date(to).toISOString(),
      timezone,
      occurrenceCount: occurrences.length,
      customerCount: new Set(occurrences.flatMap(({ customerId }) => customerId ?? [])).size,
      byDay: byDay(occurrences, timezone),
      occurrences: shown.map(
        ({ occurrenceId, customerId, occurredAt, eventId, eventName, eventChannel }) => ({
          id: occurrenceId,
          signalId: id,
          customer:
            customerId === null
              ? null
              : (names.get(customerId) ?? { id: customerId, name: null, domain: null }),
          occurredAt,
          evidence: { eventId, eventName, eventChannel },
        }),
      ),
      truncated,
    },
    warnings: isNamed ? [] : ['Customers stand by id alone: names need customer_intelligence:read'],
  }
})

function byDay(occurrences: readonly HistoricOccurrence[], timezone: string): SignalPreview['byDay'] {
  const days = new Map<string, { occurrences: number; customers: Set<string> }>()
  for (const { occurredAt, customerId } of occurrences) {
    const time = Temporal.Instant.from(occurredAt).toZonedDateTimeISO(timezone)
    const day = time.toPlainDate().toString()
    const sum = days.get(day) ?? { occurrences: 0, customers: new Set() }
    days.set(day, sum)
    sum.occurrences += 1
    if (customerId !== null) sum.customers.add(customerId)
  }
  // Occurrences come by time, and so do their days.
  return [...days].map(([day, sum]) => ({ day, occurrences: sum.occurrences, customers: sum.customers.size }))
}
