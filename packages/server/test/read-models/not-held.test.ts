import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { encodeRecord } from '../../src/kernel/log/record.ts'
import { databasePath, openReadModels } from '../../src/projector/process/open-read-models.ts'
import { createSlots } from '../../src/projector/process/slots.ts'
import { memoryStore } from '../../src/drivers/memory/memory-store.ts'

test('read models that are not held follow the log while they are asked, from whatever is prepared, and leave nothing after a rebuild', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'customer-intel-not-held-'))
  const store = memoryStore()
  await store.open()
  const { log } = store.organization('acme')
  const append = (eventName: string) =>
    log.append(encodeRecord({ kind: 'activation', receivedAt: Date.now(), eventName }))
  let isHeld = false
  const prepared: string[][] = []
  const readModels = await openReadModels({
    directory,
    log,
    slots: createSlots(1),
    idleMs: 50,
    isHeld: () => isHeld,
    async prepare() {
      prepared.push((await readdir(directory)).sort())
    },
  })
  onTestFinished(async () => {
    await readModels.close()
    await rm(directory, { recursive: true, force: true })
  })
  const isGone = () => readModels.usage() === null

  await append('first')
  const end = await append('second')
  // Nobody has asked, so there is no process that could follow.
  expect([readModels.projected, prepared]).toEqual([0, []])
  expect((await readModels.exact({ withinMs: 60_000 })).projected).toBe(end)
  expect(prepared).toEqual([[]])
  await expect.poll(isGone).toBe(true)

  isHeld = true
  const further = await append('third')
  await expect.poll(() => readModels.projected).toBe(further)
  expect(prepared).toHaveLength(2)
  isHeld = false
  await expect.poll(isGone).toBe(true)

  await writeFile(join(directory, 'of-others'), '')
  await readModels.rebuild()
  expect(await readdir(directory)).toEqual(['of-others'])
  expect((await readModels.exact({ withinMs: 60_000 })).projected).toBe(further)
  expect(await readdir(directory)).toContain(basename(databasePath(directory)))
})
