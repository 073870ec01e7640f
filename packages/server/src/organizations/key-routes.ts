import { type ApiKey as ApiKeyEntry, type Grant, limits } from '@customer-intel/contract'
import { AppError } from '../kernel/errors.ts'
import { type CommandContext, defineCommand } from '../kernel/operations/command.ts'
import { keyUsage } from '../kernel/operations/take-api-call.ts'
import type { ApiKey, WorkspaceDocument } from '../kernel/workspace/workspace-document.ts'
import { generateApiKey, isInForce, toApiKey } from './api-keys.ts'
import { withSecretAnswer } from './with-secret-answer.ts'

/** `GET /api/keys`. */
export const listApiKeys = defineCommand('listApiKeys', async (_input, context) => ({
  data: { keys: context.workspace.document.apiKeys.map((key) => toEntry(context, key)) },
}))

/** `POST /api/keys`. */
export const createApiKey = withSecretAnswer(
  defineCommand('createApiKey', async ({ body }, context) => {
    const { workspace, change, clock } = context
    requireHeld(context, body.grants)
    const grants = [...new Set(body.grants)]
    const { name, keyType, expiresAt } = body
    if (expiresAt !== undefined && Date.parse(expiresAt) <= clock()) {
      const message = 'expiresAt is over: give a time that is to come'
      throw new AppError('INVALID_REQUEST', message, { issues: [{ path: ['expiresAt'], message }] })
    }
    const secret = generateApiKey()
    const key: ApiKey = {
      ...toApiKey(secret, { name, grants, keyType, now: clock() }),
      ...(expiresAt !== undefined && { expiresAt }),
    }
    await change({
      resource: resourceOf(key),
      before: {},
      after: audited(key),
      apply: () =>
        workspace.updateDocument(({ apiKeys }) => {
          requireRoom(apiKeys)
          apiKeys.push(key)
        }),
    })
    return { data: { key: toEntry(context, key), secret } }
  }),
)

/** `POST /api/keys/{id}/rotate`. */
export const rotateApiKey = withSecretAnswer(
  defineCommand('rotateApiKey', async ({ params: { id }, body }, context) => {
    const { workspace, change, clock } = context
    const now = clock()
    const secret = generateApiKey()
    const old = requireKey(workspace.document, id)
    requireHeld(context, old.grants)
    requireReplaceable(old, now)
    const graceMs = (body?.graceSeconds ?? 0) * 1_000
    const key: ApiKey = {
      ...toApiKey(secret, { ...old, now }),
      ...(old.expiresAt && { expiresAt: old.expiresAt }),
    }
    await change({
      resource: resourceOf(old),
      before: audited(old),
      after: { ...audited(key), replacedBy: key.id, graceSeconds: graceMs / 1_000 },
      apply: () =>
        workspace.updateDocument((document) => {
          const replaced = requireKey(document, id)
          requireReplaceable(replaced, now)
          requireRoom(document.apiKeys)
          document.apiKeys.push(key)
          if (graceMs === 0) replaced.active = false
          else replaced.expiresAt = new Date(now + graceMs).toISOString()
          for (const issued of issuedByKey(document, id)) issued.issuedBy = key.id
        }),
    })
    return { data: { key: toEntry(context, key), secret } }
  }),
)

/** `POST /api/keys/{id}/revoke`: it, and what sign-ins made by it. */
export const revokeApiKey = defineCommand('revokeApiKey', async ({ params: { id } }, context) => {
  const { workspace, change } = context
  const key = requireKey(workspace.document, id)
  const ended = (document: WorkspaceDocument) => [requireKey(document, id), ...issuedByKey(document, id)]
  const isOver = ended(workspace.document).every(({ active }) => !active)
  await change({
    resource: resourceOf(key),
    before: { active: !isOver },
    after: { active: false },
    apply: () =>
      workspace.updateDocument((document) => {
        for (const one of ended(document)) one.active = false
      }),
  })
  return { data: { keys: ended(workspace.document).map((one) => toEntry(context, one)) } }
})

/** Nobody gives what they haven't: a key with more grants than its maker's would be a way to them. */
function requireHeld({ grants }: CommandContext, wanted: readonly Grant[]): void {
  const missing = wanted.filter((grant) => !grants.includes(grant))
  if (missing.length > 0)
    throw new AppError('FORBIDDEN', `Nobody gives what they haven't: ${missing.join(', ')} missing`)
}

function requireKey({ apiKeys }: WorkspaceDocument, id: string): ApiKey {
  const key = apiKeys.find((candidate) => candidate.id === id)
  if (key === undefined)
    throw new AppError('NOT_FOUND', 'There is no key with this id: GET /api/keys lists them')
  return key
}

function requireReplaceable(key: ApiKey, now: number): void {
  if (key.session)
    throw new AppError('CONFLICT', 'A program that signed in renews its key itself: revoke it to end that')
  if (!isInForce(key, now)) throw new AppError('CONFLICT', 'This key works no more: make another')
}

function requireRoom(apiKeys: readonly ApiKey[]): void {
  const { perOrganization } = limits.keys
  if (apiKeys.filter(({ active }) => active).length >= perOrganization)
    throw new AppError('CONFLICT', `A workspace has ${perOrganization} keys at most: revoke one first`)
}

/** The keys that sign-ins made by this one. */
function issuedByKey({ apiKeys }: WorkspaceDocument, id: string): ApiKey[] {
  return apiKeys.filter(({ issuedBy }) => issuedBy === id)
}

function toEntry({ workspace, clock }: CommandContext, key: ApiKey): ApiKeyEntry {
  const { id, name, prefix, grants, keyType, active, createdAt, issuedBy = null, expiresAt = null } = key
  const state = isInForce(key, clock()) ? 'active' : active ? 'expired' : 'revoked'
  return {
    id,
    name,
    prefix,
    grants,
    keyType,
    state,
    issuedBy,
    createdAt,
    expiresAt,
    ...keyUsage(workspace, key),
  }
}

function audited({ name, prefix, keyType, grants, expiresAt = null }: ApiKey): object {
  return { name, prefix, keyType, grants, expiresAt }
}

function resourceOf({ id }: ApiKey): { type: string; id: string } {
  return { type: 'api_key', id }
}
