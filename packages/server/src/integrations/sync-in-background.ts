import type { ProviderId } from '@customer-intel/contract'
import type { Services } from '../services.ts'
import { type BackgroundWork, startBackgroundWork } from '../work/background-work.ts'
import { type Turn, underLease } from '../work/under-lease.ts'
import type { Workspace } from '../workspaces/workspace.ts'
import type { Connection } from './connections.ts'
import { providers } from './providers/registry.ts'
import { syncConnection } from './sync-connection.ts'

/** A connection that another node made is seen within this, in milliseconds. */
const unconnectedMs = 10_000

/** After the first hint others are waited for, in milliseconds. */
const hintMs = 1_500

/** Whether its sync has come: asked for, begun by somebody who was stopped, hinted at, or time has passed. */
function isDue({ disabled, requestedAt, startedAt, nextAt, ...hint }: Connection, now: number): boolean {
  if (requestedAt !== null || startedAt !== null) return true
  if (disabled !== null) return false
  const { hintedAt = null, quietUntil = 0 } = hint
  return nextAt <= now || (hintedAt !== null && Math.max(hintedAt + hintMs, quietUntil) <= now)
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
    for (const provider of providers) {
      const connection = connections[provider.id]
      const key = `${workspace.organization.id} ${provider.id}`
      if (connection === undefined || running.has(key) || !isDue(connection, clock())) continue
      const sync = run(workspace, provider.id, turn)
        .catch((error: unknown) => {
          if (turn.signal.aborted) return
          const reason = error instanceof Error ? error.message : String(error)
          logger.warn(`${provider.id} of ${workspace.organization.id} could not be synced: ${reason}`)
          return postpone(workspace, provider.id, connection.generation)
        })
        .finally(() => running.delete(key))
      running.set(key, sync)
    }
  }

  async function run(workspace: Workspace, id: ProviderId, turn: Turn): Promise<void> {
    const provider = providers.find((one) => one.id === id)!
    const begun = await workspace.connections.change((connections) => {
      const connection = connections[id]
      if (connection === undefined) return null
      const hinted = isOnlyHinted(connection, clock()) ? (connection.hinted ?? null) : null
      connection.requestedAt = null
      connection.hintedAt = null
      delete connection.hinted
      // Killed from here on, everything that changed is asked for, whatever was hinted at.
      connection.startedAt = clock()
      return { connection: structuredClone(connection), hinted }
    })
    if (begun !== null)
      await syncConnection(workspace, provider, begun.connection, { turn, services, hinted: begun.hinted })
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
      const { changes } = workspace.connections
      const looked = unconnected.get(workspace)
      if (looked?.changes === changes && performance.now() < looked.until) return
      const connections = Object.values(await workspace.connections.read())
      if (connections.length === 0)
        unconnected.set(workspace, { changes, until: performance.now() + unconnectedMs })
      // Asks for no lease where nothing is to be done.
      if (connections.some((connection) => isDue(connection, clock())))
        await beginUnderLease(workspace, signal)
    },
  })
  return {
    async close() {
      await started.close()
      await Promise.all(running.values())
    },
  }
}
