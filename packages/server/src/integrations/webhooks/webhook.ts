import type { Answer } from '../provider.ts'

/** How a provider tells that something changed. */
export interface Webhook {
  /** What a person subscribes to at the provider, by its names. */
  requiredEvents: readonly string[]
  /** The provider's page about it. */
  docsUrl: string
  /** Who makes the secret that it is checked by. That of the server is told by the set-up step; both may be replaced there. */
  secretOf: 'provider' | 'server'
  /** Headers that the person has the provider send. Default: none. */
  headers?: (secret: string) => Record<string, string>
  /** Whether it was sent by somebody who knows one of the secrets. */
  isSigned(received: ReceivedWebhook, secrets: readonly string[]): boolean
  /** The provider's id of it, the same whenever it is sent again; null: it has none, and is known by its bytes. */
  idOf(payload: Answer): string | null
  /**
   * Which objects it is about, by the ids of their streams: each is fetched anew. Null, or where one's stream has no
   * `fetchOne`: everything that changed is asked for. Default: null.
   */
  concerns?: (payload: Answer) => HintedObject[] | null
  /**
   * The object that it carries, as the model's stream takes it: for what never changes once it happened, and bears an id
   * by which a repetition is known. Throws an Error where
   * there is none. Absent: it is a hint to ask.
   */
  carried?: (payload: Answer) => { model: string; item: unknown }
}

/** An object that a webhook names. */
export interface HintedObject {
  model: string
  id: string
}

/** A webhook as it came. */
export interface ReceivedWebhook {
  header: (name: string) => string | null
  /** Exactly as they were sent. */
  bytes: Uint8Array
  /** Unix milliseconds. */
  now: number
}
