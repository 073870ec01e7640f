import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AppError } from '../../src/kernel/errors.ts'
import { defineOrganization } from '../../src/organizations/define-organization.ts'
import { readKeyFile } from '../../src/kernel/secrets/key-file.ts'
import { sealedPlace } from '../../src/kernel/secrets/reseal-documents.ts'
import { createSecretBox } from '../../src/kernel/secrets/secret-box.ts'
import { fileStore } from '../../src/drivers/file/file-store.ts'
import { runCommand } from '../support/run-command.ts'

const keys = [randomBytes(32), randomBytes(32)]
const box = createSecretBox(async () => keys)

describe('a secret box', () => {
  it('opens what it sealed, which holds nothing of the secret', async () => {
    const sealed = await box.seal('sk_live_1234', 'acme/connection')
    expect(sealed).not.toContain('sk_live')
    expect(Buffer.from(sealed.split(':').at(-1)!, 'base64url').toString('latin1')).not.toContain('sk_live')
    expect(await box.open(sealed, 'acme/connection')).toBe('sk_live_1234')
    expect(await box.seal('sk_live_1234', 'acme/connection')).not.toBe(sealed)
  })

  it('opens nothing for another place, nothing that was changed, and nothing with another key', async () => {
    const sealed = await box.seal('sk_live_1234', 'acme/connection')
    await expect(box.open(sealed, 'globex/connection')).rejects.toThrow('sealed for another place')
    // Not the last character: of that not every bit counts.
    const flipped = sealed.replace(/.(?=.{4}$)/, (letter) => (letter === 'A' ? 'B' : 'A'))
    await expect(box.open(flipped, 'acme/connection')).rejects.toThrow()
    const other = createSecretBox(async () => [randomBytes(32)])
    await expect(other.open(sealed, 'acme/connection')).rejects.toThrow('SVC_SECRET_KEY')
  })

  it('says what is wrong where there is no key', async () => {
    const sealed = await box.seal('sk_live_1234', 'acme/connection')
    for (const [reason, code] of [
      [new AppError('CONFLICT', 'set SVC_SECRET_KEY'), 'CONFLICT'],
      [new Error('EACCES: permission denied'), 'UNAVAILABLE'],
    ] as const) {
      const none = createSecretBox(() => Promise.reject(reason))
      const refused = { code, message: expect.stringContaining(reason.message) }
      await expect(none.seal('sk_live_1234', 'acme/connection')).rejects.toMatchObject(refused)
      await expect(none.open(sealed, 'acme/connection')).rejects.toMatchObject(refused)
    }
  })

  it('seals again with the first key, and opens with any', async () => {
    const former = await createSecretBox(async () => [keys[1]!]).seal('secret', 'here')
    expect(await box.open(former, 'here')).toBe('secret')
    const resealed = await box.reseal(former, 'here')
    expect(await createSecretBox(async () => [keys[0]!]).open(resealed, 'here')).toBe('secret')
    expect(await box.reseal(resealed, 'here')).toBe(resealed)
  })
})

describe('the key file and svc-server secrets rotate', () => {
  let directory: string
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'customer-intel-secrets-'))
  })
  afterEach(() => rm(directory, { recursive: true, force: true }))

  it('is made once, for its owner alone, also by several at once', async () => {
    const path = join(directory, 'data', 'secret.key')
    const made = await Promise.all([readKeyFile(path), readKeyFile(path), readKeyFile(path)])
    expect(new Set(made.map(([key]) => Buffer.from(key!).toString('hex'))).size).toBe(1)
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    await chmod(path, 0o644)
    await expect(readKeyFile(path)).rejects.toThrow('chmod 600')
  })

  it('puts every stored secret under a new key', async () => {
    const path = join(directory, 'secret.key')
    const current = createSecretBox(() => readKeyFile(path))
    const { document } = defineOrganization({ name: 'Acme' })
    const store = fileStore({ directory, sync: false })
    await store.open()
    const organizationId = document.organization.id
    const { documents } = store.organization(organizationId)
    await documents.write('workspace', document, { expected: null })
    const sealed = await current.seal('sk_live_1234', sealedPlace(organizationId, 'connection-billing-a'))
    const value = { credentials: { apiKey: sealed }, attempts: [1, null, sealed] }
    await documents.write('connection-billing-a', value, { expected: null })
    await store.close()
    const [before] = await readKeyFile(path)

    const { code, out } = await runCommand(directory, 'secrets', 'rotate')
    expect({ code, out }).toEqual({ code: 0, out: '2 secrets encrypted with the new key.' })
    const [after, former] = await readKeyFile(path)
    expect(former).toEqual(before)
    const text = await readFile(
      join(directory, 'organizations', organizationId, 'connection-billing-a.json'),
      'utf8',
    )
    const rotated = JSON.parse(text) as typeof value
    const onlyNew = createSecretBox(async () => [after!])
    expect(
      await onlyNew.open(rotated.credentials.apiKey, sealedPlace(organizationId, 'connection-billing-a')),
    ).toBe('sk_live_1234')
    expect((await runCommand(directory, 'secrets', 'rotate')).code).toBe(0)
    expect(await readKeyFile(path)).toHaveLength(2)
  })
})
