import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fileStore } from '../../src/drivers/file/file-store.ts'
import type { OrganizationStore, Store } from '../../src/kernel/store/ports.ts'
import { canMountSmallDisk, mountSmallDisk, unmount } from '../support/small-disk.ts'

const canMount = canMountSmallDisk()

let disk: string
let store: Store
let ports: OrganizationStore
beforeEach(() => {
  if (!canMount) return
  disk = mountSmallDisk(768)!
  store = fileStore({ directory: disk })
  ports = store.organization('acme')
})
afterEach(async () => {
  if (!canMount) return
  await store.close()
  unmount(disk)
})

const text = 'x'.repeat(20_000)
const long = { ttlMs: 60_000 }

/** Each writer: one write that succeeds while there is room, and what is read of all that succeeded. */
const writers: {
  port: string
  code: string
  write: (ports: OrganizationStore, number: number) => Promise<unknown>
  read: (ports: OrganizationStore) => Promise<number>
}[] = [
  {
    port: 'log',
    code: 'LOG_UNAVAILABLE',
    write: ({ log }, number) => log.append(Buffer.from(`${number} ${text}`)),
    async read({ log }) {
      const end = await log.end()
      let count = 0
      for (let next = 0; next < end;) {
        const page = await log.read(next, end)
        count += page.entries.length
        next = page.next
      }
      return count
    },
  },
  {
    port: 'documents',
    code: 'UNAVAILABLE',
    write: ({ documents }, number) => documents.write(`d-${number}`, text, { expected: null }),
    read: async ({ documents }) => {
      const names = await documents.list()
      const found = await Promise.all(names.map((name) => documents.read(name)))
      return found.filter((document) => document?.value === text).length
    },
  },
  {
    port: 'journals',
    code: 'UNAVAILABLE',
    write: ({ journals }, number) => journals.append('audit', [{ number, text }]),
    read: async ({ journals }) => (await journals.read('audit')).length,
  },
  {
    port: 'claims',
    code: 'UNAVAILABLE',
    write: ({ claims }, number) => claims.settle(`${number}`, text, long),
    async read({ claims }) {
      let count = 0
      while ((await claims.find(`${count}`)) === text) count++
      return count
    },
  },
]

test.skipIf(!canMount).each(writers)(
  'a full disk is told by $port, which loses nothing, and goes on once there is room (skipped where no tmpfs can be mounted)',
  async ({ code, write, read }) => {
    let written = 0
    const fill = async () => {
      for (; written < 200; written++) await write(ports, written)
    }
    await write(ports, written++)
    writeFileSync(join(disk, 'ballast'), Buffer.alloc(300_000))
    const refused = { code, retryAfterSeconds: expect.any(Number) as number }
    await expect(fill()).rejects.toMatchObject(refused)
    await expect(write(ports, written)).rejects.toMatchObject(refused)
    expect(await read(ports)).toBe(written)

    rmSync(join(disk, 'ballast'))
    await write(ports, written++)
    expect(await read(ports)).toBe(written)

    await store.close()
    store = fileStore({ directory: disk })
    ports = store.organization('acme')
    expect(await read(ports)).toBe(written)
  },
)

test.skipIf(!canMount)(
  'a lease that can not be noted on a full disk is not given (skipped where no tmpfs can be mounted)',
  async () => {
    await ports.documents.write('workspace', {}, { expected: null })
    await store.open()
    await expect(
      (async () => {
        for (let number = 0; ; number++)
          await ports.journals.append(`j-${number}`, [{ text: 'x'.repeat(3_000) }])
      })(),
    ).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    await expect(ports.leases.acquire('work', long)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    await store.removeOrganization('acme')
    ports = store.organization('acme')
    expect(await ports.leases.acquire('work', long)).not.toBeNull()
  },
)
