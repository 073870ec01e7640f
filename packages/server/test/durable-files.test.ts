import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import * as files from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createFile } from '../src/kernel/durable-files.ts'
import { addKeyToFile, readKeyFile } from '../src/kernel/secrets/key-file.ts'

vi.mock('node:fs/promises', async (load) => {
  const real = await load<typeof files>()
  return { ...real, link: vi.fn(real.link) }
})
const link = vi.mocked(files.link)

let directory: string
let path: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'customer-intel-files-'))
  path = join(directory, 'secret.key')
})
afterEach(() => {
  link.mockReset()
  rmSync(directory, { recursive: true, force: true })
})

const failure = (code: string) => Object.assign(new Error(code), { code })
const leftover = () => `secret.key.${randomUUID()}.tmp`

describe('a file that must not be there yet', () => {
  it.each(['EPERM', 'ENOTSUP', 'ENOSYS'])('is made without hard links, too: %s', async (code) => {
    link.mockRejectedValue(failure(code))
    const contents = ['first', 'second', 'third']
    const made = await Promise.all(contents.map((content) => createFile(path, content)))
    expect(made.filter(Boolean)).toHaveLength(1)
    expect(readFileSync(path, 'utf8')).toBe(contents[made.indexOf(true)])
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(await createFile(path, 'late')).toBe(false)
    expect(readdirSync(directory)).toEqual(['secret.key'])
  })

  it('is not made where a link fails for another reason', async () => {
    link.mockRejectedValue(failure('EIO'))
    await expect(createFile(path, 'content')).rejects.toThrow('EIO')
    expect(readdirSync(directory)).toEqual([])
  })

  it('is another’s where that removed this draft as a leftover', async () => {
    link.mockImplementationOnce(async (draft) => {
      expect(await createFile(path, 'theirs')).toBe(true)
      return files.link(draft, path)
    })
    expect(await createFile(path, 'ours')).toBe(false)
    expect(readFileSync(path, 'utf8')).toBe('theirs')
  })
})

describe('a key that a kill left in a draft', () => {
  it('is removed when the key file is made', async () => {
    writeFileSync(join(directory, leftover()), 'a key')
    await readKeyFile(path)
    expect(readdirSync(directory)).toEqual(['secret.key'])
  })

  it('is removed when keys are written, and no other file', async () => {
    await readKeyFile(path)
    const others = ['secret.key.backup', 'secret.key.backup.tmp', `other.${leftover()}`]
    for (const name of [leftover(), ...others]) writeFileSync(join(directory, name), 'a key')
    await addKeyToFile(path)
    expect(readdirSync(directory).sort()).toEqual(['secret.key', ...others].sort())
  })
})
