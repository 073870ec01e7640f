import { ingestTargetOf } from '../../events/ingest/ingest.ts'
import { removalsOf } from '../removals.ts'
import { type InternalPeople, internalPeople } from '../../customers/identity/internal-people.ts'
import { createHash } from 'node:crypto'
import { isJsonObject } from '@customer-intel/contract'
import { AppError } from '../../kernel/errors.ts'
import { sealedPlace } from '../../kernel/secrets/reseal-documents.ts'
import type { Services } from '../../kernel/operations/services.ts'
import type { Workspace } from '../../kernel/workspace/workspace.ts'
import { type AcceptedPage, acceptPage } from '../accept-mapped.ts'
import { type Connection, connectionsDocument, connectionsOf } from '../connections.ts'
import { ingestEvents } from '../ingest-events.ts'
import type { Provider } from '../provider.ts'
import { providers } from '../providers/registry.ts'
import { isSingle } from '../sync-objects.ts'
import type { HintedObject, ReceivedWebhook, Webhook } from './webhook.ts'
import { messageOf } from '../../kernel/reason-of.ts'

/** Services retry for three days at most. */
const rememberedMs = 3 * 86_400_000
/** Precision of the time of the last webhook, in milliseconds. */
const noteEveryMs = 60_000
/** With more named objects than this, all changes are synced instead. */
const maxHinted = 100
const maxIdLength = 500

/** The connection in a webhook's address; its sender isn't verified yet. */
export interface Addressed {
  workspace: Workspace
  provider: Provider
  webhook: Webhook
  connection: Connection
}

/** The connection that a webhook's address names; null when there is none, or it takes no webhooks. */
export async function findAddressed(
  providerId: string,
  connectionId: string | null,
  { workspaces }: Pick<Services, 'workspaces'>,
): Promise<Addressed | null> {
  const provider = providers.find(({ id }) => id === providerId)
  if (provider?.webhook === undefined || connectionId?.startsWith(`${provider.id}-`) !== true) return null
  const workspace = await workspaces.openWorkspace(connectionId.slice(provider.id.length + 1))
  if (workspace === null) return null
  const connection = (await connectionsOf(workspace).read())[provider.id]
  if (connection === undefined || connection.connectionId !== connectionId) return null
  return { workspace, provider, webhook: provider.webhook, connection }
}

/**
 * Receives a webhook. It is only a hint that something changed, whatever it contains: the data is fetched from the
 * provider, except data that never changes. Resolves once the hint is durable. Throws AppError `INVALID_REQUEST` when it
 * isn't signed by the secret, or when its data can't be accepted.
 */
export async function receiveWebhook(
  { workspace, provider, webhook, connection }: Addressed,
  received: ReceivedWebhook,
  { secrets, metrics }: Pick<Services, 'secrets' | 'metrics'>,
  /** Called once the signature is verified and the webhook is new; rejects with its error. */
  admit: () => void,
): Promise<void> {
  const place = sealedPlace(workspace.organization.id, connectionsDocument)
  const sealed = connection.webhook?.secrets ?? []
  const opened = await Promise.all(sealed.map((secret) => secrets.open(secret, place)))
  if (!webhook.isSigned(received, opened)) throw unverified()
  if (webhook.carried !== undefined) {
    // A repetition is recognised by its content.
    admit()
    return storeCarried({ workspace, provider, webhook, connection }, webhook.carried, received, metrics)
  }
  const key = `webhook:${connection.generation}:${idOf(webhook, received.bytes)}`
  if ((await workspace.claims.find(key)) !== null) return
  admit()
  await noteHint(workspace, provider, received.now, concernsOf(provider, webhook, received.bytes))
  // The hint is durable before this: after a kill in between, the service's retry is accepted again.
  await workspace.claims.settle(key, '', { ttlMs: rememberedMs })
}

/** The response to everything unverified: reveals nothing about existing connections. */
export function unverified(): AppError {
  return new AppError('INVALID_REQUEST', 'The webhook can not be verified')
}

