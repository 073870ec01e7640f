import { isIP } from 'node:net'
import {
  CreateChatDestinationSchema,
  CreateWebhookDestinationSchema,
  type Destination,
  limits,
} from '@customer-intel/contract'
import { describeSchema } from '@customer-intel/contract/openapi/tool-schemas'
import { describeRoutesTo } from '../automations/describe-uses.ts'
import { AppError } from '../../kernel/errors.ts'
import {
  destinationsDocument,
  destinationsOf,
  findDestination,
  makeDefault,
  type StoredDestination,
} from './destinations.ts'
import { auditOf, toDelivery, toDestination } from './describe-destination.ts'
import { listChatOptions, requireChannel } from './chat-app.ts'
import { makeWebhookSecret } from './sign-webhook.ts'
import { isPrivateAddress } from '../../kernel/outgoing/is-private-address.ts'
import { sealedPlace } from '../../kernel/secrets/reseal-documents.ts'
import type { RequestContext } from '../../kernel/operations/services.ts'
import { type CommandContext, defineCommand } from '../../kernel/operations/command.ts'
import { changeListed, requireRoom } from '../../kernel/operations/change-listed.ts'
import { createdId } from '../../kernel/operations/created-id.ts'
import { requireReader } from '../agents/require-reader.ts'

/** Messages are signed with the former secret too for so long, in milliseconds. */
const formerSecretMs = 24 * 60 * 60_000
const recent = 50

/** `GET /api/destinations/options`. */
export const getDestinationOptions = defineCommand('getDestinationOptions', async ({ query }, context) => ({
  data: {
    types: [
      {
        type: 'CHAT_CHANNEL',
        label: 'A channel of the connected chat app',
        schemaFormat: 'json-schema-2020-12',
        createSchema: describeSchema(CreateChatDestinationSchema),
      },
      {
        type: 'WEBHOOK_ENDPOINT',
        label: 'A webhook, signed as Standard Webhooks describes',
        schemaFormat: 'json-schema-2020-12',
        createSchema: describeSchema(CreateWebhookDestinationSchema),
      },
    ],
    chat: await listChatOptions(context.workspace, context, { ...query, signal: context.signal }),
  },
}))

/** `GET /api/destinations`. */
export const listDestinations = defineCommand('listDestinations', async (_input, { workspace }) => {
  const all = await destinationsOf(workspace).read()
  return {
    data: { destinations: all.filter(({ archivedAt }) => archivedAt === null).map(toDestination) },
  }
})

/** `POST /api/destinations`. */
export const createDestination = defineCommand('createDestination', async ({ body }, context) => {
  const { workspace, clock, secrets } = context
  if (body.isDefault) requireReader(context, 'Without isDefault it gets nothing until somebody names it.')
  const now = new Date(clock()).toISOString()
  const known = await destinationsOf(workspace).read()
  const id = createdId(context, known)
  const made = known.find((destination) => destination.id === id)
  const state = {
    id,
    label: body.label,
    enabled: body.enabled ?? true,
    isDefault: false,
    createdAt: now,
    updatedAt: now,
    archivedAt: null,
    lastAcceptedAt: null,
    problem: null,
    givenUp: false,
  }
  let created: StoredDestination
  let secret: string | undefined
  if (body.type === 'CHAT_CHANNEL') {
    const channel = await requireChannel(workspace, context, body.channelId, context.signal)
    if (channel.isArchived)
      throw new AppError('CONFLICT', `The channel ${channel.name} is archived: choose another one`)
    created = { ...state, kind: 'CHAT_CHANNEL', channelId: channel.id }
  } else {
    requireReachable(body, context)
    secret =
      made?.kind === 'WEBHOOK_ENDPOINT'
        ? await secrets.open(made.secret, placeOf(context))
        : (body.secret ?? makeWebhookSecret())
    created = {
      ...state,
      kind: 'WEBHOOK_ENDPOINT',
      url: new URL(body.url).href,
      secret: await secrets.seal(secret, placeOf(context)),
      formerSecret: null,
    }
  }
  const destination = await updateDestinations(context, created.id, (all) => {
    if (all.some((one) => one.id === id)) return
    requireRoom(all, limits.destinations.perOrganization, 'destinations')
    all.push({ ...created })
    if (body.isDefault) makeDefault(all, all.at(-1)!)
  })
  return { data: { destination, ...(secret !== undefined && { secret }) } }
})

