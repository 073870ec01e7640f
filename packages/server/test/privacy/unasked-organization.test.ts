import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createServer } from '../../src/app/app.ts'
import { defineOrganization } from '../../src/organizations/define-organization.ts'
import { fileStore } from '../../src/drivers/file/file-store.ts'
import { openFileWorkspaces } from '../support/file-workspaces.ts'
import { canary, filesWith, fillWithJane } from './fill-with-jane.ts'

const program = fileURLToPath(new URL('erasing-process.ts', import.meta.url))

let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'customer-intel-unasked-'))
})
afterEach(async () => {
  await rm(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
})

test('an erasure that was killed goes on in an organization that nobody asks', async () => {
  const workspaces = openFileWorkspaces(directory)
  const [first, second] = [defineOrganization({ name: 'First' }), defineOrganization({ name: 'Second' })]
  await workspaces.createOrganization(first.document.organization, first.document)
  const workspace = await workspaces.createOrganization(second.document.organization, second.document)
  await fillWithJane(workspace)
  await workspaces.close()
  const { id } = second.document.organization
  const folder = join(directory, 'organizations', id)

  const child = spawn(process.execPath, ['--import', 'tsx', program, directory, id], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const closed = once(child, 'close')
  await once(child.stdout, 'data')
  child.kill('SIGKILL')
  await closed
  expect(await filesWith(folder, canary)).not.toEqual([])

  const server = createServer({ store: fileStore({ directory, sync: false }) })
  // The first is asked, the second never.
  expect((await server.fetch(new Request('http://localhost/health'))).status).toBe(200)
  await expect.poll(() => filesWith(folder, canary), { interval: 500 }).toEqual([])
  await expect
    .poll(async () => (await readdir(folder)).filter((name) => name.includes('pending')), {
      interval: 500,
    })
    .toEqual([])
  await server.close()
})
