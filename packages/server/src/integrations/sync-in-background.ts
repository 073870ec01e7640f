import { setMaxListeners } from 'node:events'
import type { ProviderId } from '@customer-intel/contract'
import type { Services } from '../services.ts'
import { type BackgroundWork, rest, startBackgroundWork } from '../work/background-work.ts'
import { type Turn, underLease } from '../work/under-lease.ts'
import type { Workspace } from '../workspaces/workspace.ts'
import type { Connection, UnfetchedName } from './connections.ts'
import { providers } from './providers/registry.ts'
import { removeSyncedData } from './remove-synced-data.ts'
import { syncConnection } from './sync-connection.ts'
import type { HintedObject } from './webhooks/webhook.ts'

/** A connection that another node made is seen within this, in milliseconds. */
const unconnectedMs = 10_000

/** A removal that failed is tried again after so long, in milliseconds. */
const removalRestMs = 30_000

/** After the first hint others are waited for, in milliseconds. */
const hintMs = 1_500

/** When its sync comes, Unix milliseconds: asked for, begun by somebody who was stopped, hinted at, or in its time. */
function dueAt({ disabled, requestedAt, startedAt, nextAt, ...hint }: Connection): number {
  if (requestedAt !== null || startedAt !== null) return 0
  if (disabled !== null) return Infinity
  const { hintedAt, quietUntil = 0 } = hint
  return Math.min(nextAt, typeof hintedAt === 'number' ? Math.max(hintedAt + hintMs, quietUntil) : Infinity)
}

const isDue = (connection: Connection, now: number): boolean => dueAt(connection) <= now

/** What runs have to fetch by name: what earlier ones could not, and what is named since. */
function withNamed(
  unfetched: readonly UnfetchedName[] = [],
  hinted: readonly HintedObject[] = [],
): UnfetchedName[] {
  // What is named again keeps its tries.
  const known = new Set(unfetched.map(({ model, id }) => `${model} ${id}`))
  const added = hinted.filter(({ model, id }) => !known.has(`${model} ${id}`))
  return [...unfetched, ...added.map((named) => ({ ...named, tries: 0 }))]
}

/** A sync's own signal: each of its requests listens to it, and so do those of others to theirs. */
function ownTurn({ lease, signal }: Turn): Turn {
  const own = AbortSignal.any([signal])
  setMaxListeners(0, own)
  return { lease, signal: own }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** Whether webhooks alone are why its sync has come. */
function isOnlyHinted({ requestedAt, startedAt, nextAt }: Connection, now: number): boolean {
  return requestedAt === null && startedAt === null && nextAt > now
}

/**
 * Syncs every connection when it is due, each by itself, so that a slow provider holds up no other one. The node that
 * holds an organization's lease does it; what was killed is due again.
 */
export function startSyncs(services: Services): BackgroundWork {
  const { workspaces, clock, logger } = services
  const running = new Map<string, Promise<void>>()

  async function begin(workspace: Workspace, turn: Turn): Promise<void> {
    const connections = await workspace.connections.read()
    const removals = await workspace.removals.read()
    for (const { id } of providers) {
      const connection = connections[id]
      const key = `${workspace.organization.id} ${id}`
      if (running.has(key)) continue
      // Whoever connects again meanwhile waits for it, or what is brought anew would go too.
      const work =
        removals[id] !== undefined
          ? remove(workspace, id, ownTurn(turn))
          : connection !== undefined && isDue(connection, clock())
            ? sync(workspace, id, connection.generation, turn)
            : null
      if (work === null) continue
      running.set(
        key,
        work.finally(() => running.delete(key)),
      )
    }
  }

  /** Never rejects. */
  async function sync(workspace: Workspace, id: ProviderId, generation: string, turn: Turn): Promise<void> {
    try {
      await run(workspace, id, ownTurn(turn))
    } catch (error) {
      if (turn.signal.aborted) return
      logger.warn(`${id} of ${workspace.organization.id} could not be synced: ${reasonOf(error)}`)
      await postpone(workspace, id, generation)
    }
  }

  /** Never rejects. */
  async function remove(workspace: Workspace, id: ProviderId, { signal }: Turn): Promise<void> {
    try {
      const removal = (await workspace.removals.read())[id]
      if (removal !== undefined) await removeSyncedData(workspace, id, removal, { clock, signal })
    } catch (error) {
      if (signal.aborted) return
      const { id: organization } = workspace.organization
      logger.warn(
        `What ${id} brought to ${organization} could not be removed, and that is tried again: ${reasonOf(error)}`,
      )
      await rest(removalRestMs, signal)
    }
  }

  async function run(workspace: Workspace, id: ProviderId, turn: Turn): Promise<void> {
    const provider = providers.find((one) => one.id === id)!
    const begun = await workspace.connections.change((connections) => {
      const connection = connections[id]
      // What a look saw may be over by now.
      if (connection === undefined || !isDue(connection, clock())) return null
      const namesAll = isOnlyHinted(connection, clock()) && connection.hinted !== undefined
      connection.requestedAt = null
      connection.hintedAt = null
      const unfetched = withNamed(connection.unfetched, connection.hinted)
      delete connection.hinted
      if (unfetched.length > 0) connection.unfetched = unfetched
      // Killed from here on, everything that changed is asked for, and what was named.
      connection.startedAt = clock()
      return { connection: structuredClone(connection), onlyNamed: namesAll }
    })
    if (begun !== null)
      await syncConnection(workspace, provider, begun.connection, { ...begun, turn, services })
  }

  /** A fault of ours or of the store: later. */
  async function postpone(workspace: Workspace, id: ProviderId, generation: string): Promise<void> {
    await workspace.connections
      .change((connections) => {
        const connection = connections[id]
        if (connection?.generation !== generation) return
        connection.startedAt = null
        connection.nextAt = clock() + 60_000
      })
      .catch(() => undefined)
  }

  const beginUnderLease = underLease(begin)
  /** Who has connected nothing is looked at again after a while, or when somebody connects something here. */
  const unconnected = new WeakMap<Workspace, { changes: number; until: number }>()
  const started = startBackgroundWork({
    name: 'Connections could not be synced',
    restMs: 1_000,
    workspaces,
    warn: (message) => logger.warn(message),
    async work(workspace, signal) {
      const changes = workspace.connections.changes + workspace.removals.changes
      const looked = unconnected.get(workspace)
      if (looked?.changes === changes && performance.now() < looked.until) return
      const connections = Object.values(await workspace.connections.read())
      const isRemoving = Object.keys(await workspace.removals.read()).length > 0
      if (connections.length === 0 && !isRemoving)
        unconnected.set(workspace, { changes, until: performance.now() + unconnectedMs })
      const dueMs = Math.min(...connections.map(dueAt)) - clock()
      // Asks for no lease where nothing is to be done.
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
