import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { encodeRecord } from '../../src/kernel/log/record.ts'
import { openReadModels } from '../../src/projector/process/open-read-models.ts'
import { createSlots } from '../../src/projector/process/slots.ts'
import { memoryStore } from '../../src/drivers/memory/memory-store.ts'
import type { Log } from '../../src/kernel/store/ports.ts'

let directory: string
let log: Log
let receivedAt: number

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'customer-intel-fresh-'))
  const store = memoryStore()
  await store.open()
  log = store.organization('acme').log
  receivedAt = Date.now() - 3_600_000
  await log.append(encodeRecord({ kind: 'activation', receivedAt, eventName: 'a' }))
})
afterEach(() => rm(directory, { recursive: true, force: true }))

test('where the projection can’t go on, fresh tells how far behind it is and exact refuses at once', async () => {
  const readModels = await openReadModels({
    directory,
    slots: createSlots(1),
    log: {
      ...log,
      // The projection asks for more than one record at a time.
      read: (from, until, options) =>
        options?.maxBytes === 1
          ? log.read(from, until, options)
          : Promise.reject(new Error('A range of the log is away.')),
    },
  })
  const { current, stale } = await readModels.fresh({ withinMs: 50 })
  expect(current).toBe(false)
  expect(stale!.behindSeconds).toBeGreaterThanOrEqual(3_600)
  expect(stale!.behindSeconds).toBeLessThanOrEqual((Date.now() - receivedAt) / 1_000 + 1)
  await vi.waitFor(() => expect(readModels.unavailable).toContain('A range of the log is away.'))
  // It would never come.
  await expect(readModels.exact({ withinMs: 3_600_000 })).rejects.toMatchObject({
    code: 'READS_UNAVAILABLE',
    retryAfterSeconds: 5,
    message: expect.stringContaining('A range of the log is away.') as string,
  })
  await readModels.close()
})

test('an exact answer is waited for as long as was said, the start of the process included', async () => {
  const slots = createSlots(1)
  const other = { usedAt: 0, isBusy: true, readyAt: null, yield: () => undefined }
  await slots.acquire(other, { isUrgent: () => true })
  const readModels = await openReadModels({ directory, slots, log })
  // The process doesn't start before the other one lets go.
  await expect(readModels.exact({ withinMs: 100 })).rejects.toMatchObject({ code: 'READS_UNAVAILABLE' })
  slots.release(other)
  await expect(readModels.exact({ withinMs: 120_000 })).resolves.toBe(readModels)
  await readModels.close()
})
