import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fileStore } from '../../src/drivers/file/file-store.ts'
import { fileStoreReader } from '../../src/drivers/file/file-store-reader.ts'

let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'customer-intel-format-'))
})
afterEach(() => rm(directory, { recursive: true, force: true }))

const stores = { server: fileStore, reader: fileStoreReader }

test('a data directory says its format, also one that had none', async () => {
  for (const when of ['at first', 'again'] as const) {
    const store = fileStore({ directory })
    await store.open()
    await store.close()
    expect({ when, ...JSON.parse(await readFile(join(directory, 'store.json'), 'utf8')) }).toEqual({
      when,
      format: 1,
    })
    if (when === 'at first') await rm(join(directory, 'store.json'))
  }
})

test.each(Object.entries(stores))(
  'a %s opens no directory of a newer version, and changes nothing in it',
  async (_, openStore) => {
    await writeFile(join(directory, 'store.json'), '{"format":2}')
    await expect(openStore({ directory }).open()).rejects.toThrow(
      /newer version: its store.json says format 2.*knows 1/,
    )
    expect(await readdir(directory)).toEqual(['store.json'])
    expect(await readFile(join(directory, 'store.json'), 'utf8')).toBe('{"format":2}')
  },
)

test.each(['', 'format', '{}', '{"format":"1"}', 'null'])(
  '%j in its place is refused with the remedy',
  async (text) => {
    await writeFile(join(directory, 'store.json'), text)
    await expect(fileStore({ directory }).open()).rejects.toThrow(/store.json has no format: write/)
  },
)