/** Of many hints, stores the time of the first one and the objects that all of them name; the next sync removes it. */
async function noteHint(
  workspace: Workspace,
  { id }: Provider,
  now: number,
  named: readonly HintedObject[] | null,
): Promise<void> {
  await connectionsOf(workspace).change((current) => {
    const connection = current[id]
    if (connection?.webhook === undefined) return
    const { hintedAt = null, hinted } = connection
    const before = hintedAt === null ? [] : hinted
    delete connection.hinted
    if (before !== undefined && named !== null) {
      const all = uniqueObjects([...before, ...named])
      if (all.length <= maxHinted) connection.hinted = all
    }
    connection.hintedAt = hintedAt ?? now
    noteReceived(connection.webhook, now)
  })
}

/** The objects that a webhook is about, if each can be fetched separately; null: unknown. */
function concernsOf({ streams }: Provider, webhook: Webhook, bytes: Uint8Array): HintedObject[] | null {
  const named = namesIn(webhook, readPayload(bytes))
  const isKnown = ({ model, id }: HintedObject) =>
    isSingle(streams.find((stream) => stream.model === model)) && id.length <= maxIdLength
  return named.length > 0 && named.every(isKnown) ? named : null
}

function namesIn({ concerns }: Webhook, payload: Record<string, unknown>): HintedObject[] {
  try {
    return concerns?.(payload) ?? []
  } catch {
    return []
  }
}

function uniqueObjects(objects: readonly HintedObject[]): HintedObject[] {
  return [...new Map(objects.map(({ model, id }) => [`${model} ${id}`, { model, id }])).values()]
}

function noteReceived(webhook: NonNullable<Connection['webhook']>, now: number): boolean {
  const isNews = webhook.receivedAt === null || now - webhook.receivedAt >= noteEveryMs
  if (isNews) webhook.receivedAt = now
  return isNews
}

/** Stores the data in a webhook, like the provider's stream does. */
async function storeCarried(
  { workspace, provider, connection }: Addressed,
  read: NonNullable<Webhook['carried']>,
  { bytes, now }: ReceivedWebhook,
  metrics: Services['metrics'],
): Promise<void> {
  const { events, skipped } = await acceptCarried(provider, connection, {
    read,
    bytes,
    now,
    internal: internalPeople([], workspace.document.settings.domains),
  })
  requireTaken(skipped)
  // After a disconnection with removal of the data nothing may be stored.
  const current = (await connectionsOf(workspace).read())[provider.id]
  if (current?.generation !== connection.generation) throw unverified()
  // While a former connection's data is being removed, new data would be removed, too.
  if ((await removalsOf(workspace).read())[provider.id] !== undefined)
    throw new AppError('UNAVAILABLE', 'What this provider brought before is being removed', {
      retryAfterSeconds: 30,
    })
  const counters = metrics.of(workspace)
  const brought = await ingestEvents(ingestTargetOf(workspace), events, {
    counters,
    clock: () => now,
    origin: provider.id,
  })
  requireTaken(brought.skipped)
  if (connection.webhook === undefined || !noteReceived(connection.webhook, now)) return
  await connectionsOf(workspace).change((current) => {
    const { webhook } = current[provider.id] ?? {}
    if (webhook !== undefined) noteReceived(webhook, now)
  })
}

function requireTaken([fault]: AcceptedPage['skipped']): void {
  if (fault === undefined) return
  throw new AppError('INVALID_REQUEST', `The webhook carries no event that can be taken: ${fault.reason}`)
}

async function acceptCarried(
  provider: Provider,
  { setup = {} }: Connection,
  {
    read,
    bytes,
    now,
    internal,
  }: { read: NonNullable<Webhook['carried']>; bytes: Uint8Array; now: number; internal: InternalPeople },
): Promise<Pick<AcceptedPage, 'events' | 'skipped'>> {
  try {
    const { model, item } = read(readPayload(bytes))
    const stream = provider.streams.find((one) => one.model === model)!
    return await acceptPage(stream, [item], { provider: provider.id, now, setup, account: null, internal })
  } catch (error) {
    const reason = messageOf(error)
    return { events: [], skipped: [{ id: '', reason }] }
  }
}

function idOf(webhook: Webhook, bytes: Uint8Array): string {
  const id = webhook.idOf(readPayload(bytes))
  return id ?? createHash('sha256').update(bytes).digest('base64url')
}

function readPayload(bytes: Uint8Array): Record<string, unknown> {
  try {
    const payload: unknown = JSON.parse(Buffer.from(bytes).toString('utf8'))
    return isJsonObject(payload) ? payload : {}
  } catch {
    return {}
  }
}
