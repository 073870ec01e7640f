import { formatPath, limits } from '@customer-intel/contract'
import { parseOriginRule } from '../events/ingest/origin-rules.ts'
import { AppError } from '../kernel/errors.ts'
import { defineCommand } from '../kernel/operations/command.ts'
import type { PublicKey, WorkspaceDocument } from '../kernel/workspace/workspace-document.ts'
import { generatePublicKey, toPublicKey } from './api-keys.ts'

const settings = { type: 'tracking_settings', id: 'default' }

/** `GET /api/settings/tracking`. */
export const getTrackingSettings = defineCommand('getTrackingSettings', async (_input, { workspace }) => ({
  data: { tracking: trackingOf(workspace.document) },
  resources: [settings],
}))

/** `PATCH /api/settings/tracking`. */
export const updateTrackingSettings = defineCommand(
  'updateTrackingSettings',
  async ({ body }, { workspace, change }) => {
    const allowedOrigins = [...new Set(body.allowedOrigins)]
    const issues = body.allowedOrigins.flatMap((text, index) => {
      const path = ['allowedOrigins', index]
      const message = `${formatPath(path)} is no origin: write https://app.example.com, example.com, *.example.com or null`
      return parseOriginRule(text) === null ? [{ path, message }] : []
    })
    if (issues.length > 0) throw new AppError('INVALID_REQUEST', issues[0]!.message, { issues })
    await change({
      resource: settings,
      before: trackingOf(workspace.document),
      after: { allowedOrigins },
      apply: () =>
        workspace.updateDocument(({ tracking }) => void Object.assign(tracking, { allowedOrigins })),
    })
    return { data: { tracking: { allowedOrigins } } }
  },
)

/** `GET /api/public-keys`. */
export const listPublicKeys = defineCommand('listPublicKeys', async (_input, { workspace }) => ({
  data: { publicKeys: workspace.document.publicKeys.map(toEntry) },
}))

/** `POST /api/public-keys`. */
export const createPublicKey = defineCommand('createPublicKey', async (_input, context) => {
  const { workspace, change, clock } = context
  const publicKey = toPublicKey(generatePublicKey(), clock())
  await change({
    resource: resourceOf(publicKey),
    before: {},
    after: publicKey,
    apply: () =>
      workspace.updateDocument(({ publicKeys }) => {
        const { perOrganization } = limits.keys
        if (publicKeys.length >= perOrganization)
          throw new AppError('CONFLICT', `A workspace has ${perOrganization} public keys at most`)
        publicKeys.push(publicKey)
      }),
  })
  return { data: { publicKey } }
})

/** `POST /api/public-keys/{key}/revoke`. */
export const revokePublicKey = defineCommand(
  'revokePublicKey',
  async ({ params: { publicKey: key } }, context) => {
    const { workspace, change } = context
    const before = requirePublicKey(workspace.document, key)
    const publicKey = { ...toEntry(before), active: false }
    await change({
      resource: resourceOf(before),
      before: toEntry(before),
      after: publicKey,
      apply: () =>
        workspace.updateDocument((document) => void (requirePublicKey(document, key).active = false)),
    })
    return { data: { publicKey } }
  },
)

function requirePublicKey({ publicKeys }: WorkspaceDocument, key: string): PublicKey {
  const found = publicKeys.find((candidate) => candidate.key === key)
  if (found === undefined)
    throw new AppError('NOT_FOUND', 'There is no such public key: GET /api/public-keys lists them')
  return found
}

function trackingOf({ tracking: { allowedOrigins } }: WorkspaceDocument): { allowedOrigins: string[] } {
  return { allowedOrigins }
}

function toEntry({ key, active, createdAt }: PublicKey): PublicKey {
  return { key, active, createdAt }
}

function resourceOf({ key }: PublicKey): { type: string; id: string } {
  return { type: 'public_key', id: key }
}
