import { randomBytes } from 'node:crypto'
import { type SetupStepResult, validate, WebhookConfigSchema } from '@customer-intel/contract'
import { AppError } from '../../errors.ts'
import { sealedPlace } from '../../secrets/reseal-documents.ts'
import type { Services } from '../../services.ts'
import type { Workspace } from '../../workspaces/workspace.ts'
import { type Connection, connectionsDocument } from '../connections.ts'
import type { Provider } from '../provider.ts'
import type { Webhook } from './webhook.ts'

/** A secret and the one before it: while a provider changes over, both are used. */
const keptSecrets = 2

export interface WebhookStepOptions {
  workspace: Workspace
  provider: Provider
  /** `{ webhookSecret }`; undefined: tells what is to be entered at the provider. */
  config: unknown
  /** Where the world reaches this server, without a slash at the end. */
  baseUrl: string
  services: Pick<Services, 'secrets'>
}

/**
 * The step `webhook-setup`: without `config` the instructions, with it a secret is stored. Throws AppErrors
 * `INVALID_REQUEST` where the provider isn't connected, and `UNAVAILABLE` where nothing can be sealed.
 */
export async function runWebhookStep(options: WebhookStepOptions): Promise<SetupStepResult> {
  const { workspace, provider, config, baseUrl, services } = options
  const { webhook } = provider
  if (webhook === undefined) throw new AppError('INVALID_REQUEST', `${provider.id} sends no webhooks`)
  const place = sealedPlace(workspace.organization.id, connectionsDocument)
  const given = config === undefined ? null : readSecret(config)
  let secret = given
  const known = requireConnection(await workspace.connections.read(), provider).webhook?.secrets ?? []
  if (secret === null && webhook.secretOf === 'server')
    secret =
      known[0] === undefined ? randomBytes(15).toString('hex') : await services.secrets.open(known[0], place)
  const latest = known[0] === undefined ? null : await services.secrets.open(known[0], place)
  if (secret !== null && secret !== latest)
    await keepSecret(options, await services.secrets.seal(secret, place))
  const connection = requireConnection(await workspace.connections.read(), provider)
  return {
    status: given === null ? 'manual_setup_required' : 'completed',
    provider: provider.id,
    step: 'webhook-setup',
    connectionId: connection.connectionId,
    setup: {
      mode: 'manual',
      webhookUrl: `${baseUrl}/api/webhooks/${provider.id}?connection=${encodeURIComponent(connection.connectionId)}`,
      headers: secret === null ? {} : (webhook.headers?.(secret) ?? {}),
      // What the provider made, it knows.
      secret: webhook.secretOf === 'server' && webhook.headers === undefined ? secret : null,
      requiredEvents: [...webhook.requiredEvents],
      docsUrl: webhook.docsUrl,
      status: statusOf(webhook, connection),
    },
    nextActions:
      webhook.secretOf === 'provider' && connection.webhook === undefined
        ? [`svc integrations setup ${provider.cliName} webhooks --config '{"webhookSecret": "…"}'`]
        : [`svc integrations status ${provider.cliName}`],
  }
}

async function keepSecret({ workspace, provider }: WebhookStepOptions, sealed: string): Promise<void> {
  await workspace.connections.change((connections) => {
    const connection = requireConnection(connections, provider)
    connection.webhook = {
      receivedAt: connection.webhook?.receivedAt ?? null,
      secrets: [sealed, ...(connection.webhook?.secrets ?? [])].slice(0, keptSecrets),
    }
  })
}

function readSecret(config: unknown): string {
  const result = validate(WebhookConfigSchema, config, { root: 'config' })
  const issues = result.ok
    ? []
    : result.issues.map(({ path, message }) => ({ path: ['config', ...path], message }))
  if (!result.ok) throw new AppError('INVALID_REQUEST', issues[0]?.message ?? 'config is invalid', { issues })
  const secret = result.value.webhookSecret.trim()
  if (/^[\x21-\x7e]{8,500}$/.test(secret)) return secret
  const message = 'config.webhookSecret must be 8 to 500 letters, digits and signs: copy it again.'
  throw new AppError('INVALID_REQUEST', message, { issues: [{ path: ['config', 'webhookSecret'], message }] })
}

function requireConnection(connections: Partial<Record<string, Connection>>, { id }: Provider): Connection {
  const connection = connections[id]
  if (connection !== undefined) return connection
  throw new AppError('INVALID_REQUEST', `${id} is not connected: connect it first`)
}

function statusOf({ secretOf }: Webhook, { webhook }: Connection): string {
  if (webhook === undefined)
    return secretOf === 'provider' ? 'waiting for config.webhookSecret' : 'no webhook was received yet'
  if (webhook.receivedAt === null) return 'no webhook was received yet'
  return `the last webhook was received at ${new Date(webhook.receivedAt).toISOString()}`
}
