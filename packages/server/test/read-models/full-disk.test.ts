import { randomUUID } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { encodeRecord } from '../../src/kernel/log/record.ts'
import { openReadModels } from '../../src/projector/process/open-read-models.ts'
import { createSlots } from '../../src/projector/process/slots.ts'
import { memoryStore } from '../../src/drivers/memory/memory-store.ts'
import { eventsRecord, storedEvent } from '../support/projected.ts'
import { canMountSmallDisk, mountSmallDisk, unmount } from '../support/small-disk.ts'

const canMount = canMountSmallDisk()

test.skipIf(!canMount)(
  'a full disk is told by the read models, which lose nothing, and go on once there is room (skipped where no tmpfs can be mounted)',
  async () => {
    const directory = mountSmallDisk(48 * 1024)!
    const store = memoryStore()
    await store.open()
    const { log } = store.organization('acme')
    const append = async (count: number): Promise<string> => {
      const events = Array.from({ length: count }, () =>
        storedEvent({
          type: 'custom',
          timestamp: Date.now(),
          eventName: 'a',
          userId: randomUUID(),
          properties: { text: randomUUID().repeat(20) },
        }),
      )
      await log.append(encodeRecord(eventsRecord({ source: 'server', events })))
      return events.at(-1)!.uuid
    }
    const readModels = await openReadModels({ directory, log, slots: createSlots(1) })
    try {
      const first = await append(10)
      await readModels.exact({ withinMs: 60_000 })

      fillUp(join(directory, 'ballast'))
      let last = ''
      for (let batch = 0; batch < 20; batch++) last = await append(500)
      await expect(readModels.exact({ withinMs: 5_000 })).rejects.toMatchObject({
        code: 'READS_UNAVAILABLE',
        retryAfterSeconds: 5,
      })
      await vi.waitFor(() => expect(readModels.unavailable).toMatch(/No space left|disk is full/))

      rmSync(join(directory, 'ballast'))
      await vi.waitFor(() => readModels.exact({ withinMs: 10_000 }))
      for (const uuid of [first, last]) expect(await readModels.traceEvent(uuid)).toHaveLength(1)
      expect(readModels.counters.quarantined).toBe(0)
    } finally {
      await readModels.close()
      unmount(directory)
    }
  },
)

/** Takes all the room that is left. */
function fillUp(path: string): void {
  for (let bytes = 1024 * 1024; bytes >= 4096; bytes /= 4) {
    try {
      for (;;) writeFileSync(path, Buffer.alloc(bytes), { flag: 'a' })
    } catch {
      // The rest in smaller pieces.
    }
  }
}
