import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, realpath, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { lockDirectory } from '../../src/drivers/file/directory-lock.ts'
import { temporaryDirectory } from './temporary-directory.ts'

test('a directory is locked by one at a time, and free once released', async () => {
  const directory = await temporaryDirectory()
  const lock = await lockDirectory(directory)
  await expect(lockDirectory(directory)).rejects.toThrow(
    `in use by the process with pid ${process.pid}. Stop that server first`,
  )
  await lock.release()
  await (await lockDirectory(directory)).release()
})

test('kill -9 of the holder frees the directory, without manual work', async () => {
  const directory = await temporaryDirectory()
  const holder = spawn(
    process.execPath,
    ['--import', 'tsx', fileURLToPath(new URL('locking-process.ts', import.meta.url)), directory],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  await once(holder.stdout, 'data')
  await expect(lockDirectory(directory)).rejects.toThrow(`pid ${holder.pid}`)
  holder.kill('SIGKILL')
  await once(holder, 'exit')
  await (await lockDirectory(directory)).release()
})

test('of many that start together, one at most holds the lock', async () => {
  const directory = await temporaryDirectory()
  const results = await Promise.allSettled(Array.from({ length: 8 }, () => lockDirectory(directory)))
  const held = results.filter((result) => result.status === 'fulfilled')
  expect(held.length).toBeLessThanOrEqual(1)
  for (const { value } of held) await value.release()
})

test('a path longer than a socket address is locked all the same', async () => {
  const directory = join(await temporaryDirectory(), 'd'.repeat(120))
  await mkdir(directory)
  const lock = await lockDirectory(directory)
  await expect(lockDirectory(directory)).rejects.toThrow('in use')
  await lock.release()
})

test('after a lock was let go, links in node_modules still lead to what they name', async () => {
  const directory = await temporaryDirectory()
  const modules = join(directory, 'node_modules')
  for (const name of ['one', 'two']) {
    await mkdir(join(directory, 'real', name), { recursive: true })
    await writeFile(join(directory, 'real', name, 'index.js'), '')
    await mkdir(modules, { recursive: true })
    await symlink(join(directory, 'real', name), join(modules, name))
  }
  const { resolve } = createRequire(join(directory, 'program.js'))
  const real = (name: string) => realpath(join(directory, 'real', name, 'index.js'))
  expect(resolve('one')).toBe(await real('one'))
  await (await lockDirectory(directory)).release()
  expect(resolve('two')).toBe(await real('two'))
})
