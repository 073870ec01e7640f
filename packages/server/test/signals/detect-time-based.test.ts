import { afterEach, beforeEach, expect, test } from 'vitest'
import { decodeRecord, type SignalDefinition } from '../../src/kernel/log/record.ts'
import { evaluateSignal } from '../../src/signals/evaluate-signal.ts'
import { type DetectionState, detectTimeBased, SignalReadError } from '../../src/signals/detect-time-based.ts'
import { eventsRecord, openProjected, type Projected, storedEvent } from '../support/projected.ts'

const dayMs = 86_400_000
const start = Date.UTC(2026, 0, 1)

let projected: Projected
let asked = 0
let refusal: Error | null = null
beforeEach(async () => {
  projected = await openProjected()
  asked = 0
  refusal = null
})
afterEach(() => projected.close())

const quiet: SignalDefinition = {
  kind: 'EVENT_PATTERN',
  definition: {
    schemaVersion: '2026-06-17',
    subjectType: 'customer',
    detection: { type: 'event_absence', eventNames: ['used'], window: { value: 1, unit: 'day' } },
  },
}

/** Looks at most two occurrences at a time; what is appended is applied at once. */
async function detect(from: number, now: number, onPart: (state: DetectionState) => void = () => undefined) {
  const workspace = {
    readModels: {
      evaluateSignal: async (request: Parameters<typeof evaluateSignal>[1]) => {
        asked += 1
        if (refusal !== null) throw refusal
        return evaluateSignal(projected.database, request)
      },
    },
    log: {
      async append(bytes: Uint8Array) {
        await projected.apply([decodeRecord(bytes)])
        return 0
      },
    },
  }
  const turn = { signal: new AbortController().signal, lease: { name: '', fence: 1, holder: '' } }
  const signal = { signalId: 's-1', signal: quiet, since: new Date(start).toISOString() }
  return detectTimeBased(workspace, turn as never, signal, { from, now, onPart, pageSize: 2 })
}

const stored = () =>
  projected.rows<{ customer_id: string; occurred_at: string }>(
    `select s.customer_id, o.occurred_at from occurrences o join subjects s on s.subject = o.subject order by all`,
  )

test('everything is found and appended, page by page, also where all of it is at one moment; and nothing twice', async () => {
  const customers = Array.from({ length: 9 }, (_, number) => `c${number}.example`)
  await projected.apply(
    customers.map((domain, number) =>
      eventsRecord({
        source: 'server',
        userIdentity: { email: `jane@${domain}` },
        // Seven at one moment, and two later.
        events: [
          storedEvent({ type: 'custom', eventName: 'used', timestamp: start + (number < 7 ? 0 : dayMs / 2) }),
        ],
      }),
    ),
  )
  expect(await detect(start, start + 3 * dayMs)).toBe(9)
  expect(asked).toBe(5)
  expect(new Set((await stored()).map((row) => row.customer_id)).size).toBe(9)
  expect(await detect(start, start + 3 * dayMs)).toBe(0)
  expect(await stored()).toHaveLength(9)
})

test('years that nobody looked are looked at in parts, each of them noted', async () => {
  await projected.apply([
    eventsRecord({
      source: 'server',
      userIdentity: { email: 'jane@acme.com' },
      events: [storedEvent({ type: 'custom', eventName: 'used', timestamp: start })],
    }),
  ])
  const parts: number[] = []
  expect(await detect(start, start + 95 * dayMs, ({ until }) => parts.push((until - start) / dayMs))).toBe(1)
  expect(parts).toEqual([10, 20, 30, 40, 50, 60, 70, 80, 90, 95])
})

test('a read that fails is told apart from whatever else does', async () => {
  refusal = new Error('Out of memory')
  await expect(detect(start, start + dayMs)).rejects.toThrow(new SignalReadError(refusal))
})