/** `GET /api/destinations/{id}`. */
export const getDestination = defineCommand('getDestination', async ({ params: { id } }, context) => {
  const { workspace } = context
  const found = findDestination(await destinationsOf(workspace).read(), id)
  const reads = await context.fresh()
  const [deliveries, counts, automations] = await Promise.all([
    reads.listDeliveries(found.id, recent),
    reads.countDeliveries(found.id),
    describeRoutesTo(found.id, reads, context),
  ])
  const count = (...statuses: (keyof typeof counts)[]) =>
    statuses.reduce((sum, status) => sum + (counts[status] ?? 0), 0)
  return {
    data: {
      destination: {
        ...toDestination(found),
        routes: automations,
        automations,
        recentDeliveries: deliveries.map((delivery) => toDelivery(delivery, found)),
        deliverySummary: {
          recentCount: deliveries.length,
          pendingCount: count('PENDING_ENQUEUE', 'ENQUEUED'),
          acceptedCount: count('ACCEPTED_BY_PROVIDER'),
          failedCount: count('FAILED'),
          skippedCount: count('SKIPPED'),
          lastDeliveryAt: deliveries[0]?.sentAt ?? null,
        },
      },
    },
    resources: [resourceOf(found.id)],
  }
})

/** `PATCH /api/destinations/{id}`. */
export const updateDestination = defineCommand(
  'updateDestination',
  async ({ params: { id }, body }, context) => {
    const { clock, secrets } = context
    const { type, label, url, enabled, isDefault, secret } = body
    // Automations may tell it of customers already.
    if (url !== undefined || isDefault || enabled) requireReader(context, 'Or create another destination.')
    if (url !== undefined) requireReachable({ url }, context)
    const sealed = secret === undefined ? null : await secrets.seal(secret, placeOf(context))
    const destination = await updateDestinations(context, id, (all) => {
      const found = findDestination(all, id)
      if (found.kind !== type)
        throw new AppError('CONFLICT', `The destination ${id} is of type ${found.kind}`)
      if (label !== undefined) found.label = label
      if (found.kind === 'WEBHOOK_ENDPOINT') {
        if (url !== undefined) found.url = new URL(url).href
        if (sealed !== null) {
          found.formerSecret = { secret: found.secret, until: clock() + formerSecretMs }
          found.secret = sealed
        }
      }
      if (enabled !== undefined) setEnabled(found, enabled)
      if (isDefault) makeDefault(all, found)
    })
    return { data: { destination } }
  },
)

/** `POST /api/destinations/{id}/enable`: automations that name it tell it of customers from now on. */
export const enableDestination = defineCommand('enableDestination', async ({ params: { id } }, context) => {
  findDestination(await destinationsOf(context.workspace).read(), id)
  requireReader(context, 'Somebody with such a key can enable it.')
  const destination = await updateDestinations(context, id, (all) =>
    setEnabled(findDestination(all, id), true),
  )
  return { data: { destination } }
})

/** `POST /api/destinations/{id}/disable`: what waits to be sent there is skipped. */
export const disableDestination = defineCommand(
  'disableDestination',
  async ({ params: { id } }, context) => ({
    data: {
      destination: await updateDestinations(context, id, (all) =>
        setEnabled(findDestination(all, id), false),
      ),
    },
  }),
)

/** `POST /api/destinations/{id}/archive`. */
export const archiveDestination = defineCommand('archiveDestination', async ({ params: { id } }, context) => {
  const archivedAt = new Date(context.clock()).toISOString()
  await updateDestinations(context, id, (all) => {
    const found = findDestination(all, id)
    Object.assign(found, { archivedAt, enabled: false, isDefault: false })
  })
  return { data: { destination: { id, archivedAt } } }
})

function setEnabled(destination: StoredDestination, enabled: boolean): void {
  if (!enabled && destination.isDefault)
    throw new AppError(
      'CONFLICT',
      'The default destination can’t be disabled: make another one the default first',
    )
  destination.enabled = enabled
  if (enabled) destination.givenUp = false
}

/** Changes the destinations, with an audit entry of the one of that id, and tells how it stands then. */
async function updateDestinations(
  context: CommandContext,
  id: string,
  change: (all: StoredDestination[]) => void,
): Promise<Destination> {
  const changed = await changeListed(context, destinationsOf(context.workspace), {
    resource: resourceOf(id),
    change,
    hashOf: (destination) => toDestination(destination).configHash,
    auditOf,
  })
  return toDestination(changed)
}

function resourceOf(id: string) {
  return { type: 'destination', id }
}

function placeOf({ workspace }: Pick<RequestContext, 'workspace'>): string {
  return sealedPlace(workspace.organization.id, destinationsDocument)
}

/** A host that is written as numbers tells by itself that it can't be reached; of a name the delivery tells. */
function requireReachable(
  { url }: { url: string },
  { integrations }: Pick<RequestContext, 'integrations'>,
): void {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '')
  if (integrations.allowPrivateAddresses) return
  if (host !== 'localhost' && (isIP(host) === 0 || !isPrivateAddress(host))) return
  const message = `${host} is an address of a private network: the operator allows those by SVC_ALLOW_PRIVATE_ADDRESSES=true.`
  throw new AppError('INVALID_REQUEST', message, { issues: [{ path: ['url'], message }] })
}
