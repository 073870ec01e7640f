import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { fileStore } from '../../src/drivers/file/file-store.ts'

/** An organization with one document, and where it lies. */
async function openOrganization() {
  const directory = await mkdtemp(join(tmpdir(), 'customer-intel-documents-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  const store = fileStore({ directory })
  onTestFinished(() => store.close())
  const { documents } = store.organization('org')
  const version = await documents.write('settings', 1, { expected: null })
  return { directory, documents, version: version!, path: documents.place('settings') }
}

test.each([
  [
    'another process writes it',
    async ({ directory, version }: Awaited<ReturnType<typeof openOrganization>>) => {
      // What a command beside the server does.
      const command = fileStore({ directory })
      await command.organization('org').documents.write('settings', 2, { expected: version })
      await command.close()
    },
  ],
  ['somebody edits it where it lies', ({ path }) => appendFile(path, '\n')],
  ['another one is made', ({ path }) => writeFile(path.replace('settings', 'agents'), '[]')],
  ['it is removed', ({ path }) => rm(path)],
] as [string, (organization: Awaited<ReturnType<typeof openOrganization>>) => Promise<void>][])(
  'who watches documents is told when %s',
  async (_what, change) => {
    const organization = await openOrganization()
    let told = 0
    const end = organization.documents.watch!(() => told++)
    onTestFinished(end)
    await change(organization)
    await expect.poll(() => told).toBeGreaterThan(0)
  },
)

test('who watches documents is not told of other files, nor after the end', async () => {
  const { path, documents } = await openOrganization()
  let told = 0
  let toldOther = 0
  const end = documents.watch!(() => told++)
  onTestFinished(documents.watch!(() => toldOther++))
  await writeFile(join(path, '../activity.duckdb.wal'), 'x')
  await writeFile(join(path, '../audit.ndjson'), '{}')
  end()
  await writeFile(path, '2')
  await expect.poll(() => toldOther).toBeGreaterThan(0)
  expect(told).toBe(0)
})

test('a folder that is not there can be watched: nobody is told', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'customer-intel-documents-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  const store = fileStore({ directory })
  onTestFinished(() => store.close())
  const { documents } = store.organization('nobody')
  expect(() => documents.watch!(() => undefined)()).not.toThrow()
})
