import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Documents, Log } from '../../src/kernel/store/ports.ts'
import { memoryStore } from '../../src/drivers/memory/memory-store.ts'
import { watchActivity } from '../../src/kernel/workspace/activity.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

const minuteMs = 60_000

function watch() {
  const { log, documents } = memoryStore().organization('org')
  let tellOthers = (): void => undefined
  const watched: Documents = {
    ...documents,
    watch(listener) {
      tellOthers = listener
      return () => (tellOthers = () => undefined)
    },
  }
  return { log, ...watchActivity(log, watched), changeElsewhere: () => tellOthers() }
}

const comings: [string, (organization: ReturnType<typeof watch>) => unknown][] = [
  ['its log grows', ({ log }: { log: Log }) => log.append(Buffer.from('a'))],
  ['a document is written', ({ documents }) => documents.write('settings', 1, { expected: null })],
  ['a document is removed', ({ documents }) => documents.remove('settings', { expected: 'x' })],
  ['another process changes a document', ({ changeElsewhere }) => changeElsewhere()],
]

test.each(comings)('an organization is quiet until %s, and again a minute later', async (_what, come) => {
  const organization = watch()
  const { activity } = organization
  let told = 0
  activity.subscribe(() => told++)
  expect(activity.isIdle).toBe(false)
  vi.advanceTimersByTime(minuteMs)
  expect(activity.isIdle).toBe(true)

  await come(organization)
  expect(activity.isIdle).toBe(false)
  expect(told).toBe(1)
  await come(organization)
  expect(told).toBe(1)
  vi.advanceTimersByTime(minuteMs)
  expect(activity.isIdle).toBe(true)

  activity.close()
  await come(organization)
})

test('nobody is told who does not ask any more', async () => {
  const { log, activity } = watch()
  let told = 0
  activity.subscribe(() => told++)()
  vi.advanceTimersByTime(minuteMs)
  await log.append(Buffer.from('a'))
  expect(told).toBe(0)
})
