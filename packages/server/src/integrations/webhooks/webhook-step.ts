import { randomBytes } from 'node:crypto'
import { type JsonObject, validate, WebhookConfigSchema } from '@customer-intel/contract'
import { AppError } from '../../kernel/errors.ts'
import { sealedPlace } from '../../kernel/secrets/reseal-documents.ts'
import { type Connection, connectionsDocument, connectionsOf } from '../connections.ts'
import type { SetupStep, StepOutcome, StepRequest } from '../provider.ts'
import type { Webhook } from './webhook.ts'

/** The secret and the previous one: during a provider's rotation both are used. */
const keptSecrets = 2

/** Describes what to configure at the provider so that it sends webhooks; stores the secret that signs them. */
export function webhookStep(webhook: Webhook): SetupStep {
  return {
    id: 'webhook-setup',
    tokens: ['webhooks', 'webhook'],
    label: 'Webhooks',
    required: true,
    note: 'Without it changes come with the next sync.',
    isDone: (connection) => connection.webhook !== undefined && connection.webhook.receivedAt !== null,
    run: (request) => run(webhook, request),
  }
}

async function run(webhook: Webhook, request: StepRequest): Promise<StepOutcome> {
  const { provider, connection, config, address } = request
  const given = config === null ? null : readSecret(config)
  const { secret, state } = await resolveSecret(webhook, request, given)
  const query = new URLSearchParams({ connection: connection.connectionId }).toString()
  return {
    status: given === null ? 'manual_setup_required' : 'completed',
    setup: {
      mode: 'manual',
      webhookUrl: `${address}/api/webhooks/${provider.id}?${query}`,
      headers: secret === null ? {} : (webhook.headers?.(secret) ?? {}),
      // A secret that the provider created isn't repeated.
      secret: webhook.secretOf === 'server' && webhook.headers === undefined ? secret : null,
      requiredEvents: [...webhook.requiredEvents],
      docsUrl: webhook.docsUrl,
      status: statusOf(webhook, state),
    },
    nextActions: [`svc integrations status ${provider.cliName}`],
  }
}

/** The secret from now on, as far as it may be shown: the given one, else the existing one, else a new one. */
async function resolveSecret(
  { secretOf }: Webhook,
  { workspace, provider, services, connection }: StepRequest,
  given: string | null,
): Promise<{ secret: string | null; state: Connection['webhook'] }> {
  const place = sealedPlace(workspace.organization.id, connectionsDocument)
  const [sealed] = connection.webhook?.secrets ?? []
  const known = sealed === undefined ? null : await services.secrets.open(sealed, place)
  const secret = given ?? known ?? (secretOf === 'server' ? randomBytes(15).toString('hex') : null)
  if (secret === null || secret === known) return { secret, state: connection.webhook }
  const added = await services.secrets.seal(secret, place)
  const state = await connectionsOf(workspace).change((connections) => {
    const current = connections[provider.id]
    if (current?.generation !== connection.generation)
      throw new AppError('INVALID_REQUEST', `${provider.id} was connected again meanwhile: ask again`)
    const { receivedAt = null, secrets = [] } = current.webhook ?? {}
    current.webhook = { receivedAt, secrets: [added, ...secrets].slice(0, keptSecrets) }
    return current.webhook
  })
  return { secret, state }
}

function readSecret(config: JsonObject): string {
  const result = validate(WebhookConfigSchema, config)
  if (!result.ok) {
    const issues = result.issues.map(({ path, message }) => ({
      path: ['config', ...path],
      message: `config.${message}`,
    }))
    throw new AppError('INVALID_REQUEST', issues[0]?.message ?? 'config is not valid', { issues })
  }
  const secret = result.value.webhookSecret.trim()
  if (/^[\x21-\x7e]{8,500}$/.test(secret)) return secret
  const message = 'config.webhookSecret must be 8 to 500 letters, digits and signs: copy it again.'
  throw new AppError('INVALID_REQUEST', message, { issues: [{ path: ['config', 'webhookSecret'], message }] })
}

function statusOf({ secretOf }: Webhook, webhook: Connection['webhook']): string {
  if (webhook === undefined && secretOf === 'provider') return 'waiting for config.webhookSecret'
  if (webhook === undefined || webhook.receivedAt === null) return 'no webhook was received yet'
  return `the last webhook was received at ${new Date(webhook.receivedAt).toISOString()}`
}
