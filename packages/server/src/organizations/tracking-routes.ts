import { formatPath, limits } from '@customer-intel/contract'
import { parseOriginRule } from '../events/ingest/origin-rules.ts'
import { AppError } from '../kernel/errors.ts'
import { defineCommand } from '../kernel/operations/command.ts'
import { workspaceSettings } from '../kernel/operations/workspace-settings.ts'
import type { PublicKey, WorkspaceDocument } from '../kernel/workspace/workspace-document.ts'
import { generatePublicKey, toPublicKey } from './api-keys.ts'

const settings = workspaceSettings('tracking_settings', ({ tracking }: WorkspaceDocument) => tracking, [
  'allowedOrigins',
])

/** `GET /api/settings/tracking`. */
export const getTrackingSettings = defineCommand('getTrackingSettings', async (_input, { workspace }) => ({
  data: { tracking: settings.shown(workspace.document) },
  resources: [settings.resource],
}))

/** `PATCH /api/settings/tracking`. */
export const updateTrackingSettings = defineCommand('updateTrackingSettings', async ({ body }, context) => {
  const issues = body.allowedOrigins.flatMap((text, index) => {
    const path = ['allowedOrigins', index]
    const message = `${formatPath(path)} is no origin: write https://app.example.com, example.com, *.example.com or null`
    return parseOriginRule(text) === null ? [{ path, message }] : []
  })
  if (issues.length > 0) throw new AppError('INVALID_REQUEST', issues[0]!.message, { issues })
  const allowedOrigins = [...new Set(body.allowedOrigins)]
  return { data: { tracking: await settings.change(context, { allowedOrigins }) } }
})

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

function toEntry({ key, active, createdAt }: PublicKey): PublicKey {
  return { key, active, createdAt }
}

function resourceOf({ key }: PublicKey): { type: string; id: string } {
  return { type: 'public_key', id: key }
}
