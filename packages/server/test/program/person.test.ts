import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { defineOrganization } from '../../src/organizations/define-organization.ts'
import { canary, filesWith, fillWithJane, janesEmail, janesUserId } from '../privacy/fill-with-jane.ts'
import { openFileWorkspaces } from '../support/file-workspaces.ts'
import { runCommand } from '../support/run-command.ts'

test('person export prints what is known a line each, person erase takes it away; then there is nobody', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'customer-intel-person-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  const workspaces = openFileWorkspaces(directory)
  const { document } = defineOrganization({ name: 'Acme' })
  await fillWithJane(await workspaces.createOrganization(document.organization, document))
  await workspaces.close()

  const exported = await runCommand(directory, 'person', 'export', janesUserId)
  expect(exported.code).toBe(0)
  const items = exported.out.split('\n').map((line) => JSON.parse(line) as { kind: string; data: object })
  expect(items.find(({ kind }) => kind === 'contact')?.data).toMatchObject({ email: janesEmail })

  const erased = await runCommand(directory, 'person', 'erase', janesEmail)
  expect(erased.code).toBe(0)
  expect(JSON.parse(erased.out)).toMatchObject({
    status: 'DONE',
    receipt: { requestedBy: 'operator', events: 4 },
  })
  expect(await filesWith(directory, canary, janesUserId)).toEqual([])

  expect(await runCommand(directory, 'person', 'erase', janesEmail)).toMatchObject({
    code: 1,
    err: 'There is nobody by that e-mail address, userId or id.',
  })
  await expect(runCommand(directory, 'person', 'forget', janesEmail)).rejects.toThrow(
    /needs one of: person export, person erase/,
  )
})
