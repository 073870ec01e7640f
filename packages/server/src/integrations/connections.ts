import { partOf } from '../kernel/workspace/part.ts'
import type { JsonObject, ProviderId } from '@customer-intel/contract'
import type { Documents } from '../kernel/store/ports.ts'
import type { HintedObject } from './webhooks/webhook.ts'
import { openSharedDocument, type SharedDocument } from '../kernel/store/shared-document.ts'

/** A connected provider. Its credentials are sealed. */
export interface Connection {
  connectionId: string
  /** Random: data of the provider's earlier connections doesn't apply to this one. */
  generation: string
  /** ISO 8601. */
  connectedAt: string
  /** Field to sealed text. */
  credentials: Record<string, string>
  /** When a sync was requested, Unix milliseconds; null: none is waiting. */
  requestedAt: number | null
  /** When the running sync started, Unix milliseconds; null: none. A run that was killed is due again. */
  startedAt: number | null
  /** When the next sync is due, Unix milliseconds. */
  nextAt: number
  /** Consecutive failures. */
  failures: number
  /** Why it isn't synced any more, with the remedy; null while it is. */
  disabled: string | null
  models: Record<string, ModelStatus>
  /** The first webhook since the last sync started, Unix milliseconds; null or absent: none. */
  hintedAt?: number | null
  /** The objects that webhooks named, if each named one; absent: all changes are synced. */
  hinted?: HintedObject[]
  /** Objects that webhooks named and that haven't been fetched yet: the next run fetches them in any case. */
  unfetched?: UnfetchedName[]
  /**
   * Hints wait until then, Unix milliseconds, so that many of them lead to one sync, and a provider that is down isn't
   * called.
   */
  quietUntil?: number
  /** Absent: not set up. */
  webhook?: {
    /** Secrets that verify webhooks, sealed; newest first. */
    secrets: string[]
    /** When the last one was received, Unix milliseconds, to the minute. */
    receivedAt: number | null
  }
  /** Settings of setup steps, by their ids. */
  setup?: Record<string, JsonObject>
  /** Problems to fix, for people, although syncs work. */
  warnings?: string[]
  /** The next sync may remove everything that is gone at the provider, however much it is. */
  acceptsDeletions?: boolean
  /** For a connection that was made in a browser. */
  grant?: OAuthGrant
}

/** An object that a webhook named, and the number of failed attempts to fetch it. */
export interface UnfetchedName extends HintedObject {
  tries: number
}

/** The state of a connection's tokens, which are stored in `credentials`. */
export interface OAuthGrant {
  /** Who connected. */
  account: string
  /** When the access token ends, Unix milliseconds; null: unknown. */
  expiresAt: number | null
  /** Random; changes with the tokens. */
  version: string
  /** Who is renewing the tokens, and until when (Unix milliseconds) others wait; null: nobody. */
  renewal: { by: string; until: number } | null
}

export interface ModelStatus {
  status: 'SUCCESS' | 'IDLE' | 'ERROR'
  /** When everything was last synced, ISO 8601. */
  lastSyncedAt: string | null
  /** When records were last received, ISO 8601. */
  lastDataAt: string | null
  errorMessage: string | null
  recordCount: number
}

export type ConnectionsByProvider = Partial<Record<ProviderId, Connection>>

/**
 * One organization's connections, in one document: of two concurrent requests for the plan's last connection one
 * succeeds.
 */
export type ConnectionDocument = SharedDocument<ConnectionsByProvider>

/** The document's name, to which its secrets are bound. */
export const connectionsDocument = 'connections'

/** Whether the provider is connected and its credentials work. */
export function isConnected(connection: Connection | undefined): boolean {
  return connection !== undefined && connection.disabled === null
}

export function openConnections(documents: Documents): ConnectionDocument {
  return openSharedDocument<ConnectionsByProvider>(documents, connectionsDocument, {})
}

/** Connected providers. */
export const connectionsOf = partOf((workspace) => openConnections(workspace.documents))
