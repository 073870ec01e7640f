import { connectionsOf } from './connections.ts'
import { removalsOf } from './removals.ts'
import { reasonOf } from '../kernel/reason-of.ts'
import { setMaxListeners } from 'node:events'
import type { ProviderId } from '@customer-intel/contract'
import type { Services } from '../kernel/operations/services.ts'
import { type BackgroundWork, startBackgroundWork } from '../kernel/background/background-work.ts'
import { delay } from '../kernel/work/delay.ts'
import { type LeaseContext, underLease } from '../kernel/background/under-lease.ts'
import type { Workspace } from '../kernel/workspace/workspace.ts'
import type { Connection, UnfetchedName } from './connections.ts'
import { providers } from './providers/registry.ts'
import { createRefusedEvents, type RefusedEvents } from './refused-events.ts'
import { removeSyncedData } from './remove-synced-data.ts'
import { syncConnection } from './sync-connection.ts'
import type { HintedObject } from './webhooks/webhook.ts'

/** A connection that another node made is seen within this time. */
const unconnectedMs = 10_000

/** Pause after a removal that failed. */
const removalRetryMs = 30_000

/** Wait after the first hint of a webhook for further ones. */
const hintMs = 1_500

/**
 * When the next sync is due, Unix milliseconds: at once when it was requested or a sync was interrupted, else as scheduled,
 * or soon after a webhook's hint.
 */
function dueAt({ disabled, requestedAt, startedAt, nextAt, ...hint }: Connection): number {
  if (requestedAt !== null || startedAt !== null) return 0
  if (disabled !== null) return Infinity
  const { hintedAt, quietUntil = 0 } = hint
  return Math.min(nextAt, typeof hintedAt === 'number' ? Math.max(hintedAt + hintMs, quietUntil) : Infinity)
}

const isDue = (connection: Connection, now: number): boolean => dueAt(connection) <= now

/** The objects to fetch by id: those that earlier runs could not fetch, and those that webhooks have named since. */
function withNamed(
  unfetched: readonly UnfetchedName[] = [],
  hinted: readonly HintedObject[] = [],
): UnfetchedName[] {
  // An object that is named again keeps its count of tries.
  const known = new Set(unfetched.map(({ model, id }) => `${model} ${id}`))
  const added = hinted.filter(({ model, id }) => !known.has(`${model} ${id}`))
  return [...unfetched, ...added.map((named) => ({ ...named, tries: 0 }))]
}

/** A signal of one sync alone: each of its requests adds a listener, which would add up on a shared one. */
function withOwnSignal({ lease, signal }: LeaseContext): LeaseContext {
  const own = AbortSignal.any([signal])
  setMaxListeners(0, own)
  return { lease, signal: own }
}

/** Whether the sync is due because of webhooks alone. */
function isOnlyHinted({ requestedAt, startedAt, nextAt }: Connection, now: number): boolean {
  return requestedAt === null && startedAt === null && nextAt > now
}

/**
 * Syncs every connection when it is due. Connections are synced independently, so that a slow provider delays no other.
 * Done by the holder of the organization's lease; a sync that was killed is due again.
 */
