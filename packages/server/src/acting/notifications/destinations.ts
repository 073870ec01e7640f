import { partOf } from '../../kernel/workspace/part.ts'
import { AppError } from '../../kernel/errors.ts'
import { openSharedDocument } from '../../kernel/store/shared-document.ts'

/** Where messages go. */
export type StoredDestination = WebhookDestination | ChatDestination

/** A webhook. Its secrets are sealed. */
export interface WebhookDestination extends DestinationState {
  kind: 'WEBHOOK_ENDPOINT'
  url: string
  /** The secret that signs messages, sealed. */
  secret: string
  /** The former secret, sealed, and until when it signs messages, too, Unix milliseconds. */
  formerSecret: { secret: string; until: number } | null
}

/** A channel of the chat app. */
export interface ChatDestination extends DestinationState {
  kind: 'CHAT_CHANNEL'
  channelId: string
}

interface DestinationState {
  id: string
  label: string
  enabled: boolean
  isDefault: boolean
  /** ISO 8601, as the other times. */
  createdAt: string
  updatedAt: string
  archivedAt: string | null
  /** When a message was last accepted; null before. */
  lastAcceptedAt: string | null
  /** The problem with the last message; null when it was accepted. */
  problem: { code: string; message: string } | null
  /** It was disabled since it accepted nothing any more. */
  givenUp: boolean
}

/** The document's name, to which its secrets are bound. */
export const destinationsDocument = 'destinations'

/** Destinations of messages. */
export const destinationsOf = partOf((workspace) =>
  openSharedDocument<StoredDestination[]>(workspace.documents, destinationsDocument, []),
)

/** A current one. Throws AppError `NOT_FOUND`. */
export function findDestination(destinations: readonly StoredDestination[], id: string): StoredDestination {
  const found = destinations.find((destination) => destination.id === id && destination.archivedAt === null)
  if (found === undefined) throw new AppError('NOT_FOUND', `There is no destination ${id}`)
  return found
}

/** Makes one the default: it receives messages without a destination. */
export function makeDefault(destinations: readonly StoredDestination[], chosen: StoredDestination): void {
  for (const destination of destinations) destination.isDefault = destination === chosen
  chosen.enabled = true
}
