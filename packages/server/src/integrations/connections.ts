import type { ProviderId } from '@customer-intel/contract'
import { AppError } from '../errors.ts'
import type { Documents } from '../store/ports.ts'

/** A provider that is connected. Its credentials are sealed. */
export interface Connection {
  connectionId: string
  /** Random: what an earlier connection of the provider left doesn't count for this one. */
  generation: string
  /** ISO 8601. */
  connectedAt: string
  /** Field to sealed text. */
  credentials: Record<string, string>
  /** A sync was asked for, Unix milliseconds; null: none that hasn't begun. */
  requestedAt: number | null
  /** A run is under way since then, Unix milliseconds; null: none. A run that was killed is due again. */
  startedAt: number | null
  /** When the next sync is due, Unix milliseconds. */
  nextAt: number
  /** Failures in a row. */
  failures: number
  /** Why it isn't synced any more, with the remedy; null while it is. */
  disabled: string | null
  models: Record<string, ModelStatus>
}

export interface ModelStatus {
  status: 'SUCCESS' | 'IDLE' | 'ERROR'
  /** When it was whole and current, ISO 8601. */
  lastSyncedAt: string | null
  /** When records came, ISO 8601. */
  lastDataAt: string | null
  errorMessage: string | null
  recordCount: number
}

export type ConnectionsByProvider = Partial<Record<ProviderId, Connection>>

/** One organization's connections. They stand in one document: of two that race for the plan's last place one gets it. */
export interface Connections {
  read(): Promise<ConnectionsByProvider>
  /** Durable once it resolves. `change` may be called again, on what others made of it meanwhile; what it throws changes nothing. */
  change<Result>(change: (connections: ConnectionsByProvider) => Result): Promise<Result>
}

/** The document's name: what its secrets are bound to. */
export const connectionsDocument = 'connections'
const maxAttempts = 50

export function openConnections(documents: Documents): Connections {
  let known: { value: ConnectionsByProvider; version: string } | null = null

  async function load() {
    const found =
      known === null
        ? await documents.read(connectionsDocument)
        : await documents.read(connectionsDocument, { known: known.version })
    if (found === 'unchanged') return known
    known = found === null ? null : { value: found.value as ConnectionsByProvider, version: found.version }
    return known
  }

  return {
    read: async () => structuredClone((await load())?.value ?? {}),
    async change(change) {
      for (let attempt = 1; attempt <= maxAttempts; attempt++) {
        const found = await load()
        const value = structuredClone(found?.value ?? {})
        const result = change(value)
        if (JSON.stringify(value) === JSON.stringify(found?.value ?? {})) return result
        const version = await documents.write(connectionsDocument, value, {
          expected: found?.version ?? null,
        })
        if (version === null) continue
        known = { value, version }
        return result
      }
      throw new AppError('UNAVAILABLE', 'The connections are changed again and again by others: try again')
    },
  }
}
