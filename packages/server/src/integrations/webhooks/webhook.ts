import type { Answer } from '../provider.ts'

/** How a provider reports changes. */
export interface Webhook {
  /** The provider's names of the events to subscribe to. */
  requiredEvents: readonly string[]
  /** The provider's documentation. */
  docsUrl: string
  /** Who creates the secret for verification. The server's is shown by the setup step; both may be replaced there. */
  secretOf: 'provider' | 'server'
  /** Headers that the person configures at the provider. Default: none. */
  headers?: (secret: string) => Record<string, string>
  /** Whether it is signed by one of the secrets. */
  isSigned(received: ReceivedWebhook, secrets: readonly string[]): boolean
  /** The provider's id of the webhook, the same in every retry; null: it has none, and is identified by its bytes. */
  idOf(payload: Answer): string | null
  /**
   * The objects it is about, by the ids of their streams: each is fetched. Null, or if a stream has no `fetchOne`: all
   * changes are synced. Default: null.
   */
  concerns?: (payload: Answer) => HintedObject[] | null
  /**
   * The object in it, in the form of the model's stream: for data that never changes, with an id that identifies
   * repetitions. Throws an Error when there is none. Absent: the webhook is a hint only.
   */
  carried?: (payload: Answer) => { model: string; item: unknown }
}

/** An object that a webhook names. */
export interface HintedObject {
  model: string
  id: string
}

/** A webhook as received. */
export interface ReceivedWebhook {
  header: (name: string) => string | null
  /** Exactly as received. */
  bytes: Uint8Array
  /** Unix milliseconds. */
  now: number
}