export function startSyncs(services: Services): BackgroundWork {
  const { workspaces, clock, logger } = services
  const running = new Map<string, Promise<void>>()
  const refusedEvents = new Map<string, RefusedEvents>()

  async function begin(workspace: Workspace, context: LeaseContext): Promise<void> {
    const connections = await connectionsOf(workspace).read()
    const removals = await removalsOf(workspace).read()
    for (const { id } of providers) {
      const connection = connections[id]
      const key = `${workspace.organization.id} ${id}`
      if (running.has(key)) continue
      // A new connection waits for the removal of the former one's data, which would remove its own data too.
      const work =
        removals[id] !== undefined
          ? remove(workspace, id, withOwnSignal(context))
          : connection !== undefined && isDue(connection, clock())
            ? sync(workspace, id, connection.generation, context)
            : null
      if (work === null) continue
      running.set(
        key,
        work.finally(() => running.delete(key)),
      )
    }
  }

  /** Never rejects. */
  async function sync(
    workspace: Workspace,
    id: ProviderId,
    generation: string,
    context: LeaseContext,
  ): Promise<void> {
    try {
      await run(workspace, id, withOwnSignal(context))
    } catch (error) {
      if (context.signal.aborted) return
      logger.warn(`${id} of ${workspace.organization.id} could not be synced: ${reasonOf(error)}`)
      await postpone(workspace, id, generation)
    }
  }

  /** Never rejects. */
  async function remove(workspace: Workspace, id: ProviderId, { signal }: LeaseContext): Promise<void> {
    try {
      const removal = (await removalsOf(workspace).read())[id]
      if (removal !== undefined) await removeSyncedData(workspace, id, removal, { clock, signal })
    } catch (error) {
      if (signal.aborted) return
      const { id: organization } = workspace.organization
      logger.warn(
        `What ${id} brought to ${organization} could not be removed, and that is tried again: ${reasonOf(error)}`,
      )
      await delay(removalRetryMs, signal)
    }
  }

  async function run(workspace: Workspace, id: ProviderId, context: LeaseContext): Promise<void> {
    const provider = providers.find((one) => one.id === id)!
    const begun = await connectionsOf(workspace).change((connections) => {
      const connection = connections[id]
      // It may have changed since it was read.
      if (connection === undefined || !isDue(connection, clock())) return null
      const namesAll = isOnlyHinted(connection, clock()) && connection.hinted !== undefined
      connection.requestedAt = null
      connection.hintedAt = null
      const unfetched = withNamed(connection.unfetched, connection.hinted)
      delete connection.hinted
      if (unfetched.length > 0) connection.unfetched = unfetched
      // After a kill from here on, the next run syncs all changes and the named objects.
      connection.startedAt = clock()
      return { connection: structuredClone(connection), onlyNamed: namesAll }
    })
    if (begun === null) return
    const key = `${workspace.organization.id} ${id}`
    const refused = refusedEvents.get(key) ?? createRefusedEvents()
    refusedEvents.set(key, refused)
    await syncConnection(workspace, provider, begun.connection, { ...begun, context, services, refused })
  }

  /** After an error of our own or of the store. */
  async function postpone(workspace: Workspace, id: ProviderId, generation: string): Promise<void> {
    await connectionsOf(workspace)
      .change((connections) => {
        const connection = connections[id]
        if (connection?.generation !== generation) return
        connection.startedAt = null
        connection.nextAt = clock() + 60_000
      })
      .catch(() => undefined)
  }

  const beginUnderLease = underLease(begin)
  /** Organizations without connections: checked again after a while, or when a connection is added on this node. */
  const unconnected = new WeakMap<Workspace, { changes: number; until: number }>()
  const started = startBackgroundWork({
    name: 'Connections could not be synced',
    intervalMs: 1_000,
    workspaces,
    warn: (message) => logger.warn(message),
    async work(workspace, signal) {
      const changes = connectionsOf(workspace).changes + removalsOf(workspace).changes
      const looked = unconnected.get(workspace)
      if (looked?.changes === changes && performance.now() < looked.until) return
      const connections = Object.values(await connectionsOf(workspace).read())
      const isRemoving = Object.keys(await removalsOf(workspace).read()).length > 0
      if (connections.length === 0 && !isRemoving)
        unconnected.set(workspace, { changes, until: performance.now() + unconnectedMs })
      const dueMs = Math.min(...connections.map(dueAt)) - clock()
      // Acquires the lease only when something is due.
      if (isRemoving || dueMs <= 0) await beginUnderLease(workspace, signal)
      return isRemoving ? false : dueMs
    },
  })
  return {
    async close() {
      await started.close()
      await Promise.all(running.values())
    },
  }
}
