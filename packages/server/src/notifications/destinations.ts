import { AppError } from '../errors.ts'
import type { Documents } from '../store/ports.ts'
import { openSharedDocument, type SharedDocument } from '../store/shared-document.ts'

/** Where messages go. */
export type StoredDestination = WebhookDestination | ChatDestination

/** A webhook. Its secrets are sealed. */
export interface WebhookDestination extends DestinationState {
  kind: 'WEBHOOK_ENDPOINT'
  url: string
  /** What messages are signed with, sealed. */
  secret: string
  /** The secret before, sealed, and until when messages are signed with it too, Unix milliseconds. */
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
  /** When a message was last taken; null before. */
  lastAcceptedAt: string | null
  /** What went wrong with the last message; null when it was taken. */
  problem: { code: string; message: string } | null
  /** It was switched off since it took nothing any more. */
  givenUp: boolean
}

/** One organization's destinations, those that were archived included. */
export type Destinations = SharedDocument<StoredDestination[]>

/** The document's name: what its secrets are bound to. */
export const destinationsDocument = 'destinations'

export function openDestinations(documents: Documents): Destinations {
  return openSharedDocument<StoredDestination[]>(documents, destinationsDocument, [])
}

/** One that is in use. Throws AppError `NOT_FOUND`. */
export function findDestination(destinations: readonly StoredDestination[], id: string): StoredDestination {
  const found = destinations.find((destination) => destination.id === id && destination.archivedAt === null)
  if (found === undefined) throw new AppError('NOT_FOUND', `There is no destination ${id}`)
  return found
}

/** Of all destinations one takes what names none. */
export function makeDefault(destinations: readonly StoredDestination[], chosen: StoredDestination): void {
  for (const destination of destinations) destination.isDefault = destination === chosen
  chosen.enabled = true
}
