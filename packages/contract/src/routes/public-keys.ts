import * as v from 'valibot'
import { DateTimeSchema } from '../scalars.ts'
import { commandRoute, defineRoutes } from './definition.ts'
import { PublicKeyParamsSchema } from './ingest.ts'

/** A public key: it stands in websites, and is no secret. */
export const PublicKeySchema = v.object({
  /** The key, `pk_…`. */
  key: v.string(),
  /** Whether its events are accepted. */
  active: v.boolean(),
  /** When it was made. ISO 8601, UTC. */
  createdAt: DateTimeSchema,
})

export const publicKeyRoutes = defineRoutes({
  listPublicKeys: commandRoute({
    method: 'GET',
    path: '/api/public-keys',
    sdk: 'publicKeys.list',
    svc: { path: ['public-keys', 'list'] },
    summary: 'List the public keys, the oldest first',
    tag: 'publicKeys',
    grant: 'workspace_settings:read',
    commandId: 'publicKey.list',
    data: v.object({ publicKeys: v.array(PublicKeySchema) }),
    failures: [],
    idempotent: true,
  }),
  createPublicKey: commandRoute({
    method: 'POST',
    path: '/api/public-keys',
    sdk: 'publicKeys.create',
    svc: { path: ['public-keys', 'create'] },
    summary: 'Make another public key, for a website or app',
    description: 'Each has an ingest rate of its own.',
    tag: 'publicKeys',
    grant: 'workspace_settings:manage',
    commandId: 'publicKey.create',
    data: v.object({ publicKey: PublicKeySchema }),
    failures: [409],
    idempotent: false,
  }),
  revokePublicKey: commandRoute({
    method: 'POST',
    path: '/api/public-keys/{publicKey}/revoke',
    sdk: 'publicKeys.revoke',
    svc: { path: ['public-keys', 'revoke'], arguments: ['publicKey'] },
    summary: 'Refuse the events of a public key from now on',
    description: 'Who sends by it is answered 403. What it brought stays.',
    tag: 'publicKeys',
    grant: 'workspace_settings:manage',
    commandId: 'publicKey.revoke',
    params: PublicKeyParamsSchema,
    data: v.object({ publicKey: PublicKeySchema }),
    failures: [404],
    idempotent: true,
  }),
})
