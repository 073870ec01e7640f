import type { JsonObject, ProviderId } from '@customer-intel/contract'
import type { Documents } from '../store/ports.ts'
import type { HintedObject } from './webhooks/webhook.ts'
import { openSharedDocument, type SharedDocument } from '../store/shared-document.ts'

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
  /** A webhook said that something changed, and no sync has begun since: Unix milliseconds of the first one; null or absent: none. */
  hintedAt?: number | null
  /** What those hints name, where each names what it is about; absent: everything that changed is asked for. */
  hinted?: HintedObject[]
  /** What webhooks named and no run has fetched yet: the next one does, whatever else it asks for. */
  unfetched?: UnfetchedName[]
  /** Hints wait until then, Unix milliseconds, so that many of them are one sync, and a provider that is away isn't asked. */
  quietUntil?: number
  /** Absent: none was set up. */
  webhook?: {
    /** What they are checked by, sealed; the newest first. */
    secrets: string[]
    /** When one came, Unix milliseconds, to the minute. */
    receivedAt: number | null
  }
  /** What was given to setup steps, by their ids. */
  setup?: Record<string, JsonObject>
  /** For people: what to mend, although the syncs work. */
  warnings?: string[]
  /** The next sync may take away whatever is gone at the provider, however much that is. */
  acceptsDeletions?: boolean
  /** Of a connection that a person made in a browser. */
  grant?: OAuthGrant
}

/** An object that a webhook named, and how often it could not be fetched. */
export interface UnfetchedName extends HintedObject {
  tries: number
}

/** What is known of a connection's tokens, which stand in `credentials`. */
export interface OAuthGrant {
  /** Who connected. */
  account: string
  /** When the access token ends, Unix milliseconds; null: it doesn't say. */
  expiresAt: number | null
  /** Random: another one for other tokens. */
  version: string
  /** Who renews the tokens now, and until when (Unix milliseconds) others wait for it; null: nobody. */
  renewal: { by: string; until: number } | null
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
export type Connections = SharedDocument<ConnectionsByProvider>

/** The document's name: what its secrets are bound to. */
export const connectionsDocument = 'connections'

/** Whether there is a connection that needs no new one. One whose credentials are refused does. */
export function isConnected(connection: Connection | undefined): boolean {
  return connection !== undefined && connection.disabled === null
}

export function openConnections(documents: Documents): Connections {
  return openSharedDocument<ConnectionsByProvider>(documents, connectionsDocument, {})
}
